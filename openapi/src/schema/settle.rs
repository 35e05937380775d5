//! Which definitions are needed, which of them are one, and what they are called.
//!
//! In: all definitions of an import and where they were asked for. Out: [`Settled`].

use std::collections::{BTreeMap, BTreeSet};

use super::definition::{Definition, Presence, Shape, Ways};
use super::make::untagged;
use super::place::{Called, Places};
use super::{Type, Way, members};
use crate::names::{Names, Scope, Style, Want, likely};

/// Definitions as they will be written.
#[derive(Debug, Default)]
pub(super) struct Settled {
    /// For each definition the one that stands for it.
    pub(super) stands_for: Vec<usize>,
    /// What is written, by its name.
    pub(super) written: BTreeMap<String, usize>,
    pub(super) names: BTreeMap<usize, String>,
    pub(super) identities: BTreeMap<usize, String>,
    pub(super) ways: BTreeMap<usize, Ways>,
    /// The names of members and variants, in their order.
    pub(super) members: BTreeMap<usize, Vec<String>>,
    /// From which definition to which a box is needed.
    pub(super) boxed: BTreeSet<(usize, usize)>,
    /// From which to which an `Option` is needed: what needs itself has no end.
    pub(super) endless: BTreeSet<(usize, usize)>,
}

/// Rounds in which definitions become one; each goes one level up.
const ROUNDS: usize = 16;

/// Settles definitions; `components` are the names that the document gives, needed or not.
pub(super) fn settle(
    definitions: &mut [Definition],
    roots: &[(Type, Way)],
    places: &Places<'_>,
    components: &[(String, String)],
    names: &mut Names,
) -> Settled {
    let mut settled = Settled {
        ways: ways(definitions, roots),
        ..Settled::default()
    };
    let called = definitions
        .iter()
        .map(|definition| places.called(&definition.key))
        .collect::<Vec<_>>();
    let called = told_apart(definitions, called);
    for (definition, called) in definitions.iter_mut().zip(&called) {
        if called.member {
            definition.docs.clear();
        }
    }
    settled.merge(definitions, &called);
    settled.name(&called, components, names);
    settled.boxed = boxed(definitions, &settled);
    settled.endless = endless(definitions, &settled);
    for (index, identity) in &settled.identities {
        if let Some(definition) = definitions.get(*index) {
            let named = members::named(definition, identity, &settled, names);
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

    /// Lets definitions of one shape and one end of their names be one, from the leaves up.
    fn merge(&mut self, definitions: &mut [Definition], called: &[Called]) {
        self.stands_for = (0..definitions.len()).collect();
        for _ in 0..ROUNDS {
            let mut first: BTreeMap<String, usize> = BTreeMap::new();
            let mut order = self
                .ways
                .keys()
                .copied()
                .filter(|index| self.one(*index) == *index)
                .collect::<Vec<_>>();
            order.sort_by_key(|index| called.get(*index).map(|called| &called.identity));
            let mut changes = Vec::new();
            for index in order {
                let Some(called) = called.get(index).filter(|called| !called.named) else {
                    continue;
                };
                let sign = self.sign(definitions, index, called);
                match first.get(&sign) {
                    Some(one) => changes.push((index, *one)),
                    None => {
                        first.insert(sign, index);
                    }
                }
            }
            let done = changes.is_empty();
            for (index, one) in changes {
                self.stand(index, one);
            }
            if done && !self.collapse(definitions, called) {
                return;
            }
            self.rename(definitions);
        }
    }

    fn stand(&mut self, index: usize, one: usize) {
        let one = self.one(one);
        if index == one {
            return;
        }
        if let Some(at) = self.stands_for.get_mut(index) {
            *at = one;
        }
        let more = self.ways.get(&index).copied().unwrap_or_default();
        let ways = self.ways.entry(one).or_default();
        ways.request |= more.request;
        ways.response |= more.response;
    }

    fn rename(&self, definitions: &mut [Definition]) {
        for definition in definitions {
            for part in definition.shape.parts_mut() {
                part.rename(&|index| self.one(index));
            }
        }
    }

    /// What two definitions have in common that may be one.
    fn sign(&self, definitions: &[Definition], index: usize, called: &Called) -> String {
        let Some(definition) = definitions.get(index) else {
            return String::new();
        };
        let ways = self.ways.get(&index).copied().unwrap_or_default();
        let presence = match &definition.shape {
            Shape::Struct { members, .. } => {
                members.iter().map(|member| member.presence(ways)).collect()
            }
            _ => Vec::new(),
        };
        let tail = likely(Style::Type, &called.tail);
        format!(
            "{tail} {presence:?} {:?} {:?}",
            definition.shape, definition.docs
        )
    }

    /// Alternatives of which only one is left are that one.
    fn collapse(&mut self, definitions: &mut [Definition], called: &[Called]) -> bool {
        let mut any = false;
        for index in 0..definitions.len() {
            let Some(definition) = definitions
                .get_mut(index)
                .filter(|_| self.one(index) == index)
            else {
                continue;
            };
            let Shape::Untagged { variants, open } = &mut definition.shape else {
                continue;
            };
            let count = variants.len();
            let mut once = Vec::new();
            for of in variants.drain(..) {
                if !once.contains(&of) {
                    once.push(of);
                }
            }
            any |= once.len() < count;
            definition.shape = untagged(once, *open);
            let named = called.get(index).is_some_and(|called| called.named);
            if let (Shape::Newtype(Type::Named(one)), false) = (&definition.shape, named) {
                let one = *one;
                self.stand(index, one);
            }
        }
        any
    }

    /// Gives each that is written a name.
    fn name(&mut self, called: &[Called], components: &[(String, String)], names: &mut Names) {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in self.ways.keys() {
            groups.entry(self.one(*index)).or_default().push(*index);
        }
        let given = components
            .iter()
            .map(|(_, name)| likely(Style::Type, name))
            .collect::<BTreeSet<_>>();
        let short = shared(&groups, called, &given);
        let mut wants = Vec::new();
        let mut written = Vec::new();
        for (one, group) in &groups {
            let mut members = group
                .iter()
                .filter_map(|index| called.get(*index))
                .collect::<Vec<_>>();
            members.sort_by_key(|called| (!names.knows(&called.identity), &called.identity));
            let Some(own) = called.get(*one) else {
                continue;
            };
            let wire = short.get(one).unwrap_or(&own.long).clone();
            let identity = members
                .first()
                .map_or(&own.identity, |called| &called.identity)
                .clone();
            wants.push(Want { identity, wire });
            written.push((*one, members));
        }
        let needed = wants
            .iter()
            .map(|want| want.identity.clone())
            .collect::<BTreeSet<_>>();
        let unneeded = components
            .iter()
            .filter(|(identity, _)| !needed.contains(identity));
        let unneeded = unneeded
            .map(|(identity, name)| Want {
                identity: identity.clone(),
                wire: name.clone(),
            })
            .collect::<Vec<_>>();
        wants.extend(unneeded.iter().cloned());
        let given = names.give(&mut Scope::new(Style::Type), &wants);
        for want in &unneeded {
            names.forget(&want.identity);
        }
        for ((one, members), name) in written.into_iter().zip(given) {
            for called in members {
                names.also(&called.identity, &name);
            }
            self.written.insert(name.clone(), one);
            self.identities.insert(
                one,
                called
                    .get(one)
                    .map(|called| called.identity.clone())
                    .unwrap_or_default(),
            );
            self.names.insert(one, name);
        }
    }
}

/// The short names of definitions that stand in several places, where only one wants it.
fn shared(
    groups: &BTreeMap<usize, Vec<usize>>,
    called: &[Called],
    given: &BTreeSet<String>,
) -> BTreeMap<usize, String> {
    let tail = |one: &usize| called.get(*one).map(|called| called.tail.clone());
    let several = groups.iter().filter(|(_, group)| group.len() > 1);
    let wanted = several
        .filter_map(|(one, _)| Some((*one, tail(one)?)))
        .collect::<Vec<_>>();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for (_, tail) in &wanted {
        *count.entry(likely(Style::Type, tail)).or_default() += 1;
    }
    let free = |tail: &String| {
        let name = likely(Style::Type, tail);
        count.get(&name) == Some(&1) && !given.contains(&name)
    };
    wanted.into_iter().filter(|(_, tail)| free(tail)).collect()
}

/// Where a definition would hold itself: in alternatives the values are boxed, and in structs only
/// what still leads back then.
fn boxed(definitions: &[Definition], settled: &Settled) -> BTreeSet<(usize, usize)> {
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
fn endless(definitions: &[Definition], settled: &Settled) -> BTreeSet<(usize, usize)> {
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
fn circular(
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

fn reach(edges: &BTreeMap<usize, BTreeSet<usize>>, from: usize) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if all.insert(at) {
            open.extend(edges.get(&at).into_iter().flatten());
        }
    }
    all
}
