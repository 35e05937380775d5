//! Which of the caller's headers go on.

use http::HeaderMap;
use http::header::{
    ACCEPT, ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_LOCATION,
    CONTENT_TYPE, HeaderName,
};

use super::Hop;

/// What describes a body that is no longer sent.
const OF_BODY: [HeaderName; 5] = [
    CONTENT_TYPE,
    CONTENT_ENCODING,
    CONTENT_LANGUAGE,
    CONTENT_LOCATION,
    CONTENT_LENGTH,
];

/// What goes to another origin: what the answer should look like, and what the body is.
const FOREIGN: [HeaderName; 5] = [
    ACCEPT,
    ACCEPT_LANGUAGE,
    CONTENT_TYPE,
    CONTENT_ENCODING,
    CONTENT_LANGUAGE,
];

/// Takes from `headers` what must not follow a hop; the `key` header, by which a vendor knows a
/// repetition, goes wherever the body goes, and nowhere else.
pub(crate) fn survive(headers: &mut HeaderMap, hop: &Hop, key: Option<&HeaderName>) {
    if !hop.same_origin {
        survive_elsewhere(headers, key.filter(|_| !hop.drops_body));
    }
    if hop.drops_body {
        remove(headers, &OF_BODY);
    }
}

/// Takes from `headers` what must not go to another origin.
pub(crate) fn survive_elsewhere(headers: &mut HeaderMap, key: Option<&HeaderName>) {
    let goes = |name: &HeaderName| FOREIGN.contains(name) || key == Some(name);
    let stays: Vec<_> = headers.keys().filter(|name| !goes(name)).cloned().collect();
    remove(headers, &stays);
}

fn remove(headers: &mut HeaderMap, names: &[HeaderName]) {
    for name in names {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderValue, Method};
    use url::Url;

    use super::*;

    const NAMES: [&str; 8] = [
        "accept",
        "content-type",
        "cookie",
        "idempotency-key",
        "x-api-key",
        "x-trace",
        "if-none-match",
        "authorization",
    ];

    fn left(same_origin: bool, drops_body: bool) -> Vec<String> {
        let mut headers = HeaderMap::new();
        for name in NAMES {
            headers.insert(name, HeaderValue::from_static("v"));
        }
        let hop = Hop {
            url: Url::parse("https://h/").expect("a URL"),
            method: Method::GET,
            drops_body,
            same_origin,
        };
        let key = HeaderName::from_static("idempotency-key");
        survive(&mut headers, &hop, Some(&key));
        headers.keys().map(ToString::to_string).collect()
    }

    #[test]
    fn the_same_origin_keeps_all_and_another_what_is_allowed() {
        assert_eq!(left(true, false).len(), NAMES.len());
        assert_eq!(
            left(false, false),
            ["accept", "content-type", "idempotency-key"]
        );
        assert_eq!(left(false, true), ["accept"]);
        assert_eq!(left(true, true).len(), NAMES.len() - 1);
    }
}
