//! Origins: scheme, host and effective port (RFC 6454 section 4).

use percent_encoding::percent_decode_str;
use url::Url;

/// Whether both are of one origin. `https://h` and `https://h:443` are.
pub(crate) fn same_origin(one: &Url, other: &Url) -> bool {
    one.scheme() == other.scheme()
        && one.host() == other.host()
        && one.port_or_known_default() == other.port_or_known_default()
}

/// Whether `url` is at `above` or below it: of one origin, and its path begins with that of
/// `above`, segment by segment. Segments that mean the same are the same, however they are encoded
/// (RFC 3986 section 6.2.2), and empty ones, which servers skip, are skipped.
pub(crate) fn is_below(url: &Url, above: &Url) -> bool {
    let mut path = segments(url);
    let mut follows = |segment| path.next().is_some_and(|own| means_the_same(own, segment));
    same_origin(url, above) && segments(above).all(&mut follows)
}

fn segments(url: &Url) -> impl Iterator<Item = &str> {
    url.path().split('/').filter(|segment| !segment.is_empty())
}

fn means_the_same(one: &str, other: &str) -> bool {
    percent_decode_str(one).eq(percent_decode_str(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    #[test]
    fn any_change_of_scheme_host_or_effective_port_is_another_origin() {
        let here = url("https://h/a");
        for same in ["https://h/b?c", "https://H:443/", "https://h:443/a#x"] {
            assert!(same_origin(&here, &url(same)), "{same}");
        }
        let others = [
            "http://h/a",
            "http://h:443/a",
            "https://h:8443/a",
            "https://h.x/a",
            "https://xh/",
        ];
        for other in others {
            assert!(!same_origin(&here, &url(other)), "{other}");
        }
    }

    #[test]
    fn what_is_below_shares_whole_segments() {
        let above = url("https://h/v1/exports/");
        assert!(is_below(&url("https://h/v1/exports"), &above));
        assert!(is_below(&url("https://h/v1/exports/7?a=b"), &above));
        assert!(is_below(&url("https://h/v1/%65xports/7"), &above));
        assert!(is_below(&url("https://h//v1//exports/7"), &above));
        assert!(!is_below(&url("https://h/v1%2Fexports/7"), &above));
        assert!(!is_below(&url("https://h/v1/exports2"), &above));
        assert!(!is_below(&url("https://h/v1"), &above));
        assert!(!is_below(&url("https://i/v1/exports"), &above));
        assert!(is_below(&url("https://h/x"), &url("https://h")));
    }
}
