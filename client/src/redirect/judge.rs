//! The decision about one redirect.

use http::header::LOCATION;
use http::{HeaderMap, Method, StatusCode};
use url::Url;

use super::same_origin;
use crate::describe::Redirects;
use crate::error::RedirectRefusal as Refusal;

/// The request that was redirected.
pub(crate) struct Asked<'a> {
    pub(crate) method: &'a Method,
    pub(crate) url: &'a Url,
    pub(crate) has_body: bool,
    /// Whether the description names the address: a body may go there, to another origin too.
    pub(crate) is_named: &'a dyn Fn(&Url) -> bool,
}

/// Where to go on, and with what.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hop {
    pub(crate) url: Url,
    pub(crate) method: Method,
    pub(crate) drops_body: bool,
    /// Whether it is the origin of the request that was redirected.
    pub(crate) same_origin: bool,
}

/// Whether the status is a redirect that could be followed. 300 offers a choice, 304 answers a
/// condition, 305 and 306 are no longer used.
pub(crate) fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Where a redirect leads, or why it is not followed.
pub(crate) fn judge(
    status: StatusCode,
    headers: &HeaderMap,
    asked: &Asked<'_>,
    rule: Redirects,
) -> Result<Hop, Refusal> {
    if rule == Redirects::Never {
        return Err(Refusal::Never);
    }
    let safe = matches!(*asked.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if matches!(status.as_u16(), 301 | 302) && !safe && rule != Redirects::FollowWrites {
        return Err(Refusal::Write);
    }
    let url = target(headers, asked.url)?;
    let method = method(status, asked.method);
    let drops_body = method != *asked.method;
    let same_origin = same_origin(&url, asked.url);
    if !same_origin && asked.has_body && !drops_body && !(asked.is_named)(&url) {
        return Err(Refusal::ForeignBody);
    }
    Ok(Hop {
        url,
        method,
        drops_body,
        same_origin,
    })
}

/// RFC 9110 sections 15.4.2 to 15.4.4: 301 and 302 turn a POST into a GET by custom, 303 turns
/// everything but HEAD into one.
fn method(status: StatusCode, asked: &Method) -> Method {
    match (status.as_u16(), asked) {
        (303, &Method::HEAD) => Method::HEAD,
        (303, _) | (301 | 302, &Method::POST) => Method::GET,
        (_, asked) => asked.clone(),
    }
}

/// The address in `Location`, resolved against the one that was asked. A fragment is never sent.
fn target(headers: &HeaderMap, asked: &Url) -> Result<Url, Refusal> {
    let mut all = headers.get_all(LOCATION).iter();
    let (Some(location), None) = (all.next(), all.next()) else {
        return Err(Refusal::Target);
    };
    let location = core::str::from_utf8(location.as_bytes()).map_err(|_| Refusal::Target)?;
    let mut url = asked.join(location).map_err(|_| Refusal::Target)?;
    url.set_fragment(None);
    match (asked.scheme(), url.scheme()) {
        ("https", "http") => return Err(Refusal::Downgrade),
        (_, "http" | "https") => {}
        _ => return Err(Refusal::Target),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::Target);
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn of(status: u16, method: &Method, location: &str, rule: Redirects) -> Result<Hop, Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(LOCATION, HeaderValue::from_str(location).expect("a value"));
        let url = Url::parse("https://h/v1/a?b").expect("a URL");
        let asked = Asked {
            method,
            url: &url,
            has_body: *method == Method::POST,
            is_named: &|url| url.host_str() == Some("named"),
        };
        judge(
            StatusCode::from_u16(status).expect("a status"),
            &headers,
            &asked,
            rule,
        )
    }

    #[test]
    fn methods_change_as_the_standard_says() {
        use Method as M;
        let table = [
            (301, M::GET, M::GET),
            (302, M::HEAD, M::HEAD),
            (302, M::POST, M::GET),
            (301, M::PUT, M::PUT),
            (303, M::POST, M::GET),
            (303, M::PUT, M::GET),
            (303, M::HEAD, M::HEAD),
            (307, M::POST, M::POST),
            (308, M::DELETE, M::DELETE),
        ];
        for (status, asked, goes_on) in table {
            let hop = of(status, &asked, "/b", Redirects::FollowWrites).expect("a hop");
            assert_eq!(hop.method, goes_on, "{status} {asked}");
            assert_eq!(hop.drops_body, asked != goes_on, "{status} {asked}");
        }
    }

    #[test]
    fn a_write_is_not_turned_into_a_read_unasked() {
        for status in [301, 302] {
            for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
                assert_eq!(
                    of(status, &method, "/b", Redirects::Follow),
                    Err(Refusal::Write)
                );
            }
        }
        assert!(of(307, &Method::POST, "/b", Redirects::Follow).is_ok());
        assert_eq!(
            of(302, &Method::GET, "/b", Redirects::Never),
            Err(Refusal::Never)
        );
    }

    #[test]
    fn locations_are_resolved_or_refused() {
        let follow = |location| of(302, &Method::GET, location, Redirects::Follow);
        let goes = [
            ("/b", "https://h/b", true),
            ("c?d=e%2Ff", "https://h/v1/c?d=e%2Ff", true),
            ("", "https://h/v1/a?b", true),
            ("https://h:443/x#y", "https://h/x", true),
            ("//other/x", "https://other/x", false),
            ("https://h:444/x", "https://h:444/x", false),
            ("https://h.other/x", "https://h.other/x", false),
        ];
        for (location, url, same_origin) in goes {
            let hop = follow(location).expect(location);
            assert_eq!(
                (hop.url.as_str(), hop.same_origin),
                (url, same_origin),
                "{location}"
            );
        }
        let refused = [
            ("http://h/v1/a", Refusal::Downgrade),
            ("http://h:443/v1/a", Refusal::Downgrade),
            ("mailto:a@b", Refusal::Target),
            ("javascript:alert(1)", Refusal::Target),
            ("https://u:p@h/", Refusal::Target),
            ("https://h@other/", Refusal::Target),
            ("https://[::1", Refusal::Target),
            ("https://h:99999/", Refusal::Target),
        ];
        for (location, refusal) in refused {
            assert_eq!(follow(location), Err(refusal), "{location}");
        }
    }

    #[test]
    fn a_body_goes_to_another_origin_only_where_the_description_names_it() {
        let hop = of(307, &Method::POST, "https://other/", Redirects::Follow);
        assert_eq!(hop, Err(Refusal::ForeignBody));
        assert!(of(303, &Method::POST, "https://other/", Redirects::Follow).is_ok());
        assert!(of(307, &Method::POST, "https://named/", Redirects::Follow).is_ok());
    }

    #[test]
    fn one_location_is_needed() {
        let mut headers = HeaderMap::new();
        let url = Url::parse("https://h/").expect("a URL");
        let asked = Asked {
            method: &Method::GET,
            url: &url,
            has_body: false,
            is_named: &|_| false,
        };
        let judge =
            |headers: &HeaderMap| judge(StatusCode::FOUND, headers, &asked, Redirects::Follow);
        assert_eq!(judge(&headers), Err(Refusal::Target));
        headers.append(LOCATION, HeaderValue::from_static("/a"));
        assert!(judge(&headers).is_ok());
        headers.append(LOCATION, HeaderValue::from_static("/b"));
        assert_eq!(judge(&headers), Err(Refusal::Target));
    }
}
