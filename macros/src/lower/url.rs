//! URLs: what the client would refuse when it is built is refused here.

use syn::LitStr;

use crate::errors::Errors;

/// What a URL is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Paths of endpoints are put behind it.
    Base,
    /// Requests below it are paid from another bucket.
    Host,
    /// It is asked for tokens, as it stands.
    Token,
}

impl Use {
    fn words(self) -> &'static str {
        match self {
            Self::Base => "the base URL",
            Self::Host => "the URL of a host",
            Self::Token => "the URL of tokens",
        }
    }

    /// What to do about a user name or password.
    fn cure_of_user(self) -> &'static str {
        match self {
            Self::Base => "write `auth = basic` and give them to the builder's `basic`",
            Self::Host => "leave it out; the builder has the credential",
            Self::Token => "leave it out; the builder has the client's name and secret",
        }
    }

    /// What to do about a query, where there can be none.
    fn cure_of_query(self) -> Option<&'static str> {
        match self {
            Self::Base => Some(
                "describe the parameters at the endpoints, or a key as `auth = query(\"key\")`",
            ),
            Self::Host => Some("leave out the `?` and what follows"),
            // RFC 6749 section 3.2.
            Self::Token => None,
        }
    }

    /// What to do about a parameter.
    fn cure_of_parameter(self) -> &'static str {
        match self {
            Self::Base => {
                "put `{…}` into the endpoints' paths, or give another base URL to the builder"
            }
            Self::Host => "end it in front of the `{`; what begins with it is meant too",
            Self::Token => "leave `url` out, and give it to the builder",
        }
    }
}

/// A URL as it is kept: without a trailing slash where something may follow.
pub(super) fn url(of: Use, literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let text = literal.value();
    if let Some((what, cure)) = refusal(of, &text) {
        errors.on(literal, format!("{} {what}; {cure}", of.words()));
        return None;
    }
    match of {
        Use::Base | Use::Host => Some(text.trim_end_matches('/').to_owned()),
        Use::Token => Some(text),
    }
}

fn refusal(of: Use, text: &str) -> Option<(&'static str, &'static str)> {
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
        return Some(("holds a user name or password", of.cure_of_user()));
    }
    if text.contains('#') {
        return Some(("holds a fragment", "leave out the `#` and what follows"));
    }
    if let (true, Some(cure)) = (text.contains('?'), of.cure_of_query()) {
        return Some(("holds a query", cure));
    }
    if text.contains(['{', '}']) {
        return Some(("holds a parameter", of.cure_of_parameter()));
    }
    if text.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\')
    {
        return Some(("holds a character that no URL has", whole));
    }
    let path = rest.split('?').next().unwrap_or_default();
    if path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Some(("holds a dot segment", "write the path that it leads to"));
    }
    None
}

/// A URL in the spelling by which two can be compared: the host has no case, and the port of the
/// scheme need not be said (RFC 3986 section 6.2).
pub(super) fn comparable(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.to_ascii_lowercase();
    let port = if scheme == "https" { ":443" } else { ":80" };
    let host = host.strip_suffix(port).unwrap_or(&host);
    format!("{scheme}://{host}{path}")
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
            for of in [Use::Base, Use::Host, Use::Token] {
                let refusal = refusal(of, text).map(|(what, _)| what);
                match (of, expected) {
                    (Use::Token, "query") => assert_eq!(refusal, None),
                    _ => assert!(
                        refusal.is_some_and(|what| what.contains(expected)),
                        "{text}"
                    ),
                }
            }
        }
        for text in [
            "https://api.example.com/v1/",
            "http://127.0.0.1:8080",
            "https://h/@me",
        ] {
            assert_eq!(refusal(Use::Base, text), None, "{text}");
        }
    }

    #[test]
    fn other_spellings_of_one_url_are_one() {
        let table = [
            ("https://H.example/A", "https://h.example/A"),
            ("https://h:443", "https://h"),
            ("http://h:80/a", "http://h/a"),
            ("http://h:443", "http://h:443"),
            ("https://[::1]:8443/a", "https://[::1]:8443/a"),
        ];
        for (url, expected) in table {
            assert_eq!(comparable(url), expected);
        }
    }
}
