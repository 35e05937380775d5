//! Where a server or a gate listens, and connections there: a Unix socket or a port of 127.0.0.1.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::time::Duration;

/// Where one can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    Socket(PathBuf),
    Port(u16),
}

/// A connection.
#[derive(Debug)]
pub(crate) enum Line {
    Socket(UnixStream),
    Port(TcpStream),
}

/// Who waits for connections.
#[derive(Debug)]
pub(crate) enum Listener {
    Socket(UnixListener),
    Port(TcpListener),
}

impl Address {
    pub(crate) fn connect(&self) -> io::Result<Line> {
        match self {
            Self::Socket(path) => UnixStream::connect(path).map(Line::Socket),
            Self::Port(port) => TcpStream::connect((Ipv4Addr::LOCALHOST, *port)).and_then(prompt),
        }
    }

    /// The URL by which a client finds it.
    pub(crate) fn url(&self, password: Option<&str>) -> String {
        match (self, password) {
            (Self::Socket(path), None) => format!("redis+unix://{}", path.display()),
            (Self::Socket(path), Some(password)) => {
                format!("redis+unix://{}?pass={password}", path.display())
            }
            (Self::Port(port), None) => format!("redis://127.0.0.1:{port}"),
            (Self::Port(port), Some(password)) => format!("redis://:{password}@127.0.0.1:{port}"),
        }
    }
}

impl Listener {
    pub(crate) fn socket(path: PathBuf) -> io::Result<(Self, Address)> {
        let listener = UnixListener::bind(&path)?;
        Ok((Self::Socket(listener), Address::Socket(path)))
    }

    pub(crate) fn port() -> io::Result<(Self, Address)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        Ok((Self::Port(listener), Address::Port(port)))
    }

    pub(crate) fn accept(&self) -> io::Result<Line> {
        match self {
            Self::Socket(listener) => listener.accept().map(|(stream, _)| Line::Socket(stream)),
            Self::Port(listener) => listener.accept().and_then(|(stream, _)| prompt(stream)),
        }
    }
}

impl Line {
    pub(crate) fn another(&self) -> io::Result<Self> {
        match self {
            Self::Socket(stream) => stream.try_clone().map(Self::Socket),
            Self::Port(stream) => stream.try_clone().map(Self::Port),
        }
    }

    pub(crate) fn patience(&self, limit: Duration) -> io::Result<()> {
        match self {
            Self::Socket(stream) => stream.set_read_timeout(Some(limit)),
            Self::Port(stream) => stream.set_read_timeout(Some(limit)),
        }
    }

    /// Ends it in both directions. That it has ended already is no matter.
    pub(crate) fn cut(&self) {
        let _ = match self {
            Self::Socket(stream) => stream.shutdown(Shutdown::Both),
            Self::Port(stream) => stream.shutdown(Shutdown::Both),
        };
    }
}

/// Bytes go as they come, not when there are enough of them.
fn prompt(stream: TcpStream) -> io::Result<Line> {
    stream.set_nodelay(true)?;
    Ok(Line::Port(stream))
}

impl Read for Line {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Socket(stream) => stream.read(into),
            Self::Port(stream) => stream.read(into),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Socket(stream) => stream.write(bytes),
            Self::Port(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
