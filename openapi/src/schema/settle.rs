//! Which definitions are needed, which of them are one, and what they are called.
//!
//! In: all definitions of an import and where they were asked for. Out: [`Settled`].

use std::collections::{BTreeMap, BTreeSet};

use super::boxes::{boxed, endless};
use super::definition::{Definition, Ways};
use super::place::{Called, Places};
use super::{Type, Way, fixed, members};
use crate::names::Names;

/// Definitions as they will be written.
#[derive(Debug, Default)]
pub(super) struct Settled {
    /// For each definition the one that stands for it.
    pub(super) stands_for: Vec<usize>,
    /// What is written, by its name.
    pub(super) written: BTreeMap<String, usize>,
    pub(super) names: BTreeMap<usize, String>,
    /// What those are called among others that have no name in the document.
    pub(super) last: BTreeMap<usize, String>,
    pub(super) ways: BTreeMap<usize, Ways>,
    /// The names of members and variants, in their order.
    pub(super) members: BTreeMap<usize, Vec<String>>,
    /// From which definition to which a box is needed.
    pub(super) boxed: BTreeSet<(usize, usize)>,
    /// From which to which an `Option` is needed: what needs itself has no end.
    pub(super) endless: BTreeSet<(usize, usize)>,
}

/// Settles definitions; `components` are the names that the document gives, needed or not.
pub(super) fn settle(
    definitions: &mut [Definition],
    roots: &[(Type, Way)],
    places: &Places<'_>,
    components: &[(String, String)],
    names: &mut Names,
) -> Settled {
    let called = definitions
        .iter()
        .map(|definition| places.called(&definition.key))
        .collect::<Vec<_>>();
    let called = told_apart(definitions, called);
    fixed::fix(definitions, &called);
    let mut settled = Settled {
        ways: ways(definitions, roots),
        ..Settled::default()
    };
    for (definition, called) in definitions.iter_mut().zip(&called) {
        if called.member {
            definition.docs.clear();
        }
    }
    settled.merge(definitions, &called, names);
    settled.name(definitions, &called, components, names);
    settled.boxed = boxed(definitions, &settled);
    settled.endless = endless(definitions, &settled);
    for (name, index) in &settled.written {
        if let Some(definition) = definitions.get(*index) {
            let named = members::named(definition, name, &settled, names);
            settled.members.insert(*index, named);
        }
    }
    settled
}

/// In which directions each definition travels; those that travel in none are not needed.
fn ways(definitions: &[Definition], roots: &[(Type, Way)]) -> BTreeMap<usize, Ways> {
    let mut ways: BTreeMap<usize, Ways> = BTreeMap::new();
    let mut open = roots
        .iter()
        .filter_map(|(of, way)| Some((of.named()?, *way)))
        .collect::<Vec<_>>();
    while let Some((index, way)) = open.pop() {
        let known = ways.entry(index).or_default();
        let flag = match way {
            Way::Request => &mut known.request,
            Way::Response => &mut known.response,
        };
        if core::mem::replace(flag, true) {
            continue;
        }
        let parts = definitions
            .get(index)
            .map(|definition| definition.shape.parts());
        let named = parts.into_iter().flatten().filter_map(Type::named);
        open.extend(named.map(|index| (index, way)));
    }
    ways
}

/// Identities are told apart by the place, where two are the same.
fn told_apart(definitions: &[Definition], called: Vec<Called>) -> Vec<Called> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for one in &called {
        *count.entry(one.identity.clone()).or_default() += 1;
    }
    let apart = definitions.iter().zip(called).map(|(definition, mut one)| {
        if count.get(&one.identity).is_some_and(|count| *count > 1) {
            one.identity = format!("{} {}", one.identity, definition.key);
        }
        one
    });
    apart.collect()
}

impl Settled {
    /// The one that stands for a definition.
    pub(super) fn one(&self, mut index: usize) -> usize {
        while let Some(next) = self
            .stands_for
            .get(index)
            .copied()
            .filter(|next| *next != index)
        {
            index = next;
        }
        index
    }
}
