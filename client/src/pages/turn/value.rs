//! What a value says that was found in an answer: where the next page is, whether there is one, how
//! many there are.
//!
//! A value of another kind is the vendor's mistake, and named by its path. One that is not there says
//! nothing.

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::super::position::Token;
use super::Next;

/// A text that is there and not empty.
pub(super) fn text(path: &str, found: Option<&RawValue>) -> Result<Option<String>, Next> {
    match token(path, found)? {
        Some(Token::Text(text)) => Ok(Some(text)),
        Some(Token::Number(_)) => Err(unread(path, "an address is text, and this is a number")),
        None => Ok(None),
    }
}

/// A text or a number. Nothing, null, false and an empty text say that there is none.
pub(super) fn token(path: &str, found: Option<&RawValue>) -> Result<Option<Token>, Next> {
    let Some(json) = found.map(RawValue::get) else {
        return Ok(None);
    };
    match json.as_bytes() {
        [b'"', ..] => match serde_json::from_str::<String>(json) {
            Ok(text) => Ok(Some(Token::Text(text)).filter(|token| !token.text().is_empty())),
            Err(error) => Err(unread(path, error.to_string())),
        },
        [b'-' | b'0'..=b'9', ..] => Ok(Some(Token::Number(json.to_owned()))),
        b"null" | b"false" => Ok(None),
        _ => Err(unread(
            path,
            "the next page is named by a text or a number, and this is neither",
        )),
    }
}

/// Whether there is more; `None` where the answer does not say.
pub(super) fn flag(path: Option<&str>, found: Option<&RawValue>) -> Result<Option<bool>, Next> {
    match found.map(RawValue::get) {
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some("null") | None => Ok(None),
        Some(_) => {
            let path = path.unwrap_or_default();
            Err(unread(
                path,
                "whether there is more is `true` or `false`, and this is neither",
            ))
        }
    }
}

/// How many there are, as a number or in a text. Vendors say -1 for "not counted".
pub(super) fn count(path: Option<&str>, found: Option<&RawValue>) -> Result<Option<u64>, Next> {
    let path = path.unwrap_or_default();
    let Some(token) = token(path, found)? else {
        return Ok(None);
    };
    let text = token.text();
    if text.starts_with('-') {
        return Ok(None);
    }
    let number = text.parse().map(Some);
    number.map_err(|_| unread(path, "a count is a whole number, and this is none"))
}

/// Whether the list of the items has none; a list that is not there is for its reader to miss.
pub(super) fn is_empty(items: Option<&RawValue>) -> bool {
    let list = items.and_then(|items| items.get().strip_prefix('['));
    list.is_none_or(|rest| rest.trim_ascii_start().starts_with(']'))
}

/// How many items the list has.
pub(super) fn length(items: Option<&RawValue>) -> u64 {
    let list = items.and_then(|items| serde_json::from_str::<Vec<IgnoredAny>>(items.get()).ok());
    list.map_or(0, |list| list.len() as u64)
}

fn unread(path: &str, reason: impl Into<String>) -> Next {
    Next::Unread {
        path: path.to_owned(),
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::find;
    use super::*;

    /// What stands alone in a body.
    fn alone<T>(json: &str, read: impl Fn(Option<&RawValue>) -> T) -> T {
        let [found] = find(json.as_bytes(), [Some("")]).expect("JSON");
        read(found)
    }

    #[test]
    fn a_cursor_is_a_text_or_a_number() {
        let text = |text: &str| Ok(Some(Token::Text(text.to_owned())));
        let number = |text: &str| Ok(Some(Token::Number(text.to_owned())));
        let table = [
            (r#""a\u00e9/""#, text("a\u{e9}/")),
            ("0", number("0")),
            ("-1.50", number("-1.50")),
            ("12345678901234567890123", number("12345678901234567890123")),
            ("null", Ok(None)),
            ("false", Ok(None)),
            ("\"\"", Ok(None)),
        ];
        for (json, expected) in table {
            assert_eq!(alone(json, |found| token("p", found)), expected, "{json}");
        }
        assert_eq!(token("p", None), Ok(None));
        for json in ["true", "{}", "[]", r#""\ud800""#] {
            let refusal = alone(json, |found| token("p", found));
            assert!(
                matches!(&refusal, Err(Next::Unread { path, .. }) if path == "p"),
                "{json}"
            );
        }
    }

    #[test]
    fn a_count_is_bounded_and_may_be_missing() {
        let table = [
            ("12", Ok(Some(12))),
            ("\"12\"", Ok(Some(12))),
            ("18446744073709551615", Ok(Some(u64::MAX))),
            ("-1", Ok(None)),
            ("null", Ok(None)),
            ("0", Ok(Some(0))),
        ];
        for (json, expected) in table {
            assert_eq!(
                alone(json, |found| count(Some("p"), found)),
                expected,
                "{json}"
            );
        }
        for json in ["18446744073709551616", "1.5", "1e3", "\"many\"", "{}"] {
            assert!(
                alone(json, |found| count(Some("p"), found)).is_err(),
                "{json}"
            );
        }
    }

    #[test]
    fn more_is_a_boolean() {
        assert_eq!(
            alone("true", |found| flag(Some("p"), found)),
            Ok(Some(true))
        );
        assert_eq!(
            alone("false", |found| flag(Some("p"), found)),
            Ok(Some(false))
        );
        assert_eq!(alone("null", |found| flag(Some("p"), found)), Ok(None));
        assert_eq!(flag(Some("p"), None), Ok(None));
        assert!(alone("\"yes\"", |found| flag(Some("p"), found)).is_err());
    }

    #[test]
    fn items_are_counted_without_being_read() {
        for (json, expected) in [
            ("[]", 0),
            ("[ ]", 0),
            (r#"[1,[2,3],{"a":[4]}]"#, 3),
            ("null", 0),
            ("{}", 0),
        ] {
            assert_eq!(alone(json, length), expected, "{json}");
            assert_eq!(alone(json, is_empty), expected == 0, "{json}");
        }
        assert!(is_empty(None));
    }
}
