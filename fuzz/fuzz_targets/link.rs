//! `Link` and other addresses of the next page: no panic, nothing foreign is followed, no secret is
//! named, and no title hides the link behind it.
//!
//! The first byte chooses the page that was answered.

#![no_main]

use http::HeaderMap;
use http::header::{HeaderValue, LINK};
use libfuzzer_sys::fuzz_target;
use tollgate_fuzz::headers;
use tollgate_signals::{NextPage, next_address, next_link};
use url::Url;

const ANSWERED: [&str; 4] = [
    "https://api.x/v1/items?page=1",
    "http://api.x:8080/",
    "https://[::1]:8443/a/b;c?d=e#f",
    "http://127.0.0.1/%2F?a=%2F",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, lines)) = bytes.split_first() else {
        return;
    };
    let answered = ANSWERED[usize::from(*choice) % ANSWERED.len()];
    let Ok(answered) = Url::parse(answered) else {
        return;
    };
    let headers = headers(lines, &["link"]);
    check(&next_link(&headers, &answered), &answered);
    if let Ok(text) = str::from_utf8(lines) {
        check(&next_address(text, &answered), &answered);
        hidden(text, &answered);
    }
});

fn check(next: &NextPage, answered: &Url) {
    match next {
        NextPage::End => {}
        NextPage::Page(url) => {
            assert_eq!(url.origin(), answered.origin());
            assert!(matches!(url.scheme(), "http" | "https"));
            assert_eq!((url.username(), url.password()), ("", None));
            assert_eq!(url.fragment(), None);
            assert_eq!(
                next_address(url.as_str(), answered),
                *next,
                "a page is an address of itself"
            );
        }
        NextPage::Foreign(name) => {
            let after_scheme = name.split_once("://").map_or("", |(_, rest)| rest);
            assert!(!after_scheme.contains(['/', '?', '#', '@']), "{name}");
        }
    }
}

/// A title is data, whatever stands in it, and so is what stands before a link.
fn hidden(title: &str, answered: &Url) {
    let quoted = title.replace('\\', r"\\").replace('"', r#"\""#);
    let line = format!("</0>; title=\"{quoted}\"; rel=prev, </2>; rel=next");
    let Ok(value) = HeaderValue::from_bytes(line.as_bytes()) else {
        return;
    };
    let mut headers = HeaderMap::new();
    headers.insert(LINK, value);
    assert_eq!(next_link(&headers, answered), next_address("/2", answered));
}
