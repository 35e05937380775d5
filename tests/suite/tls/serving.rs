//! A listener on a free port of the loopback, and its connections.

use std::future::Future;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Accepts until it is dropped, and then ends every connection.
pub(crate) struct Serving {
    addr: SocketAddr,
    accepting: JoinHandle<()>,
}

impl Serving {
    /// Runs `serve` for every connection. Its errors are the client's business: tests assert on
    /// what was recorded.
    pub(crate) async fn start<F>(mut serve: impl FnMut(TcpStream) -> F + Send + 'static) -> Self
    where
        F: Future<Output = std::io::Result<()>> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let addr = listener.local_addr().expect("an address");
        let accepting = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((connection, _)) = listener.accept().await {
                connections.spawn(serve(connection));
            }
        });
        Self { addr, accepting }
    }

    pub(crate) fn addr(&self) -> SocketAddr {
        self.addr
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
