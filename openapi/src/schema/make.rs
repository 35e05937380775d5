//! Views as types, and the bodies of definitions.
//!
//! A type is found without a look into definitions: what a definition holds is found later, from a
//! list of what is left to do. So neither depth nor recursion of a document matters here, but for
//! lists of lists and the like.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Type;
use super::definition::{Definition, Member, Shape, Variant};
use super::place::Label;
use super::union::{self, Alternatives, Entry};
use super::view::{self, Additional, Choice, Json, Union, View};
use super::words;
use crate::document::{Dialect, Node};
use crate::options::Options;
use crate::report::{Entry as Note, Reason};

/// Lists of lists of lists, and what else is found at once.
const DEPTH: usize = 64;

/// Definitions as they are made.
pub(super) struct Maker<'d> {
    pub(super) dialect: Dialect,
    pub(super) options: &'d Options,
    pub(super) definitions: Vec<Definition>,
    pub(super) notes: Vec<Note>,
    /// What members of unions are called, by their place.
    pub(super) labels: BTreeMap<String, Label>,
    by_key: BTreeMap<String, usize>,
    types: BTreeMap<String, State>,
    /// Places whose type is being found, and whether a reference led there.
    open: Vec<(String, bool)>,
    left: Vec<(usize, Body<'d>)>,
}

enum State {
    Open,
    Known(Type),
}

/// What a definition is to be filled with.
enum Body<'d> {
    Members(Box<View<'d>>),
    Tagged {
        tag: String,
        variants: Vec<(Vec<String>, Entry<'d>)>,
    },
    Untagged(Vec<Entry<'d>>),
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
    fn found(&mut self, node: &Node<'d>, referred: bool) -> Type {
        if node.reference().is_some() && view::sole(node, self.dialect).is_some() {
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

    fn found_at(&mut self, node: &Node<'d>, referred: bool) -> Type {
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

    /// A schema that consists of itself, by way of lists and the like, is a type of its own: and so
    /// are all on the way that have a name, wherever one begins to look.
    fn knot(&mut self, place: &str) -> usize {
        let from = self
            .open
            .iter()
            .position(|(open, _)| open == place)
            .unwrap_or_default();
        let circle = self.open.get(from..).unwrap_or_default().to_vec();
        for (open, _) in circle
            .iter()
            .filter(|(open, referred)| *referred || open == place)
        {
            self.define(&knotted(open), Vec::new(), Shape::Open);
        }
        self.define(&knotted(place), Vec::new(), Shape::Open)
    }

    fn tied(&mut self, index: usize, of: Type, place: &str) -> Type {
        let mut at = of.held();
        let mut hops = 0;
        while let Some(next) = at.filter(|next| *next != index && hops <= DEPTH) {
            hops += 1;
            at = match self
                .definitions
                .get(next)
                .map(|definition| &definition.shape)
            {
                Some(Shape::Newtype(of)) => of.held(),
                _ => None,
            };
        }
        let shape = match at.is_some() && !matches!(of, Type::Nullable(_)) {
            true => {
                let said = "it consists of nothing but itself; it is read as anything";
                Shape::Newtype(self.anything(place, Reason::WiderType, said.to_owned()))
            }
            false => Shape::Newtype(of),
        };
        if let Some(definition) = self.definitions.get_mut(index) {
            definition.shape = shape;
        }
        Type::Named(index)
    }

    fn seen(&mut self, place: &str, node: &Node<'d>) -> Type {
        if let Some(part) = view::sole(node, self.dialect) {
            return self.found(&part, false).or_null(view::takes_null(node));
        }
        let view = View::of(node, self.dialect);
        if node.get("discriminator").is_some() && view.unions.is_empty() {
            let said = "other types are built on this one, and a discriminator tells them apart; only what all of them have is read";
            self.note(place, Reason::NotCarried, said.to_owned());
        }
        self.viewed(place, view)
    }

    /// The type of what is said together.
    fn viewed(&mut self, key: &str, view: View<'d>) -> Type {
        let nullable = view.nullable;
        if view.conflict {
            let said = "its parts contradict each other; it is read as anything";
            return self.anything(key, Reason::WiderType, said.to_owned());
        }
        if view.only_null {
            return Type::Any;
        }
        self.bare(key, view).or_null(nullable)
    }

    fn bare(&mut self, key: &str, mut view: View<'d>) -> Type {
        view.unions.retain(|union| {
            !union::only_refines(
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

    /// An object with alternatives of further members: all of them, and none is required.
    fn spread(&mut self, key: &str, view: &mut View<'d>) {
        let unions = core::mem::take(&mut view.unions);
        for member in unions.into_iter().flat_map(|union| union.members) {
            let more = View::of(&member, self.dialect);
            for (name, nodes) in more.properties {
                if !view.properties.iter().any(|(known, _)| *known == name) {
                    view.properties.push((name, nodes));
                }
            }
        }
        let known = view
            .properties
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>();
        view.kinds.get_or_insert_default().insert(Json::Object);
        let detail = format!(
            "members beside alternatives of members: all are in one struct, and those of the alternatives are optional ({} in all)",
            known.len()
        );
        self.note(key, Reason::WiderType, detail);
    }

    fn kind(&mut self, key: &str, kind: Json, view: View<'d>) -> Type {
        match kind {
            Json::Boolean => Type::Bool,
            Json::String => self.text(key, &view),
            Json::Integer => self.integer(key, &view),
            Json::Number => match view.format {
                Some("float") => Type::F32,
                Some("int32" | "int64") if view.values.is_none() => integer(&view),
                _ => Type::F64,
            },
            Json::Array => Type::List(Box::new(self.item(key, &view))),
            Json::Object => self.object(key, view),
        }
    }

    fn text(&mut self, key: &str, view: &View<'d>) -> Type {
        let values = view.values.iter().flatten().filter_map(|choice| {
            let value = choice.value.as_str()?;
            Some(variant(value.to_owned(), choice))
        });
        let variants = unique(values.collect());
        if variants.is_empty() {
            return plain_text(view.format, self.options);
        }
        let open = view.open || !self.options.closed_enums;
        let shape = Shape::Texts { variants, open };
        Type::Named(self.define(key, words::of_definition(view), shape))
    }

    fn integer(&mut self, key: &str, view: &View<'d>) -> Type {
        let values = view.values.iter().flatten().filter_map(|choice| {
            let value = choice.value.as_i64()?;
            Some(variant(value, choice))
        });
        let variants = unique(values.collect());
        if variants.is_empty() {
            return integer(view);
        }
        let open = view.open || !self.options.closed_enums;
        let shape = Shape::Integers { variants, open };
        Type::Named(self.define(key, words::of_definition(view), shape))
    }

    fn item(&mut self, key: &str, view: &View<'d>) -> Type {
        match (view.tuple.as_slice(), view.items.as_slice()) {
            ([], []) => Type::Any,
            ([], [item]) => self.found(item, false),
            ([], items) => {
                let items = View::all(items, self.dialect);
                self.viewed(&format!("{key}/items"), items)
            }
            (tuple, items) => {
                let said = tuple.iter().chain(items).cloned().collect::<Vec<_>>();
                self.common(key, &said)
            }
        }
    }

    /// The one type of several nodes, or anything.
    fn common(&mut self, key: &str, nodes: &[Node<'d>]) -> Type {
        let types = nodes
            .iter()
            .map(|node| self.found(node, false))
            .collect::<Vec<_>>();
        let mut types = types.into_iter();
        let first = types.next().unwrap_or(Type::Any);
        if types.all(|of| of == first) {
            return first;
        }
        self.anything(key, Reason::WiderType, "values of several types in fixed places or by patterns of names; they are read as anything".to_owned())
    }

    fn object(&mut self, key: &str, view: View<'d>) -> Type {
        if !view.properties.is_empty() {
            let index = self.define(key, words::of_definition(&view), Shape::Open);
            self.left.push((index, Body::Members(Box::new(view))));
            return Type::Named(index);
        }
        let of = match &view.additional {
            Additional::Of(nodes) => self.common(key, nodes),
            _ => Type::Any,
        };
        Type::Map(Box::new(of))
    }

    /// Alternatives without members beside them.
    fn union(&mut self, key: &str, view: &View<'d>, union: &Union<'d>) -> Type {
        match union::alternatives(key, view, union, self.dialect, self.options.closed_enums) {
            Alternatives::Anything => {
                let said = "one of its alternatives is anything; so is the whole";
                self.anything(key, Reason::WiderType, said.to_owned())
            }
            Alternatives::One(entry) => {
                if let Entry::Node(node) = &*entry {
                    self.labels.insert(node.place(), Label::Silent);
                }
                self.entry(&entry)
            }
            Alternatives::Tagged { tag, variants } => {
                let entries = variants.iter().map(|(_, entry)| entry);
                self.labels.extend(union::labels(entries, self.dialect));
                let index = self.define(key, words::of_definition(view), Shape::Open);
                self.left.push((index, Body::Tagged { tag, variants }));
                Type::Named(index)
            }
            Alternatives::Untagged(entries) => self.untagged(key, view, entries),
        }
    }

    fn untagged(&mut self, key: &str, view: &View<'d>, entries: Vec<Entry<'d>>) -> Type {
        self.labels
            .extend(union::labels(entries.iter(), self.dialect));
        let index = self.define(key, words::of_definition(view), Shape::Open);
        self.left.push((index, Body::Untagged(entries)));
        Type::Named(index)
    }

    fn entry(&mut self, entry: &Entry<'d>) -> Type {
        match entry {
            Entry::Node(node) => self.found(node, false),
            Entry::View { key, view } => self.viewed(key, (**view).clone()),
            Entry::Type(of) => of.clone(),
        }
    }

    fn shape(&mut self, index: usize, body: Body<'d>) -> Shape {
        let open = !self.options.closed_enums;
        match body {
            Body::Members(view) => self.members(index, &view),
            Body::Tagged { tag, variants } => {
                let variants = variants
                    .into_iter()
                    .map(|(wires, entry)| (wires, without_null(self.entry(&entry))));
                let variants = variants.collect();
                Shape::Tagged {
                    tag,
                    variants,
                    open,
                }
            }
            Body::Untagged(entries) => {
                let mut variants = Vec::new();
                for entry in entries {
                    let of = without_null(self.entry(&entry));
                    if !variants.contains(&of) {
                        variants.push(of);
                    }
                }
                untagged(variants, open)
            }
        }
    }

    fn members(&mut self, index: usize, view: &View<'d>) -> Shape {
        let key = self
            .definitions
            .get(index)
            .map(|definition| definition.key.clone());
        let key = key.unwrap_or_default();
        let members = view
            .properties
            .iter()
            .map(|(wire, nodes)| self.member(&key, view, wire, nodes));
        let members = members.collect();
        let rest = match &view.additional {
            Additional::Unsaid | Additional::None => None,
            Additional::Any => Some(Type::Any),
            Additional::Of(nodes) => Some(self.common(&key, nodes)),
        };
        Shape::Struct { members, rest }
    }

    fn member(&mut self, key: &str, view: &View<'d>, wire: &str, nodes: &[Node<'d>]) -> Member {
        let mut distinct: Vec<Node<'d>> = Vec::new();
        for node in nodes.iter().filter(|node| !view::is_words(node)) {
            let place = |node: &Node<'d>| node.resolved().map(|node| node.place()).ok();
            if !distinct.iter().any(|known| place(known) == place(node)) {
                distinct.push(node.clone());
            }
        }
        let of = match distinct.as_slice() {
            [] => Type::Any,
            [node] => self.found(node, false),
            nodes => {
                let wire = wire.replace('~', "~0").replace('/', "~1");
                let view = View::all(nodes, self.dialect);
                self.viewed(&format!("{key}/properties/{wire}/~all"), view)
            }
        };
        let flag = |key| {
            nodes
                .iter()
                .any(|node| node.is(key) || node.resolved().is_ok_and(|node| node.is(key)))
        };
        Member {
            wire: wire.to_owned(),
            required: view.required.contains(wire) || nodes.iter().any(|node| node.is("required")),
            read_only: flag("readOnly"),
            write_only: flag("writeOnly"),
            docs: words::of_member(nodes, matches!(of, Type::Named(_))),
            of,
        }
    }

    fn anything(&mut self, place: &str, reason: Reason, detail: String) -> Type {
        self.note(place, reason, detail);
        Type::Any
    }

    fn note(&mut self, place: &str, reason: Reason, detail: String) {
        let (pointer, operation) = (place.to_owned(), String::new());
        self.notes.push(Note {
            pointer,
            operation,
            reason,
            detail,
        });
    }
}

/// Alternatives that are told apart by what they hold.
pub(super) fn untagged(mut variants: Vec<Type>, open: bool) -> Shape {
    match variants.as_slice() {
        [_] => Shape::Newtype(variants.remove(0)),
        variants if variants.contains(&Type::Any) => Shape::Newtype(Type::Any),
        _ => Shape::Untagged { variants, open },
    }
}

/// A place by which a definition is known that is only there to tie a knot.
fn knotted(place: &str) -> String {
    format!("{place}/~knot")
}

fn without_null(of: Type) -> Type {
    match of {
        Type::Nullable(of) => *of,
        of => of,
    }
}

pub(super) fn plain_text(format: Option<&str>, options: &Options) -> Type {
    match format {
        Some("binary") => Type::Binary,
        Some("date-time") if options.date_time => Type::Timestamp,
        Some("date") if options.date_time => Type::Date,
        _ => Type::String,
    }
}

/// The smallest of the usual types that holds what is allowed.
pub(super) fn integer(view: &View<'_>) -> Type {
    let beyond = |limit: f64| view.maximum.is_some_and(|maximum| maximum > limit);
    let positive = view.minimum.is_some_and(|minimum| minimum >= 0.0);
    match view.format {
        Some("uint64") => Type::U64,
        Some("int32" | "int16" | "int8" | "uint8" | "uint16") if !beyond(2_147_483_647.0) => {
            Type::I32
        }
        _ if positive && beyond(9_223_372_036_854_775_807.0) => Type::U64,
        _ => Type::I64,
    }
}

fn variant<T>(wire: T, choice: &Choice<'_>) -> Variant<T> {
    Variant {
        wire,
        called: choice.name.map(str::to_owned),
        docs: choice.words.map(crate::docs::lines).unwrap_or_default(),
    }
}

/// Values that are listed twice are listed once.
fn unique<T: PartialEq>(variants: Vec<Variant<T>>) -> Vec<Variant<T>> {
    let mut once: Vec<Variant<T>> = Vec::new();
    for variant in variants {
        if !once.iter().any(|known| known.wire == variant.wire) {
            once.push(variant);
        }
    }
    once
}

/// A text of a document as it stands in a sentence.
pub(super) fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
