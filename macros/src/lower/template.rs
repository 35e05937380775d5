//! The path of an endpoint: what it may hold, and the names in it.

use syn::LitStr;

use crate::errors::Errors;
use crate::syntax::{Piece, pieces};

/// The names of the parameters of a path, in order; `None` when the path is wrong.
pub(super) fn parameters(
    endpoint: &str,
    literal: &LitStr,
    errors: &mut Errors,
) -> Option<Vec<String>> {
    let template = literal.value();
    match read(&template) {
        Ok(names) => Some(names),
        Err(mistake) => {
            errors.on(literal, format!("endpoint `{endpoint}`: {mistake}"));
            None
        }
    }
}

fn read(template: &str) -> Result<Vec<String>, String> {
    if !template.starts_with('/') {
        let after = template.split_once("://").map(|(_, rest)| rest);
        return Err(match after {
            Some(rest) => format!(
                "the path stands below the base URL; write `/{}`",
                rest.split_once('/').map_or("…", |(_, path)| path)
            ),
            None => format!("the path begins with a slash; write `/{template}`"),
        });
    }
    let pieces = pieces(template)?;
    let mut names = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Text(text) => literal(text)?,
            Piece::Parameter(name) => named(name, &mut names)?,
        }
    }
    segments(template)?;
    Ok(names)
}

fn literal(text: &str) -> Result<(), String> {
    if text.contains('?') {
        return Err(
            "the path holds a query; each argument that is not in the path is a query parameter, \
             so leave out the `?` and what follows"
                .to_owned(),
        );
    }
    if text.contains('#') {
        return Err(
            "the path holds a fragment, which is never sent; leave out the `#` and what follows"
                .to_owned(),
        );
    }
    let odd = |letter: &char| !letter.is_ascii_graphic() || "\"<>\\^`|".contains(*letter);
    match text.chars().find(odd) {
        Some(letter) => Err(format!(
            "the path holds `{}`, which no URL has; write it percent-encoded",
            letter.escape_debug()
        )),
        None => Ok(()),
    }
}

fn named(name: &str, names: &mut Vec<String>) -> Result<(), String> {
    if name.is_empty() {
        return Err("`{}` names no argument; write `{id}`".to_owned());
    }
    let raw = format!("r#{name}");
    let is_name = syn::parse_str::<syn::Ident>(name).or_else(|_| syn::parse_str(&raw));
    if is_name.is_err() {
        let cure: String = name
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() {
                    letter
                } else {
                    '_'
                }
            })
            .collect();
        let cure = cure.trim_matches('_');
        let cure = if syn::parse_str::<syn::Ident>(cure).is_ok() {
            cure
        } else {
            "id"
        };
        return Err(format!(
            "`{{{name}}}` cannot be the name of an argument; write `{{{cure}}}`, the name is never sent"
        ));
    }
    if names.iter().any(|known| known == name) {
        return Err(format!(
            "`{{{name}}}` stands twice in the path; give the second its own argument"
        ));
    }
    names.push(name.to_owned());
    Ok(())
}

/// URL parsers fold dot segments, and `%2e` too (the WHATWG URL standard).
fn segments(template: &str) -> Result<(), String> {
    let mut segments = template.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let plain = segment.to_ascii_lowercase().replace("%2e", ".");
        if matches!(plain.as_str(), "." | "..") {
            return Err(format!(
                "the segment `{segment}` is folded away by URL parsers; write the path that it leads to"
            ));
        }
        if segment.is_empty() && segments.peek().is_some() {
            return Err("the path holds an empty segment, `//`; write one slash".to_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_order() {
        let table: [(&str, &[&str]); 6] = [
            ("/", &[]),
            ("/a/", &[]),
            ("/spreadsheets/{id}/values/{range}:append", &["id", "range"]),
            ("/compare/{base}...{head}", &["base", "head"]),
            ("/{type}", &["type"]),
            ("/a.json/..b/@me/~x/%20", &[]),
        ];
        for (template, names) in table {
            assert_eq!(
                read(template).as_deref(),
                Ok(&names.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
                "{template}"
            );
        }
    }

    #[test]
    fn each_mistake_is_named_with_its_cure() {
        let table = [
            ("projects", "write `/projects`"),
            ("https://h/v1/x", "write `/v1/x`"),
            ("/a?b=c", "leave out the `?`"),
            ("/a#b", "leave out the `#`"),
            ("/a b", "percent-encoded"),
            ("/ä", "percent-encoded"),
            ("/{}", "names no argument"),
            ("/{user-id}", "write `{user_id}`"),
            ("/{*rest}", "write `{rest}`"),
            ("/{self}", "write `{id}`"),
            ("/{a}/{a}", "stands twice"),
            ("/a/../b", "folded away"),
            ("/a/%2E%2e", "folded away"),
            ("/a//b", "empty segment"),
        ];
        for (template, expected) in table {
            let refusal = read(template).expect_err(template);
            assert!(refusal.contains(expected), "{template}: {refusal}");
        }
    }
}
