//! The bytes of a reply.

use std::num::NonZeroUsize;
use std::time::SystemTime;

use bytes::{BufMut, Bytes, BytesMut};

use super::{End, Framing, Reply};

/// Enough for most heads, so that writing one allocates once.
const USUAL_HEAD: usize = 512;

impl Reply {
    /// The head as bytes, after the informational ones; a raw reply has none.
    pub(crate) fn head_bytes(&self, now: SystemTime) -> Bytes {
        let mut head = BytesMut::with_capacity(USUAL_HEAD);
        for early in &self.informational {
            head.put_slice(early);
        }
        if self.framing == Framing::Raw {
            return head.freeze();
        }
        head.put_slice(format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status)).as_bytes());
        if !self.has("date") {
            line(&mut head, "Date", httpdate::fmt_http_date(now).as_bytes());
        }
        for (name, value) in &self.headers {
            line(&mut head, name, value);
        }
        self.framing_header(&mut head);
        if matches!(self.end, End::Close { said: true }) && !self.has("connection") {
            line(&mut head, "Connection", b"close");
        }
        head.put_slice(b"\r\n");
        head.freeze()
    }

    fn framing_header(&self, head: &mut BytesMut) {
        // RFC 9110 8.6: neither of them in a 1xx or a 204.
        let bodiless = self.status < 200 || self.status == 204;
        if bodiless || self.has("content-length") || self.has("transfer-encoding") {
            return;
        }
        let length = match self.framing {
            Framing::Length if self.status != 304 => self.body.len() as u64,
            Framing::Declared(length) => length,
            Framing::Chunked(_) => return line(head, "Transfer-Encoding", b"chunked"),
            Framing::Length | Framing::UntilClose | Framing::Raw => return,
        };
        line(head, "Content-Length", length.to_string().as_bytes());
    }

    /// The body as it goes over the wire; empty where the method or the status forbids one.
    pub(crate) fn body_bytes(&self, to_head_request: bool) -> Bytes {
        let bodiless = to_head_request || self.status < 200 || matches!(self.status, 204 | 304);
        match self.framing {
            Framing::Raw => self.body.clone(),
            _ if bodiless => Bytes::new(),
            Framing::Chunked(size) => chunks(&self.body, size),
            Framing::Length | Framing::Declared(_) | Framing::UntilClose => self.body.clone(),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.headers
            .iter()
            .any(|(key, _)| key.eq_ignore_ascii_case(name))
    }
}

fn line(head: &mut BytesMut, name: &str, value: &[u8]) {
    head.put_slice(name.as_bytes());
    head.put_slice(b": ");
    head.put_slice(value);
    head.put_slice(b"\r\n");
}

fn chunks(body: &[u8], size: NonZeroUsize) -> Bytes {
    let mut out = BytesMut::with_capacity(body.len() + body.len() / size * 8 + 16);
    for chunk in body.chunks(size.get()) {
        out.put_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        out.put_slice(chunk);
        out.put_slice(b"\r\n");
    }
    out.put_slice(b"0\r\n\r\n");
    out.freeze()
}

/// The usual phrase; nothing reads it but people.
fn reason(status: u16) -> &'static str {
    match status {
        101 => "Switching Protocols",
        200 => "OK",
        201 => "Created",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Status",
    }
}
