//! A query without one of its parameters.

/// `query` without the parameters of this name, and with the others byte for byte.
pub(crate) fn without(query: &str, name: &str) -> String {
    let mut kept = String::with_capacity(query.len());
    for pair in query.split('&').filter(|pair| !is_named(pair, name)) {
        if !kept.is_empty() {
            kept.push('&');
        }
        kept.push_str(pair);
    }
    kept
}

fn is_named(pair: &str, name: &str) -> bool {
    let mut names = url::form_urlencoded::parse(pair.as_bytes()).map(|(name, _)| name);
    names.next().is_some_and(|known| known == name)
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
