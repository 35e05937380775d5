//! Media types, as RFC 9110 sections 8.3.1 and 12.5.1 write them.

use syn::LitStr;

use super::filled::Filled;
use crate::errors::Errors;

/// The type behind `content_type =`.
pub(super) fn content_type(filled: Filled, errors: &mut Errors) -> Option<String> {
    let literal = filled.string(errors)?;
    let text = literal.value();
    match is_type(&text) && !text.contains(['*', ',']) {
        true => Some(text),
        false => refuse(
            &literal,
            "is no media type; write `type/subtype`, such as `text/plain`",
            errors,
        ),
    }
}

/// The types behind `accept =`.
pub(super) fn accept(filled: Filled, errors: &mut Errors) -> Option<String> {
    let literal = filled.string(errors)?;
    let text = literal.value();
    match text.split(',').all(|one| is_type(one.trim())) {
        true => Some(text),
        false => refuse(
            &literal,
            "is no list of media types; write `type/subtype`, with commas between them",
            errors,
        ),
    }
}

fn refuse(literal: &LitStr, what: &str, errors: &mut Errors) -> Option<String> {
    let text = literal.value();
    errors.on(literal, format!("`{}` {what}", text.escape_debug()));
    None
}

/// `type/subtype`, with parameters that can stand in a header.
fn is_type(text: &str) -> bool {
    let (essence, parameters) = text.split_once(';').unwrap_or((text, ""));
    let token = |token: &str| !token.is_empty() && token.bytes().all(super::header_name::is_token);
    let named = |(kind, name): (&str, &str)| token(kind) && token(name);
    essence.trim_end().split_once('/').is_some_and(named)
        && parameters
            .chars()
            .all(|letter| letter == ' ' || letter.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_from_what_is_none() {
        for text in [
            "text/plain",
            "application/merge-patch+json",
            "application/vnd.api+json; version=1",
            "*/*",
            "multipart/form-data;boundary=\"x y\"",
        ] {
            assert!(is_type(text), "{text}");
        }
        for text in [
            "",
            "json",
            "/json",
            "text/",
            "text/a b",
            "a/b/c",
            "a/b;\r\nx: y",
            "ä/b",
        ] {
            assert!(!is_type(text), "{text}");
        }
    }
}
