//! The names of definitions.

use super::place::Called;
use super::settle::Settled;
use crate::names::{Names, Scope, Style, Want, likely};
use std::collections::{BTreeMap, BTreeSet};

impl Settled {
    /// Gives each that is written a name.
    pub(super) fn name(
        &mut self,
        called: &[Called],
        components: &[(String, String)],
        names: &mut Names,
    ) {
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
            let last = called.get(one).and_then(|called| called.last.clone());
            self.last.extend(last.map(|last| (one, last)));
            self.names.insert(one, name);
        }
    }
}

/// The short names of definitions that stand in several places, where only one wants it.
pub(super) fn shared(
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
