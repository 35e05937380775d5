//! What a request carries: bytes that can be sent again, or a stream that is sent once.

use core::fmt;
use core::pin::Pin;

use bytes::Bytes;
use futures_core::Stream;
use http::HeaderValue;

use crate::error::BoxError;

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, BoxError>> + Send>>;

/// The body of a request, for an argument marked `#[body]` and for parts of a form.
///
/// Made from bytes or text, or from a stream of chunks that is read while it is being sent.
///
/// ```
/// use tollgate::Body;
///
/// assert_eq!(Body::from("text").length(), Some(4));
/// assert_eq!(Body::from(vec![1, 2, 3]).length(), Some(3));
/// ```
#[derive(Default)]
pub struct Body(pub(crate) Content);

pub(crate) enum Content {
    Bytes(Bytes),
    Stream { chunks: Chunks, length: Option<u64> },
}

impl Default for Content {
    fn default() -> Self {
        Self::Bytes(Bytes::new())
    }
}

impl Body {
    /// A body that is read from `chunks` while it is sent, in chunked transfer coding.
    ///
    /// It can be sent only once. An error of the stream ends the request as a transport error.
    #[must_use]
    pub fn stream<S, C, E>(chunks: S) -> Self
    where
        S: Stream<Item = Result<C, E>> + Send + 'static,
        C: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::chunks(chunks, None)
    }

    /// A stream whose whole `length` in bytes is known, and announced as `Content-Length`.
    ///
    /// A stream that turns out shorter or longer ends the request as a transport error.
    #[must_use]
    pub fn sized_stream<S, C, E>(chunks: S, length: u64) -> Self
    where
        S: Stream<Item = Result<C, E>> + Send + 'static,
        C: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::chunks(chunks, Some(length))
    }

    fn chunks<S, C, E>(chunks: S, length: Option<u64>) -> Self
    where
        S: Stream<Item = Result<C, E>> + Send + 'static,
        C: Into<Bytes>,
        E: Into<BoxError>,
    {
        let chunks = futures_util::StreamExt::map(chunks, |chunk| match chunk {
            Ok(chunk) => Ok(chunk.into()),
            Err(error) => Err(error.into()),
        });
        Self(Content::Stream {
            chunks: Box::pin(chunks),
            length,
        })
    }

    /// The same body again, where it can be sent more than once.
    pub(crate) fn replay(&self) -> Option<Self> {
        match &self.0 {
            Content::Bytes(bytes) => Some(Self(Content::Bytes(bytes.clone()))),
            Content::Stream { .. } => None,
        }
    }

    /// The length in bytes, where it is known before sending.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        match &self.0 {
            Content::Bytes(bytes) => u64::try_from(bytes.len()).ok(),
            Content::Stream { length, .. } => *length,
        }
    }
}

impl<T: Into<Bytes>> From<T> for Body {
    fn from(bytes: T) -> Self {
        Self(Content::Bytes(bytes.into()))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0 {
            Content::Bytes(_) => "bytes",
            Content::Stream { .. } => "stream",
        };
        f.debug_struct("Body")
            .field("kind", &kind)
            .field("length", &self.length())
            .finish()
    }
}

/// A body together with the type it is sent as.
#[derive(Debug)]
pub(crate) struct RequestBody {
    pub(crate) content_type: Option<HeaderValue>,
    pub(crate) body: Body,
}

impl RequestBody {
    pub(crate) fn of_type(content_type: &'static str, body: impl Into<Body>) -> Self {
        let content_type = Some(HeaderValue::from_static(content_type));
        Self {
            content_type,
            body: body.into(),
        }
    }
}
