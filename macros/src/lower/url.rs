//! The base URL: what the client would refuse when it is built is refused here.

use syn::LitStr;

use crate::errors::Errors;

/// The base URL without a trailing slash.
pub(super) fn base_url(literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let text = literal.value();
    match refusal(&text) {
        Some((what, cure)) => {
            errors.on(literal, format!("the base URL {what}; {cure}"));
            None
        }
        None => Some(text.trim_end_matches('/').to_owned()),
    }
}

fn refusal(text: &str) -> Option<(&'static str, &'static str)> {
    let whole = "write it as `https://host/path`";
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let Some(rest) = rest else {
        return Some(("begins with neither `https://` nor `http://`", whole));
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.is_empty() || host.starts_with(':') {
        return Some(("has no host", whole));
    }
    if host.contains('@') {
        return Some((
            "holds a user name or password",
            "write `auth = basic` and give them to the builder's `basic`",
        ));
    }
    if text.contains('#') {
        return Some(("holds a fragment", "leave out the `#` and what follows"));
    }
    if text.contains('?') {
        return Some((
            "holds a query",
            "describe the parameters at the endpoints, or a key as `auth = query(\"key\")`",
        ));
    }
    if text.contains(['{', '}']) {
        return Some((
            "holds a parameter",
            "put `{…}` into the endpoints' paths, or give another base URL to the builder",
        ));
    }
    if text.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\')
    {
        return Some(("holds a character that no URL has", whole));
    }
    if rest.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Some(("holds a dot segment", "write the path that it leads to"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_that_does_not_belong_is_named() {
        let table = [
            ("api.example.com/v1", "neither"),
            ("ftp://api.example.com", "neither"),
            ("https://", "no host"),
            ("https:///v1", "no host"),
            ("https://user:S3CR3T@api.example.com", "user name"),
            ("https://api.example.com/?key=1", "query"),
            ("https://api.example.com/#top", "fragment"),
            ("https://api.example.com/{id}", "parameter"),
            ("https://api.example.com/a b", "character"),
            ("https://api.example.com/a/../b", "dot segment"),
        ];
        for (text, expected) in table {
            let (what, _) = refusal(text).expect(text);
            assert!(what.contains(expected), "{text}: {what}");
        }
        for text in [
            "https://api.example.com/v1/",
            "http://127.0.0.1:8080",
            "https://h/@me",
        ] {
            assert_eq!(refusal(text), None, "{text}");
        }
    }
}
