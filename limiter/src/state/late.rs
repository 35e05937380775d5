//! Limits that a bucket learns of when it has granted already: from a second description, or
//! from another bucket that becomes part of it.

use std::num::NonZeroU32;
use std::task::Waker;

use tollgate_limits::Ceiling;

use super::State;
use crate::history::History;
use crate::queue::Waiter;
use crate::quota::Estate;
use crate::rule::{Rule, Spec};
use crate::{Bucket, Limits, Moment};

/// What a bucket leaves to the one that it becomes part of.
#[derive(Debug)]
pub(crate) struct Legacy {
    sets: Vec<Limits>,
    /// `None` when it never granted anything.
    history: Option<History>,
    block: u64,
    quota: Estate,
}

impl State {
    /// Adds the limits that are not enforced yet; whether there were any.
    ///
    /// What was granted before counts in the added ones as well as it is known, and where it
    /// is not, as if they had just been used up: never as a fresh burst.
    pub(crate) fn declare(&mut self, limits: Limits) -> bool {
        if self.sets.contains(&limits) {
            return false;
        }
        let known: Vec<Spec> = self.rules.iter().map(Rule::spec).collect();
        let added: Vec<Spec> = Spec::all(&limits)
            .filter(|spec| !known.contains(spec))
            .collect();
        let history = self.history();
        if !self.is_decided_elsewhere() {
            let added = added.into_iter();
            self.rules
                .extend(added.map(|spec| Rule::after(spec, &history)));
        }
        self.sets.push(limits);
        self.sealed = self.issued;
        self.measure();
        true
    }

    /// Works out what follows from the limits that are enforced.
    pub(super) fn measure(&mut self) {
        #[cfg(feature = "fleet")]
        if self.is_decided_elsewhere() {
            return self.measure_front();
        }
        let specs = self.rules.iter().map(Rule::spec);
        self.largest = specs.map(Spec::largest).min().unwrap_or(NonZeroU32::MAX);
        let ceilings = self.sets.iter().flat_map(Limits::ceilings);
        let slots = ceilings.filter_map(|ceiling| match ceiling {
            Ceiling::InFlight(slots) => Some(u64::from(slots.get())),
            Ceiling::Window(_) | Ceiling::TokenBucket { .. } => None,
        });
        self.slots = slots.min().unwrap_or(u64::MAX);
    }

    /// The bucket that this one has become part of, in whichever process.
    #[inline]
    pub(crate) fn merged(&mut self) -> Option<Bucket> {
        self.refresh();
        if self.is_part_of_another() && self.merged.is_none() {
            self.merged = self.root_of_file();
        }
        self.merged.clone()
    }

    /// Becomes part of `into`: what it has to count, and all waiters, who go there. `landed` is
    /// how many slots were ever given up.
    pub(crate) fn leave_to(&mut self, into: Bucket, landed: u64) -> (Legacy, Vec<Waker>) {
        self.merged = Some(into);
        let legacy = self.legacy(self.in_flight(landed));
        let waiters = self.queue.iter_mut();
        (legacy, waiters.filter_map(Waiter::call).collect())
    }

    /// What it leaves, with `open` exchanges.
    pub(crate) fn legacy(&self, open: u64) -> Legacy {
        Legacy {
            sets: self.sets.clone(),
            history: (self.issued > 0 || self.paced).then(|| self.history()),
            block: self.block,
            quota: self.quota.leave(open),
        }
    }

    /// Counts what another bucket granted, and enforces its limits, its block and
    /// what the vendor said about it too; returns
    /// whom to wake.
    pub(crate) fn absorb(&mut self, legacy: Legacy, now: u64) -> Vec<Waker> {
        let Legacy {
            sets,
            history,
            block,
            quota,
        } = legacy;
        let now = self.observe(Moment::from_nanos(now));
        for limits in sets {
            self.declare(limits);
        }
        if let Some(history) = history {
            for rule in &mut self.rules {
                rule.absorb(&history, now);
            }
            // The rules hold grants that this bucket never gave.
            self.paced = true;
        }
        self.quota.join(quota, now);
        self.sealed = self.issued;
        if block > self.block.max(now) {
            self.hold(block);
        }
        self.call_all(now)
    }

    /// Whether a store decides, and this has no rules of its own.
    fn is_decided_elsewhere(&self) -> bool {
        #[cfg(feature = "fleet")]
        let elsewhere = self.front.is_some();
        #[cfg(not(feature = "fleet"))]
        let elsewhere = false;
        elsewhere
    }

    fn history(&self) -> History {
        let logs = self.rules.iter().map(Rule::times);
        let times = logs.max_by_key(Vec::len).unwrap_or_default();
        if times.is_empty() && (self.issued > 0 || self.paced) {
            return History::new(vec![self.seen], false);
        }
        let complete = !self.paced && times.len() as u64 >= self.issued - self.returned;
        History::new(times, complete)
    }
}
