//! The names of definitions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use heck::ToSnakeCase;

use super::definition::Definition;
use super::merge::alternatives;
use super::place::Called;
use super::settle::Settled;
use crate::names::{Names, Scope, Style, Want, likely};

impl Settled {
    /// Gives each that is written a name.
    pub(super) fn name(
        &mut self,
        definitions: &[Definition],
        called: &[Called],
        components: &[(String, String)],
        names: &mut Names,
    ) {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in self.ways.keys() {
            groups.entry(self.one(*index)).or_default().push(*index);
        }
        part(&groups, called, names);
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
            members
                .sort_by_key(|called| (names.known(&called.identity).is_none(), &called.identity));
            let Some(own) = called.get(*one) else {
                continue;
            };
            let parts = alternatives(definitions, called, *one).filter(|_| members.len() > 1);
            let wire = match (short.get(one), parts, siblings(&members)) {
                (Some(short), ..) => short.clone(),
                (None, Some(parts), _) => parts,
                (None, None, Some(word)) => format!("{} {word}", own.around),
                (None, None, None) => own.long.clone(),
            };
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
            for called in &members {
                names.also(&called.identity, &name);
            }
            self.written.insert(name.clone(), one);
            let last = called.get(one).and_then(|called| called.last.clone());
            let last = siblings(&members).or(last);
            self.last.extend(last.map(|last| (one, last)));
            self.names.insert(one, name);
        }
    }
}

/// Of those that had one name in an earlier import and are several now, most keep it.
fn part(groups: &BTreeMap<usize, Vec<usize>>, called: &[Called], names: &mut Names) {
    let mut claims: BTreeMap<String, BTreeMap<usize, Vec<&Called>>> = BTreeMap::new();
    for (one, group) in groups {
        for called in group.iter().filter_map(|index| called.get(*index)) {
            if let Some(name) = names.known(&called.identity) {
                let claim = claims.entry(name.to_owned()).or_default();
                claim.entry(*one).or_default().push(called);
            }
        }
    }
    for claims in claims.into_values() {
        let mut claims = claims.into_values().collect::<Vec<_>>();
        let first = |claim: &[&Called]| claim.iter().map(|called| called.identity.clone()).min();
        claims.sort_by_key(|claim| (Reverse(claim.len()), first(claim)));
        for called in claims.into_iter().skip(1).flatten() {
            names.leave(&called.identity);
        }
    }
}

/// The word for what members of different names have in common: the end of all names, or that it is
/// a value of theirs.
fn siblings(members: &[&Called]) -> Option<String> {
    let mut tails = members.iter().map(|called| called.tail.to_snake_case());
    let first = tails.next()?;
    if tails.clone().all(|tail| tail == first) {
        return None;
    }
    let mut end = first.split('_').rev().collect::<Vec<_>>();
    for tail in tails {
        let same = end.iter().zip(tail.split('_').rev());
        let same = same.take_while(|(one, other)| **one == *other).count();
        end.truncate(same);
    }
    end.reverse();
    Some(match end.as_slice() {
        [] => "Value".to_owned(),
        end => end.join(" "),
    })
}

/// The short names of definitions that stand in several places, where only one wants it.
pub(super) fn shared(
    groups: &BTreeMap<usize, Vec<usize>>,
    called: &[Called],
    given: &BTreeSet<String>,
) -> BTreeMap<usize, String> {
    let one_tail = |group: &Vec<usize>| {
        let called = group.iter().filter_map(|index| called.get(*index));
        let called = called.collect::<Vec<_>>();
        let tail = called.first()?.tail.clone();
        (called.len() > 1 && siblings(&called).is_none()).then_some(tail)
    };
    let wanted = groups
        .iter()
        .filter_map(|(one, group)| Some((*one, one_tail(group)?)))
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
