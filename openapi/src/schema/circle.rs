//! Alternatives that lead back to where they stand, without a list, a map or a member on the way: to
//! read them would be to read the same value again, for ever.
//!
//! In: all definitions. Out: the same without such alternatives, and what is to be looked at.

use std::collections::{BTreeMap, BTreeSet};

use super::Type;
use super::body::untagged;
use super::boxes::reach;
use super::definition::{Definition, Shape};
use crate::report::{Entry, Reason};

/// Takes such alternatives away. All that lead to each other stand for one value, so each is what any
/// of them may be besides.
pub(super) fn cut(definitions: &mut [Definition]) -> Vec<Entry> {
    let edges = pruned(edges(definitions));
    let mut circles = BTreeSet::new();
    for (index, all) in &edges {
        let mut there = BTreeSet::new();
        for to in all {
            there.extend(reach(&edges, *to));
        }
        if there.contains(index) {
            let back = |to: &usize| reach(&edges, *to).contains(index);
            circles.insert(there.into_iter().filter(back).collect::<BTreeSet<_>>());
        }
    }
    let changed = circles.iter().flat_map(|circle| one(definitions, circle));
    let changed = changed.collect::<Vec<_>>();
    let mut notes = Vec::new();
    for (index, shape) in changed {
        if let Some(definition) = definitions.get_mut(index) {
            notes.push(note(&definition.key, &shape));
            definition.shape = shape;
        }
    }
    notes
}

/// From which definition to which others there is no step in the value.
fn edges(definitions: &[Definition]) -> BTreeMap<usize, BTreeSet<usize>> {
    let same = |shape: &Shape| match shape {
        Shape::Newtype(_) | Shape::Untagged { .. } | Shape::Tagged { .. } => {
            shape.parts().into_iter().filter_map(Type::held).collect()
        }
        _ => BTreeSet::new(),
    };
    let all = definitions.iter().map(|definition| same(&definition.shape));
    all.enumerate().filter(|(_, to)| !to.is_empty()).collect()
}

/// Only what leads to a circle: nearly nothing of nearly every document, while chains may be long.
fn pruned(mut edges: BTreeMap<usize, BTreeSet<usize>>) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut parents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, all) in &edges {
        for to in all {
            parents.entry(*to).or_default().push(*from);
        }
    }
    let ends = parents.keys().filter(|to| !edges.contains_key(to));
    let mut open = ends.copied().collect::<Vec<_>>();
    while let Some(end) = open.pop() {
        for parent in parents.get(&end).into_iter().flatten() {
            let Some(all) = edges.get_mut(parent) else {
                continue;
            };
            all.remove(&end);
            if all.is_empty() {
                edges.remove(parent);
                open.push(*parent);
            }
        }
    }
    edges
}

/// What the definitions of one circle are without it.
fn one(definitions: &[Definition], circle: &BTreeSet<usize>) -> Vec<(usize, Shape)> {
    let mut members = circle
        .iter()
        .filter_map(|index| Some((*index, definitions.get(*index)?)))
        .collect::<Vec<_>>();
    members.sort_by_key(|(_, definition)| &definition.key);
    let parts = || {
        members
            .iter()
            .flat_map(|(_, definition)| definition.shape.parts())
    };
    let leads_back = |of: &Type| of.held().is_some_and(|to| circle.contains(&to));
    let nullable = parts().any(|of| matches!(of, Type::Nullable(_)));
    let besides = parts().filter(|of| !leads_back(of)).collect::<Vec<_>>();
    let shape = |definition: &Definition| match &definition.shape {
        Shape::Tagged {
            tag,
            variants,
            open,
        } => Shape::Tagged {
            tag: tag.clone(),
            variants: variants
                .iter()
                .filter(|(_, of)| !leads_back(of))
                .cloned()
                .collect(),
            open: *open,
        },
        shape => {
            let own = shape.parts().into_iter().filter(|of| !leads_back(of));
            let mut all: Vec<Type> = Vec::new();
            for of in own.chain(besides.iter().copied()) {
                let of = super::body::without_null(of.clone());
                if !all.contains(&of) {
                    all.push(of);
                }
            }
            let open = !matches!(shape, Shape::Untagged { open: false, .. });
            match (all.as_slice(), nullable) {
                ([], _) | ([_, _, ..], true) => Shape::Newtype(Type::Any),
                ([of], _) => Shape::Newtype(of.clone().or_null(nullable)),
                _ => untagged(all, open),
            }
        }
    };
    let changed = members
        .iter()
        .map(|(index, definition)| (*index, shape(definition)));
    changed.collect()
}

fn note(key: &str, shape: &Shape) -> Entry {
    let place = key.split("/~").next().unwrap_or(key);
    let (reason, detail) = match shape {
        Shape::Newtype(Type::Any) => (
            Reason::WiderType,
            "it leads back to itself; it is read as anything",
        ),
        _ => (
            Reason::NotCarried,
            "an alternative leads back to the same value; it is left out",
        ),
    };
    Entry {
        pointer: place.to_owned(),
        operation: String::new(),
        reason,
        detail: detail.to_owned(),
    }
}
