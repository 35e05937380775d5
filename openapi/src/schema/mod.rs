//! Schemas as Rust types: what a schema is, and the definitions that it needs.
//!
//! In: nodes that are schemas, in the dialect of their document. Out: a [`Type`] for each, and the
//! text of `types.rs` at the end. Knows nothing of operations and of the wire.

mod body;
mod boxes;
mod choose;
mod circle;
mod definition;
mod fixed;
mod keywords;
mod kind;
mod knot;
mod labels;
mod leaf;
mod lines;
mod make;
mod members;
mod merge;
mod naming;
mod place;
mod says;
mod settle;
mod tagged;
mod together;
mod union;
mod view;
mod words;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use self::make::Maker;
use self::place::Places;
use self::settle::Settled;
use self::write::Writer;
use crate::docs;
use crate::document::{Document, Node};
use crate::names::Names;
use crate::options::Options;
use crate::output::HEADER;
use crate::report::Entry;

/// A type as it stands in a field, an argument or an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Type {
    Bool,
    I32,
    I64,
    U64,
    F32,
    F64,
    String,
    /// `date-time` and `date`, where the options ask for them; texts otherwise.
    Timestamp,
    Date,
    /// `format: binary` (or the 3.1 way to say it): bytes, outside of JSON.
    Binary,
    /// Anything: `tollgate::model::Value`.
    Any,
    List(Box<Type>),
    Map(Box<Type>),
    /// May be null.
    Nullable(Box<Type>),
    /// A definition in `types.rs`.
    Named(usize),
}

/// What a type is to somebody who puts it into a URL, a header or a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One text: numbers, texts, enums of texts and of numbers.
    Scalar,
    /// A list of scalars.
    List,
    /// An object or a map of scalars.
    Object,
    /// Anything deeper, or anything at all.
    Nested,
}

/// In which direction a type travels. One that goes both ways has been asked for twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Request,
    Response,
}

/// What a schema without a name of its own is called: `identity` is its fixed place among all names
/// (`GET /notes answer`), `name` the Rust name that is wanted (`NotesListAnswer`).
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) identity: String,
    pub(crate) name: String,
}

/// All types of an import.
pub(crate) struct Types<'d> {
    document: &'d Document,
    maker: Maker<'d>,
    hints: BTreeMap<String, Hint>,
    /// What was asked for.
    roots: Vec<(Type, Way)>,
    settled: Settled,
}

impl<'d> Types<'d> {
    pub(crate) fn new(document: &'d Document, options: &'d Options) -> Self {
        Self {
            document,
            maker: Maker::new(document.dialect(), options),
            hints: BTreeMap::new(),
            roots: Vec::new(),
            settled: Settled::default(),
        }
    }

    /// The type of a schema. What cannot be said in Rust is a wider type and a note; a reference
    /// that leads nowhere is anything, and a note.
    pub(crate) fn of(&mut self, schema: &Node<'d>, hint: &Hint, way: Way) -> Type {
        self.hint(schema.place(), hint);
        let of = self.maker.of(schema);
        self.roots.push((of.clone(), way));
        of
    }

    /// A sum of several answers of one meaning (typed errors): the type itself where there is one.
    pub(crate) fn either(&mut self, types: Vec<Type>, hint: &Hint) -> Type {
        let mut variants: Vec<Type> = Vec::new();
        for of in types {
            if !variants.contains(&of) {
                variants.push(of);
            }
        }
        if variants.len() < 2 {
            return variants.pop().unwrap_or(Type::Any);
        }
        if variants.contains(&Type::Any) {
            return Type::Any;
        }
        let key = format!("~either {}", hint.identity);
        self.hint(key.clone(), hint);
        let shape = body::untagged(variants, true);
        let of = Type::Named(self.maker.define(&key, Vec::new(), shape));
        self.roots.push((of.clone(), Way::Response));
        of
    }

    /// One place has one hint, whoever asks first.
    fn hint(&mut self, place: String, hint: &Hint) {
        let known = self.hints.entry(place).or_insert_with(|| hint.clone());
        if hint.identity < known.identity {
            *known = hint.clone();
        }
    }

    /// The text of a type, as it is written outside of `types.rs`: `Vec<types::Issue>`.
    pub(crate) fn text(&self, of: &Type) -> String {
        self.writer().text(of, "types::")
    }

    /// What it is in a URL.
    pub(crate) fn kind(&self, of: &Type) -> Kind {
        kind::of(&self.maker.definitions, of)
    }

    /// Gives every definition its name, and lets equal ones become one. Once, after the last `of` and
    /// `either`, and before the first `text` and `write`: only when all are known do names
    /// not depend on the order of the document.
    pub(crate) fn settle(&mut self, names: &mut Names) {
        let places = Places {
            hints: &self.hints,
            labels: &self.maker.labels,
        };
        let components = components(&self.document.root());
        let definitions = &mut self.maker.definitions;
        self.maker.notes.extend(circle::cut(definitions));
        self.settled = settle::settle(definitions, &self.roots, &places, &components, names);
    }

    /// What is to be looked at.
    pub(crate) fn notes(&self) -> Vec<Entry> {
        let mut notes = self.maker.notes.clone();
        notes.sort();
        notes.dedup();
        notes
    }

    /// The text of `types.rs`: all definitions that were asked for, in the order of their names.
    pub(crate) fn write(&self) -> String {
        let mut head = format!("// {HEADER}; changes are lost when it is run again.\n\n");
        let root = self.document.root();
        let version = root.get("info").and_then(|info| info.get("version"));
        let version = version.map(|version| make::quoted(version.value()));
        let version = version.unwrap_or_default();
        let about =
            docs::lines(&format!("The types of {} {version}", self.document.title())).join(" ");
        head.push_str(&format!("//! {}.\n", about.trim_end_matches(['.', ' '])));
        self.writer().file(&head)
    }

    fn writer(&self) -> Writer<'_> {
        Writer {
            definitions: &self.maker.definitions,
            settled: &self.settled,
        }
    }
}

/// The schemas that the document names: where they stand, and what they are called.
fn components(root: &Node<'_>) -> Vec<(String, String)> {
    let new = root
        .get("components")
        .and_then(|components| components.get("schemas"));
    let all = new.into_iter().chain(root.get("definitions"));
    let named = all.flat_map(|all| all.members());
    named
        .map(|(name, node)| (node.place(), name.to_owned()))
        .collect()
}
