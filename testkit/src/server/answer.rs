//! The half of a connection that answers, in order, as the script says, for better or worse.

use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::{Buf as _, Bytes};
use tokio::io::AsyncWriteExt as _;
use tokio::net::tcp::WriteHalf;
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedReceiver;

use super::house::House;
use super::read::{Asked, Incoming};
use crate::log::Open;
use crate::reply::{Break, End, Framing, Point, Reply};
use crate::request::Request;

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// In order (FIN), with patience for what the client is still sending.
    Closed,
    /// At once (RST).
    Reset,
}

/// One connection's answering half.
pub(super) struct Responder<'a> {
    pub(super) house: &'a Arc<House>,
    pub(super) write: WriteHalf<'a>,
    pub(super) gone: &'a Notify,
}

impl Responder<'_> {
    /// Answers until the connection is to end.
    pub(super) async fn run(mut self, mut queue: UnboundedReceiver<Incoming>) -> Ending {
        let ending = self.answer_all(&mut queue).await;
        if ending == Ending::Closed {
            // Fails only where the client has gone away before.
            let _ = self.write.shutdown().await;
        }
        ending
    }

    async fn answer_all(&mut self, queue: &mut UnboundedReceiver<Incoming>) -> Ending {
        while let Some(incoming) = queue.recv().await {
            match self.answer(incoming).await {
                Ok(None) => {}
                Ok(Some(ending)) => return ending,
                Err(_) => return Ending::Closed, // the client has gone away
            }
        }
        Ending::Closed
    }

    async fn answer(&mut self, incoming: Incoming) -> io::Result<Option<Ending>> {
        match incoming {
            Incoming::Request(asked) => self.reply(*asked).await,
            Incoming::Expecting => {
                self.write
                    .write_all(b"HTTP/1.1 100 Continue\r\n\r\n")
                    .await?;
                Ok(None)
            }
            Incoming::Malformed => {
                let reply = Reply::text("this is not HTTP/1.1").status(400).close();
                self.send(&reply, false, None).await
            }
        }
    }

    async fn reply(&mut self, asked: Asked) -> io::Result<Option<Ending>> {
        let Asked {
            mut request,
            open,
            over,
            unread,
        } = asked;
        let mut reply = match over {
            Some(wait) => self.house.throttle.answer(&request, wait),
            None => self.house.answer(&mut request),
        };
        if reply.end == End::Keep && (unread || wants_close(&request)) {
            reply.end = End::Close { said: true };
        }
        self.wait(self.house.conduct.delay).await?;
        let to_head_request = request.method() == "HEAD";
        let mut ending = self.send(&reply, to_head_request, Some(open)).await?;
        let mut unsolicited = reply.unsolicited.as_deref();
        while let (None, Some(reply)) = (ending, unsolicited) {
            ending = self.send(reply, false, None).await?;
            unsolicited = reply.unsolicited.as_deref();
        }
        Ok(ending)
    }

    /// Sends one answer; what is open ends with its last byte.
    async fn send(
        &mut self,
        reply: &Reply,
        to_head_request: bool,
        open: Option<Open>,
    ) -> io::Result<Option<Ending>> {
        self.wait(reply.timing.before_head).await?;
        if let End::Broken {
            at: Point::BeforeHead,
            how,
        } = reply.end
        {
            return Ok(Some(how.into()));
        }
        if let Some(open) = open.as_ref().filter(|_| reply.framing != Framing::Raw) {
            open.status(reply.status);
        }
        let head = reply.head_bytes(SystemTime::now());
        let mut body = reply.body_bytes(to_head_request);
        if let End::Broken {
            at: Point::InBody(bytes),
            ..
        } = reply.end
        {
            body.truncate(bytes);
        }
        self.send_parts(reply, head, body).await?;
        drop(open); // before anything else can run: the client may act on the last byte already
        Ok(match reply.end {
            End::Keep => None,
            End::Close { .. } => Some(Ending::Closed),
            End::Broken { how, .. } => Some(how.into()),
        })
    }

    async fn send_parts(&mut self, reply: &Reply, head: Bytes, mut body: Bytes) -> io::Result<()> {
        let timing = reply.timing;
        if timing.before_body.is_zero() && timing.drip.is_none() {
            return self.write.write_all_buf(&mut head.chain(body)).await;
        }
        self.write.write_all(&head).await?;
        self.wait(timing.before_body).await?;
        let (size, pause) = timing
            .drip
            .map_or((body.len(), Duration::ZERO), |(size, pause)| {
                (size.get(), pause)
            });
        let mut first = true;
        while !body.is_empty() {
            if !std::mem::take(&mut first) {
                self.wait(pause).await?;
            }
            let piece = body.split_to(size.min(body.len()));
            self.write.write_all(&piece).await?;
        }
        Ok(())
    }

    /// Lets time pass, unless the client goes away first.
    async fn wait(&self, time: Duration) -> io::Result<()> {
        if time.is_zero() {
            return Ok(());
        }
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            () = self.gone.notified() => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }
}

impl From<Break> for Ending {
    fn from(how: Break) -> Self {
        match how {
            Break::Eof => Self::Closed,
            Break::Reset => Self::Reset,
        }
    }
}

fn wants_close(request: &Request) -> bool {
    let tokens = request.header("connection").unwrap_or_default().split(',');
    let said = |wanted| {
        tokens
            .clone()
            .any(|token| token.trim().eq_ignore_ascii_case(wanted))
    };
    said("close") || (request.line().ends_with("HTTP/1.0") && !said("keep-alive"))
}
