//! Headers that a caller may set, and those that would break what the permit was paid for.
//!
//! A header can make one request into several (a `Content-Length` that lies), send it to
//! another tenant (`Host`), open a raw socket (`Upgrade`) or spend from another account
//! (`Authorization`). None of them is the caller's to set.

use http::{HeaderMap, HeaderName, HeaderValue};

/// Headers that frame the message or steer the connection: RFC 9112 sections 6 and 9, RFC 9110
/// sections 7.6.1 and 7.8.
const FRAMING: [&str; 12] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    ":authority",
];

/// Headers that carry the declared credential.
const CREDENTIALS: [&str; 2] = ["authorization", "proxy-authorization"];

/// A header of the caller's, or why it cannot be sent.
pub(crate) fn vetted(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let lower = name.to_ascii_lowercase();
    if FRAMING.contains(&lower.as_str()) {
        return Err(format!(
            "the header `{name}` frames the request or steers the connection and is set by tollgate; leave it out"
        ));
    }
    if CREDENTIALS.contains(&lower.as_str()) {
        return Err(format!(
            "the header `{name}` names the account that pays; declare `auth = …` and give the credential to the builder"
        ));
    }
    let parsed = HeaderName::from_bytes(lower.as_bytes()).map_err(|_| {
        format!(
            "the header name `{}` is not a token; use letters, digits and `-`",
            name.escape_debug()
        )
    })?;
    let value = HeaderValue::from_str(value).map_err(|_| {
        format!("the value of the header `{name}` holds a line break or another control character; remove it")
    })?;
    Ok((parsed, value))
}

/// The most headers that a caller may set. The map holds 24 576, and the client and the HTTP library
/// add theirs; servers refuse far fewer.
const MOST: usize = 16_384;

/// Sets a header, unless there are too many.
pub(crate) fn put(
    headers: &mut HeaderMap,
    name: HeaderName,
    value: HeaderValue,
) -> Result<(), String> {
    let full = || format!("the call has more than {MOST} headers; send what they say in its body");
    if headers.len() >= MOST && !headers.contains_key(&name) {
        return Err(full());
    }
    headers
        .try_insert(name, value)
        .map(drop)
        .map_err(|_| full())
}

/// A header value that holds a secret; `None` when it cannot stand in a header.
pub(crate) fn credential_value(text: String) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_maybe_shared(bytes::Bytes::from(text)).ok()?;
    value.set_sensitive(true);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_break_the_account_or_the_frame_are_refused() {
        for name in FRAMING.iter().chain(&CREDENTIALS) {
            for spelling in [name.to_string(), name.to_ascii_uppercase()] {
                let refusal = vetted(&spelling, "1").expect_err("must be refused");
                assert!(refusal.contains(&format!("`{spelling}`")), "{refusal}");
            }
        }
    }

    #[test]
    fn a_line_break_in_a_value_is_refused_by_the_name_of_the_header() {
        for value in ["a\r\nx: y", "a\nb", "a\0b"] {
            assert!(vetted("x-note", value).is_err_and(|text| text.contains("`x-note`")));
        }
        assert!(vetted("x note", "a").is_err());
        assert!(vetted("", "a").is_err());
        assert!(vetted("X-Note", "a b\tc").is_ok());
    }

    #[test]
    fn a_secret_is_absent_from_debug() {
        let value = credential_value("Bearer S3CR3T".to_owned()).expect("plain text");
        assert!(!format!("{value:?}").contains("S3CR3T"));
    }
}
