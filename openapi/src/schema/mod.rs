//! Schemas as Rust types: what a schema is, and the definitions that it needs.
//!
//! In: nodes that are schemas, in the dialect of their document. Out: a [`Type`] for each, and the
//! text of `types.rs` at the end. Knows nothing of operations and of the wire.

mod body;
mod boxes;
mod choose;
mod definition;
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

use self::definition::{Presence, Shape};
use self::make::Maker;
use self::place::Places;
use self::settle::Settled;
use self::write::Writer;
use crate::docs;
use crate::document::{Document, Node};
use crate::names::Names;
use crate::options::Options;
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

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// As it is written on the wire.
    pub(crate) wire: String,
    /// In Rust; empty before [`Types::settle`].
    pub(crate) name: String,
    /// Its type, without the `Option` of a field that may be absent.
    pub(crate) of: Type,
    /// Whether it is always there.
    pub(crate) required: bool,
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
    /// `either`, and before the first `text`, `fields` and `write`: only when all are known do names
    /// not depend on the order of the document.
    pub(crate) fn settle(&mut self, names: &mut Names) {
        let places = Places {
            hints: &self.hints,
            labels: &self.maker.labels,
        };
        let components = components(&self.document.root());
        let definitions = &mut self.maker.definitions;
        self.settled = settle::settle(definitions, &self.roots, &places, &components, names);
    }

    /// The members of an object, of an alternative of objects those that all have; none of others.
    pub(crate) fn fields(&self, of: &Type) -> Vec<Field> {
        self.fields_within(of, 0)
    }

    fn fields_within(&self, of: &Type, depth: usize) -> Vec<Field> {
        let index = match of {
            Type::Named(index) => self.settled.one(*index),
            Type::Nullable(of) if depth < DEPTH => return self.fields_within(of, depth + 1),
            _ => return Vec::new(),
        };
        let Some(definition) = self.maker.definitions.get(index) else {
            return Vec::new();
        };
        let all = |types: Vec<&Type>| {
            let inner = types
                .iter()
                .filter(|_| depth < DEPTH)
                .map(|of| self.fields_within(of, depth + 1));
            inner.reduce(|all, other| {
                all.into_iter()
                    .filter(|field| other.contains(field))
                    .collect()
            })
        };
        match &definition.shape {
            Shape::Struct { .. } => self.fields_of(index),
            Shape::Newtype(of) if depth < DEPTH => self.fields_within(of, depth + 1),
            Shape::Tagged { .. } | Shape::Untagged { .. } => {
                all(definition.shape.parts()).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn fields_of(&self, index: usize) -> Vec<Field> {
        let Some(Shape::Struct { members, .. }) = self
            .maker
            .definitions
            .get(index)
            .map(|definition| &definition.shape)
        else {
            return Vec::new();
        };
        let ways = self.settled.ways.get(&index).copied().unwrap_or_default();
        let names = self
            .settled
            .members
            .get(&index)
            .cloned()
            .unwrap_or_default();
        let names = names.into_iter().chain(core::iter::repeat(String::new()));
        let field = members.iter().zip(names).map(|(member, name)| Field {
            wire: member.wire.clone(),
            name,
            of: member.of.clone(),
            required: matches!(member.presence(ways), Presence::Always | Presence::OrNull),
        });
        field.collect()
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
        let mut head = format!("{HEADER}\n\n");
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

/// The first line of the file.
const HEADER: &str = "// Generated by `tollgate import`; changes are lost when it is run again.";

/// Alternatives in alternatives, whose members are looked at.
const DEPTH: usize = 16;

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
