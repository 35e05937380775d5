//! Which headers a description may name.

/// Headers that frame the message or steer the connection: RFC 9112 sections 6 and 9, RFC 9110
/// sections 7.6.1 and 7.8. The client refuses the same ones at run time.
const HOSTILE: [&str; 11] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "trailers",
    "transfer-encoding",
    "upgrade",
];

/// Why a header of this name cannot be described.
pub(super) fn refusal(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    if name.is_empty() || !name.bytes().all(is_token) {
        return Some(format!(
            "`{}` is no header's name; use letters, digits and `-`",
            name.escape_debug()
        ));
    }
    if HOSTILE.contains(&lower.as_str()) || lower.starts_with("proxy-") {
        return Some(format!(
            "the header `{name}` frames the request or steers the connection, and tollgate sets it; remove this one"
        ));
    }
    None
}

/// Why an argument may not go into this header, although a credential may.
pub(super) fn refusal_of_argument(name: &str) -> Option<String> {
    if name.eq_ignore_ascii_case("authorization") {
        return Some(format!(
            "the header `{name}` names the account that pays; declare `auth = bearer` or `auth = header(\"{name}\")` and give the credential to the builder"
        ));
    }
    refusal(name)
}

/// Why a key or a cursor may not go into this header.
pub(super) fn refusal_of_marker(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let taken = matches!(
        lower.as_str(),
        "accept" | "cookie" | "range" | "user-agent" | "date"
    ) || ["accept-", "content-", "if-"]
        .iter()
        .any(|prefix| lower.starts_with(prefix));
    if taken {
        return Some(format!(
            "the header `{name}` has a meaning of its own; name one that the vendor reads for this alone"
        ));
    }
    refusal_of_argument(name)
}

/// RFC 9110 section 5.6.2.
pub(super) fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_headers_are_refused_in_every_spelling() {
        for name in HOSTILE
            .iter()
            .chain(&["proxy-authorization", "Proxy-Connection"])
        {
            assert!(refusal(name).is_some(), "{name}");
            assert!(refusal(&name.to_uppercase()).is_some(), "{name}");
        }
        for name in ["", "x y", "x:y", "x\ny", "größe"] {
            assert!(refusal(name).is_some_and(|text| text.contains("no header's name")));
        }
        assert_eq!(refusal("X-Request-Id"), None);
        assert!(refusal_of_argument("AUTHORIZATION").is_some());
    }
}
