//! Bodies in both directions, between our types and the HTTP library's.

use core::pin::Pin;
use core::task::{Context, Poll, Waker, ready};
use std::sync::Mutex;

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tollgate_limiter::Flight;

use crate::encode::{Again, Body, Chunks, Content};
use crate::error::BoxError;
use crate::meter::Open;

/// The body of an answer. While it lives, it holds the in-flight slot of its request.
pub(crate) struct AnswerBody {
    response: reqwest::Response,
    received: u64,
    _flight: Flight,
    _open: Open,
}

impl AnswerBody {
    pub(super) fn new(response: reqwest::Response, flight: Flight, open: Open) -> Self {
        Self {
            response,
            received: 0,
            _flight: flight,
            _open: open,
        }
    }

    /// The next piece; `None` at the end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, BoxError> {
        let chunk = self
            .response
            .chunk()
            .await
            .map_err(|error| Box::new(error.without_url()))?;
        if let Some(chunk) = &chunk {
            self.received = self.received.saturating_add(chunk.len() as u64);
        }
        Ok(chunk)
    }

    /// How many bytes have arrived.
    pub(crate) fn received(&self) -> u64 {
        self.received
    }

    /// The length that the head announced.
    pub(crate) fn announced(&self) -> Option<u64> {
        self.response.content_length()
    }
}

pub(super) fn outgoing(body: Body) -> reqwest::Body {
    match body.0 {
        Content::Again(Again::Bytes(bytes)) => reqwest::Body::from(bytes),
        Content::Again(Again::Made(make, length)) => streamed(make(), length),
        Content::Once(chunks, length) => streamed(chunks, length),
    }
}

fn streamed(chunks: Chunks, length: Option<u64>) -> reqwest::Body {
    reqwest::Body::wrap(Streamed::new(chunks, length))
}

/// How many empty chunks are skipped before other tasks get their turn.
const EMPTY: u32 = 32;

/// A stream as an HTTP body. The mutex is never locked: it makes the type `Sync`, which the HTTP
/// library asks for, without asking the user's stream for it.
struct Streamed {
    chunks: Mutex<Chunks>,
    /// What has yet to come of the length that the caller named.
    left: Option<u64>,
    /// Whether the HTTP library is told what is left.
    announced: bool,
    /// The chunk that completes the announced length. The HTTP library asks for nothing after it,
    /// so it is held until the stream has ended.
    last: Option<Bytes>,
}

impl Streamed {
    fn new(chunks: Chunks, length: Option<u64>) -> Self {
        let mut streamed = Self {
            chunks: Mutex::new(chunks),
            left: length,
            announced: true,
            last: None,
        };
        if length == Some(0) {
            streamed.look_ahead();
        }
        streamed
    }

    /// The HTTP library does not ask a body of length zero for anything. So it is announced as one
    /// only if it has ended already; else it is sent in chunks, and what comes in them is an error.
    fn look_ahead(&mut self) {
        let mut context = Context::from_waker(Waker::noop());
        match self.poll_chunk(&mut context) {
            Poll::Ready(None) => {}
            Poll::Ready(Some(chunk)) => {
                let lie = futures_util::stream::iter([chunk.and(Err(too_long()))]);
                self.chunks = Mutex::new(Box::pin(lie));
                self.announced = false;
            }
            Poll::Pending => self.announced = false,
        }
    }

    /// The next chunk that is not empty. A stream of empty chunks alone holds up nobody else.
    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, BoxError>>> {
        let chunks = match self.chunks.get_mut() {
            Ok(chunks) => chunks,
            Err(poisoned) => poisoned.into_inner(),
        };
        for _ in 0..EMPTY {
            match ready!(chunks.as_mut().poll_next(context)) {
                Some(Ok(chunk)) if chunk.is_empty() => {}
                chunk => return Poll::Ready(chunk),
            }
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

impl http_body::Body for Streamed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        loop {
            let chunk = match ready!(self.poll_chunk(context)) {
                Some(Ok(chunk)) => chunk,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(self.end().map(|last| last.map(Frame::data))),
            };
            let Some(left) = self.left else {
                return Poll::Ready(Some(Ok(Frame::data(chunk))));
            };
            let Some(after) = left.checked_sub(chunk.len() as u64) else {
                return Poll::Ready(Some(Err(too_long())));
            };
            self.left = Some(after);
            if after > 0 {
                return Poll::Ready(Some(Ok(Frame::data(chunk))));
            }
            self.last = Some(chunk);
        }
    }

    fn size_hint(&self) -> SizeHint {
        if !self.announced {
            return SizeHint::default();
        }
        let held = self.last.as_ref().map_or(0, |last| last.len() as u64);
        self.left.map_or_else(SizeHint::default, |left| {
            SizeHint::with_exact(left.saturating_add(held))
        })
    }
}

impl Streamed {
    /// What the end of the stream means: the chunk that was held, or that bytes are missing.
    fn end(&mut self) -> Option<Result<Bytes, BoxError>> {
        match self.left {
            Some(left) if left > 0 => Some(Err(too_short(left))),
            _ => self.last.take().map(Ok),
        }
    }
}

fn too_long() -> BoxError {
    "the stream is longer than the length that was announced".into()
}

fn too_short(left: u64) -> BoxError {
    format!("the stream ended {left} bytes before the length that was announced").into()
}
