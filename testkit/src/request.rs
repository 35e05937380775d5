//! One request as the vendor saw it: the bytes, the instants, and what became of it.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;

use crate::route::{decode, path_of};

/// A request that reached the vendor, byte for byte.
///
/// Handlers get it before it is answered; [`Vendor::requests`](crate::Vendor::requests) gives it
/// afterwards, with what was answered. Cloning is cheap.
#[derive(Clone)]
pub struct Request {
    pub(crate) head: Head,
    pub(crate) body: Bytes,
    pub(crate) body_len: u64,
    pub(crate) complete: bool,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) origin: Origin,
    pub(crate) fate: Fate,
}

/// The head of a request: its raw bytes, and where in them the parts are.
#[derive(Clone)]
pub(crate) struct Head {
    pub(crate) raw: Bytes,
    pub(crate) line: Range<usize>,
    pub(crate) method: Range<usize>,
    pub(crate) target: Range<usize>,
    pub(crate) headers: Arc<[(Range<usize>, Range<usize>)]>,
}

/// Where and when a request came in.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) connection: usize,
    pub(crate) first_byte: Instant,
    pub(crate) arrived: Instant,
}

/// What became of a request.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fate {
    pub(crate) status: Option<u16>,
    pub(crate) over_ceiling: bool,
    pub(crate) finished: Option<Instant>,
}

impl Request {
    /// The request line without its line ending, exactly as it was sent.
    #[must_use]
    pub fn line(&self) -> &str {
        self.text(&self.head.line)
    }

    /// The method, as it was spelled.
    #[must_use]
    pub fn method(&self) -> &str {
        self.text(&self.head.method)
    }

    /// The request target, exactly as it was sent: path and query, or a whole URL from a client
    /// that takes the vendor for a proxy.
    #[must_use]
    pub fn target(&self) -> &str {
        self.text(&self.head.target)
    }

    /// The path of the target, still percent-encoded.
    #[must_use]
    pub fn path(&self) -> &str {
        path_of(self.target()).0
    }

    /// The query of the target after the `?`, still percent-encoded.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        path_of(self.target()).1
    }

    /// The decoded value of the first query parameter of this name.
    #[must_use]
    pub fn query_value(&self, name: &str) -> Option<String> {
        self.query()?.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key) == name).then(|| decode(value))
        })
    }

    /// What stands in the path for `{name}` of the route's pattern, percent-decoded. Only a
    /// handler's request has parameters.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params
            .iter()
            .find_map(|(key, value)| (key == name).then_some(value.as_str()))
    }

    /// All headers in their order, with the case of their names and the bytes of their values.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let raw = &self.head.raw;
        self.head
            .headers
            .iter()
            .map(|(name, value)| (self.text(name), &raw[value.clone()]))
    }

    /// The first header of this name in whatever case; `None` too if it is not UTF-8.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.header_values(name)
            .next()
            .and_then(|value| std::str::from_utf8(value).ok())
    }

    /// The values of all headers of this name in whatever case, in their order.
    pub fn header_values(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.headers()
            .filter(move |(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// The token of `Authorization: Bearer …`.
    #[must_use]
    pub fn bearer(&self) -> Option<&str> {
        let (scheme, token) = self.header("authorization")?.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then(|| token.trim_start())
    }

    /// The head with all its line endings, exactly as it was sent.
    #[must_use]
    pub fn raw_head(&self) -> &[u8] {
        &self.head.raw
    }

    /// The body without its framing; no longer than [`Builder::keep_body`](crate::Builder::keep_body).
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The body as text, with a mark in place of what is not UTF-8.
    #[must_use]
    pub fn body_text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// The body read as JSON.
    ///
    /// # Errors
    ///
    /// What `serde_json` has to say against it.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.body)
    }

    /// How many bytes of body came, whether or not they were kept.
    #[must_use]
    pub fn body_len(&self) -> u64 {
        self.body_len
    }

    /// Whether the body came to its end. `false` while it is still coming.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// On which connection it came; the vendor's first is 0.
    #[must_use]
    pub fn connection(&self) -> usize {
        self.origin.connection
    }

    /// When its first byte was read.
    #[must_use]
    pub fn first_byte(&self) -> Instant {
        self.origin.first_byte
    }

    /// When the last byte of its head was read.
    #[must_use]
    pub fn arrived(&self) -> Instant {
        self.origin.arrived
    }

    /// The status that was sent; `None` before that, and for a request that got none.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.fate.status
    }

    /// Whether a ceiling was exceeded by this request.
    #[must_use]
    pub fn is_over_ceiling(&self) -> bool {
        self.fate.over_ceiling
    }

    /// When the answer ended, in whatever way; `None` while it is open.
    #[must_use]
    pub fn finished(&self) -> Option<Instant> {
        self.fate.finished
    }

    fn text(&self, range: &Range<usize>) -> &str {
        // A head that is not UTF-8 in these places is refused before it becomes a request.
        std::str::from_utf8(&self.head.raw[range.clone()]).unwrap_or("")
    }
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("line", &self.line())
            .field("connection", &self.connection())
            .field("status", &self.status())
            .field("over_ceiling", &self.is_over_ceiling())
            .finish_non_exhaustive()
    }
}
