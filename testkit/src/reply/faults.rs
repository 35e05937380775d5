//! Answers that go wrong, on command.

use bytes::Bytes;

use super::{Break, End, Framing, Point, Reply};

/// Misbehaviour.
impl Reply {
    /// Resets the connection (RST) instead of answering.
    pub fn reset() -> Self {
        Self::empty(200).broken(Point::BeforeHead, Break::Reset)
    }

    /// Closes the connection (FIN) instead of answering.
    pub fn hang_up() -> Self {
        Self::empty(200).broken(Point::BeforeHead, Break::Eof)
    }

    /// Resets the connection after the head.
    pub fn reset_after_head(self) -> Self {
        self.reset_after(0)
    }

    /// Resets the connection after so many bytes of the body.
    pub fn reset_after(self, bytes: usize) -> Self {
        self.broken(Point::InBody(bytes), Break::Reset)
    }

    /// Closes the connection after so many bytes of the body, though the head promised all of it.
    pub fn cut_after(self, bytes: usize) -> Self {
        self.broken(Point::InBody(bytes), Break::Eof)
    }

    /// Declares a `Content-Length` other than the body's and keeps the connection open.
    pub fn declared_length(mut self, length: u64) -> Self {
        self.framing = Framing::Declared(length);
        self
    }

    /// Closes the connection after this answer without having said so.
    pub fn close_silently(mut self) -> Self {
        self.end = End::Close { said: false };
        self
    }

    /// 101, whether or not anybody asked. The connection stays open, and whatever comes on it is
    /// still read, and recorded, as HTTP.
    pub fn switching_protocols(protocol: &str) -> Self {
        Self::empty(101)
            .header("Upgrade", protocol)
            .header("Connection", "upgrade")
    }

    /// These bytes in place of an answer, and then the end of the connection.
    pub fn raw(bytes: impl Into<Bytes>) -> Self {
        let mut reply = Self::bytes(bytes);
        reply.framing = Framing::Raw;
        reply.end = End::Close { said: false };
        reply
    }

    /// Keeps the connection open after [`raw`](Self::raw) bytes.
    pub fn keep_open(mut self) -> Self {
        self.end = End::Keep;
        self
    }

    /// Sends `times` informational answers (100, 102, 103) before this one.
    pub fn informational(mut self, status: u16, times: usize) -> Self {
        let head = Bytes::from(format!(
            "HTTP/1.1 {status} Early\r\nLink: </a.css>; rel=preload\r\n\r\n"
        ));
        self.informational.extend(std::iter::repeat_n(head, times));
        self
    }

    /// Sends another answer right after this one, to a question that nobody asked.
    pub fn followed_by(mut self, unsolicited: Self) -> Self {
        self.unsolicited = Some(Box::new(unsolicited));
        self
    }

    fn broken(mut self, at: Point, how: Break) -> Self {
        self.end = End::Broken { at, how };
        self
    }
}
