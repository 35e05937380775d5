//! What a request carries, and whether it can be sent again: bytes and factories of streams can, a
//! stream is sent once.

use core::fmt;
use core::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::Stream;
use http::HeaderValue;

use crate::error::BoxError;

/// The pieces of a body while it is being sent.
pub(crate) type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, BoxError>> + Send>>;

/// The body of a request, for an argument marked `#[body]` and for parts of a form.
///
/// Made from bytes or text, or from a stream of chunks that is read while it is being sent. A
/// stream can be sent once; bytes, text and a [factory of streams](Self::replayable) can be sent
/// again, with another attempt or after a redirect.
///
/// ```
/// use tollgate::Body;
///
/// assert_eq!(Body::from("text").length(), Some(4));
/// assert_eq!(Body::from(vec![1, 2, 3]).length(), Some(3));
/// assert!(Body::from("text").is_replayable());
/// ```
#[derive(Default)]
pub struct Body(pub(crate) Content);

/// What a body holds.
pub(crate) enum Content {
    Again(Again),
    Once(Chunks, Option<u64>),
}

/// What can be sent any number of times, always the same.
#[derive(Clone)]
pub(crate) enum Again {
    Bytes(Bytes),
    Made(Arc<dyn Fn() -> Chunks + Send + Sync>, Option<u64>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Again(Again::Bytes(Bytes::new()))
    }
}

impl Again {
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => u64::try_from(bytes.len()).ok(),
            Self::Made(_, length) => *length,
        }
    }
}

impl Content {
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Self::Again(again) => again.length(),
            Self::Once(_, length) => *length,
        }
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
        Self(Content::Once(boxed(chunks), None))
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
        Self(Content::Once(boxed(chunks), Some(length)))
    }

    /// A body that can be sent again: `factory` makes its stream anew for each request, which is
    /// sent in chunked transfer coding.
    ///
    /// It is called when the request leaves, and must neither block nor give another content
    /// than before: the vendor may have read a part of the earlier one. An error of the stream
    /// ends that request as a transport error.
    ///
    /// ```
    /// use futures_util::stream;
    /// use tollgate::{Body, BoxError};
    ///
    /// let lines = || stream::iter(["a\n", "b\n"].map(Ok::<_, BoxError>));
    /// assert!(Body::replayable(lines).is_replayable());
    /// assert!(!Body::stream(lines()).is_replayable());
    /// ```
    #[must_use]
    pub fn replayable<F, S, C, E>(factory: F) -> Self
    where
        F: Fn() -> S + Send + Sync + 'static,
        S: Stream<Item = Result<C, E>> + Send + 'static,
        C: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::made(factory, None)
    }

    /// A body that can be sent again, of which the whole `length` in bytes is known and announced
    /// as `Content-Length`.
    ///
    /// As [`replayable`](Self::replayable); a stream that turns out shorter or longer ends its
    /// request as a transport error.
    #[must_use]
    pub fn sized_replayable<F, S, C, E>(factory: F, length: u64) -> Self
    where
        F: Fn() -> S + Send + Sync + 'static,
        S: Stream<Item = Result<C, E>> + Send + 'static,
        C: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::made(factory, Some(length))
    }

    fn made<F, S, C, E>(factory: F, length: Option<u64>) -> Self
    where
        F: Fn() -> S + Send + Sync + 'static,
        S: Stream<Item = Result<C, E>> + Send + 'static,
        C: Into<Bytes>,
        E: Into<BoxError>,
    {
        let make = move || boxed(factory());
        Self(Content::Again(Again::Made(Arc::new(make), length)))
    }

    /// The length in bytes, where it is known before sending.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        self.0.length()
    }

    /// What it holds, where that is at hand.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match &self.0 {
            Content::Again(Again::Bytes(bytes)) => Some(bytes),
            Content::Again(Again::Made(..)) | Content::Once(..) => None,
        }
    }

    /// Whether it can be sent more than once.
    #[must_use]
    pub fn is_replayable(&self) -> bool {
        self.replay().is_some()
    }

    /// The same body once more, without copying what it holds; `None` for a stream, which is sent
    /// once.
    pub(crate) fn replay(&self) -> Option<Self> {
        match &self.0 {
            Content::Again(again) => Some(Self(Content::Again(again.clone()))),
            Content::Once(..) => None,
        }
    }
}

fn boxed<S, C, E>(chunks: S) -> Chunks
where
    S: Stream<Item = Result<C, E>> + Send + 'static,
    C: Into<Bytes>,
    E: Into<BoxError>,
{
    Box::pin(futures_util::StreamExt::map(chunks, |chunk| match chunk {
        Ok(chunk) => Ok(chunk.into()),
        Err(error) => Err(error.into()),
    }))
}

impl<T: Into<Bytes>> From<T> for Body {
    fn from(bytes: T) -> Self {
        Self(Content::Again(Again::Bytes(bytes.into())))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0 {
            Content::Again(Again::Bytes(_)) => "bytes",
            Content::Again(Again::Made(..)) => "factory",
            Content::Once(..) => "stream",
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

    /// A body of the type that a description names.
    pub(crate) fn typed(content_type: &str, body: impl Into<Body>) -> Result<Self, String> {
        let content_type = HeaderValue::from_str(content_type).map_err(|_| {
            "the content type holds a line break or another control character; remove it".to_owned()
        })?;
        Ok(Self {
            content_type: Some(content_type),
            body: body.into(),
        })
    }

    /// The same once more; `None` for a stream, which is sent once.
    pub(crate) fn replay(&self) -> Option<Self> {
        let body = self.body.replay()?;
        let content_type = self.content_type.clone();
        Some(Self { content_type, body })
    }

    /// The text of a body of JSON.
    pub(crate) fn json(&self) -> Result<&str, String> {
        match &self.body.0 {
            Content::Again(Again::Bytes(bytes)) => core::str::from_utf8(bytes).ok(),
            Content::Again(Again::Made(..)) | Content::Once(..) => None,
        }
        .ok_or_else(|| "the body is no JSON at hand; give it as `#[json]`".to_owned())
    }
}
