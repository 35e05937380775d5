//! Which script answers which request: patterns over method and path.

use percent_encoding::percent_decode_str;

use crate::request::Request;
use crate::script::Script;

/// A pattern and what answers the requests that it fits.
#[derive(Debug)]
pub(crate) struct Route {
    method: Option<String>,
    path: String,
    pub(crate) script: Script,
}

impl Route {
    /// From `"/items/{id}"` or `"GET /items/{id}"`.
    pub(crate) fn new(pattern: &str, script: Script) -> Self {
        let (method, path) = match pattern.split_once(' ') {
            Some((method, path)) => (Some(method.to_owned()), path.trim_start().to_owned()),
            None => (None, pattern.to_owned()),
        };
        assert!(
            path.starts_with('/') || path == "*",
            "the route `{pattern}` needs a path that begins with `/`, as in `GET /items/{{id}}`"
        );
        Self {
            method,
            path,
            script,
        }
    }

    /// The parameters of the path if the request fits.
    pub(crate) fn fit(&self, request: &Request) -> Option<Vec<(String, String)>> {
        let wrong_method = self
            .method
            .as_deref()
            .is_some_and(|method| method != request.method());
        if wrong_method {
            return None;
        }
        let target = match request.query() {
            Some(_) if self.path.contains('?') => &request.target()[origin_len(request.target())..],
            _ => request.path(),
        };
        fit_path(&self.path, target)
    }
}

/// `*` at the end takes the rest, `{name}` takes one segment, all else must be the same bytes.
fn fit_path(pattern: &str, path: &str) -> Option<Vec<(String, String)>> {
    let (pattern, open_ended) = match pattern.strip_suffix('*') {
        Some(prefix) => (prefix, true),
        None => (pattern, false),
    };
    if open_ended {
        return path.starts_with(pattern).then(Vec::new);
    }
    let mut wanted = pattern.split('/');
    let mut found = path.split('/');
    let mut params = Vec::new();
    loop {
        match (wanted.next(), found.next()) {
            (None, None) => return Some(params),
            (Some(wanted), Some(found)) => match name_of(wanted) {
                Some(name) => params.push((name.to_owned(), decode_path(found))),
                None if wanted == found => {}
                None => return None,
            },
            _ => return None,
        }
    }
}

fn name_of(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// Path and query of a target, which may be a whole URL.
pub(crate) fn path_of(target: &str) -> (&str, Option<&str>) {
    let target = &target[origin_len(target)..];
    match target.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (target, None),
    }
}

/// How many bytes of the target are a scheme and an authority.
fn origin_len(target: &str) -> usize {
    let Some(scheme) = target.find("://").filter(|_| !target.starts_with('/')) else {
        return 0;
    };
    let authority = scheme + "://".len();
    target[authority..]
        .find(['/', '?'])
        .map_or(target.len(), |len| authority + len)
}

/// A name or value of a query, decoded.
pub(crate) fn decode(text: &str) -> String {
    decode_path(&text.replace('+', " "))
}

fn decode_path(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_fits_whole_segments() {
        let fits = |pattern, path| fit_path(pattern, path);
        assert_eq!(fits("/items", "/items"), Some(vec![]));
        assert_eq!(fits("/items", "/items/"), None);
        assert_eq!(
            fits("/items/{id}", "/items/a%2Fb"),
            Some(vec![("id".into(), "a/b".into())])
        );
        assert_eq!(fits("/items/{id}", "/items/a/b"), None);
        assert_eq!(fits("/files/*", "/files/a/b"), Some(vec![]));
        assert_eq!(fits("*", "/anything"), Some(vec![]));
        assert_eq!(fits("/items?page=2", "/items?page=2"), Some(vec![]));
    }

    #[test]
    fn the_path_of_a_whole_url_is_found() {
        assert_eq!(path_of("/a?b=http://c"), ("/a", Some("b=http://c")));
        assert_eq!(path_of("http://host:1/a?b"), ("/a", Some("b")));
        assert_eq!(path_of("http://host"), ("", None));
        assert_eq!(path_of("host:443"), ("host:443", None));
    }
}
