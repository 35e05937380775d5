//! What a document says about limits, although OpenAPI has no field for them: extensions, and headers
//! that are documented beside answers. Said as sentences for whoever fills the limits in; nothing
//! is guessed from them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::document::{Document, Node};

/// One sentence for each thing that the document says.
pub(crate) fn hints(document: &Document) -> Vec<String> {
    let mut found = Found::default();
    let root = document.root();
    found.walk(&root, DEPTH);
    let mut hints = found.extensions();
    hints.extend(found.headers());
    hints
}

/// Objects in objects; answers are not deeper, schemas are not looked into.
const DEPTH: usize = 12;

#[derive(Default)]
struct Found {
    /// Name and value of an extension, with how often and where first.
    extensions: BTreeMap<(String, String), (usize, String)>,
    /// Names of headers, with how many answers have them.
    headers: BTreeMap<String, usize>,
    /// Answers with 429.
    refusals: usize,
    seen: BTreeSet<String>,
}

impl Found {
    fn walk(&mut self, node: &Node<'_>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        for (key, member) in node.members() {
            match key {
                "schemas" | "definitions" | "examples" | "example" | "schema" => {}
                "headers" => self.documented(&member),
                _ if key.starts_with("x-") && is_of_limits(key) => self.extension(key, &member),
                _ if key.starts_with("x-") => {}
                _ => {
                    self.refusals += usize::from(key == "429" && member.value().is_object());
                    self.walk(&member, depth);
                }
            }
        }
    }

    fn extension(&mut self, key: &str, node: &Node<'_>) {
        let mut text = match node.value() {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if text.chars().count() > 120 {
            text = text.chars().take(120).chain(['…']).collect();
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let place = node.place();
        let count = self
            .extensions
            .entry((key.to_owned(), text))
            .or_insert((0, place));
        count.0 += 1;
    }

    fn documented(&mut self, headers: &Node<'_>) {
        let names = headers.members().map(|(name, _)| name);
        for name in names.filter(|name| is_of_limits(name)) {
            if self.seen.insert(format!("{}/{name}", headers.place())) {
                *self.headers.entry(name.to_ascii_lowercase()).or_default() += 1;
            }
        }
    }

    fn extensions(&self) -> Vec<String> {
        let sentence = |((key, value), (count, place)): (&(String, String), &(usize, String))| {
            let more = match count {
                1 => String::new(),
                count => format!(", and {} times more", count - 1),
            };
            format!("`{key}` says `{value}` ({place}{more}).")
        };
        self.extensions.iter().map(sentence).collect()
    }

    fn headers(&self) -> Vec<String> {
        let mut hints = Vec::new();
        if !self.headers.is_empty() {
            let names = self.headers.keys().map(|name| format!("`{name}`"));
            let names: Vec<_> = names.collect();
            hints.push(format!("Answers have the headers {}.", names.join(", ")));
        }
        if self.refusals > 0 {
            hints.push(format!(
                "An answer of status 429 is documented in {} places.",
                self.refusals
            ));
        }
        hints
    }
}

/// Whether a header or an extension is about limits, by its name.
pub(super) fn is_of_limits(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    ["ratelimit", "throttl", "quota", "retryafter"]
        .iter()
        .any(|word| plain.contains(word))
}
