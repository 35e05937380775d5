//! When a trip is due, and what its answer, or the lack of one, changes.

use std::sync::Weak;

use tollgate_mapped::forks;

use super::letter::Said;
use super::{Kept, Outcome, Remote};
use crate::breaker::machine::Machine;
use crate::moment::nanos;

/// What was said in one trip, as far as it has to be remembered.
pub(super) struct Told {
    /// Refusals of this process.
    pub(super) refused: u64,
    /// Whether the probe was asked for.
    pub(super) asked: bool,
}

/// What is older is asked for anew, behind whoever uses it.
const FRESH: u64 = 100_000_000;
/// More than these are not kept for a store that cannot be had.
const MOST: usize = 64;

impl Remote {
    /// Whether it is not to be waited for the store.
    pub(super) fn is_gone(&self, now: u64) -> bool {
        self.down.is_some_and(|(_, again)| now < again)
    }

    /// Whether there is something to tell or to ask; notes that a trip is under way.
    pub(in crate::breaker) fn set_out(&mut self, now: u64) -> bool {
        self.forget_parent();
        let stale = self
            .known
            .is_none_or(|known| known.saturating_add(FRESH) <= now);
        let asks = self.asking.strong_count() > 0;
        let is_due = stale || asks || self.untold || !self.events.is_empty();
        let goes = is_due && !self.out && !self.is_gone(now);
        self.out |= goes;
        goes
    }

    /// In the child of a fork, nothing that is under way or to be told is its own.
    pub(super) fn forget_parent(&mut self) {
        if self.forks == forks() {
            return;
        }
        let (fleet, declared, base) = (self.fleet.clone(), self.declared, self.base.clone());
        *self = Self {
            base,
            refused: self.refused,
            ..Self::new(fleet, declared)
        };
    }

    /// Takes in what the store said to what was sent at `sent`.
    pub(super) fn hear(&mut self, cache: &mut Machine, said: &Said, told: &Told, now: u64) {
        self.out = false;
        self.down = None;
        self.known = Some(now);
        self.untold = false;
        self.base = said.state.clone();
        self.events.drain(..self.told);
        self.told = 0;
        self.refused = told.refused;
        *cache = self.base.clone();
        for event in &self.events {
            event.replay(cache);
        }
        // Another state than that in which the probe was kept.
        self.kept.take_if(|kept| kept.ticket != cache.ticket());
        if said.given {
            self.keep(cache, now);
        }
        if told.asked {
            self.asking = Weak::new();
        }
    }

    /// Keeps the probe that the store has given; tells it back if nobody wants it any more.
    fn keep(&mut self, cache: &mut Machine, now: u64) {
        let ticket = self.base.ticket();
        // Not upgraded: it might be the last one, and is not to be dropped under the lock.
        if self.asking.strong_count() == 0 {
            return self.settle(cache, ticket, Outcome::Neutral, now);
        }
        self.kept = Some(Kept {
            ticket,
            turns: Weak::clone(&self.asking),
            alone: false,
        });
    }

    /// Takes in that the store could not be had. What may have been done there is not told again: it
    /// is part of what is known here, and of two states the later counts.
    pub(super) fn miss(&mut self, told: &Told, may_have_run: bool, now: u64) {
        self.out = false;
        if may_have_run || self.events.len() > MOST {
            let folded = match may_have_run {
                true => self.told,
                false => self.events.len(),
            };
            for event in self.events.drain(..folded) {
                event.replay(&mut self.base);
            }
            self.refused = self.refused.max(told.refused);
        }
        self.told = 0;
        self.untold = true;
        let times = self.down.map_or(0, |(times, _)| times.saturating_add(1));
        // 0.1 s, 0.2 s, … 3.2 s.
        let pause = FRESH << times.min(5);
        self.down = Some((times, now.saturating_add(pause)));
        self.asking = Weak::new();
    }

    /// For how long a state is kept that nobody asks for.
    pub(super) fn lifetime(&self) -> u64 {
        let rules = self.base.rules();
        nanos(rules.open())
            .saturating_mul(2)
            .saturating_add(nanos(rules.lease()))
    }
}
