//! A server that speaks HTTP/2 and counts HEADERS frames: each of a client's begins a request.
//!
//! It speaks frames by itself, so that what it counts is what was on the wire and not what a
//! library made of it. TLS ends in front of it.

use std::collections::HashSet;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::watch;

use super::frame::{self, Frame};
use crate::tls::serving::Serving;

/// What the peer does with the first request that it sees. All later ones are answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum First {
    Answer,
    /// RST_STREAM with this code.
    Reset(u32),
    /// GOAWAY with this code, which says that the request was not processed.
    Unprocessed(u32),
    /// GOAWAY with this code, which says that the request may have been processed.
    MaybeProcessed(u32),
    /// The end of the connection.
    Close,
}

/// The peer.
pub(crate) struct Peer {
    serving: Serving,
    books: Arc<Mutex<Books>>,
    open: watch::Sender<bool>,
}

/// What was on the wire, over all connections.
#[derive(Clone, Default)]
pub(crate) struct Books {
    /// HEADERS frames.
    pub(crate) headers: usize,
    /// The most streams that were open on one connection.
    pub(crate) most_open: usize,
    /// SETTINGS_ENABLE_PUSH of the first SETTINGS of each connection.
    pub(crate) push: Vec<Option<u32>>,
    /// Streams that the client gave up.
    pub(crate) given_up: usize,
}

#[derive(Clone)]
struct Rules {
    first: First,
    max_streams: Option<u32>,
    books: Arc<Mutex<Books>>,
    gate: watch::Receiver<bool>,
}

impl Peer {
    pub(crate) async fn start(first: First, max_streams: Option<u32>) -> Self {
        let books = Arc::new(Mutex::new(Books::default()));
        let open = watch::Sender::new(true);
        let rules = Rules {
            first,
            max_streams,
            books: books.clone(),
            gate: open.subscribe(),
        };
        let serving = Serving::start(move |socket| converse(socket, rules.clone())).await;
        Self {
            serving,
            books,
            open,
        }
    }

    pub(crate) fn addr(&self) -> SocketAddr {
        self.serving.addr()
    }

    pub(crate) fn books(&self) -> Books {
        self.books.lock().expect("books").clone()
    }

    /// Answers nothing until [`Peer::resume`].
    pub(crate) fn hold(&self) {
        self.open.send_replace(false);
    }

    pub(crate) fn resume(&self) {
        self.open.send_replace(true);
    }
}

impl Rules {
    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("books")
    }
}

/// One connection.
struct Conversation {
    rules: Rules,
    open: Arc<Mutex<HashSet<u32>>>,
    writer: Arc<tokio::sync::Mutex<OwnedWriteHalf>>,
}

async fn converse(socket: TcpStream, rules: Rules) -> io::Result<()> {
    let (mut reader, mut writer) = socket.into_split();
    Frame::settings(rules.max_streams)
        .write(&mut writer)
        .await?;
    let mut preface = [0; frame::PREFACE.len()];
    reader.read_exact(&mut preface).await?;
    assert_eq!(&preface, frame::PREFACE, "a client of HTTP/2");
    let settings = Frame::read(&mut reader).await?;
    let push = settings.setting(frame::ENABLE_PUSH);
    rules.books().push.push(push);
    let conversation = Conversation {
        rules,
        open: Arc::default(),
        writer: Arc::new(tokio::sync::Mutex::new(writer)),
    };
    conversation.acknowledge(&settings).await?;
    loop {
        let frame = Frame::read(&mut reader).await?;
        conversation.acknowledge(&frame).await?;
        match frame.kind {
            frame::HEADERS => conversation.request(frame.stream).await?,
            frame::RST_STREAM => conversation.given_up(frame.stream),
            _ => {}
        }
    }
}

impl Conversation {
    async fn write(&self, frame: Frame) -> io::Result<()> {
        frame.write(&mut *self.writer.lock().await).await
    }

    async fn acknowledge(&self, frame: &Frame) -> io::Result<()> {
        match frame.acknowledgement() {
            Some(acknowledgement) => self.write(acknowledgement).await,
            None => Ok(()),
        }
    }

    async fn request(&self, stream: u32) -> io::Result<()> {
        let first = self.count(stream) == 1;
        match self.rules.first {
            First::Reset(code) if first => self.write(Frame::reset(stream, code)).await,
            First::Unprocessed(code) if first => self.write(Frame::go_away(0, code)).await,
            First::MaybeProcessed(code) if first => {
                self.write(Frame::go_away(stream, code)).await?;
                self.writer.lock().await.shutdown().await
            }
            First::Close if first => self.writer.lock().await.shutdown().await,
            _ => {
                self.answer_later(stream);
                Ok(())
            }
        }
    }

    /// The number of requests so far, this one included.
    fn count(&self, stream: u32) -> usize {
        let mut open = self.open.lock().expect("streams");
        open.insert(stream);
        let mut books = self.rules.books();
        books.headers += 1;
        books.most_open = books.most_open.max(open.len());
        books.headers
    }

    fn given_up(&self, stream: u32) {
        self.open.lock().expect("streams").remove(&stream);
        self.rules.books().given_up += 1;
    }

    /// Answers when the gate is open. What cannot be written any more was not wanted any more.
    fn answer_later(&self, stream: u32) {
        let (open, writer) = (self.open.clone(), self.writer.clone());
        let mut gate = self.rules.gate.clone();
        tokio::spawn(async move {
            let _ = gate.wait_for(|open| *open).await;
            if open.lock().expect("streams").remove(&stream) {
                let _ = Frame::answer(stream).write(&mut *writer.lock().await).await;
            }
        });
    }
}
