//! The lines of one header field, as text.
//!
//! In: a header map and a field's name. Out: the values, trimmed of the whitespace that RFC 9110
//! 5.5 does not count to them. Nothing here knows what a value means.

use http::HeaderMap;

/// The values of the field, one per line; `None` for a line that is not UTF-8.
///
/// UTF-8 and not ASCII: Go prints microseconds as `µs`.
pub(crate) fn lines<'a>(
    headers: &'a HeaderMap,
    name: &str,
) -> impl Iterator<Item = Option<&'a str>> {
    headers.get_all(name).iter().map(|value| {
        let text = std::str::from_utf8(value.as_bytes()).ok()?;
        Some(text.trim_matches([' ', '\t']))
    })
}

/// The values of the field that `read` can read; the other lines are left out.
pub(crate) fn readable<'a, T>(
    headers: &'a HeaderMap,
    name: &str,
    read: impl Fn(&'a str) -> Option<T>,
) -> impl Iterator<Item = T> {
    lines(headers, name).flatten().filter_map(read)
}

/// All lines of a field whose value is a list, joined as RFC 9110 5.3 says; `None` if there is
/// nothing in them.
///
/// Empty lines are left out: by RFC 9651 4.2 an empty list is no field at all.
pub(crate) fn joined(headers: &HeaderMap, name: &str) -> Option<Vec<u8>> {
    let lines: Vec<&[u8]> = headers
        .get_all(name)
        .iter()
        .map(|value| value.as_bytes().trim_ascii())
        .filter(|line| !line.is_empty())
        .collect();
    (!lines.is_empty()).then(|| lines.join(&b", "[..]))
}
