//! Alternatives: which of them are one thing, and how the others are told apart.
//!
//! In: a union and what stands around it. Out: [`Alternatives`]. Makes no types.

use super::Type;
use super::tagged::{tagged, told_apart};
use super::together::entries;
use super::view::{Json, Union, View};
use crate::document::{Dialect, Node};

/// Something that a union may be.
#[derive(Clone, Debug)]
pub(super) enum Entry<'d> {
    Node(Node<'d>),
    /// What was put together of several.
    View {
        key: String,
        view: Box<View<'d>>,
    },
    Type(Type),
}

/// What a union comes to.
pub(super) enum Alternatives<'d> {
    Anything,
    One(Box<Entry<'d>>),
    Tagged {
        tag: String,
        variants: Vec<(Vec<String>, Entry<'d>)>,
    },
    Untagged(Vec<Entry<'d>>),
}

/// A member with what it says.
pub(super) struct Seen<'d> {
    pub(super) node: Node<'d>,
    pub(super) view: View<'d>,
}

/// Unions within unions.
pub(super) const DEPTH: usize = 16;

impl<'d> Entry<'d> {
    /// The part of a schema that is of one kind.
    pub(super) fn part(key: &str, kind: Json, mut view: View<'d>) -> Self {
        view.nullable = false;
        let word = match kind {
            Json::String => "string",
            Json::Integer => "integer",
            Json::Number => "number",
            Json::Boolean => "boolean",
            Json::Array => "array",
            Json::Object => "object",
        };
        let key = format!("{key}/~{word}");
        Self::View {
            key,
            view: Box::new(view),
        }
    }
}

/// Whether the members of a union say nothing that makes another type of what stands around it.
pub(super) fn only_refines(union: &Union<'_>, typed: bool, dialect: Dialect) -> bool {
    let refines = |member: &Node<'_>| {
        let view = View::of(member, dialect);
        let bare = view.properties.is_empty() && view.unions.is_empty() && view.values.is_none();
        let bare = bare && view.items.is_empty() && view.tuple.is_empty();
        bare && !view.only_null && view.kinds.is_none()
    };
    typed && union.members.iter().all(refines)
}

/// What a union comes to.
pub(super) fn alternatives<'d>(
    key: &str,
    around: &View<'d>,
    union: &Union<'d>,
    dialect: Dialect,
    closed: bool,
) -> Alternatives<'d> {
    let mut members = Vec::new();
    flatten(&union.members, around, dialect, 0, &mut members);
    members.retain(|seen: &Seen<'d>| !seen.view.only_null);
    if members
        .iter()
        .any(|seen| seen.view.kinds.is_none() && seen.view.unions.is_empty())
    {
        return Alternatives::Anything;
    }
    if let (Some(discriminator), true) = (&union.discriminator, members.len() > 1)
        && let Some(tagged) = tagged(discriminator, &members, dialect)
    {
        return tagged;
    }
    if let Some(tagged) = told_apart(&members, dialect) {
        return tagged;
    }
    let mut entries = entries(key, members, closed);
    match entries.len() {
        0 => Alternatives::Anything,
        1 => Alternatives::One(Box::new(alone(key, around, entries.remove(0)))),
        _ => Alternatives::Untagged(entries),
    }
}

/// What was put together stands for the whole union.
fn alone<'d>(key: &str, around: &View<'d>, entry: Entry<'d>) -> Entry<'d> {
    let Entry::View { mut view, .. } = entry else {
        return entry;
    };
    (view.description, view.title) = (around.description, around.title);
    Entry::View {
        key: key.to_owned(),
        view,
    }
}

/// Members, with those of unions that stand in place of a member and say nothing of their own.
pub(super) fn flatten<'d>(
    nodes: &[Node<'d>],
    around: &View<'d>,
    dialect: Dialect,
    depth: usize,
    into: &mut Vec<Seen<'d>>,
) {
    for node in nodes {
        let place = |node: &Node<'d>| node.resolved().map(|node| node.place()).ok();
        let mut view = View::of(node, dialect);
        let inner = match view.unions.as_slice() {
            [inner]
                if node.reference().is_none()
                    && view.kinds.is_none()
                    && inner.discriminator.is_none() =>
            {
                Some(inner.clone())
            }
            _ => None,
        };
        if let Some(inner) = inner.filter(|_| depth < DEPTH) {
            flatten(&inner.members, around, dialect, depth + 1, into);
            continue;
        }
        if view.kinds.is_none() && view.unions.is_empty() {
            view.kinds.clone_from(&around.kinds);
        }
        if !into.iter().any(|known| place(&known.node) == place(node)) {
            into.push(Seen {
                node: node.clone(),
                view,
            });
        }
    }
}
