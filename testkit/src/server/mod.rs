//! The vendor's own thread: it listens, and runs one task for each connection.

mod answer;
mod body;
mod connection;
mod head;
mod house;
mod port;
mod read;
mod stamps;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{self, Handle};
use tokio::sync::oneshot;

use crate::marks::Desk;

pub(crate) use self::house::House;

/// As many connections as a test may open before the vendor has taken the first.
const BACKLOG: u32 = 1024;

/// How long to let others close their files when there is no descriptor left.
const OUT_OF_FILES: Duration = Duration::from_millis(10);

/// A vendor that runs.
pub(crate) struct Started {
    pub(crate) addr: SocketAddr,
    pub(crate) runtime: Handle,
    pub(crate) desk: Option<Desk>,
    pub(crate) accept: oneshot::Sender<()>,
    pub(crate) stop: oneshot::Sender<()>,
    pub(crate) thread: JoinHandle<()>,
}

/// Starts the thread and waits until it listens.
pub(crate) async fn start(house: Arc<House>) -> io::Result<Started> {
    let (report, ready) = oneshot::channel();
    let (accept, may_accept) = oneshot::channel();
    let (stop, stopped) = oneshot::channel();
    let signals = Signals {
        may_accept,
        stopped,
    };
    let thread = thread::Builder::new()
        .name("tollgate-vendor".into())
        .spawn(move || live(&house, report, signals))?;
    let gone = |_| io::Error::other("its thread ended before it listened");
    let (addr, runtime, desk) = ready.await.map_err(gone)??;
    Ok(Started {
        addr,
        runtime,
        desk,
        accept,
        stop,
        thread,
    })
}

/// What the test tells the thread.
struct Signals {
    may_accept: oneshot::Receiver<()>,
    stopped: oneshot::Receiver<()>,
}

type Report = oneshot::Sender<io::Result<(SocketAddr, Handle, Option<Desk>)>>;

/// The life of the thread. With the runtime, at its end, go all connections.
fn live(house: &Arc<House>, report: Report, signals: Signals) {
    let runtime = match runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return drop(report.send(Err(error))),
    };
    runtime.block_on(async {
        let (listener, filler, addr) = match listen(house.slow_connect) {
            Ok(listening) => listening,
            Err(error) => return drop(report.send(Err(error))),
        };
        let book = house.log.book.clone();
        let desk = book.map(|book| Desk::open(addr.port(), book)).transpose();
        let ready = report.send(desk.map(|desk| (addr, Handle::current(), desk)));
        if ready.is_err() {
            return; // whoever asked for the vendor has gone away
        }
        tokio::select! {
            _ = signals.stopped => {}
            () = serve(house, &listener, filler, signals.may_accept) => {}
        }
    });
}

/// Binds a free port. With a `slow` one the queue of the kernel is full: it holds one connection
/// more than its declared length of zero, and the filler is that one.
fn listen(slow: bool) -> io::Result<(TcpListener, Option<std::net::TcpStream>, SocketAddr)> {
    let socket = port::bind()?;
    let listener = socket.listen(if slow { 0 } else { BACKLOG })?;
    let addr = listener.local_addr()?;
    let filler = slow
        .then(|| std::net::TcpStream::connect(addr))
        .transpose()?;
    Ok((listener, filler, addr))
}

async fn serve(
    house: &Arc<House>,
    listener: &TcpListener,
    filler: Option<std::net::TcpStream>,
    may_accept: oneshot::Receiver<()>,
) {
    if let Some(filler) = filler {
        // An error means that the vendor is being dropped, which ends this too.
        let _ = may_accept.await;
        drop(listener.accept().await);
        drop(filler);
    }
    loop {
        match listener.accept().await {
            Ok((stream, _)) => welcome(house, stream),
            Err(_) => tokio::time::sleep(OUT_OF_FILES).await,
        }
    }
}

fn welcome(house: &Arc<House>, stream: TcpStream) {
    // Without it an answer in two writes waits for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let number = house.log.connect();
    tokio::spawn(connection::serve(Arc::clone(house), stream, number));
}
