//! A schema as it counts: with whatever `allOf` and references bring into it.
//!
//! In: nodes that all hold at once. Out: one [`View`] of what they say together. Makes no types.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::says::{is_words, takes_null};
use crate::document::{Dialect, Node};

/// Kinds of JSON, without null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Json {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
}

/// What stands behind members that are not named.
#[derive(Clone, Debug, Default)]
pub(super) enum Additional<'d> {
    #[default]
    Unsaid,
    None,
    Any,
    /// One of these.
    Of(Vec<Node<'d>>),
}

/// Alternatives, of which one or some hold.
#[derive(Clone, Debug)]
pub(super) struct Union<'d> {
    pub(super) members: Vec<Node<'d>>,
    pub(super) discriminator: Option<Node<'d>>,
}

/// A value that an enumeration lists, with what the document calls it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice<'d> {
    pub(super) value: &'d Value,
    pub(super) name: Option<&'d str>,
    pub(super) words: Option<&'d str>,
}

/// What schemas say together.
#[derive(Clone, Debug, Default)]
pub(super) struct View<'d> {
    /// Kinds that are allowed; none if nothing is said.
    pub(super) kinds: Option<BTreeSet<Json>>,
    pub(super) nullable: bool,
    /// Nothing but null is allowed.
    pub(super) only_null: bool,
    /// In the order of the document; several nodes where several parts say something.
    pub(super) properties: Vec<(&'d str, Vec<Node<'d>>)>,
    pub(super) required: BTreeSet<&'d str>,
    pub(super) additional: Additional<'d>,
    pub(super) items: Vec<Node<'d>>,
    pub(super) tuple: Vec<Node<'d>>,
    /// Values that are allowed, without null.
    pub(super) values: Option<Vec<Choice<'d>>>,
    /// More values than those are allowed, whatever the options say.
    pub(super) open: bool,
    pub(super) unions: Vec<Union<'d>>,
    pub(super) format: Option<&'d str>,
    pub(super) minimum: Option<f64>,
    pub(super) maximum: Option<f64>,
    /// Two parts contradict each other.
    pub(super) conflict: bool,
    /// It has more parts than are looked at.
    pub(super) cut: bool,
    pub(super) description: Option<&'d str>,
    pub(super) title: Option<&'d str>,
    pub(super) seen: BTreeSet<String>,
    pub(super) indices: BTreeMap<&'d str, usize>,
}

/// More parts than any schema has.
const PARTS: usize = 2_000;

impl<'d> View<'d> {
    /// What a schema says, with its references followed.
    pub(super) fn of(node: &Node<'d>, dialect: Dialect) -> Self {
        Self::all(core::slice::from_ref(node), dialect)
    }

    /// What schemas say together.
    pub(super) fn all(nodes: &[Node<'d>], dialect: Dialect) -> Self {
        let mut view = Self::default();
        // Depth first, in the order of the document, without recursion.
        let mut open = nodes.iter().rev().cloned().collect::<Vec<_>>();
        while let Some(node) = open.pop() {
            if view.seen.len() > PARTS {
                view.cut = true;
                break;
            }
            if !view.seen.insert(node.place()) {
                continue;
            }
            let target = node
                .reference()
                .and_then(|target| node.followed(target).ok());
            if node.reference().is_none() || dialect == Dialect::OpenApi31 {
                view.add(&node);
                let parts = node.get("allOf").into_iter().flat_map(|all| all.items());
                let parts = parts.collect::<Vec<_>>();
                open.extend(parts.into_iter().rev());
            }
            open.extend(target);
        }
        view.infer();
        let says = |node: &&Node<'d>| !is_words(node);
        let mut said = nodes.iter().filter(says).peekable();
        view.nullable = said.peek().is_some() && said.all(takes_null);
        let first = nodes.first().and_then(|node| node.resolved().ok());
        let text = |key| first.as_ref().and_then(|node| node.text(key));
        (view.description, view.title) = (text("description"), text("title"));
        view
    }

    /// The only kind, if there is only one.
    pub(super) fn kind(&self) -> Option<Json> {
        let kinds = self.kinds.as_ref()?;
        kinds.first().copied().filter(|_| kinds.len() == 1)
    }

    /// The part of it that is of one kind.
    pub(super) fn only(&self, kind: Json) -> Self {
        let values = self.values.as_ref().map(|values| {
            let fits = |choice: &&Choice<'_>| {
                kind_of(choice.value)
                    .is_some_and(|k| k == kind || (k, kind) == (Json::Integer, Json::Number))
            };
            values.iter().filter(fits).cloned().collect::<Vec<_>>()
        });
        Self {
            kinds: Some(BTreeSet::from([kind])),
            values: values.filter(|values| !values.is_empty()),
            ..self.clone()
        }
    }
}

pub(super) fn kind_of(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(_) => Json::Boolean,
        Value::Number(number) if number.is_f64() => Json::Number,
        Value::Number(_) => Json::Integer,
        Value::String(_) => Json::String,
        Value::Array(_) => Json::Array,
        Value::Object(_) => Json::Object,
    })
}
