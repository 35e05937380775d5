//! Rust names: deterministic, free of collisions, and the same again when the document grows.
//!
//! In: what things are called in the document, and the names of an earlier import. Out: identifiers.
//! Knows neither schemas nor operations.

use std::collections::BTreeMap;

/// Names of an earlier import, and those of this one: identity to Rust name.
#[derive(Debug, Default)]
pub(crate) struct Names {
    earlier: BTreeMap<String, String>,
    given: BTreeMap<String, String>,
}

impl Names {
    /// From the text of `names.txt`.
    pub(crate) fn earlier(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let earlier = lines.filter_map(|line| line.rsplit_once('\t'));
        Self {
            earlier: earlier
                .map(|(identity, name)| (identity.to_owned(), name.to_owned()))
                .collect(),
            given: BTreeMap::new(),
        }
    }

    /// The text of `names.txt`: what was given in this import, sorted.
    pub(crate) fn text(&self) -> String {
        let lines = self
            .given
            .iter()
            .map(|(identity, name)| format!("{identity}\t{name}\n"));
        lines.collect()
    }
}
