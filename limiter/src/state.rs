//! Everything that is decided about one bucket, in one step under one lock.
//!
//! A request asks for its units at a moment. It is granted when nobody waits, a slot is free,
//! no block holds, the vendor's reports leave enough, and every rule has room; then all rules
//! count it together. Time comes in as an argument and is made to grow only: a reading older than
//! the last one counts as that.

mod back;
#[cfg(feature = "fleet")]
mod fleet;
mod late;
mod party;
mod shared;
mod wait;
mod written;

pub(crate) use self::back::is_ours;

use std::num::NonZeroU32;
use std::task::Waker;

use tollgate_limits::Cost;

use crate::machine::seat::Seat;
use crate::machine::turn::Turn;
use crate::queue::Queue;
use crate::quota::{Quota, Statement};
use crate::rule::Rule;
use crate::{Bucket, Limits, Meter, Moment};

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
    /// Which count of units this is: another one begins where it is not known what was granted. Zero
    /// in memory of one's own.
    pub(crate) lineage: u64,
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
    /// What the vendor says is left of its quota.
    pub(crate) quota: Quota,
    sets: Vec<Limits>,
    /// The bucket that this one has become part of.
    merged: Option<Bucket>,
    pub(crate) queue: Queue,
    tally: Tally,
    /// Where other processes share all this but the queue; `None` in memory of one's own.
    seat: Option<Box<Seat>>,
    /// What was read there last.
    numbers: Vec<u64>,
    /// Until when the vendor wants nothing, said while there was no file to write it to.
    owed: u64,
    /// The turn of the first waiter among those of other processes.
    turn: Turn,
    /// Where a store decides about all this; `None` elsewhere.
    #[cfg(feature = "fleet")]
    front: Option<Box<crate::fleet::front::Front>>,
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
    /// Slots held when this was granted, its own included.
    pub(crate) open: u32,
    pub(crate) at: u64,
    /// Units ever granted, these included.
    issued: u64,
    /// The position of the last of its units in the vendor's quota.
    pub(crate) position: u64,
    /// How often this process had been forked when it was granted.
    pub(crate) forks: u64,
    /// The count of units that `issued` and `position` belong to.
    pub(crate) lineage: u64,
    /// The moment from which it counts for the store that gave it, by the store's clock.
    #[cfg(feature = "fleet")]
    pub(crate) given: u64,
}

/// The answer to a request for units.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    Granted(Grant),
    /// Not before this moment.
    Until(Moment),
    /// Not before an open exchange ends.
    Slot,
    /// Not before the store has been asked.
    #[cfg(feature = "fleet")]
    Trip,
    /// More than this can never be paid.
    Never(NonZeroU32),
}

impl State {
    /// A bucket that was never used.
    pub(crate) fn new(limits: Limits) -> Self {
        let mut state = Self::empty();
        state.declare(limits);
        state
    }

    /// A bucket without limits, to be given some.
    pub(crate) fn empty() -> Self {
        Self {
            rules: Vec::new(),
            largest: NonZeroU32::MAX,
            slots: u64::MAX,
            taken: 0,
            lineage: 0,
            seen: 0,
            block: 0,
            issued: 0,
            returned: 0,
            sealed: 0,
            moved: 0,
            paced: false,
            quota: Quota::new(),
            sets: Vec::new(),
            merged: None,
            queue: Queue::default(),
            tally: Tally::default(),
            seat: None,
            numbers: Vec::new(),
            owed: 0,
            turn: Turn::default(),
            #[cfg(feature = "fleet")]
            front: None,
        }
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
        #[cfg(feature = "fleet")]
        if self.front.is_some() {
            return self.ask_front(cost, now);
        }
        match self.seat {
            None => self.decide(cost, now, self.in_flight(landed)),
            Some(_) => self.ask_shared(cost, now),
        }
    }

    /// The same, with `open` slots held.
    #[inline]
    fn decide(&mut self, cost: Cost, now: u64, open: u64) -> Answer {
        let units = cost.units();
        if units > self.largest.get() {
            return Answer::Never(self.largest);
        }
        if open >= self.slots {
            return Answer::Slot;
        }
        if now < self.block
            || !self.quota.fits(u64::from(units), now)
            || !self.rules.iter_mut().all(|rule| rule.fits(units, now))
        {
            return Answer::Until(self.earliest(u64::from(units), now));
        }
        for rule in &mut self.rules {
            rule.take(units, now);
        }
        self.taken += 1;
        self.issued += u64::from(units);
        Answer::Granted(Grant {
            cost,
            open: u32::try_from(open + 1).unwrap_or(u32::MAX),
            at: now,
            issued: self.issued,
            position: self.quota.take(u64::from(units)),
            forks: self.seat.as_ref().map_or(0, |seat| seat.forks()),
            lineage: self.lineage,
            #[cfg(feature = "fleet")]
            given: 0,
        })
    }

    /// The counters of this process.
    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }

    /// What a store has given to this process; nothing in other scopes.
    pub(crate) fn leased(&self) -> Meter {
        #[cfg(feature = "fleet")]
        if let Some(front) = self.front() {
            return Meter {
                trips: front.trips,
                leases: front.given,
                lease_losses: front.lost,
                ..Meter::default()
            };
        }
        Meter::default()
    }

    /// Permits granted and not given back.
    pub(crate) fn permits(&self) -> u64 {
        self.taken - self.tally.returned
    }

    /// How many slots are held.
    #[inline]
    pub(crate) fn in_flight(&self, landed: u64) -> u64 {
        match &self.seat {
            None => self.taken.wrapping_sub(landed),
            Some(seat) => seat.in_flight(),
        }
    }

    /// Holds everybody back until `end`, unless something does for longer; returns those who
    /// have to look again.
    pub(crate) fn block(&mut self, end: Moment, now: u64) -> Vec<Waker> {
        let longer = self.change(|state| state.prolong(end.as_nanos(), now));
        if self.stuck().is_some() {
            self.owed = self.owed.max(end.as_nanos());
        }
        #[cfg(feature = "fleet")]
        if longer && let Some(front) = &mut self.front {
            front.block(end.as_nanos());
        }
        if longer {
            self.call_all(now)
        } else {
            Vec::new()
        }
    }

    /// Begins or prolongs the block, if `end` is later than that of the present one and than `now`;
    /// whether it is.
    fn prolong(&mut self, end: u64, now: u64) -> bool {
        let longer = end > self.block.max(now);
        if longer {
            self.tally.blocks += 1;
            self.hold(end);
        }
        longer
    }

    /// Takes in what the vendor says is left; returns those who have to look again.
    pub(crate) fn report(&mut self, statement: Statement, now: u64) -> Vec<Waker> {
        let lowered = self.change(|state| state.quota.hear(statement, now));
        if lowered && !self.quota.fits(self.queue.units(), now) {
            return self.call_all(now);
        }
        Vec::new()
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

    /// Whether this cannot be told from a bucket that was never used, but for its counters.
    pub(crate) fn is_fresh(&mut self, now: u64, landed: u64) -> bool {
        #[cfg(feature = "fleet")]
        if self.front().is_some_and(|front| !front.is_quiet()) {
            return false;
        }
        self.queue.is_empty()
            && self.in_flight(landed) == 0
            && self.block <= now
            && self.quota.is_over(now)
            && self.rules.iter_mut().all(|rule| rule.is_idle(now))
    }

    /// The same of a copy, whose queue and slots are elsewhere.
    pub(crate) fn is_spent(&mut self, now: u64) -> bool {
        self.is_fresh(now.max(self.seen), self.taken)
    }

    /// Every set of limits that was declared, the first one first.
    pub(crate) fn sets(&self) -> &[Limits] {
        &self.sets
    }

    /// Whether the number of open exchanges is bounded.
    pub(crate) fn is_capped(&self) -> bool {
        #[cfg(feature = "fleet")]
        if self.front().is_some_and(|front| front.slots.is_some()) {
            return true;
        }
        self.slots != u64::MAX
    }
}
