//! The half of a connection that reads: it finds requests, notes each at the end of its head, and
//! hands them on in their order.
//!
//! It reads on while answers are being sent, so that pipelined requests have the instant at which
//! they came, and so that it sees at once when the client goes away.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::BytesMut;
use tokio::io::AsyncReadExt as _;
use tokio::net::tcp::ReadHalf;
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedSender;

use super::body::{Body, Broken};
use super::head::{self, Framing};
use super::house::House;
use super::stamps::Stamps;
use crate::log::{Arrival, Open};
use crate::marks::{Process, process_of};
use crate::request::{Fate, Head, Origin, Request};

const READ_AT_ONCE: usize = 16 << 10;

/// What the answering half gets.
pub(super) enum Incoming {
    Request(Box<Asked>),
    /// The client waits for a word before it sends the body.
    Expecting,
    /// What came was not understood; nothing else will come.
    Malformed,
}

/// A request that wants an answer.
pub(super) struct Asked {
    pub(super) request: Request,
    pub(super) open: Open,
    /// How long until it would have passed the ceilings, if it did not.
    pub(super) over: Option<Option<Duration>>,
    /// Whether the body was left on the wire.
    pub(super) unread: bool,
}

/// The bytes that come, and when they came.
pub(super) struct Source<'a> {
    read: ReadHalf<'a>,
    buffer: BytesMut,
    stamps: Stamps,
}

impl<'a> Source<'a> {
    pub(super) fn new(read: ReadHalf<'a>) -> Self {
        Self {
            read,
            buffer: BytesMut::with_capacity(READ_AT_ONCE),
            stamps: Stamps::default(),
        }
    }

    pub(super) fn buffer(&self) -> &[u8] {
        &self.buffer
    }

    /// Reads more; `None` at the end.
    pub(super) async fn fill(&mut self) -> Option<()> {
        self.buffer.reserve(READ_AT_ONCE);
        let read = self.read.read_buf(&mut self.buffer).await;
        let bytes = read.ok().filter(|bytes| *bytes > 0)?;
        self.stamps.received(bytes, Instant::now());
        Some(())
    }

    /// Takes bytes that are there.
    pub(super) fn take(&mut self, bytes: usize) -> BytesMut {
        self.stamps.used(bytes);
        self.buffer.split_to(bytes)
    }

    /// Takes a whole head with the instants of its first and its last byte.
    fn take_head(&mut self) -> Result<Option<(Head, Instant, Instant)>, head::NotHttp> {
        let Some(head) = head::take(&mut self.buffer)? else {
            return Ok(None);
        };
        let now = Instant::now();
        let len = head.raw.len();
        let first = self.stamps.of(head.line.start).unwrap_or(now);
        let last = self.stamps.of(len - 1).unwrap_or(now);
        self.stamps.used(len);
        Ok(Some((head, first, last)))
    }
}

/// One connection's reading half.
pub(super) struct Reader<'a> {
    pub(super) house: &'a Arc<House>,
    pub(super) source: Source<'a>,
    pub(super) connection: usize,
    /// The addresses of the client and of the vendor.
    pub(super) ends: Option<(SocketAddr, SocketAddr)>,
    pub(super) queue: UnboundedSender<Incoming>,
    /// Told when the client has gone away.
    pub(super) gone: &'a Notify,
}

impl Reader<'_> {
    /// Reads until the client has gone away or cannot be understood.
    pub(super) async fn run(mut self) {
        let delay = self.house.conduct.first_read_delay;
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        match self.requests().await {
            Broken::Eof => self.gone.notify_one(),
            Broken::Unwanted => {}
            Broken::NotHttp => {
                let bytes = self.source.buffer.split().freeze();
                if let Some(book) = &self.house.log.book {
                    book.malformed(&bytes, self.caller());
                }
                self.house.log.malformed(bytes);
                let _ = self.queue.send(Incoming::Malformed);
            }
        }
        // Keeps reading until the client closes, or a close would reset what is under way to it.
        while self.source.fill().await.is_some() {
            self.source.take(self.source.buffer.len());
        }
    }

    /// Reads requests; says why it stopped.
    async fn requests(&mut self) -> Broken {
        loop {
            let stopped = match self.source.take_head() {
                Ok(Some(head)) => self.request(head).await.err(),
                Ok(None) => self.source.fill().await.is_none().then_some(Broken::Eof),
                Err(head::NotHttp) => Some(Broken::NotHttp),
            };
            if let Some(stopped) = stopped {
                return stopped;
            }
        }
    }

    async fn request(
        &mut self,
        (head, first_byte, arrived): (Head, Instant, Instant),
    ) -> Result<(), Broken> {
        let mut request = Request::from_head(head);
        request.origin = Origin {
            connection: self.connection,
            first_byte,
            arrived,
        };
        if let Some(book) = &self.house.log.book {
            book.judge(&request, || self.caller());
        }
        let Arrival { open, over } = self.house.log.arrive(&mut request);
        let framing = Framing::of(&request)?;
        let bodiless = framing == Framing::Length(0);
        let unread = !bodiless && over.is_some() && self.house.conduct.rejects_early;
        if !unread {
            if !bodiless && request.header("expect").is_some() {
                let _ = self.queue.send(Incoming::Expecting);
            }
            self.read_body(&mut request, &open, framing).await?;
        }
        let asked = Asked {
            request,
            open,
            over,
            unread,
        };
        // If nobody takes it, the connection is ending, and so does this.
        let _ = self.queue.send(Incoming::Request(Box::new(asked)));
        if unread {
            Err(Broken::Unwanted)
        } else {
            Ok(())
        }
    }

    /// The process at the other end, where that can be told.
    fn caller(&self) -> Option<Process> {
        let (peer, own) = self.ends?;
        process_of(peer, own)
    }

    async fn read_body(
        &mut self,
        request: &mut Request,
        open: &Open,
        framing: Framing,
    ) -> Result<(), Broken> {
        let mut body = Body::default();
        let read = body
            .read(&mut self.source, framing, self.house.conduct.keep_body)
            .await;
        (request.body_len, request.complete) = (body.len, read.is_ok());
        request.body = body.bytes();
        open.body(&request.body, request.body_len, request.complete);
        read
    }
}

impl Request {
    /// A request of which only the head is known.
    pub(super) fn from_head(head: Head) -> Self {
        let now = Instant::now();
        Self {
            head,
            body: bytes::Bytes::new(),
            body_len: 0,
            complete: false,
            params: Vec::new(),
            origin: Origin {
                connection: 0,
                first_byte: now,
                arrived: now,
            },
            fate: Fate::default(),
        }
    }
}
