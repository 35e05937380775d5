//! The error of a call: its kind, its place, and what was sent before it.

use core::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use super::{BoxError, ErrorKind};
use crate::ledger::Attempts;

/// A call that failed.
///
/// `E` is the API's error type, decoded from the body of an answer of status 400 and above.
/// Neither `Display`, `Debug` nor the source chain shows a credential, a query or a concrete
/// path: the place is given as verb, host and path template.
///
/// ```
/// # async fn f(call: tollgate::Call<tollgate::Empty, serde_json::Value>) {
/// use tollgate::ErrorKind;
///
/// if let Err(error) = call.await {
///     match error.kind() {
///         ErrorKind::LimiterWait { bucket, needed, .. } => println!("{bucket} is free in {needed:?}"),
///         ErrorKind::Api { status } => println!("{status}: {:?}", error.api()),
///         _ => println!("{error} after {} requests", error.attempts().sends()),
///     }
/// }
/// # }
/// ```
pub struct Error<E = serde_json::Value> {
    failure: Box<Failure>,
    api: Option<Box<E>>,
}

/// Everything about a failure that no type parameter is needed for.
#[derive(Debug)]
pub struct Failure {
    pub(crate) kind: ErrorKind,
    pub(crate) place: Place,
    pub(crate) attempts: Attempts,
    pub(crate) reply: Option<FailedReply>,
    pub(crate) source: Option<BoxError>,
}

/// Where a call went: verb, host and template.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) api: &'static str,
    pub(crate) endpoint: &'static str,
    pub(crate) method: http::Method,
    pub(crate) host: std::sync::Arc<str>,
    pub(crate) template: &'static str,
    /// What is answered there may be a secret: no text shows a part of it.
    pub(crate) sealed: bool,
}

/// The answer that ended the call.
#[derive(Debug)]
pub(crate) struct FailedReply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Failure {
    pub(crate) fn new(kind: ErrorKind, place: Place, attempts: Attempts) -> Box<Self> {
        Box::new(Self {
            kind,
            place,
            attempts,
            reply: None,
            source: None,
        })
    }

    pub(crate) fn reply(
        mut self: Box<Self>,
        status: StatusCode,
        headers: HeaderMap,
        body: Bytes,
    ) -> Box<Self> {
        self.reply = Some(FailedReply {
            status,
            headers,
            body,
        });
        self
    }

    pub(crate) fn source(mut self: Box<Self>, source: impl Into<BoxError>) -> Box<Self> {
        self.source = Some(source.into());
        self
    }
}

impl<E> Error<E> {
    /// Why the call failed.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.failure.kind
    }

    /// The vendor's error, where it answered with one of the declared shape.
    #[must_use]
    pub fn api(&self) -> Option<&E> {
        self.api.as_deref()
    }

    /// The vendor's error by value, or this error again.
    ///
    /// # Errors
    ///
    /// This error, when the vendor did not answer with one of the declared shape.
    pub fn into_api(self) -> Result<E, Self> {
        match self.api {
            Some(api) => Ok(*api),
            None => Err(self),
        }
    }

    /// The status of the answer that ended the call, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        self.failure.reply.as_ref().map(|reply| reply.status)
    }

    /// The headers of the answer that ended the call, if there was one.
    #[must_use]
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.failure.reply.as_ref().map(|reply| &reply.headers)
    }

    /// The vendor's identifier of the request, from `x-request-id` or a header like it.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        let headers = self.headers()?;
        [
            "x-request-id",
            "request-id",
            "x-github-request-id",
            "x-amzn-requestid",
        ]
        .iter()
        .find_map(|name| headers.get(*name)?.to_str().ok())
    }

    /// The beginning of the answer's body as text, at most 512 bytes; empty without an answer, and
    /// for a call that fetches a token.
    #[must_use]
    pub fn excerpt(&self) -> String {
        match &self.failure.reply {
            Some(reply) if !self.failure.place.sealed => excerpt(&reply.body),
            _ => String::new(),
        }
    }

    /// The requests that the call sent, with their permits and waits.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        &self.failure.attempts
    }

    /// Whether a request of the call may have been carried out. The kind tells of the last one, and a
    /// write may have been received before that: by an attempt that broke off, or by the request that
    /// was answered with a redirect.
    #[must_use]
    pub fn may_have_been_received(&self) -> bool {
        self.attempts().may_have_been_received()
    }

    /// The name of the endpoint's method.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        self.failure.place.endpoint
    }

    pub(crate) fn new(failure: Box<Failure>, api: Option<E>) -> Self {
        Self {
            failure,
            api: api.map(Box::new),
        }
    }
}

/// At most 512 bytes of a body, cut at a character.
fn excerpt(body: &[u8]) -> String {
    const ROOM: usize = 512;
    let cut = body.get(..ROOM).unwrap_or(body);
    String::from_utf8_lossy(cut)
        .trim_end_matches('\u{fffd}')
        .to_owned()
}

impl<E> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.fmt(f)
    }
}

impl<E: fmt::Debug> fmt::Debug for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.failure.kind)
            .field("at", &format_args!("{}", self.failure.place))
            .field("status", &self.status())
            .field(
                "api",
                &self.api.as_ref().filter(|_| !self.failure.place.sealed),
            )
            .field("excerpt", &self.excerpt())
            .field("attempts", &self.failure.attempts)
            .field("source", &self.failure.source)
            .finish()
    }
}

impl<E: fmt::Debug> core::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.failure.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}
