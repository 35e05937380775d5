//! The path of an endpoint: what it may hold, the names in it, and how it goes on the wire.

use syn::LitStr;

use crate::errors::Errors;
use crate::syntax::{Piece, pieces};

/// A path that is right in itself.
#[derive(Debug)]
pub(super) struct Template {
    /// The names of its parameters, in order.
    pub(super) parameters: Vec<String>,
    /// The names of the query parameters that every call has.
    pub(super) query: Vec<String>,
    /// The path with what no URL holds percent-encoded, and the parameters as they are.
    pub(super) written: LitStr,
}

/// Reads the path of an endpoint; `None` when it is wrong.
pub(super) fn template(endpoint: &str, literal: &LitStr, errors: &mut Errors) -> Option<Template> {
    match read(&literal.value()) {
        Ok(Read {
            parameters,
            query,
            written,
        }) => Some(Template {
            parameters,
            query,
            written: LitStr::new(&written, literal.span()),
        }),
        Err(mistake) => {
            errors.on(literal, format!("endpoint `{endpoint}`: {mistake}"));
            None
        }
    }
}

/// What a template says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    parameters: Vec<String>,
    query: Vec<String>,
    written: String,
}

fn read(template: &str) -> Result<Read, String> {
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
    let mut read = Read::default();
    for piece in &pieces(template)? {
        match piece {
            Piece::Text(text) => read.written.push_str(&literal(text)?),
            Piece::Parameter(name) if read.written.contains('?') => {
                return Err(format!(
                    "`{{{name}}}` stands in the query; an argument that is not in the path is a query parameter \
                     of its name, so leave it out of the template"
                ));
            }
            Piece::Parameter(name) => {
                named(name, &mut read.parameters)?;
                read.written.push_str(&format!("{{{name}}}"));
            }
        }
    }
    let (path, query) = read.written.split_once('?').unwrap_or((&read.written, ""));
    segments(path)?;
    let names = query.split('&').filter_map(|pair| pair.split('=').next());
    read.query = names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    Ok(read)
}

/// Text of a template, with what no URL holds percent-encoded. What is encoded already stays so.
fn literal(text: &str) -> Result<String, String> {
    if text.contains('#') {
        return Err(
            "the path holds a fragment, which is never sent; leave out the `#` and what follows"
                .to_owned(),
        );
    }
    // A slip of the pen rather than a part of the address.
    if let Some(letter) = text
        .chars()
        .find(|letter| *letter == ' ' || letter.is_control())
    {
        return Err(format!(
            "the path holds `{}`, which no URL has; write it percent-encoded",
            letter.escape_debug()
        ));
    }
    let mut written = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        let is_encoded = || {
            let digits = text.get(index + 1..index + 3);
            digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
        };
        let stays = match letter {
            '%' => is_encoded(),
            letter => letter.is_ascii_graphic() && !"\"<>\\^`|".contains(letter),
        };
        match stays {
            true => written.push(letter),
            false => {
                let mut bytes = [0; 4];
                for byte in letter.encode_utf8(&mut bytes).bytes() {
                    written.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    Ok(written)
}

fn named(name: &str, names: &mut Vec<String>) -> Result<(), String> {
    if name.is_empty() {
        return Err("`{}` names no argument; write `{id}`".to_owned());
    }
    if let Some(letter) = name.chars().find(|letter| "/?#".contains(*letter)) {
        return Err(format!(
            "`{{{name}}}` holds `{letter}`, which ends a segment; write `{{id}}`"
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

/// What an argument for the parameter `name` could be called, if not by that name.
pub(super) fn as_name(name: &str) -> Option<String> {
    let raw = format!("r#{name}");
    let is_name = |name: &str| syn::parse_str::<syn::Ident>(name).is_ok();
    if is_name(name) || is_name(&raw) {
        return None;
    }
    let word = name.chars().map(|letter| match letter {
        letter if letter.is_alphanumeric() => letter,
        _ => '_',
    });
    let word: String = word.collect();
    let word = word.trim_matches('_');
    Some(if is_name(word) { word } else { "id" }.to_owned())
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
        let table: [(&str, &[&str]); 9] = [
            ("/", &[]),
            ("/a/", &[]),
            ("/spreadsheets/{id}/values/{range}:append", &["id", "range"]),
            ("/compare/{base}...{head}", &["base", "head"]),
            ("/{type}", &["type"]),
            ("/a.json/..b/@me/~x/%20", &[]),
            ("/{id}.json", &["id"]),
            ("/{owner-name}/{a.b}/{$c}", &["owner-name", "a.b", "$c"]),
            ("/{a b}/{c+}", &["a b", "c+"]),
        ];
        for (template, names) in table {
            let read = read(template).expect(template);
            assert_eq!(read.parameters, names, "{template}");
            assert_eq!(read.written, template);
        }
    }

    #[test]
    fn what_no_url_holds_is_percent_encoded() {
        let table = [
            ("/ä/{ö}", "/%C3%A4/{ö}"),
            ("/a:@('b;=c$,d*!)+&", "/a:@('b;=c$,d*!)+&"),
            ("/%zz/%2f/%", "/%25zz/%2f/%25"),
            ("/a|b^\"<>\\`", "/a%7Cb%5E%22%3C%3E%5C%60"),
            ("/x?q=ä|b", "/x?q=%C3%A4%7Cb"),
        ];
        for (template, written) in table {
            assert_eq!(read(template).expect(template).written, written);
        }
    }

    #[test]
    fn pairs_behind_the_path_are_read() {
        let read = read("/{id}/x?action=y&deep&to=//..").expect("a template");
        assert_eq!(read.parameters, ["id"]);
        assert_eq!(read.query, ["action", "deep", "to"]);
        assert_eq!(read.written, "/{id}/x?action=y&deep&to=//..");
    }

    #[test]
    fn each_mistake_is_named_with_its_cure() {
        let table = [
            ("projects", "write `/projects`"),
            ("https://h/v1/x", "write `/v1/x`"),
            ("/a?b={c}", "leave it out"),
            ("/a#b", "leave out the `#`"),
            ("/a b", "percent-encoded"),
            ("/a\n", "percent-encoded"),
            ("/{}", "names no argument"),
            ("/{a/b}", "ends a segment"),
            ("/{?a}", "ends a segment"),
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

    #[test]
    fn an_argument_is_called_by_a_name() {
        let table = [
            ("user-id", Some("user_id")),
            ("*rest", Some("rest")),
            ("self", Some("id")),
            ("1", Some("id")),
            ("a.b", Some("a_b")),
            ("type", None),
            ("ö", None),
        ];
        for (parameter, expected) in table {
            assert_eq!(as_name(parameter).as_deref(), expected, "{parameter}");
        }
    }
}
