//! Ports that no vendor of this process has had before.
//!
//! A client's buckets belong to its vendor's host and port, and outlive the client. The system
//! soon gives a port again that was closed, and a test would pay from the bucket of an earlier
//! one: with its limits, and with a meter that counts both.

use std::collections::HashSet;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{LazyLock, Mutex, PoisonError};

use tokio::net::TcpSocket;

/// A process that has had nearly all ports gets one for the second time in the end.
const TRIES: usize = 64;

/// Binds a port for the first time in this process.
pub(super) fn bind() -> io::Result<TcpSocket> {
    // Ports that were had before stay taken meanwhile, so that each try gives another one.
    let mut had = Vec::new();
    loop {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
        if is_first(socket.local_addr()?.port()) || had.len() == TRIES {
            return Ok(socket);
        }
        had.push(socket);
    }
}

fn is_first(port: u16) -> bool {
    static HAD: LazyLock<Mutex<HashSet<u16>>> = LazyLock::new(Mutex::default);
    HAD.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(port)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::bind;

    #[tokio::test]
    async fn no_port_is_given_twice_though_the_first_socket_is_closed() {
        let mut seen = HashSet::new();
        for _ in 0..2_000 {
            let port = bind().and_then(|socket| socket.local_addr());
            let port = port.expect("a port").port();
            assert!(seen.insert(port), "port {port} was given before");
        }
    }
}
