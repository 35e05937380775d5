//! The base URL: checked once, so that no request has to.

use url::Url;

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

/// Host and port, in the spelling by which two URLs of one server agree.
pub(super) fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
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
    }
}
