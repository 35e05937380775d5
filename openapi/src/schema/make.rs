//! Views as types, and the bodies of definitions.
//!
//! A type is found without a look into definitions: what a definition holds is found later, from a
//! list of what is left to do. So neither depth nor recursion of a document matters here, but for
//! lists of lists and the like.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Type;
use super::body::Body;
use super::definition::{Definition, Shape};
use super::knot::knotted;
use super::labels::Label;
use super::says;
use super::union::{Entry, only_refines};
use super::view::{Json, View};
use crate::document::{Dialect, Node};
use crate::options::Options;
use crate::report::{Entry as Note, Reason};

/// Lists of lists of lists, and what else is found at once.
pub(super) const DEPTH: usize = 64;

/// Definitions as they are made.
pub(super) struct Maker<'d> {
    pub(super) dialect: Dialect,
    pub(super) options: &'d Options,
    pub(super) definitions: Vec<Definition>,
    pub(super) notes: Vec<Note>,
    /// What members of unions are called, by their place.
    pub(super) labels: BTreeMap<String, Label>,
    pub(super) by_key: BTreeMap<String, usize>,
    pub(super) types: BTreeMap<String, State>,
    /// Places whose type is being found, and whether a reference led there.
    pub(super) open: Vec<(String, bool)>,
    pub(super) left: Vec<(usize, Body<'d>)>,
}

pub(super) enum State {
    Open,
    Known(Type),
}

impl<'d> Maker<'d> {
    pub(super) fn new(dialect: Dialect, options: &'d Options) -> Self {
        Self {
            dialect,
            options,
            definitions: Vec::new(),
            notes: Vec::new(),
            labels: BTreeMap::new(),
            by_key: BTreeMap::new(),
            types: BTreeMap::new(),
            open: Vec::new(),
            left: Vec::new(),
        }
    }

    /// The type of a schema, with all definitions that it needs.
    pub(super) fn of(&mut self, node: &Node<'d>) -> Type {
        let of = self.found(node, false);
        while let Some((index, body)) = self.left.pop() {
            let shape = self.shape(index, body);
            if let Some(definition) = self.definitions.get_mut(index) {
                definition.shape = shape;
            }
        }
        of
    }

    /// A definition of a fixed shape; the same again where there is one.
    pub(super) fn define(&mut self, key: &str, docs: Vec<String>, shape: Shape) -> usize {
        if let Some(index) = self.by_key.get(key) {
            return *index;
        }
        let index = self.definitions.len();
        let key = key.to_owned();
        self.by_key.insert(key.clone(), index);
        self.definitions.push(Definition { key, docs, shape });
        index
    }

    /// The type of a node; `referred` where a reference leads to it.
    pub(super) fn found(&mut self, node: &Node<'d>, referred: bool) -> Type {
        if node.reference().is_some() && says::sole(node, self.dialect).is_some() {
            return match node.resolved() {
                Ok(target) => {
                    let nullable = node.is("nullable") || node.is("x-nullable");
                    self.found_at(&target, true).or_null(nullable)
                }
                Err(broken) => self.anything(
                    &broken.at.clone(),
                    Reason::BrokenReference,
                    broken.to_string(),
                ),
            };
        }
        if node.reference().is_some()
            && let Err(broken) = node.resolved()
        {
            return self.anything(
                &broken.at.clone(),
                Reason::BrokenReference,
                broken.to_string(),
            );
        }
        self.found_at(node, referred)
    }

    pub(super) fn found_at(&mut self, node: &Node<'d>, referred: bool) -> Type {
        let place = node.place();
        match self.types.get(&place) {
            Some(State::Known(of)) => return of.clone(),
            Some(State::Open) => return Type::Named(self.knot(&place)),
            None if self.open.len() > DEPTH => {
                return self.anything(
                    &place,
                    Reason::WiderType,
                    "it is nested too deeply; it is read as anything".to_owned(),
                );
            }
            None => {}
        }
        self.types.insert(place.clone(), State::Open);
        self.open.push((place.clone(), referred));
        let of = self.seen(&place, node);
        self.open.pop();
        let of = match self.by_key.get(&knotted(&place)) {
            Some(index) => self.tied(*index, of, &place),
            None => of,
        };
        self.types.insert(place, State::Known(of.clone()));
        of
    }

    pub(super) fn seen(&mut self, place: &str, node: &Node<'d>) -> Type {
        if let Some(part) = says::sole(node, self.dialect) {
            return self.found(&part, false).or_null(says::takes_null(node));
        }
        let view = View::of(node, self.dialect);
        if node.get("discriminator").is_some() && view.unions.is_empty() {
            let said = "other types are built on this one, and a discriminator tells them apart; only what all of them have is read";
            self.note(place, Reason::NotCarried, said.to_owned());
        }
        self.viewed(place, view)
    }

    /// The type of what is said together.
    pub(super) fn viewed(&mut self, key: &str, view: View<'d>) -> Type {
        let nullable = view.nullable;
        if view.cut {
            let said =
                "it is put together of too many parts; what the last of them say is left out";
            self.note(key, Reason::WiderType, said.to_owned());
        }
        if view.conflict {
            let said = "its parts contradict each other; it is read as anything";
            return self.anything(key, Reason::WiderType, said.to_owned());
        }
        if view.only_null {
            return Type::Any;
        }
        self.bare(key, view).or_null(nullable)
    }

    pub(super) fn bare(&mut self, key: &str, mut view: View<'d>) -> Type {
        view.unions.retain(|union| {
            !only_refines(
                union,
                !view.properties.is_empty() || view.kinds.is_some(),
                self.dialect,
            )
        });
        match (view.unions.as_slice(), view.properties.is_empty()) {
            ([], _) => {}
            ([union], true) => {
                let union = union.clone();
                return self.union(key, &view, &union);
            }
            _ => self.spread(key, &mut view),
        }
        let kinds = view
            .kinds
            .clone()
            .unwrap_or_default()
            .into_iter()
            .collect::<Vec<_>>();
        match kinds.as_slice() {
            [] => Type::Any,
            [kind] => self.kind(key, *kind, view),
            [Json::Integer, Json::Number] => Type::F64,
            kinds => {
                let number = kinds.contains(&Json::Number);
                let kinds = kinds
                    .iter()
                    .filter(|kind| **kind != Json::Integer || !number);
                let part = |kind: &Json| {
                    let mut part = view.only(*kind);
                    // Beside other kinds only texts are worth names.
                    part.values = part.values.filter(|_| *kind == Json::String);
                    Entry::part(key, *kind, part)
                };
                self.untagged(key, &view, kinds.map(part).collect())
            }
        }
    }

    pub(super) fn anything(&mut self, place: &str, reason: Reason, detail: String) -> Type {
        self.note(place, reason, detail);
        Type::Any
    }

    pub(super) fn note(&mut self, place: &str, reason: Reason, detail: String) {
        let (pointer, operation) = (place.to_owned(), String::new());
        self.notes.push(Note {
            pointer,
            operation,
            reason,
            detail,
        });
    }
}

/// A text of a document as it stands in a sentence.
pub(super) fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
