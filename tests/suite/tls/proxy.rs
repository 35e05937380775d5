//! A proxy that tunnels, or refuses to.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::TcpStream;

use super::serving::Serving;

/// A proxy on the loopback, which tunnels to the loopback alone.
pub(crate) struct Tunnel {
    serving: Serving,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Tunnel {
    /// A proxy that answers every `CONNECT` with `status`, and tunnels if that is 200.
    pub(crate) async fn start(status: u16) -> Self {
        let heads = Arc::new(Mutex::new(Vec::new()));
        let log = heads.clone();
        let serving = Serving::start(move |client| carry(client, status, log.clone())).await;
        Self { serving, heads }
    }

    pub(crate) fn addr(&self) -> SocketAddr {
        self.serving.addr()
    }

    /// The heads of all requests to the proxy itself.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().expect("a log").clone()
    }
}

async fn carry(
    mut client: TcpStream,
    status: u16,
    heads: Arc<Mutex<Vec<String>>>,
) -> std::io::Result<()> {
    let head = head(&mut client).await?;
    let target = target(&head);
    heads.lock().expect("a log").push(head);
    client
        .write_all(format!("HTTP/1.1 {status} As told\r\n\r\n").as_bytes())
        .await?;
    if let (200, Some(target)) = (status, target) {
        let mut vendor = TcpStream::connect(target).await?;
        copy_bidirectional(&mut client, &mut vendor).await?;
    }
    Ok(())
}

/// Reads to the empty line and not beyond it.
async fn head(client: &mut TcpStream) -> std::io::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn target(head: &str) -> Option<SocketAddr> {
    let authority = head.strip_prefix("CONNECT ")?.split(' ').next()?;
    let target: SocketAddr = authority.parse().ok()?;
    target.ip().is_loopback().then_some(target)
}
