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
            let members = group
                .iter()
                .filter_map(|index| called.get(*index))
                .collect::<Vec<_>>();
            let Some(own) = called.get(*one) else {
                continue;
            };
            let choice = alternatives(definitions, called, *one);
            let alone = || {
                let known = |called: &&Called| names.known(&called.identity).is_some();
                !own.named && !members.iter().any(known)
            };
            // Of one that is left alone, an earlier import knows no other name.
            let choice = choice.filter(|choice| {
                let known = names.known(&format!("{CHOICE}{choice}")).is_some();
                members.len() > 1 || (known && alone())
            });
            let identity = identity(&members, choice.as_deref(), names);
            let wire = match (choice, short.get(one)) {
                (Some(choice), _) => choice,
                (None, Some(short)) => short.clone(),
                (None, None) => place(own, &members, &given),
            };
            // What says what it is has its name from that, and not from where it stands.
            let last = siblings(&members).or(own.last.clone());
            let places = match identity.starts_with(CHOICE) {
                true => Vec::new(),
                false => members,
            };
            wants.push(Want { identity, wire });
            written.push((*one, places, last));
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
        for ((one, places, last), name) in written.into_iter().zip(given) {
            for called in places {
                names.also(&called.identity, &name);
            }
            self.written.insert(name.clone(), one);
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

/// The identity whose name several have in common: of a choice the choice itself, and of others that of
/// a member whose earlier name most of them had. If all had other names, they get a new one.
fn identity(members: &[&Called], choice: Option<&str>, names: &mut Names) -> String {
    let mut earlier: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for called in members {
        if let Some(name) = names.known(&called.identity) {
            let had = earlier.entry(name.to_owned()).or_default();
            had.push(&called.identity);
        }
    }
    let choice = choice.map(|choice| format!("{CHOICE}{choice}"));
    if let Some(choice) = choice.filter(|of| earlier.len() != 1 || names.known(of).is_some()) {
        return choice;
    }
    let several = earlier.len() > 1;
    let most = earlier
        .into_values()
        .filter(|had| !several || had.len() > 1)
        .max_by_key(|had| (had.len(), Reverse(had.iter().min().copied())));
    if let Some(first) = most.and_then(|had| had.into_iter().min()) {
        return first.to_owned();
    }
    for called in members {
        names.leave(&called.identity);
    }
    let first = members.iter().map(|called| &called.identity).min();
    first.cloned().unwrap_or_default()
}

/// What definitions are called by where they stand.
fn place(own: &Called, members: &[&Called], given: &BTreeSet<String>) -> String {
    let Some(word) = siblings(members) else {
        return own.long.clone();
    };
    let here = members.iter().all(|called| called.around == own.around);
    let free = !given.contains(&likely(Style::Type, &word));
    match !here && word != VALUE && free {
        true => word,
        false => format!("{} {word}", own.around),
    }
}

/// The word for what members of different names have in common: the end of all names, or that it is
/// a value of theirs.
fn siblings(members: &[&Called]) -> Option<String> {
    let mut names = members
        .iter()
        .map(|called| likely(Style::Type, &called.tail));
    let first = names.next()?;
    if names.all(|name| name == first) {
        return None;
    }
    let mut tails = members.iter().map(|called| called.tail.to_snake_case());
    let first = tails.next()?;
    let words = |tail: &str| tail.split('_').rev().map(str::to_owned).collect::<Vec<_>>();
    let mut end = words(&first);
    for tail in tails {
        let tail = words(&tail);
        let same = end.iter().zip(&tail);
        let same = same.take_while(|(one, other)| one == other).count();
        end.truncate(same);
    }
    end.retain(|word| !word.is_empty());
    end.reverse();
    Some(match end.as_slice() {
        [] => VALUE.to_owned(),
        end => end.join(" "),
    })
}

/// What a type is called that members of one object have in common, and nothing else.
const VALUE: &str = "Value";
/// The beginning of the identity of a choice.
const CHOICE: &str = "~choice ";

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
