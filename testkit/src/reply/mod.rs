//! One answer: status, headers, body; and in `faults` how it goes wrong.

mod encode;
mod faults;

use std::num::NonZeroUsize;
use std::time::Duration;

use bytes::Bytes;

/// What the vendor answers to one request.
///
/// The first half of the methods makes a good answer, the second half a bad one. A reply can be
/// sent many times.
///
/// ```
/// use tollgate_testkit::Reply;
///
/// let created = Reply::json(&serde_json::json!({ "id": 7 })).status(201).header("ETag", "\"1\"");
/// let broken = Reply::text("0123456789").cut_after(4);
/// # let _ = (created, broken);
/// ```
#[derive(Clone, Debug)]
#[must_use = "a reply is sent only when a route or a handler returns it"]
pub struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, Vec<u8>)>,
    pub(crate) body: Bytes,
    pub(crate) framing: Framing,
    pub(crate) informational: Vec<Bytes>,
    pub(crate) timing: Timing,
    pub(crate) end: End,
    pub(crate) unsolicited: Option<Box<Reply>>,
}

/// How the client is told where the body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// `Content-Length`, true.
    Length,
    /// `Content-Length`, this number.
    Declared(u64),
    /// Chunks of at most this size.
    Chunked(NonZeroUsize),
    /// By the end of the connection.
    UntilClose,
    /// The body is everything that is sent; there is no head.
    Raw,
}

/// What the client waits for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing {
    pub(crate) before_head: Duration,
    pub(crate) before_body: Duration,
    pub(crate) drip: Option<(NonZeroUsize, Duration)>,
}

/// What happens to the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It serves the next request.
    Keep,
    /// It is closed after the answer; `said` is whether a header announced it.
    Close { said: bool },
    /// It ends in the middle.
    Broken { at: Point, how: Break },
}

/// A place in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    BeforeHead,
    InBody(usize),
}

/// A way in which a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Break {
    /// The stream ends (FIN).
    Eof,
    /// The connection is gone (RST).
    Reset,
}

impl Reply {
    fn new(status: u16, body: Bytes) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body,
            framing: Framing::Length,
            informational: Vec::new(),
            timing: Timing::default(),
            end: End::Keep,
            unsolicited: None,
        }
    }

    /// 200 with a value as JSON.
    ///
    /// # Panics
    ///
    /// If the value cannot be JSON, as a map with keys that are not strings.
    pub fn json<T: serde::Serialize + ?Sized>(value: &T) -> Self {
        let body = serde_json::to_vec(value).expect("a reply's value can be written as JSON");
        Self::new(200, body.into()).header("Content-Type", "application/json")
    }

    /// 200 with JSON that is spelled out, well-formed or not.
    pub fn json_text(json: impl Into<String>) -> Self {
        Self::new(200, json.into().into()).header("Content-Type", "application/json")
    }

    /// 200 with text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(200, text.into().into()).header("Content-Type", "text/plain; charset=utf-8")
    }

    /// 200 with bytes and no `Content-Type`.
    pub fn bytes(body: impl Into<Bytes>) -> Self {
        Self::new(200, body.into())
    }

    /// A status without a body.
    pub fn empty(status: u16) -> Self {
        Self::new(status, Bytes::new())
    }

    /// A redirect whose `Location` is these bytes, sense or nonsense.
    pub fn redirect(status: u16, location: impl AsRef<[u8]>) -> Self {
        Self::empty(status).header("Location", location)
    }

    /// Another status.
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Adds a header, with its name's case and its value's bytes as they are. One of this name
    /// that the vendor would add itself (`Date`, `Content-Length`, `Connection`) is then not added.
    ///
    /// ```
    /// # use tollgate_testkit::Reply;
    /// # let _ =
    /// Reply::empty(204).header("X-RateLimit-Remaining", "0").header("x-RateLimit-Reset", b"\xff")
    /// # ;
    /// ```
    pub fn header(mut self, name: impl Into<String>, value: impl AsRef<[u8]>) -> Self {
        self.headers.push((name.into(), value.as_ref().to_vec()));
        self
    }

    /// Sends the body in chunks of at most `size` bytes.
    ///
    /// # Panics
    ///
    /// For a size of zero.
    pub fn chunked(mut self, size: usize) -> Self {
        self.framing = Framing::Chunked(at_least_one(size));
        self
    }

    /// Lets the end of the connection end the body, as HTTP/1.0 did.
    pub fn until_close(mut self) -> Self {
        self.framing = Framing::UntilClose;
        self.end = End::Close { said: true };
        self
    }

    /// Closes the connection after this answer and says so in a header.
    pub fn close(mut self) -> Self {
        self.end = End::Close { said: true };
        self
    }

    /// Waits before the first byte of the answer.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.timing.before_head = delay;
        self
    }

    /// Waits between the head and the body.
    pub fn delay_body(mut self, delay: Duration) -> Self {
        self.timing.before_body = delay;
        self
    }

    /// Sends the body `size` bytes at a time, with a pause before each piece but the first.
    ///
    /// # Panics
    ///
    /// For a size of zero.
    pub fn drip(mut self, size: usize, pause: Duration) -> Self {
        self.timing.drip = Some((at_least_one(size), pause));
        self
    }
}

fn at_least_one(size: usize) -> NonZeroUsize {
    NonZeroUsize::new(size).expect("a body is sent in pieces of at least one byte")
}
