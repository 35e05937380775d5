//! From a path and a query, or an address that the caller names, to the URL of a request.

use http::Method;
use url::Url;

use crate::encode;
use crate::shared::Core;

/// The URL without a credential. A place in the path that the credential fills is filled later.
pub(super) fn below_base(core: &Core, path: &str, query: &str) -> Result<Url, String> {
    let mut text =
        String::with_capacity(core.inner.base.as_str().len() + path.len() + query.len() + 1);
    text.push_str(core.inner.base.as_str().trim_end_matches('/'));
    text.push_str(path);
    if !query.is_empty() {
        text.push('?');
        text.push_str(query);
    }
    let url = Url::parse(&text)
        .map_err(|error| format!("the path and query do not make a URL: {error}"))?;
    let expected = core.inner.prefix.len() + path.len();
    if url.path().matches('/').count()
        != core.inner.prefix.matches('/').count() + path.matches('/').count()
        || url.path().len() < expected
        || url.authority() != core.inner.base.authority()
    {
        return Err(
            "the URL parser folds the path into another one; describe it without dot segments"
                .to_owned(),
        );
    }
    Ok(url)
}

/// An absolute URL that the caller names.
pub(super) fn absolute(text: &str) -> Result<Url, String> {
    let refuse = |what: &str| {
        Err(format!(
            "the URL {what}; give a path that begins with `/`, or `https://host/path`"
        ))
    };
    let Ok(url) = Url::parse(text) else {
        return refuse("is neither a path nor absolute");
    };
    if !matches!(url.scheme(), "http" | "https") {
        return refuse("is neither `http` nor `https`");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("holds a user name or password");
    }
    if url.fragment().is_some() {
        return refuse("holds a fragment");
    }
    Ok(url)
}

/// `url` with another query.
pub(super) fn with_query(mut url: Url, query: &str) -> Url {
    url.set_query(Some(query).filter(|query| !query.is_empty()));
    url
}

/// What makes a raw target unsendable.
pub(super) fn raw_mistake(method: &Method, path: &str, query: &str) -> Option<String> {
    if *method == Method::CONNECT {
        return Some(
            "CONNECT opens a tunnel, through which requests would go unpaid; use another method"
                .to_owned(),
        );
    }
    if !path.starts_with('/') {
        return Some("a raw path is relative to the base URL and begins with `/`".to_owned());
    }
    if path.contains(['#', '\\']) || query.contains('#') {
        return Some("a raw path holds `#` or `\\`; percent-encode it".to_owned());
    }
    encode::refuse_dot_segments(path).err()
}
