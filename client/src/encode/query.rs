//! A query without one of its parameters.

/// `query` without the parameters of this name, and with the others byte for byte.
pub(crate) fn without(query: &str, name: &str) -> String {
    without_pairs(query, |known, _| known == name)
}

/// `query` without the parameters that `goes` says of name and value, and with the others byte for
/// byte.
pub(crate) fn without_pairs(query: &str, goes: impl Fn(&str, &str) -> bool) -> String {
    let mut kept = String::with_capacity(query.len());
    for pair in query.split('&').filter(|pair| !says(pair, &goes)) {
        if !kept.is_empty() {
            kept.push('&');
        }
        kept.push_str(pair);
    }
    kept
}

fn says(pair: &str, goes: impl Fn(&str, &str) -> bool) -> bool {
    let mut pairs = url::form_urlencoded::parse(pair.as_bytes());
    pairs
        .next()
        .is_some_and(|(name, value)| goes(&name, &value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_kept_byte_for_byte() {
        let table = [
            ("a=1&c=x&b=%2f+%20", "a=1&b=%2f+%20"),
            ("c=x", ""),
            ("c", ""),
            ("c=1&a=2&c=3", "a=2"),
            ("%63=1&a=2", "a=2"),
            ("cc=1&C=2", "cc=1&C=2"),
            ("a=c", "a=c"),
            ("", ""),
        ];
        for (query, expected) in table {
            assert_eq!(without(query, "c"), expected, "{query}");
        }
    }
}
