//! `multipart/form-data`, RFC 7578.
//!
//! Names are escaped as browsers do (the WHATWG HTML standard, "multipart form data"): `"` as
//! `%22`, carriage return as `%0D`, line feed as `%0A`. A form of bytes and texts is one buffer
//! and has a length; one with a stream in it is read while it is sent. A form can be sent again if
//! each of its parts can; its boundary is chosen once, so that both times are the same bytes.

use core::hash::{BuildHasher as _, Hasher as _};
use std::collections::hash_map::RandomState;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use http::HeaderValue;

use super::body::{Again, Body, Chunks, Content, RequestBody};
use crate::error::BoxError;

/// A form of named parts, for an argument marked `#[multipart]`.
///
/// ```
/// use tollgate::{Multipart, Part};
///
/// let form = Multipart::new()
///     .text("title", "Report")
///     .part("file", Part::new(vec![1, 2, 3]).file_name("report.pdf").content_type("application/pdf"));
/// assert_eq!(form.len(), 2);
/// ```
#[derive(Debug, Default)]
#[must_use = "a form that no call takes is never sent"]
pub struct Multipart {
    parts: Vec<(String, Part)>,
    /// What could not be written, if it was made of a struct.
    pub(super) fault: Option<String>,
}

/// One part of a form: what it holds, and its file name and type if it has them.
#[derive(Debug, Default)]
#[must_use = "a part that no form takes is never sent"]
pub struct Part {
    body: Body,
    file_name: Option<String>,
    content_type: Option<String>,
}

impl Multipart {
    /// A form without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field of text.
    pub fn text(self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.part(name, Part::new(text.into()))
    }

    /// Adds a part.
    pub fn part(mut self, name: impl Into<String>, part: Part) -> Self {
        self.parts.push((name.into(), part));
        self
    }

    /// The number of parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the form has no part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub(crate) fn into_body(self) -> Result<RequestBody, String> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let boundary = self.boundary();
        let content_type =
            HeaderValue::from_str(&format!("multipart/form-data; boundary={boundary}"))
                .map_err(|_| "the form's boundary cannot stand in a header".to_owned())?;
        let mut pieces = Vec::with_capacity(self.parts.len() * 3 + 1);
        for (name, part) in self.parts {
            pieces.push(bytes(head(&boundary, &name, &part)?));
            pieces.push(part.body.0);
            pieces.push(bytes("\r\n"));
        }
        pieces.push(bytes(format!("--{boundary}--\r\n")));
        Ok(RequestBody {
            content_type: Some(content_type),
            body: joined(pieces),
        })
    }

    /// A line that occurs in no part: 128 random bits, and looked for in what is at hand.
    fn boundary(&self) -> String {
        loop {
            let random = || RandomState::new().build_hasher().finish();
            let boundary = format!("tollgate-{:016x}{:016x}", random(), random());
            let taken = self.parts.iter().any(|(_, part)| match &part.body.0 {
                Content::Again(Again::Bytes(bytes)) => holds(bytes, boundary.as_bytes()),
                Content::Again(Again::Made(..)) | Content::Once(..) => false,
            });
            if !taken {
                return boundary;
            }
        }
    }
}

impl Part {
    /// A part that holds `body`.
    pub fn new(body: impl Into<Body>) -> Self {
        Self {
            body: body.into(),
            ..Self::default()
        }
    }

    /// Names the file that the part holds.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Names the media type, such as `image/png`.
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }
}

fn head(boundary: &str, name: &str, part: &Part) -> Result<String, String> {
    let mut head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"",
        escaped(name)
    );
    if let Some(file_name) = &part.file_name {
        head.push_str(&format!("; filename=\"{}\"", escaped(file_name)));
    }
    head.push_str("\r\n");
    if let Some(content_type) = &part.content_type {
        if HeaderValue::from_str(content_type).is_err() {
            return Err(format!(
                "the content type of the form's part `{name}` holds a control character; give it as `type/subtype`"
            ));
        }
        head.push_str(&format!("Content-Type: {content_type}\r\n"));
    }
    head.push_str("\r\n");
    Ok(head)
}

fn escaped(name: &str) -> String {
    name.replace('"', "%22")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

fn bytes(bytes: impl Into<Bytes>) -> Content {
    Content::Again(Again::Bytes(bytes.into()))
}

/// The pieces as one body: a buffer where all are bytes, replayable where all can be sent again.
fn joined(pieces: Vec<Content>) -> Body {
    let length = pieces
        .iter()
        .try_fold(0_u64, |sum, piece| sum.checked_add(piece.length()?));
    match replayable(pieces) {
        Ok(pieces) => match buffered(&pieces) {
            Some(whole) => Body::from(whole),
            None => {
                let make = move || chained(pieces.clone().into_iter().map(Content::Again));
                Body(Content::Again(Again::Made(Arc::new(make), length)))
            }
        },
        Err(pieces) => Body(Content::Once(chained(pieces.into_iter()), length)),
    }
}

/// All pieces as what can be sent again, or as they are if one of them cannot.
fn replayable(pieces: Vec<Content>) -> Result<Vec<Again>, Vec<Content>> {
    let copies = pieces.iter().map(|piece| match piece {
        Content::Again(again) => Some(again.clone()),
        Content::Once(..) => None,
    });
    copies.collect::<Option<_>>().ok_or(pieces)
}

/// One buffer, if all pieces are bytes.
fn buffered(pieces: &[Again]) -> Option<Bytes> {
    let mut whole = BytesMut::new();
    for piece in pieces {
        match piece {
            Again::Bytes(bytes) => whole.extend_from_slice(bytes),
            Again::Made(..) => return None,
        }
    }
    Some(whole.freeze())
}

/// The pieces one after the other. What makes a stream is asked for it when its turn comes.
fn chained(pieces: impl Iterator<Item = Content> + Send + 'static) -> Chunks {
    let chunks = futures_util::stream::iter(pieces).flat_map(|piece| match piece {
        Content::Again(Again::Bytes(bytes)) => {
            futures_util::stream::iter([Ok::<_, BoxError>(bytes)]).boxed()
        }
        Content::Again(Again::Made(make, _)) => make(),
        Content::Once(chunks, _) => chunks,
    });
    chunks.boxed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(form: Multipart) -> (String, String) {
        let body = form.into_body().expect("a valid form");
        let content_type = body.content_type.expect("a type");
        let boundary = content_type
            .to_str()
            .expect("text")
            .rsplit('=')
            .next()
            .expect("one")
            .to_owned();
        let Content::Again(Again::Bytes(bytes)) = body.body.0 else {
            panic!("a form of bytes is buffered")
        };
        (boundary, String::from_utf8(bytes.to_vec()).expect("text"))
    }

    #[test]
    fn a_form_of_bytes_is_written_as_rfc_7578_says() {
        let form = Multipart::new().text("title", "a\r\nb").part(
            "file",
            Part::new("x")
                .file_name("a\"b.txt")
                .content_type("text/plain"),
        );
        let (boundary, text) = bytes_of(form);
        let expected = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\nb\r\n\
             --{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b.txt\"\r\n\
             Content-Type: text/plain\r\n\r\nx\r\n--{boundary}--\r\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_name_cannot_break_out_of_its_header() {
        let (_, text) = bytes_of(Multipart::new().text("a\"\r\nX: y", "v"));
        assert!(text.contains("name=\"a%22%0D%0AX: y\""), "{text}");
        let part = Part::new("x").content_type("text/plain\r\nX: y");
        assert!(
            Multipart::new()
                .part("p", part)
                .into_body()
                .is_err_and(|text| text.contains("`p`"))
        );
    }

    #[test]
    fn a_stream_of_known_length_gives_the_form_a_length() {
        let chunks = || futures_util::stream::iter([Ok::<_, BoxError>(Bytes::from_static(b"abc"))]);
        let sized = Multipart::new().part("f", Part::new(Body::sized_stream(chunks(), 3)));
        assert!(sized.into_body().expect("valid").body.length().is_some());
        let unsized_form = Multipart::new().part("f", Part::new(Body::stream(chunks())));
        assert_eq!(unsized_form.into_body().expect("valid").body.length(), None);
        let again = Multipart::new().part("f", Part::new(Body::sized_replayable(chunks, 3)));
        let body = again.into_body().expect("valid").body;
        let length = body.length().expect("known");
        assert_eq!(sent(body).len() as u64, length);
    }
    /// Everything that a body sends.
    fn sent(body: Body) -> Vec<u8> {
        let chunks = match body.0 {
            Content::Again(Again::Bytes(bytes)) => return bytes.to_vec(),
            Content::Again(Again::Made(make, _)) => make(),
            Content::Once(chunks, _) => chunks,
        };
        let chunks: Vec<Bytes> = futures_util::FutureExt::now_or_never(
            chunks.map(|chunk| chunk.expect("a chunk")).collect(),
        )
        .expect("chunks at hand");
        chunks.concat()
    }

    #[test]
    fn a_form_is_sent_again_byte_for_byte_if_all_its_parts_can_be() {
        let chunks = || futures_util::stream::iter([Ok::<_, BoxError>(Bytes::from_static(b"abc"))]);
        let form = || {
            Multipart::new()
                .text("title", "a")
                .part("f", Part::new(Body::sized_replayable(chunks, 3)))
                .part("g", Part::new(Body::replayable(chunks)))
        };
        let body = form().into_body().expect("valid").body;
        let first = sent(body.replay().expect("replayable"));
        assert!(String::from_utf8_lossy(&first).contains("abc"));
        assert_eq!(first, sent(body.replay().expect("as often as one likes")));
        assert_eq!(first, sent(body));

        let once = form().part("h", Part::new(Body::stream(chunks())));
        let body = once.into_body().expect("valid").body;
        assert!(!body.is_replayable(), "one part is sent once");
        assert_eq!(
            sent(body)
                .windows(3)
                .filter(|three| three == b"abc")
                .count(),
            3
        );
    }
}
