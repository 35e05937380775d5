//! The head of a request, out of bytes.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;

use bytes::BytesMut;

use crate::request::Head;

/// More headers than any client sends.
const MOST_HEADERS: usize = 256;

/// A longer head is taken for rubbish.
const LONGEST_HEAD: usize = 1 << 20;

/// What came is not HTTP/1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotHttp;

/// Where the body of a request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Length(u64),
    Chunked,
}

/// Takes a whole head off the buffer; `None` while it is not all there.
pub(super) fn take(buffer: &mut BytesMut) -> Result<Option<Head>, NotHttp> {
    let Some((len, mut head)) = parse(buffer)? else {
        return if buffer.len() > LONGEST_HEAD {
            Err(NotHttp)
        } else {
            Ok(None)
        };
    };
    head.raw = buffer.split_to(len).freeze();
    Ok(Some(head))
}

fn parse(bytes: &[u8]) -> Result<Option<(usize, Head)>, NotHttp> {
    let mut headers = [const { MaybeUninit::uninit() }; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut []);
    let status = parsed
        .parse_with_uninit_headers(bytes, &mut headers)
        .map_err(|_| NotHttp)?;
    let (httparse::Status::Complete(len), Some(method), Some(target)) =
        (status, parsed.method, parsed.path)
    else {
        return Ok(None);
    };
    let method = range(bytes, method.as_bytes());
    let line = line_from(bytes, method.start);
    std::str::from_utf8(&bytes[line.clone()]).map_err(|_| NotHttp)?;
    let headers = parsed.headers.iter();
    let headers: Arc<[_]> = headers
        .map(|header| {
            (
                range(bytes, header.name.as_bytes()),
                range(bytes, header.value),
            )
        })
        .collect();
    let target = range(bytes, target.as_bytes());
    Ok(Some((
        len,
        Head {
            raw: bytes::Bytes::new(),
            line,
            method,
            target,
            headers,
        },
    )))
}

/// Where a part lies in the whole that it was taken from.
fn range(whole: &[u8], part: &[u8]) -> Range<usize> {
    // An empty part may point anywhere.
    let start = (part.as_ptr() as usize)
        .saturating_sub(whole.as_ptr() as usize)
        .min(whole.len());
    start..(start + part.len()).min(whole.len())
}

fn line_from(bytes: &[u8], start: usize) -> Range<usize> {
    let rest = &bytes[start..];
    let len = rest
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(rest.len());
    let len = if rest[..len].ends_with(b"\r") {
        len - 1
    } else {
        len
    };
    start..start + len
}

impl Framing {
    /// RFC 9112 6.3, strictly: whoever contradicts himself is not understood.
    pub(super) fn of(request: &crate::Request) -> Result<Self, NotHttp> {
        let mut coding = request.header_values("transfer-encoding").peekable();
        let mut lengths = request.header_values("content-length").peekable();
        match (coding.peek(), lengths.peek()) {
            (None, None) => Ok(Self::Length(0)),
            (Some(_), Some(_)) => Err(NotHttp),
            (Some(coding), None) if coding.eq_ignore_ascii_case(b"chunked") => Ok(Self::Chunked),
            (Some(_), None) => Err(NotHttp),
            (None, Some(first)) => {
                let length = number(first)?;
                lengths
                    .all(|other| number(other) == Ok(length))
                    .then_some(length)
                    .ok_or(NotHttp)
            }
            .map(Self::Length),
        }
    }
}

fn number(digits: &[u8]) -> Result<u64, NotHttp> {
    let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| plain);
    text.and_then(|text| text.parse().ok()).ok_or(NotHttp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framing(headers: &str) -> Result<Framing, NotHttp> {
        let mut bytes = BytesMut::from(format!("POST / HTTP/1.1\r\n{headers}\r\n").as_bytes());
        let head = take(&mut bytes).unwrap().unwrap();
        Framing::of(&crate::Request::from_head(head))
    }

    #[test]
    fn a_request_that_contradicts_itself_about_its_length_is_refused() {
        assert_eq!(framing(""), Ok(Framing::Length(0)));
        assert_eq!(framing("content-length: 7\r\n"), Ok(Framing::Length(7)));
        assert_eq!(
            framing("content-length: 7\r\nContent-Length: 7\r\n"),
            Ok(Framing::Length(7))
        );
        assert_eq!(
            framing("Transfer-Encoding: Chunked\r\n"),
            Ok(Framing::Chunked)
        );
        assert_eq!(
            framing("content-length: 7\r\ncontent-length: 8\r\n"),
            Err(NotHttp)
        );
        assert_eq!(framing("content-length: +7\r\n"), Err(NotHttp));
        assert_eq!(framing("content-length:\r\n"), Err(NotHttp));
        assert_eq!(
            framing("content-length: 7\r\ntransfer-encoding: chunked\r\n"),
            Err(NotHttp)
        );
        assert_eq!(framing("transfer-encoding: gzip\r\n"), Err(NotHttp));
    }

    #[test]
    fn a_head_is_taken_when_all_of_it_is_there() {
        let mut bytes = BytesMut::from(&b"\r\nGET /a?b HTTP/1.1\r\nX-Odd:  v \r\n"[..]);
        assert!(take(&mut bytes).unwrap().is_none());
        bytes.extend_from_slice(b"\r\nrest");
        let request = crate::Request::from_head(take(&mut bytes).unwrap().unwrap());
        assert_eq!(&bytes[..], b"rest");
        assert_eq!(request.line(), "GET /a?b HTTP/1.1");
        assert_eq!((request.method(), request.target()), ("GET", "/a?b"));
        assert_eq!(
            request.headers().collect::<Vec<_>>(),
            [("X-Odd", &b"v"[..])]
        );
    }

    #[test]
    fn the_start_of_http2_is_not_http1() {
        let mut bytes = BytesMut::from(&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..]);
        assert_eq!(take(&mut bytes).err(), Some(NotHttp));
    }
}
