//! Bodies in both directions, between our types and the HTTP library's.

use core::pin::Pin;
use core::task::{Context, Poll};
use std::sync::Mutex;

use bytes::Bytes;
use futures_core::Stream;
use http_body::{Frame, SizeHint};
use tollgate_limiter::Flight;

use crate::encode::{Body, Content};
use crate::error::BoxError;

/// The body of an answer. While it lives, it holds the in-flight slot of its request.
pub(crate) struct AnswerBody {
    response: reqwest::Response,
    received: u64,
    _flight: Flight,
}

impl AnswerBody {
    pub(super) fn new(response: reqwest::Response, flight: Flight) -> Self {
        Self {
            response,
            received: 0,
            _flight: flight,
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
        Content::Bytes(bytes) => reqwest::Body::from(bytes),
        Content::Stream { chunks, length } => reqwest::Body::wrap(Streamed {
            chunks: Mutex::new(chunks),
            left: length,
        }),
    }
}

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, BoxError>> + Send>>;

/// A stream as an HTTP body. The mutex is never locked: it makes the type `Sync`, which the HTTP
/// library asks for, without asking the user's stream for it.
struct Streamed {
    chunks: Mutex<Chunks>,
    left: Option<u64>,
}

impl http_body::Body for Streamed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        let chunks = match this.chunks.get_mut() {
            Ok(chunks) => chunks,
            Err(poisoned) => poisoned.into_inner(),
        };
        let chunk = core::task::ready!(chunks.as_mut().poll_next(context));
        Poll::Ready(match chunk {
            Some(Ok(chunk)) => Some(counted(&mut this.left, chunk).map(Frame::data)),
            Some(Err(error)) => Some(Err(error)),
            None => this
                .left
                .filter(|left| *left > 0)
                .map(|left| Err(too_short(left))),
        })
    }

    fn size_hint(&self) -> SizeHint {
        self.left
            .map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

/// Counts a chunk against the announced length, so that a stream that is longer is an error here
/// and not cut off in silence.
fn counted(left: &mut Option<u64>, chunk: Bytes) -> Result<Bytes, BoxError> {
    if let Some(left) = left {
        *left = left
            .checked_sub(chunk.len() as u64)
            .ok_or("the stream is longer than the length that was announced")?;
    }
    Ok(chunk)
}

fn too_short(left: u64) -> BoxError {
    format!("the stream ended {left} bytes before the length that was announced").into()
}
