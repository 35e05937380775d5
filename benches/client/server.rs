//! A server that does nothing but answer, on a thread of its own, so that it is not what is
//! measured: no parser, one answer made once.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;

use crate::item::Item;

/// Starts it; the base URL at which it answers until the process ends.
pub(crate) fn start() -> String {
    let (told, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_io().build();
        runtime
            .expect("a runtime can be started")
            .block_on(serve(&told));
    });
    let address: SocketAddr = address.recv().expect("the server listens");
    format!("http://{address}")
}

async fn serve(told: &mpsc::Sender<SocketAddr>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener
        .local_addr()
        .expect("a bound socket has an address");
    told.send(address).expect("the bench waits for it");
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer_all(stream));
    }
}

/// Answers one request after the other until the client goes.
async fn answer_all(mut stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let answer = answer();
    let mut buffer = Vec::with_capacity(16 * 1024);
    loop {
        match stream.read_buf(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let Some(length) = request_length(&buffer) else {
            continue;
        };
        if buffer.len() < length {
            continue;
        }
        buffer.clear();
        if stream.write_all(&answer).await.is_err() {
            return;
        }
    }
}

/// Head and body together, once the head is there.
fn request_length(bytes: &[u8]) -> Option<usize> {
    let head = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    if bytes.starts_with(b"GET") {
        return Some(head);
    }
    let text = std::str::from_utf8(&bytes[..head])
        .ok()?
        .to_ascii_lowercase();
    let (_, rest) = text.split_once("content-length: ")?;
    let length: usize = rest.lines().next()?.parse().ok()?;
    Some(head + length)
}

fn answer() -> Vec<u8> {
    let body = Item::sample().to_json();
    let mut answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\ndate: Mon, 30 Nov 2026 07:31:52 GMT\r\nserver: bench\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend(body);
    answer
}
