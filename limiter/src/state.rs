//! Everything that is decided about one bucket, in one step under one lock.
//!
//! A request asks for its units at a moment. It is granted when nobody waits, a slot is free,
//! no block holds, and every rule has room; then all rules count it together. Time comes in as
//! an argument and is made to grow only: a reading older than the last one counts as that.

mod late;

use std::num::NonZeroU32;
use std::task::Waker;

use tollgate_limits::Cost;

use crate::queue::Queue;
use crate::rule::{GiveBack, Rule};
use crate::{Bucket, Limits, Moment, RefusedKind};

/// The state of one bucket.
#[derive(Debug)]
pub(crate) struct State {
    rules: Vec<Rule>,
    /// The most units that can leave at once under all rules.
    largest: NonZeroU32,
    /// How many exchanges may be open; [`u64::MAX`] for any number.
    slots: u64,
    /// Slots ever taken; those given up are counted outside, see [`crate::bucket`].
    taken: u64,
    /// The latest time that was ever asked at.
    seen: u64,
    /// Until when the vendor wants nothing.
    block: u64,
    /// Units ever granted.
    issued: u64,
    /// Of these, units that the rules no longer count.
    returned: u64,
    /// Grants up to this many units issued are no longer told apart in the rules, and stay
    /// counted there.
    sealed: u64,
    /// Grants up to this many units issued may have been moved to a later moment; their permits
    /// cannot be given back to the rules, while their marks can still be moved.
    moved: u64,
    /// Whether the rules hold grants that never were, from a block.
    paced: bool,
    sets: Vec<Limits>,
    /// The bucket that this one has become part of.
    merged: Option<Bucket>,
    pub(crate) queue: Queue,
    pub(crate) tally: Tally,
}

/// The counters that are cheapest under the lock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Permits given back.
    pub(crate) returned: u64,
    pub(crate) waited: u64,
    pub(crate) exhausted: u64,
    pub(crate) blocks: u64,
}

/// What one permit took, so that it can be given back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant {
    pub(crate) cost: Cost,
    pub(crate) at: u64,
    /// Units ever granted, these included.
    issued: u64,
}

/// The answer to a request for units.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    Granted(Grant),
    /// Not before this moment.
    Until(Moment),
    /// Not before an open exchange ends.
    Slot,
    /// More than this can never be paid.
    Never(NonZeroU32),
}

impl State {
    /// A bucket that was never used.
    pub(crate) fn new(limits: Limits) -> Self {
        let mut state = Self {
            rules: Vec::new(),
            largest: NonZeroU32::MAX,
            slots: u64::MAX,
            taken: 0,
            seen: 0,
            block: 0,
            issued: 0,
            returned: 0,
            sealed: 0,
            moved: 0,
            paced: false,
            sets: Vec::new(),
            merged: None,
            queue: Queue::default(),
            tally: Tally::default(),
        };
        state.declare(limits);
        state
    }

    /// The time to decide by: never before an earlier one, and never [`Moment::NEVER`], which
    /// in the rules means what it says.
    #[inline]
    pub(crate) fn observe(&mut self, now: Moment) -> u64 {
        self.seen = self.seen.max(now.as_nanos().min(u64::MAX - 1));
        self.seen
    }

    /// Decides about `cost` units at `now`; `landed` is how many slots were ever given up.
    #[inline]
    pub(crate) fn ask(&mut self, cost: Cost, now: u64, landed: u64) -> Answer {
        let units = cost.units();
        if units > self.largest.get() {
            return Answer::Never(self.largest);
        }
        if self.in_flight(landed) >= self.slots {
            return Answer::Slot;
        }
        if now < self.block || !self.rules.iter_mut().all(|rule| rule.fits(units, now)) {
            return Answer::Until(self.earliest(u64::from(units), now));
        }
        for rule in &mut self.rules {
            rule.take(units, now);
        }
        Answer::Granted(self.record(cost, now))
    }

    #[inline]
    fn record(&mut self, cost: Cost, now: u64) -> Grant {
        self.taken += 1;
        self.issue(cost, now)
    }

    #[inline]
    fn issue(&mut self, cost: Cost, now: u64) -> Grant {
        self.issued += u64::from(cost.units());
        Grant {
            cost,
            at: now,
            issued: self.issued,
        }
    }

    /// Permits granted and not given back.
    pub(crate) fn permits(&self) -> u64 {
        self.taken - self.tally.returned
    }

    /// How many slots are held.
    #[inline]
    pub(crate) fn in_flight(&self, landed: u64) -> u64 {
        self.taken.wrapping_sub(landed)
    }

    /// The earliest moment at which the last of `units` units can leave, if all come at once
    /// and nobody else does; a lower bound where they are more than one request's.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> Moment {
        let rules = self.rules.iter().map(|rule| rule.earliest(units, now));
        Moment::from_nanos(rules.max().unwrap_or(now).max(self.block))
    }

    /// Why a request of `cost` cannot be served before `deadline` when it and all before it
    /// want `units`; `None` if it still may.
    pub(crate) fn verdict(
        &self,
        cost: Cost,
        units: u64,
        deadline: Option<Moment>,
        now: u64,
    ) -> Option<RefusedKind> {
        let largest = self.largest;
        if cost.units() > largest.get() {
            return Some(RefusedKind::CostTooLarge { cost, largest });
        }
        let deadline = deadline?;
        let earliest = self.earliest(units, now);
        (earliest > deadline).then(|| self.too_late(earliest, deadline, now))
    }

    /// The words for a permit at `earliest` that comes too late.
    pub(crate) fn too_late(&self, earliest: Moment, deadline: Moment, now: u64) -> RefusedKind {
        let now = Moment::from_nanos(now);
        let needed = earliest.saturating_duration_since(now);
        let left = deadline.saturating_duration_since(now);
        if self.block > deadline.as_nanos() {
            return RefusedKind::Blocked { needed, left };
        }
        RefusedKind::Deadline { needed, left }
    }

    /// Takes back a permit that was never used.
    pub(crate) fn give_back(&mut self, grant: Grant) {
        self.tally.returned += 1;
        if grant.issued <= self.sealed.max(self.moved) {
            return;
        }
        let back = self.returning(grant);
        for rule in &mut self.rules {
            rule.give_back(back);
        }
    }

    fn returning(&mut self, grant: Grant) -> GiveBack {
        let Grant { cost, at, issued } = grant;
        self.returned += u64::from(cost.units());
        GiveBack {
            cost: cost.units(),
            at,
            since: self.issued - issued,
            last: self.seen,
        }
    }

    /// Counts what `grant` took as leaving at `now` instead, and returns the grant that counts
    /// from here on.
    pub(crate) fn leaves(&mut self, grant: Grant, now: u64) -> Grant {
        if grant.issued > self.sealed {
            let back = self.returning(grant);
            for rule in self.rules.iter_mut().filter(|rule| !rule.is_budget()) {
                rule.give_back(back);
            }
        }
        self.leaves_again(grant.cost, now)
    }

    /// Counts `cost` units as leaving at `now`, whether there is room or not, beside all that
    /// is counted. What we allow ourselves was spent when the permit was granted.
    pub(crate) fn leaves_again(&mut self, cost: Cost, now: u64) -> Grant {
        for rule in self.rules.iter_mut().filter(|rule| !rule.is_budget()) {
            rule.take(cost.units(), now);
        }
        let grant = self.issue(cost, now);
        self.moved = self.issued;
        grant
    }

    /// Holds everybody back until `end`, unless something does for longer; returns those who
    /// have to look again.
    pub(crate) fn block(&mut self, end: Moment, now: u64) -> Vec<Waker> {
        if end.as_nanos() <= self.block.max(now) {
            return Vec::new();
        }
        self.tally.blocks += 1;
        self.hold(end.as_nanos());
        self.call_all(now)
    }

    /// Lets nothing leave before `end`, and then nothing together.
    ///
    /// What would otherwise leave at once when the block ends is spread out: the limit that
    /// decides about bursts (the budget; without one, the ceiling whose burst comes back first)
    /// is left as even sends up to the end would have left it. Spreading the others too would
    /// turn a day's quota into one request every few minutes.
    fn hold(&mut self, end: u64) {
        self.block = end;
        self.sealed = self.issued;
        self.paced = true;
        let budgeted = self.rules.iter().any(Rule::is_budget);
        let span = self.rules.iter().map(Rule::span).min();
        for rule in &mut self.rules {
            let decides = if budgeted {
                rule.is_budget()
            } else {
                Some(rule.span()) == span
            };
            if decides {
                rule.pace_from(end);
            }
        }
    }

    /// Gives up all waiters that can no longer be served in time, and has the first one look
    /// again; returns whom to wake.
    pub(crate) fn call_all(&mut self, now: u64) -> Vec<Waker> {
        let mut queue = std::mem::take(&mut self.queue);
        let mut woken = Vec::new();
        let mut units = 0;
        for waiter in queue.iter_mut() {
            let own = u64::from(waiter.cost.units());
            waiter.verdict = self.verdict(waiter.cost, units + own, waiter.deadline, now);
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

    /// Whether this cannot be told from a bucket that was never used, but for its counters.
    pub(crate) fn is_fresh(&mut self, now: u64, landed: u64) -> bool {
        self.queue.is_empty()
            && self.in_flight(landed) == 0
            && self.block <= now
            && self.rules.iter_mut().all(|rule| rule.is_idle(now))
    }

    /// Every set of limits that was declared, the first one first.
    pub(crate) fn sets(&self) -> &[Limits] {
        &self.sets
    }

    /// Whether the number of open exchanges is bounded.
    pub(crate) fn is_capped(&self) -> bool {
        self.slots != u64::MAX
    }
}
