//! Path values: one value stays one piece of one segment.
//!
//! RFC 3986 section 3.3 lets a few more characters stand in a segment than are left alone here,
//! but vendors give some of them a meaning of their own (`:` before a verb, `;` before a
//! parameter), so a value keeps only the unreserved ones of section 2.3.
//!
//! Dots cannot be saved by encoding: URL parsers fold `%2e%2e` as they fold `..` (section
//! 6.2.2.3 and the WHATWG URL standard), so such a segment is refused.

use core::fmt::Display;
use core::ops::Range;
use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything but the unreserved characters of RFC 3986 section 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The same with `:`, for a credential: vendors document such keys with the colon as it is.
const RESERVED_IN_KEY: &AsciiSet = &RESERVED.remove(b':');

/// Puts `value` in the place of `{name}` in `path`.
///
/// An encoded value holds no brace, so what was filled in is never mistaken for a place.
pub(crate) fn fill(path: &mut String, name: &str, value: &dyn Display) -> Result<(), String> {
    let value = value.to_string();
    let written = Cow::from(utf8_percent_encode(&value, RESERVED));
    fill_written(path, name, &written)
}

/// The same with a value that is encoded already.
pub(crate) fn fill_written(path: &mut String, name: &str, written: &str) -> Result<(), String> {
    put(path, name, written)?;
    refuse_dot_segments(path).map_err(|_| {
        format!(
            "the path parameter `{name}` is `{written}`, a dot segment, which URL parsers fold into \
             another path; give it a value other than `.` and `..`"
        )
    })
}

/// Puts a credential in the place of `{name}` in `path`. No error shows it.
pub(crate) fn fill_key(path: &mut String, name: &str, key: &str) -> Result<(), String> {
    let written = Cow::from(utf8_percent_encode(key, RESERVED_IN_KEY));
    put(path, name, &written)?;
    refuse_dot_segments(path).map_err(|_| "the credential is a dot segment".to_owned())
}

fn put(path: &mut String, name: &str, written: &str) -> Result<(), String> {
    let Some(place) = place(path, name) else {
        return Err(format!("the path has no parameter `{name}`"));
    };
    if written.is_empty() {
        return Err(format!(
            "the path parameter `{name}` is empty, which would name another resource; give it a value"
        ));
    }
    path.replace_range(place, written);
    Ok(())
}

/// Where `{name}` stands in `path`.
fn place(path: &str, name: &str) -> Option<Range<usize>> {
    let mut starts = path.match_indices('{').map(|(start, _)| start);
    starts.find_map(|start| {
        let rest = path.get(start + 1..)?.strip_prefix(name)?;
        let end = path.len() - rest.strip_prefix('}')?.len();
        Some(start..end)
    })
}

/// Refuses a path in which a whole segment is `.` or `..`, also percent-encoded.
pub(crate) fn refuse_dot_segments(path: &str) -> Result<(), String> {
    match path.split('/').find(|segment| is_dots(segment)) {
        Some(segment) => Err(format!(
            "the path segment `{segment}` is a dot segment, which URL parsers fold into another path"
        )),
        None => Ok(()),
    }
}

fn is_dots(segment: &str) -> bool {
    let mut rest = segment;
    let mut dots = 0;
    while !rest.is_empty() {
        let Some(after) = strip_dot(rest) else {
            return false;
        };
        rest = after;
        dots += 1;
    }
    dots == 1 || dots == 2
}

fn strip_dot(text: &str) -> Option<&str> {
    let encoded = text
        .get(..3)
        .filter(|head| head.eq_ignore_ascii_case("%2e"));
    match encoded {
        Some(_) => text.get(3..),
        None => text.strip_prefix('.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, values: &[(&str, &str)]) -> Result<String, String> {
        let mut path = template.to_owned();
        for (name, value) in values {
            fill(&mut path, name, value)?;
        }
        Ok(path)
    }

    #[test]
    fn one_value_stays_one_segment() {
        let table = [
            ("a/b", "a%2Fb"),
            ("a%2Fb", "a%252Fb"),
            ("x?y#z", "x%3Fy%23z"),
            ("a b", "a%20b"),
            ("@:;", "%40%3A%3B"),
            ("é", "%C3%A9"),
            ("%2e%2e", "%252e%252e"),
            (".%2E", ".%252E"),
            ("..;", "..%3B"),
            ("../..", "..%2F.."),
            ("...", "..."),
            ("{id}", "%7Bid%7D"),
            ("\r\n", "%0D%0A"),
        ];
        for (value, expected) in table {
            let path = filled("/v1/{id}", &[("id", value)]);
            assert_eq!(
                path.as_deref(),
                Ok(format!("/v1/{expected}").as_str()),
                "{value:?}"
            );
        }
    }

    #[test]
    fn a_dot_segment_is_refused_by_the_name_of_its_parameter() {
        for value in [".", ".."] {
            let refusal = filled("/account/blocks/{id}", &[("id", value)]);
            assert!(
                refusal.is_err_and(|text| text.contains("`id`")),
                "{value:?}"
            );
        }
        let pieced_together = filled("/x/{a}{b}", &[("a", "."), ("b", ".")]);
        assert!(pieced_together.is_err_and(|text| text.contains("`b`")));
    }

    #[test]
    fn several_values_share_a_segment() {
        let compare = [("base", "main"), ("head", "a/b..c")];
        let path = filled("/compare/{base}...{head}", &compare);
        assert_eq!(path.as_deref(), Ok("/compare/main...a%2Fb..c"));
        let append = filled("/{range}:append", &[("range", "A1:B2")]);
        assert_eq!(append.as_deref(), Ok("/A1%3AB2:append"));
    }

    #[test]
    fn an_empty_value_is_refused() {
        assert!(
            filled("/v1/{id}", &[("id", "")]).is_err_and(|text| text.contains("`id` is empty"))
        );
    }

    #[test]
    fn encoded_dots_of_a_raw_path_are_found() {
        for path in ["/a/%2e%2E/b", "/a/.%2e", "/a/..", "/./a"] {
            assert!(refuse_dot_segments(path).is_err(), "{path}");
        }
        for path in ["/a/...", "/a/%2e%2e%2e", "/a/..b", "/", "/a//b"] {
            assert!(refuse_dot_segments(path).is_ok(), "{path}");
        }
    }
}
