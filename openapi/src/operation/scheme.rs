//! Schemes of credentials in the words of `auth`.

use super::media::is_token;
use crate::document::Node;

/// A place of the request that the credential takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Header(String),
    Query(String),
}

/// A scheme in our words.
pub(super) struct Scheme {
    pub(super) auth: String,
    pub(super) taken: Option<Taken>,
    /// What is to be looked at.
    pub(super) remark: Option<&'static str>,
}

/// What a scheme is; none where no description can name it.
pub(super) fn scheme(node: &Node<'_>) -> Option<Scheme> {
    let is = |key: &str, word: &str| {
        node.text(key)
            .is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    let plain = |auth: &str, remark| Scheme {
        auth: auth.to_owned(),
        taken: Some(Taken::Header("Authorization".to_owned())),
        remark,
    };
    match node.text("type")? {
        "basic" => Some(plain("basic", None)),
        "http" if is("scheme", "basic") => Some(plain("basic", None)),
        "http" if is("scheme", "bearer") => Some(plain("bearer", None)),
        "http" => Some(plain(
            "header(\"Authorization\")",
            Some("is of a kind for which the whole header has to be given"),
        )),
        "oauth2" | "openIdConnect" => Some(plain("bearer", None)),
        "apiKey" => key(node.text("in")?, node.text("name")?),
        _ => None,
    }
}

fn key(place: &str, name: &str) -> Option<Scheme> {
    let auth = |word: &str| format!("{word}({name:?})");
    match place {
        "header" if !name.is_empty() && name.bytes().all(is_token) => Some(Scheme {
            auth: auth("header"),
            taken: Some(Taken::Header(name.to_owned())),
            remark: None,
        }),
        "query" if !name.is_empty() => Some(Scheme {
            auth: auth("query"),
            taken: Some(Taken::Query(name.to_owned())),
            remark: None,
        }),
        _ => None,
    }
}

/// Which of several alternatives is taken: tokens before passwords, headers before addresses.
pub(super) fn ease(schemes: &Node<'_>, name: &str) -> usize {
    let scheme = schemes
        .get(name)
        .and_then(|node| node.resolved().ok())
        .and_then(|node| scheme(&node));
    match scheme {
        None => 5,
        Some(Scheme { auth, .. }) if auth == "bearer" => 0,
        Some(Scheme {
            taken: Some(Taken::Header(header)),
            auth,
            ..
        }) if auth != "basic" && header.eq_ignore_ascii_case("authorization") => 1,
        Some(Scheme { auth, .. }) if auth == "basic" => 2,
        Some(Scheme {
            taken: Some(Taken::Header(_)),
            ..
        }) => 3,
        Some(_) => 4,
    }
}
