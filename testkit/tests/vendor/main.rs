//! What the vendor promises, seen from bare sockets.

mod answers;
mod ceilings;
mod claims;
mod faults;
mod record;

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tollgate_testkit::Vendor;

/// Opens a connection.
async fn connect(vendor: &Vendor) -> TcpStream {
    TcpStream::connect(vendor.addr())
        .await
        .expect("the vendor listens")
}

/// Sends bytes on a connection of their own and reads to the end; the bytes must ask for one.
async fn talk(vendor: &Vendor, bytes: impl AsRef<[u8]>) -> String {
    let (answer, error) = read_all(vendor, bytes).await;
    assert!(
        error.is_none(),
        "the connection broke after {answer:?}: {error:?}"
    );
    answer
}

/// The same, with the error that ended it.
async fn read_all(vendor: &Vendor, bytes: impl AsRef<[u8]>) -> (String, Option<io::Error>) {
    let mut socket = connect(vendor).await;
    socket
        .write_all(bytes.as_ref())
        .await
        .expect("the vendor reads");
    let mut answer = Vec::new();
    let error = socket.read_to_end(&mut answer).await.err();
    (String::from_utf8_lossy(&answer).into_owned(), error)
}

/// A GET that asks for the end of the connection.
fn get(target: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nHost: vendor\r\nConnection: close\r\n\r\n")
}

/// The body of an answer.
fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// The value of a header of an answer.
fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case(name).then_some(value)
    })
}

/// The status of an answer.
fn status(answer: &str) -> u16 {
    answer
        .get(9..12)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}
