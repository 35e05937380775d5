//! The `Link` header, RFC 8288, read by the algorithm of its appendix B.
//!
//! In: the header's field lines and the URL that was answered. Out: where the next page is, or
//! why it must not be followed.

use http::HeaderMap;
use http::header::LINK;
use url::Url;

/// Where the next page is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// There is none.
    End,
    /// At the same origin.
    Page(Url),
    /// At another origin, or by another scheme: named without path, query and user information.
    Foreign(String),
}

/// The next page by the `Link` headers of an answer from `answered`.
pub(super) fn next(headers: &HeaderMap, answered: &Url) -> Next {
    for line in headers.get_all(LINK) {
        let line = String::from_utf8_lossy(line.as_bytes());
        if let Some(target) = next_target(&line, answered) {
            return judged(target, answered);
        }
    }
    Next::End
}

fn judged(target: &str, answered: &Url) -> Next {
    let Ok(mut url) = answered.join(target) else {
        return Next::Foreign("an address that is not a URL".to_owned());
    };
    let same = url.scheme() == answered.scheme()
        && url.host_str() == answered.host_str()
        && url.port_or_known_default() == answered.port_or_known_default();
    if !same {
        return Next::Foreign(match url.host_str() {
            Some(host) => match url.port() {
                Some(port) => format!("{}://{host}:{port}", url.scheme()),
                None => format!("{}://{host}", url.scheme()),
            },
            None => format!("the scheme `{}:`", url.scheme()),
        });
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Next::Foreign("an address with user information".to_owned());
    }
    // It is never sent, and two pages that differ in it alone are one.
    url.set_fragment(None);
    Next::Page(url)
}

/// The target of the first link of a field line whose relation is `next` and whose context is
/// the answered page.
fn next_target<'l>(line: &'l str, answered: &Url) -> Option<&'l str> {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let (target, after) = rest.strip_prefix('<')?.split_once('>')?;
        let (parameters, after) = parameters(after);
        if parameters.is_next(answered) {
            return Some(target);
        }
        rest = after;
    }
}

/// The two parameters that decide; of each the first occurrence counts.
#[derive(Default)]
struct Parameters {
    relation: Option<String>,
    anchor: Option<String>,
}

impl Parameters {
    fn is_next(&self, answered: &Url) -> bool {
        let relation = self.relation.as_deref().unwrap_or_default();
        let next = relation
            .split_ascii_whitespace()
            .any(|name| name.eq_ignore_ascii_case("next"));
        // A link whose context is another resource says nothing about this page's successor.
        let here = self
            .anchor
            .as_ref()
            .is_none_or(|anchor| answered.join(anchor).is_ok_and(|url| url == *answered));
        next && here
    }

    fn set(&mut self, name: &str, value: String) {
        if name.eq_ignore_ascii_case("rel") {
            self.relation.get_or_insert(value);
        } else if name.eq_ignore_ascii_case("anchor") {
            self.anchor.get_or_insert(value);
        }
    }
}

/// The parameters of one link, and what follows them.
fn parameters(line: &str) -> (Parameters, &str) {
    let mut found = Parameters::default();
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let Some(after) = rest.strip_prefix(';') else {
            // Up to the comma that ends this link; rubbish before it is skipped.
            return (found, rest.find(',').map_or("", |comma| &rest[comma..]));
        };
        let end = after.find(['=', ';', ',']).unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        match after.strip_prefix('=') {
            Some(after) => {
                let (text, after) = value(after.trim_start_matches([' ', '\t']));
                found.set(name.trim(), text);
                rest = after;
            }
            None => rest = after,
        }
    }
}

/// A token or a quoted string, and what follows. An open quote ends with the line.
fn value(line: &str) -> (String, &str) {
    let Some(quoted) = line.strip_prefix('"') else {
        let end = line.find([';', ',']).unwrap_or(line.len());
        let (token, after) = line.split_at(end);
        return (token.trim_end_matches([' ', '\t']).to_owned(), after);
    };
    let mut text = String::new();
    let mut characters = quoted.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return (text, &quoted[index + 1..]),
            '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
            _ => text.push(character),
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Next {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(LINK, line.parse().expect("a header value"));
        }
        next(
            &headers,
            &Url::parse("https://api.x/v1/items?page=1").expect("a URL"),
        )
    }

    #[test]
    fn links_of_every_spelling_are_read() {
        let table = [
            (
                "<https://api.x/v1/items?page=2>; rel=\"prev\", <https://api.x/v1/items?page=4>; rel=\"next\", <https://api.x/v1/items?page=515>; rel=\"last\"",
                "https://api.x/v1/items?page=4",
            ),
            (
                "<https://api.x/v1/items?page=2>;rel=next",
                "https://api.x/v1/items?page=2",
            ),
            (
                "<https://api.x/v1/items?page=2>; rel=\"last next\"",
                "https://api.x/v1/items?page=2",
            ),
            (
                "</v1/items?page=2>; rel=\"next\"",
                "https://api.x/v1/items?page=2",
            ),
            (
                "<https://api.x/v1/items?ids=1,2,3&page=2>; rel=\"next\"",
                "https://api.x/v1/items?ids=1,2,3&page=2",
            ),
            ("<https://api.x/2>; REL=\"NEXT\"", "https://api.x/2"),
            ("<https://api.x/2> ; rel = \"next\"", "https://api.x/2"),
            (", ,<https://api.x/2>; rel=\"next\",,", "https://api.x/2"),
            ("<https://api.x/2>; rel=\"next", "https://api.x/2"),
            ("<https://API.x:443/2>; rel=\"next\"", "https://api.x/2"),
            (
                "</v2/_catalog?last=team%2Fr03&n=3>; rel=\"next\"",
                "https://api.x/v2/_catalog?last=team%2Fr03&n=3",
            ),
            (
                "<https://api.x/2>; title=\"a, b; c\"; rel=next",
                "https://api.x/2",
            ),
            ("<https://api.x/2>; hreflang; rel=next", "https://api.x/2"),
            ("<https://api.x/2#a>; rel=next", "https://api.x/2"),
        ];
        for (line, expected) in table {
            assert_eq!(
                of(&[line]),
                Next::Page(Url::parse(expected).expect("a URL")),
                "{line}"
            );
        }
    }

    #[test]
    fn the_first_relation_counts_and_strings_hold_what_they_hold() {
        let none = [
            "<https://api.x/p>; title=\"a, \\\"b\\\"; rel=\\\"next\\\"\"; rel=\"prev\"",
            "<https://api.x/2>; rel=\"next\"; anchor=\"#other\"",
            "https://api.x/2; rel=\"next\"",
            "<https://api.x/2>; rel=\"https://example.com/rels/next\"",
            "<https://api.x/2>; rel=prev; rel=next",
            "<https://api.x/2",
            "<https://api.x/2>",
            "",
        ];
        for line in none {
            assert_eq!(of(&[line]), Next::End, "{line}");
        }
    }

    #[test]
    fn several_field_lines_are_one_list() {
        let lines = [
            "<https://api.x/0>; rel=\"prev\"",
            "<https://api.x/2>; rel=\"next\"",
        ];
        assert_eq!(
            of(&lines),
            Next::Page(Url::parse("https://api.x/2").expect("a URL"))
        );
    }

    #[test]
    fn a_foreign_target_is_named_without_secrets() {
        let table = [
            ("https://evil.example/2?key=S3CR3T", "https://evil.example"),
            ("https://api.x:8443/2", "https://api.x:8443"),
            ("//evil.example/2", "https://evil.example"),
            ("http://api.x/v1/items", "http://api.x"),
            ("https://api.x@evil.example/p2", "https://evil.example"),
            (
                "https://api.x.evil.example/p2",
                "https://api.x.evil.example",
            ),
            (
                "https://user:S3CR3T@api.x/2",
                "an address with user information",
            ),
            ("javascript:alert(1)", "the scheme `javascript:`"),
            ("http://[::1", "an address that is not a URL"),
        ];
        for (target, expected) in table {
            let line = format!("<{target}>; rel=\"next\"");
            assert_eq!(of(&[&line]), Next::Foreign(expected.to_owned()), "{target}");
        }
    }

    #[test]
    fn rubbish_ends() {
        for line in [
            "<a>;",
            "<a>;;;",
            "<a>;=",
            "<a>;=,",
            ";",
            "<",
            "<>",
            "\"",
            "<a>x,<b>;rel=next;",
            "é<é>;rel=é",
        ] {
            let _ = next_target(line, &Url::parse("https://api.x/").expect("a URL"));
        }
    }
}
