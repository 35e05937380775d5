//! Definitions that hold themselves: where a box is needed, and where even that has no end.

use super::Type;
use super::definition::{Definition, Presence, Shape};
use super::settle::Settled;
use std::collections::{BTreeMap, BTreeSet};

/// Where a definition would hold itself: in alternatives the values are boxed, and in structs only
/// what still leads back then.
pub(super) fn boxed(definitions: &[Definition], settled: &Settled) -> BTreeSet<(usize, usize)> {
    let mut edges: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut of_alternatives = BTreeSet::new();
    for index in settled.written.values() {
        let Some(definition) = definitions.get(*index) else {
            continue;
        };
        let held = definition
            .shape
            .parts()
            .into_iter()
            .filter_map(Type::held)
            .collect::<BTreeSet<_>>();
        if matches!(
            definition.shape,
            Shape::Tagged { .. } | Shape::Untagged { .. }
        ) {
            of_alternatives.extend(held.iter().map(|to| (*index, *to)));
        }
        edges.insert(*index, held);
    }
    let mut boxed = circular(&edges, &of_alternatives);
    for (from, to) in &boxed {
        edges.entry(*from).or_default().remove(to);
    }
    let left = edges
        .iter()
        .flat_map(|(from, all)| all.iter().map(|to| (*from, *to)))
        .collect();
    boxed.extend(circular(&edges, &left));
    boxed
}

/// What requires itself, without an end.
pub(super) fn endless(definitions: &[Definition], settled: &Settled) -> BTreeSet<(usize, usize)> {
    let mut edges: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for index in settled.written.values() {
        let ways = settled.ways.get(index).copied().unwrap_or_default();
        let required = match definitions.get(*index).map(|definition| &definition.shape) {
            Some(Shape::Struct { members, .. }) => members
                .iter()
                .filter(|member| member.presence(ways) == Presence::Always)
                .map(|member| &member.of)
                .collect(),
            Some(Shape::Newtype(of)) => vec![of],
            _ => Vec::new(),
        };
        let direct = required.into_iter().filter_map(|of| match of {
            Type::Named(to) => Some(*to),
            _ => None,
        });
        edges.insert(*index, direct.collect());
    }
    let all = edges
        .iter()
        .flat_map(|(from, all)| all.iter().map(|to| (*from, *to)))
        .collect();
    circular(&edges, &all)
}

/// Those among `asked` by whose end one comes back to their beginning.
pub(super) fn circular(
    edges: &BTreeMap<usize, BTreeSet<usize>>,
    asked: &BTreeSet<(usize, usize)>,
) -> BTreeSet<(usize, usize)> {
    let mut reached: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut back = BTreeSet::new();
    for (from, to) in asked {
        let all = reached.entry(*to).or_insert_with(|| reach(edges, *to));
        if all.contains(from) {
            back.insert((*from, *to));
        }
    }
    back
}

pub(super) fn reach(edges: &BTreeMap<usize, BTreeSet<usize>>, from: usize) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if all.insert(at) {
            open.extend(edges.get(&at).into_iter().flatten());
        }
    }
    all
}
