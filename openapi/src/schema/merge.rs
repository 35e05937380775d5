//! Definitions of one shape, as one.

use super::Type;
use super::body::untagged;
use super::definition::{Definition, Shape};
use super::place::Called;
use super::settle::Settled;
use crate::names::{Style, likely};
use std::collections::BTreeMap;

impl Settled {
    /// Lets definitions of one shape and one end of their names be one, from the leaves up.
    pub(super) fn merge(&mut self, definitions: &mut [Definition], called: &[Called]) {
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

    pub(super) fn stand(&mut self, index: usize, one: usize) {
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

    pub(super) fn rename(&self, definitions: &mut [Definition]) {
        for definition in definitions {
            for part in definition.shape.parts_mut() {
                part.rename(&|index| self.one(index));
            }
        }
    }

    /// What two definitions have in common that may be one.
    pub(super) fn sign(&self, definitions: &[Definition], index: usize, called: &Called) -> String {
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

/// Rounds in which definitions become one; each goes one level up.
pub(super) const ROUNDS: usize = 16;
