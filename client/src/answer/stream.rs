//! A body that is read while it arrives.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use tokio::time::Instant;

use crate::call::{Content, Reply, Seed};
use crate::error::{BoxError, Error, ErrorKind, Failure};
use crate::ledger::Attempts;
use crate::wire::AnswerBody;

type Next = Pin<Box<dyn Future<Output = (Box<AnswerBody>, Result<Option<Bytes>, Broken>)> + Send>>;

enum Broken {
    Transport(BoxError),
    TooSlow(Duration),
    /// The call's deadline passed.
    TooLate,
}

/// The body of an answer, as a stream of chunks.
///
/// It holds the request's in-flight slot until it ends, fails or is dropped. A body that breaks
/// off is an error with the number of bytes that had arrived, and is not started again; a chunk
/// that takes longer than the attempt's timeout is one too, and so is the call's deadline.
///
/// A streamed body carries no typed API error: those come before it, from the call.
#[must_use = "a body that is not read is thrown away"]
pub struct ByteStream {
    state: State,
    seed: Seed,
    attempts: Attempts,
    ends: Option<Instant>,
    received: u64,
}

enum State {
    /// In a box, which it keeps while it is read.
    Idle(Box<AnswerBody>),
    Reading(Next),
    Done,
}

impl ByteStream {
    pub(super) fn new(reply: Reply) -> Self {
        let Reply {
            seed,
            content,
            attempts,
            ends,
            ..
        } = reply;
        let state = match content {
            Content::Open(body) => State::Idle(Box::new(body)),
            Content::Whole(_) => State::Done,
        };
        Self {
            state,
            seed,
            attempts,
            ends,
            received: 0,
        }
    }

    /// How many bytes have been read.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received
    }

    /// The next chunk; `None` after the last.
    ///
    /// # Errors
    ///
    /// A body that broke off, or a chunk that took too long. Dropping the future loses nothing:
    /// the next one goes on where it was.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        let next = core::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await;
        next.transpose()
    }

    fn fail(&self, broken: Broken) -> Error {
        let place = self.seed.place.clone();
        let failure = |kind| Failure::new(kind, place, self.attempts.clone());
        let failure = match broken {
            Broken::Transport(source) => failure(ErrorKind::Transport {
                received: self.received,
            })
            .source(source),
            Broken::TooSlow(limit) => failure(ErrorKind::AttemptTimeout { limit }),
            Broken::TooLate => failure(ErrorKind::Deadline { sent: true }),
        };
        Error::new(failure, None)
    }
}

fn read(mut body: Box<AnswerBody>, limit: Duration, ends: Option<Instant>) -> Next {
    Box::pin(async move {
        let left = ends.map(|ends| ends.saturating_duration_since(Instant::now()));
        let (limit, late) = match left {
            Some(left) if left < limit => (left, Broken::TooLate),
            _ => (limit, Broken::TooSlow(limit)),
        };
        let chunk = match tokio::time::timeout(limit, body.chunk()).await {
            Ok(chunk) => chunk.map_err(Broken::Transport),
            Err(_) => Err(late),
        };
        (body, chunk)
    })
}

impl Stream for ByteStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let limit = self
            .seed
            .options
            .attempt_timeout
            .unwrap_or(self.seed.core.inner.attempt_timeout);
        let mut next = match core::mem::replace(&mut self.state, State::Done) {
            State::Idle(body) => read(body, limit, self.ends),
            State::Reading(next) => next,
            State::Done => return Poll::Ready(None),
        };
        let Poll::Ready((body, chunk)) = next.as_mut().poll(context) else {
            self.state = State::Reading(next);
            return Poll::Pending;
        };
        Poll::Ready(match chunk {
            Ok(Some(chunk)) => {
                self.received = self.received.saturating_add(chunk.len() as u64);
                self.state = State::Idle(body);
                Some(Ok(chunk))
            }
            Ok(None) => None,
            Err(broken) => Some(Err(self.fail(broken))),
        })
    }
}

impl fmt::Debug for ByteStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByteStream")
            .field("received", &self.received)
            .finish_non_exhaustive()
    }
}
