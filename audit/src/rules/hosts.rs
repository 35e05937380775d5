//! Texts with a described vendor's host, outside of descriptions.

use super::Look;
use super::descriptions::Described;
use crate::facts::{Part, Sources, Text};
use crate::finding::{Finding, Rule};

pub(super) fn findings(look: &Look<'_>, described: &Described) -> Vec<Finding> {
    if described.hosts.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (package, sources) in look.sources.iter().enumerate() {
        for text in &sources.texts {
            let inside = text.description.map(|number| (package, number));
            if inside.is_some_and(|inside| described.known.contains(&inside)) {
                continue;
            }
            findings.extend(of_text(look, described, package, sources, text));
        }
    }
    findings
}

fn of_text(
    look: &Look<'_>,
    described: &Described,
    package: usize,
    sources: &Sources,
    text: &Text,
) -> Option<Finding> {
    let (whole, how) = match text.parts.as_slice() {
        [Part::Literal(literal)] => (literal.clone(), "stands in a text"),
        parts => (
            look.names.text(package, text.scope, parts),
            "is put together in a text",
        ),
    };
    let (host, described_at) =
        hosts(&whole).find_map(|host| described.hosts.get_key_value(&host))?;
    let (place, class) = sources.place(text.spot);
    let message = format!("`{host}`, which is described at {described_at}, {how}");
    let name = &look.workspace.packages[package].name;
    Some(Finding::new(Rule::Host, place, name, class, message).host(host))
}

/// Everything in a text that could be a host, in lower case.
fn hosts(text: &str) -> impl Iterator<Item = String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
    let words = text.split(move |letter| !is_part(letter));
    let words = words.map(|word| word.trim_matches(['.', '-']));
    words
        .filter(|word| word.contains('.'))
        .map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_whole_word() {
        let found = |text: &str| hosts(text).any(|host| host == "api.example.com");
        for text in [
            "api.example.com",
            "https://API.example.com:443/v1",
            "GET / HTTP/1.1\r\nHost: api.example.com\r\n",
            "see api.example.com.",
            "user@api.example.com",
        ] {
            assert!(found(text), "{text}");
        }
        for text in [
            "my-api.example.com",
            "api.example.com.invalid",
            "api.example.community",
            "api example com",
        ] {
            assert!(!found(text), "{text}");
        }
    }
}
