//! Definitions of one shape, as one.

use super::Type;
use super::body::untagged;
use super::definition::{Definition, Shape};
use super::place::Called;
use super::settle::Settled;
use crate::names::{Names, Style, fits, likely};
use std::collections::BTreeMap;

impl Settled {
    /// Lets definitions of one shape be one that end alike in their names, are members of one object, or
    /// say what they are; from the leaves up.
    pub(super) fn merge(
        &mut self,
        definitions: &mut [Definition],
        called: &[Called],
        names: &Names,
    ) {
        self.stands_for = (0..definitions.len()).collect();
        let mut order = self.ways.keys().copied().collect::<Vec<_>>();
        order.retain(|index| called.get(*index).is_some_and(|called| !called.named));
        order.sort_by_key(|index| called.get(*index).map(|called| &called.identity));
        for _ in 0..ROUNDS {
            let joined = self.join(definitions, called, &order, names);
            if !joined && !self.collapse(definitions, called) {
                return;
            }
            self.rename(definitions);
        }
    }

    /// One round, in this order; whether anything has become one.
    fn join(
        &mut self,
        definitions: &[Definition],
        called: &[Called],
        order: &[usize],
        names: &Names,
    ) -> bool {
        let mut alike: BTreeMap<(Common<'_>, String), Vec<usize>> = BTreeMap::new();
        for index in order {
            let one = self.one(*index);
            let (Some(own), Some(by)) = (called.get(*index), called.get(one)) else {
                continue;
            };
            if by.named {
                continue;
            }
            let shape = self.sign(definitions, one);
            let owner = own.owner().map(Common::Owner);
            let parts = alternatives(definitions, called, one).map(|_| Common::Parts);
            let end = Common::End(likely(Style::Type, &own.tail));
            for common in owner.into_iter().chain(parts).chain([end]) {
                let key = (common, shape.clone());
                alike.entry(key).or_default().push(*index);
            }
        }
        let mut any = false;
        for ((common, _), indices) in alike {
            let few = matches!(common, Common::Owner(_)) && indices.len() < SIBLINGS;
            for pair in indices.windows(2) {
                if !few || were_one(pair, called, names) {
                    any |= self.unite(pair, called);
                }
            }
        }
        any
    }

    /// Lets two be one, by the first of their identities; whether they were two.
    fn unite(&mut self, pair: &[usize], called: &[Called]) -> bool {
        let mut ones = pair
            .iter()
            .map(|index| self.one(*index))
            .collect::<Vec<_>>();
        ones.sort_by_key(|index| called.get(*index).map(|called| &called.identity));
        match ones.as_slice() {
            [one, other] => self.stand(*other, *one),
            _ => false,
        }
    }

    /// Lets `one` stand for `index`; whether they were two.
    pub(super) fn stand(&mut self, index: usize, one: usize) -> bool {
        let one = self.one(one);
        if index == one {
            return false;
        }
        if let Some(at) = self.stands_for.get_mut(index) {
            *at = one;
        }
        let more = self.ways.get(&index).copied().unwrap_or_default();
        let ways = self.ways.entry(one).or_default();
        ways.request |= more.request;
        ways.response |= more.response;
        true
    }

    pub(super) fn rename(&self, definitions: &mut [Definition]) {
        for definition in definitions {
            for part in definition.shape.parts_mut() {
                part.rename(&|index| self.one(index));
            }
        }
    }

    /// What a definition is, but for its name.
    fn sign(&self, definitions: &[Definition], index: usize) -> String {
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
        format!("{presence:?} {:?} {:?}", definition.shape, definition.docs)
    }

    /// Alternatives of which only one is left are that one.
    pub(super) fn collapse(&mut self, definitions: &mut [Definition], called: &[Called]) -> bool {
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
}

/// What a choice of few is called by its alternatives, if all of these have names of their own.
pub(super) fn alternatives(
    definitions: &[Definition],
    called: &[Called],
    index: usize,
) -> Option<String> {
    let Shape::Untagged { variants, .. } = &definitions.get(index)?.shape else {
        return None;
    };
    let word = |of: &Type| match of {
        Type::Named(index) => {
            let named = called.get(*index).filter(|called| called.named);
            named.map(|called| called.long.clone())
        }
        Type::List(of) => Some(format!("{} list", scalar(of)?)),
        of => scalar(of).map(str::to_owned),
    };
    let words = variants.iter().map(word).collect::<Option<Vec<_>>>()?;
    let name = words.join(" or ");
    (words.len() <= ALTERNATIVES && fits(&name)).then_some(name)
}

fn scalar(of: &Type) -> Option<&'static str> {
    match of {
        Type::Bool => Some("boolean"),
        Type::I64 => Some("integer"),
        Type::I32 => Some("int32"),
        Type::U64 => Some("unsigned"),
        Type::F64 => Some("number"),
        Type::F32 => Some("float"),
        Type::String => Some("string"),
        _ => None,
    }
}

/// Whether an earlier import gave both one name, when there were more of them.
fn were_one(pair: &[usize], called: &[Called], names: &Names) -> bool {
    let known = |index: &usize| names.known(&called.get(*index)?.identity);
    let mut known = pair.iter().map(known);
    let first = known.next().flatten();
    first.is_some() && known.all(|other| other == first)
}

/// What two of one shape have in common, so that they may be one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Common<'c> {
    /// The end of their names.
    End(String),
    /// The object whose members they are.
    Owner(&'c str),
    /// That their alternatives say what they are.
    Parts,
}

/// A name of more alternatives is too long.
const ALTERNATIVES: usize = 3;
/// From so many on, members of one object are of one type: of two, their names say more.
const SIBLINGS: usize = 3;
/// Rounds in which definitions become one; each goes one level up.
pub(super) const ROUNDS: usize = 16;
