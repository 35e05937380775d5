//! The client's credential, where it stands in the vendor's addresses.
//!
//! An API that takes its key in the URL may have it in the links to its next pages. Such a link is
//! followed as it is, but what is stored or compared of it must not hold the key.

use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use crate::auth::Credential;
use crate::encode;
use crate::shared::Core;

/// Where a URL may hold the credential.
pub(super) enum Key {
    /// Nowhere.
    Elsewhere,
    /// In this query parameter.
    Query(&'static str),
    /// In the path, encoded like this; in its place stands this text.
    Path(SecretString, String),
}

impl Key {
    pub(super) fn of(core: &Core) -> Self {
        match &core.inner.credential {
            Credential::Query { name, .. } => Self::Query(name),
            Credential::Path { name, value } => {
                let place = format!("{{{name}}}");
                let mut path = place.clone();
                match encode::fill_key(&mut path, name, value.expose_secret()) {
                    Ok(()) => Self::Path(path.into(), place),
                    Err(_) => Self::Elsewhere,
                }
            }
            _ => Self::Elsewhere,
        }
    }

    /// The URL as text, without the credential.
    pub(super) fn removed(&self, url: &Url) -> String {
        match self {
            Self::Elsewhere => url.as_str().to_owned(),
            Self::Query(name) => {
                let mut url = url.clone();
                let query = encode::without(url.query().unwrap_or_default(), name);
                url.set_query(Some(query.as_str()).filter(|query| !query.is_empty()));
                url.into()
            }
            Self::Path(key, place) => {
                let (path, query) = apart(url.as_str());
                path.replace(key.expose_secret(), place) + query
            }
        }
    }

    /// The text with the credential in its place again. One for the query is put on when the
    /// request leaves.
    pub(super) fn restored(&self, text: &str) -> String {
        match self {
            Self::Elsewhere | Self::Query(_) => text.to_owned(),
            Self::Path(key, place) => {
                let (path, query) = apart(text);
                path.replace(place.as_str(), key.expose_secret()) + query
            }
        }
    }
}

/// What stands before the query, in which a place of a path means nothing, and the rest.
fn apart(url: &str) -> (&str, &str) {
    url.split_at(url.find('?').unwrap_or(url.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(key: &Key, url: &str) -> String {
        key.removed(&Url::parse(url).expect("a URL"))
    }

    #[test]
    fn a_key_of_the_query_is_left_out_and_the_rest_kept() {
        let key = Key::Query("key");
        for (url, expected) in [
            ("https://h/a?key=S3CR3T&p=%2f2", "https://h/a?p=%2f2"),
            ("https://h/a?p=2&key=S3CR3T", "https://h/a?p=2"),
            ("https://h/a?key=S3CR3T", "https://h/a"),
            ("https://h/a", "https://h/a"),
        ] {
            assert_eq!(removed(&key, url), expected);
            assert_eq!(key.restored(expected), expected);
        }
    }

    #[test]
    fn a_key_of_the_path_leaves_its_place() {
        let key = Key::Path("12:S3%2F".to_owned().into(), "{token}".to_owned());
        let url = "https://h/bot12:S3%2F/a?p={token}";
        let stored = removed(&key, url);
        assert_eq!(stored, "https://h/bot{token}/a?p={token}");
        assert_eq!(key.restored(&stored), url);
    }
}
