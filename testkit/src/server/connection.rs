//! One connection: a half that reads and a half that answers, in one task.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc};

use super::answer::{Ending, Responder};
use super::house::House;
use super::read::{Reader, Source};

/// How long a client that was told the end may keep its side open.
const LINGER: Duration = Duration::from_secs(1);

/// Serves a connection to its end.
pub(super) async fn serve(house: Arc<House>, mut stream: TcpStream, number: usize) {
    if converse(&house, &mut stream, number).await == Ending::Reset {
        // With a linger of zero, closing sends a reset. If that fails the client sees an end.
        let _ = stream.set_zero_linger();
    }
}

async fn converse(house: &Arc<House>, stream: &mut TcpStream, connection: usize) -> Ending {
    let ends = stream.peer_addr().ok().zip(stream.local_addr().ok());
    let (read, write) = stream.split();
    let (queue, asked) = mpsc::unbounded_channel();
    let gone = &Notify::new();
    let source = Source::new(read);
    let reading = Reader {
        house,
        source,
        connection,
        ends,
        queue,
        gone,
    }
    .run();
    let answering = Responder { house, write, gone }.run(asked);
    tokio::pin!(reading, answering);
    let ending = tokio::select! {
        biased;
        ending = &mut answering => ending,
        () = &mut reading => return answering.await,
    };
    if ending == Ending::Closed {
        // Closing with unread bytes would reset what is still under way to the client.
        let _ = tokio::time::timeout(LINGER, reading).await;
    }
    ending
}
