//! What is decided about those who wait: when their turn comes, and whether that is in time.

use std::task::Waker;
use std::time::Duration;

use tollgate_limits::Cost;

use super::State;
use crate::{Moment, RefusedKind, Terms};

impl State {
    /// The earliest moment at which the last of `units` units can leave, if all come at once
    /// and nobody else does; a lower bound where they are more than one request's.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> Moment {
        let rules = self.rules.iter().map(|rule| rule.earliest(units, now));
        let held = self.block.max(self.quota.earliest(units));
        #[cfg(feature = "fleet")]
        let held = held.max(self.front().map_or(0, |front| front.earliest(units, now)));
        Moment::from_nanos(rules.max().unwrap_or(now).max(held))
    }

    /// How much longer the vendor wants nothing.
    pub(crate) fn blocked(&self, now: u64) -> Option<Duration> {
        (self.block > now).then(|| Duration::from_nanos(self.block - now))
    }

    /// How many units could leave at `now`, one by one, while `open` exchanges are open. For
    /// whoever looks; nothing is taken.
    pub(crate) fn available(&self, open: u64, now: u64) -> u64 {
        let slots = self.slots.saturating_sub(open);
        self.there(now.max(self.seen)).min(slots)
    }

    /// Whether nothing can leave before one of `open` exchanges ends.
    pub(crate) fn is_full(&self, open: u64) -> bool {
        open >= self.slots
    }

    /// How many units could leave at `now`, one by one, whatever is in flight.
    pub(crate) fn there(&self, now: u64) -> u64 {
        #[cfg(feature = "fleet")]
        if let Some(front) = self.front() {
            return if self.block > now {
                0
            } else {
                front.leases.there(now)
            };
        }
        let (mut low, mut high) = (0, u64::from(self.largest.get()));
        while low < high {
            let middle = high - (high - low) / 2;
            let earliest = self.earliest(middle, now);
            if earliest.as_nanos() <= now {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// Why a request of `cost` cannot be served by its `terms` when it and all before it want
    /// `units`; `None` if it still may.
    pub(crate) fn verdict(
        &self,
        cost: Cost,
        units: u64,
        terms: Terms,
        now: u64,
    ) -> Option<RefusedKind> {
        let largest = self.largest;
        if cost.units() > largest.get() {
            return Some(RefusedKind::CostTooLarge { cost, largest });
        }
        if terms.end() == Moment::NEVER && !self.is_blocked_beyond(terms, now) {
            return None;
        }
        self.objection(self.earliest(units, now), terms, now)
    }

    /// Why a permit at `earliest` is not what the `terms` ask for; `None` if it is.
    pub(crate) fn objection(
        &self,
        earliest: Moment,
        terms: Terms,
        now: u64,
    ) -> Option<RefusedKind> {
        let late = terms.end() < earliest;
        (late || self.is_blocked_beyond(terms, now)).then(|| self.too_late(earliest, terms, now))
    }

    /// The words for a permit at `earliest` that comes too late.
    pub(crate) fn too_late(&self, earliest: Moment, terms: Terms, now: u64) -> RefusedKind {
        if self.stuck().is_some() {
            return RefusedKind::StateLost;
        }
        let moment = Moment::from_nanos(now);
        let needed = earliest.saturating_duration_since(moment);
        if self.is_blocked_beyond(terms, now) {
            let left = terms.block_end(now).saturating_duration_since(moment);
            return RefusedKind::Blocked { needed, left };
        }
        let left = terms.end().saturating_duration_since(moment);
        RefusedKind::Deadline { needed, left }
    }

    /// Whether a block holds now that ends later than it is worth waiting for.
    fn is_blocked_beyond(&self, terms: Terms, now: u64) -> bool {
        self.block > terms.block_end(now).as_nanos().max(now)
    }

    /// Looks at what other processes did; returns who has to look again because of that.
    pub(crate) fn hear_of_others(&mut self, now: u64) -> Vec<Waker> {
        let before = (self.block, self.quota.earliest(1));
        if !self.refresh() {
            return Vec::new();
        }
        if self.is_part_of_another() {
            return self.leave_for_all();
        }
        if (self.block, self.quota.earliest(1)) != before {
            return self.call_all(now.max(self.seen));
        }
        Vec::new()
    }

    /// Gives up all waiters that can no longer be served in time, and has the first one look
    /// again; returns whom to wake.
    pub(crate) fn call_all(&mut self, now: u64) -> Vec<Waker> {
        let mut queue = std::mem::take(&mut self.queue);
        let mut woken = Vec::new();
        let mut units = 0;
        for waiter in queue.iter_mut() {
            let own = u64::from(waiter.cost.units());
            waiter.verdict = self.verdict(waiter.cost, units + own, waiter.terms, now);
            if waiter.verdict.is_some() {
                woken.extend(waiter.call());
            } else {
                units += own;
            }
        }
        woken.extend(queue.call_first());
        self.queue = queue;
        woken
    }
}

impl State {
    /// Has everybody who waits look again; returns whom to wake.
    #[cfg(feature = "fleet")]
    pub(crate) fn call_all_to_look(&mut self) -> Vec<Waker> {
        self.queue
            .iter_mut()
            .filter_map(crate::queue::Waiter::call)
            .collect()
    }
}
