//! The base URL: checked once, so that no request has to.

use std::net::Ipv4Addr;

use url::{Host, Url};

use crate::error::BuildErrorKind;

/// A base URL whose path has no trailing slash.
pub(super) fn parse(text: &str) -> Result<Url, BuildErrorKind> {
    let refuse = |what: &str, cure: &str| {
        Err(BuildErrorKind::BaseUrl(format!(
            "the base URL {what}; {cure}"
        )))
    };
    let Ok(mut url) = Url::parse(text) else {
        return refuse("is not an absolute URL", "give it as `https://host/path`");
    };
    if !matches!(url.scheme(), "http" | "https") {
        return refuse(
            "is neither `http` nor `https`",
            "give it as `https://host/path`",
        );
    }
    if !url.has_host() {
        return refuse("has no host", "give it as `https://host/path`");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse(
            "holds a user name or password",
            "declare `auth = basic` and give them to `basic`",
        );
    }
    if url.query().is_some() {
        return refuse(
            "holds a query",
            "describe the parameters at the endpoints, or a key as `auth = query(\"name\")`",
        );
    }
    if url.fragment().is_some() {
        return refuse("holds a fragment", "leave out the `#` and what follows");
    }
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

/// Host and port as they are called, for texts.
pub(super) fn shown(url: &Url) -> String {
    with_port(url, url.host_str().unwrap_or_default())
}

/// Host and port, in the spelling by which two URLs of one server agree. It is an identity and not
/// an address: what is called is the URL as it was given.
pub(super) fn authority(url: &Url) -> String {
    match url.host() {
        Some(Host::Domain(name)) if name.trim_end_matches('.') == "localhost" => {
            with_port(url, "127.0.0.1")
        }
        Some(Host::Ipv4(address)) => with_port(url, &one_spelling(address).to_string()),
        Some(Host::Ipv6(address)) => match address.to_ipv4_mapped() {
            Some(address) => with_port(url, &one_spelling(address).to_string()),
            None => shown(url),
        },
        Some(Host::Domain(name)) => with_port(url, name.trim_end_matches('.')),
        None => shown(url),
    }
}

/// A connection to the unspecified address reaches the loopback.
fn one_spelling(address: Ipv4Addr) -> Ipv4Addr {
    if address.is_unspecified() {
        Ipv4Addr::LOCALHOST
    } else {
        address
    }
}

fn with_port(url: &Url, host: &str) -> String {
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_that_does_not_belong_is_named() {
        let table = [
            ("api.example.com/v1", "absolute"),
            ("ftp://api.example.com", "neither"),
            ("https://user@api.example.com", "user name"),
            ("https://user:S3CR3T@api.example.com", "user name"),
            ("https://api.example.com/?key=S3CR3T", "query"),
            ("https://api.example.com/#top", "fragment"),
        ];
        for (text, expected) in table {
            let Err(BuildErrorKind::BaseUrl(refusal)) = parse(text) else {
                panic!("{text} must be refused")
            };
            assert!(refusal.contains(expected), "{text}: {refusal}");
            assert!(!refusal.contains("S3CR3T"), "{refusal}");
        }
    }

    #[test]
    fn spellings_of_one_server_are_one_authority() {
        for text in [
            "https://api.example.com",
            "https://API.example.com:443/v1/",
            "https://api.example.com./",
        ] {
            assert_eq!(
                parse(text).map(|url| authority(&url)),
                Ok("api.example.com".to_owned()),
                "{text}"
            );
        }
        assert_eq!(
            parse("http://127.0.0.1:8080").map(|url| authority(&url)),
            Ok("127.0.0.1:8080".to_owned())
        );
        for text in [
            "http://localhost:8080",
            "http://LOCALHOST.:8080/v1",
            "http://0.0.0.0:8080",
            "http://[::ffff:127.0.0.1]:8080",
            "http://[::ffff:0.0.0.0]:8080",
            "http://0x7f.1:8080",
        ] {
            assert_eq!(
                parse(text).map(|url| authority(&url)),
                Ok("127.0.0.1:8080".to_owned()),
                "{text}"
            );
        }
        for text in ["http://[::1]:8080", "http://127.0.0.2:8080"] {
            assert_eq!(
                parse(text).map(|url| format!("http://{}", authority(&url))),
                Ok(text.to_owned()),
                "another server, as far as can be told"
            );
        }
    }
}
