//! A bucket whose limits a store decides about, for a fleet of machines: the queue is here, and what the
//! store gave.

use std::num::NonZeroU32;
use std::task::Waker;
use std::time::Duration;

use tollgate_limits::{Ceiling, Cost};

use super::{Answer, Grant, State};
use crate::fleet::front::Front;
use crate::fleet::message::{Counts, Reply, Unit};
use crate::fleet::trip::{Demand, Heard, Next, Trip};
use crate::fleet::{self, Fault, pace};
use crate::rule::Spec;
use crate::{Bucket, Limits, Moment, RefusedKind, Report};

/// So long what the store said of a cost that is too large is believed, in nanoseconds.
const DOUBT: u64 = 10_000_000_000;
/// By so much a block that was told comes back later than it was, at most, in nanoseconds.
const ECHO: u64 = 250_000_000;

impl State {
    /// A bucket that the store of `front` decides about.
    pub(crate) fn in_fleet(front: Front, limits: Limits) -> Self {
        let mut state = Self::empty();
        state.front = Some(Box::new(front));
        state.declare(limits);
        state
    }

    /// What this process has of the store, or nothing in another scope.
    pub(crate) fn front(&self) -> Option<&Front> {
        self.front.as_deref()
    }

    /// Works out what follows from the limits, which the store enforces.
    pub(super) fn measure_front(&mut self) {
        let sets = &self.sets;
        let Some(front) = &mut self.front else { return };
        let specs = sets.iter().flat_map(Spec::all);
        self.largest = specs.map(Spec::largest).min().unwrap_or(NonZeroU32::MAX);
        let ceilings = sets.iter().flat_map(Limits::ceilings);
        let slots = ceilings.filter_map(|ceiling| match ceiling {
            Ceiling::InFlight(slots) => Some(slots.get()),
            Ceiling::Window(_) | Ceiling::TokenBucket { .. } => None,
        });
        front.slots = slots.min();
        let specs = sets.iter().flat_map(Spec::all);
        front.bear(specs.filter_map(bearable).min());
    }

    /// [`ask`](Self::ask), of what the store has given.
    pub(super) fn ask_front(&mut self, cost: Cost, now: u64) -> Answer {
        let units = cost.units();
        if units > self.largest.get() {
            self.doubt_largest(now);
        }
        if units > self.largest.get() {
            return Answer::Never(self.largest);
        }
        if now < self.block {
            return Answer::Until(self.earliest(u64::from(units), now));
        }
        let Some(front) = &mut self.front else {
            return Answer::Trip;
        };
        if let Some(unit) = front.take(units, now) {
            self.taken += 1;
            return Answer::Granted(grant(cost, unit, now));
        }
        match front.leases.earliest(u64::from(units), now) {
            Some(moment) => Answer::Until(Moment::from_nanos(moment)),
            None => Answer::Trip,
        }
    }

    /// In the child of a fork: begins anew. The queue, the units and the slots are the parent's; `landed`
    /// is how many slots were ever given up.
    pub(crate) fn renew(&mut self, landed: u64, now: u64) {
        let Some(front) = &mut self.front else { return };
        if front.forks == tollgate_mapped::forks() {
            return;
        }
        front.begin_anew(now);
        self.taken = landed;
        // Its wakers belong to runtimes that are not here.
        std::mem::forget(std::mem::take(&mut self.queue));
    }

    /// Has `units` fetched for one who does not wait for them.
    pub(crate) fn seek(&mut self, cost: Cost) {
        if let Some(front) = &mut self.front {
            front.seek(cost.units());
        }
    }

    /// Asks again, now and then, whether a limit of others still lets no more than that leave at once.
    fn doubt_largest(&mut self, now: u64) {
        let front = self.front.as_ref();
        if front.is_some_and(|front| now > front.never.saturating_add(DOUBT)) {
            self.measure_front();
        }
    }

    /// Why one who waits since `arrived` is not to wait any longer for the store.
    pub(crate) fn hopeless(&self, arrived: Moment, now: u64) -> Option<RefusedKind> {
        let front = self.front.as_ref()?;
        let patience = crate::moment::nanos(front.line.patience());
        let fault = front.hopeless(arrived.as_nanos(), patience, now)?;
        Some(RefusedKind::StoreDown(fault))
    }

    /// When that is so at the latest, while the store is gone.
    pub(crate) fn hope_ends(&self, arrived: Moment) -> Option<Moment> {
        let front = self.front.as_ref()?;
        let (since, _) = front.outage()?;
        Some(arrived.max(Moment::from_nanos(since)) + front.line.patience())
    }

    /// What there is to be had without the store, while it is gone.
    pub(crate) fn stand_in(&mut self, now: u64) -> Option<Bucket> {
        self.front.as_ref()?.line.stand_in()?;
        let wait = fleet::wait(&self.sets);
        let front = self.front.as_mut()?;
        front.stand_in(wait, now).cloned()
    }

    /// What there is without the store, if `number` is that.
    pub(crate) fn stand_in_of(&self, number: u64) -> Option<Bucket> {
        let part = self.front()?.line.stand_in()?;
        (part.0.number() == number).then(|| part.clone())
    }

    /// Counts what was had without the store.
    pub(crate) fn borrow(&mut self, cost: Cost) {
        if let Some(front) = &mut self.front {
            front.borrow(cost.units());
        }
    }

    /// Takes back a permit that was never used, in the store.
    pub(super) fn give_back_front(&mut self, grant: Grant) {
        self.tally.returned += 1;
        if let Some(front) = &mut self.front {
            front.give_back(unit(grant));
        }
    }

    /// Has the store count what `grant` took as leaving at `now`.
    pub(super) fn leave_front(&mut self, grant: Grant, now: u64) -> Grant {
        if let Some(front) = &mut self.front {
            front.moves(unit(grant), now);
        }
        grant
    }

    /// An exchange is over.
    pub(crate) fn end_front(&mut self, grant: Grant) {
        if let Some(front) = &mut self.front {
            front.end(grant.position);
        }
    }

    /// Tells the store what the vendor says is left.
    pub(crate) fn report_front(&mut self, report: Report) -> bool {
        let Some(front) = &mut self.front else {
            return false;
        };
        let (lineage, position) = report.as_of.place();
        let unit = Unit {
            lineage,
            at: 0,
            units: 0,
            serial: 0,
            position,
        };
        front.report(
            unit,
            report.remaining,
            report.until.as_nanos(),
            report.policy,
        );
        true
    }

    /// What is wanted and what was counted, with `counts` that are kept outside.
    fn demand(&self, landed: u64, counts: Counts) -> Demand {
        let tally = self.tally;
        let held = self.front.as_ref().map_or(0, |front| front.leases.len());
        let waiting = self.queue.costs().take(held + pace::MOST);
        Demand {
            waiting: waiting.map(Cost::units).collect(),
            in_flight: self.in_flight(landed),
            counts: Counts {
                permits: self.permits(),
                waited: tally.waited / 1_000,
                exhausted: tally.exhausted,
                lost: self.front.as_ref().map_or(0, |front| front.lost),
                ..counts
            },
            rules: self.sets.iter().flat_map(Spec::all).collect(),
        }
    }

    /// Has the store count what the bucket `name` granted here too.
    pub(crate) fn join_front(&mut self, name: std::sync::Arc<str>) {
        if let Some(front) = &mut self.front {
            front.join(name);
        }
    }

    /// Takes in what a reply says; returns whom to wake.
    fn hear_front(&mut self, heard: &Heard, now: u64) -> Vec<Waker> {
        if let Some(front) = &mut self.front {
            front.mark(|| fleet::wait(&self.sets), now);
        }
        if heard.blocked > self.block.max(now) {
            // What we told comes back a little later than we knew it.
            let longer = heard.blocked > self.block.saturating_add(ECHO);
            self.tally.blocks += u64::from(longer);
            self.block = heard.blocked;
        }
        if let Some(largest) = heard.largest.and_then(NonZeroU32::new) {
            self.largest = self.largest.min(largest);
            if let Some(front) = &mut self.front {
                front.never = now;
            }
        }
        // All of them: what they can hope for has changed.
        self.call_all(now)
    }
}

impl Bucket {
    /// How long until the courier is to go next; `None` for when it is called.
    pub(crate) fn next_trip(&self) -> Option<Duration> {
        let now = self.clock().now().as_nanos();
        let counts = self.0.counts();
        let state = self.0.lock();
        let demand = state.demand(self.0.landed(), counts);
        match state.front()?.next(&demand, now) {
            Next::Now => Some(Duration::ZERO),
            Next::At(moment) => Some(Duration::from_nanos(moment.saturating_sub(now).max(1))),
            Next::Called => None,
        }
    }

    /// What the courier goes with.
    pub(crate) fn set_out(&self) -> Option<Trip> {
        let now = self.clock().now().as_nanos();
        let counts = self.0.counts();
        let mut state = self.0.lock();
        let demand = state.demand(self.0.landed(), counts);
        state.front.as_mut().map(|front| front.set_out(demand, now))
    }

    /// Takes in the answer to a trip that was sent at `sent`.
    pub(crate) fn hear(&self, trip: &Trip, reply: &Reply, sent: u64) -> Heard {
        let now = self.clock().now();
        let (heard, woken) = {
            let mut state = self.0.lock();
            let now = state.observe(now);
            let Some(front) = &mut state.front else {
                return Heard::default();
            };
            let heard = front.hear(trip, reply, sent, now);
            let woken = state.hear_front(&heard, now);
            (heard, woken)
        };
        woken.into_iter().for_each(Waker::wake);
        heard
    }

    /// Takes in that a trip was never finished, and nobody knows why.
    pub(crate) fn lose(&self) {
        let now = self.clock().now();
        let woken = {
            let mut state = self.0.lock();
            let now = state.observe(now);
            let Some(front) = &mut state.front else {
                return;
            };
            front.lose(now);
            state.call_all_to_look()
        };
        woken.into_iter().for_each(Waker::wake);
    }

    /// Takes in that a trip came to nothing; whether the store was there before.
    pub(crate) fn miss(&self, trip: Trip, fault: &Fault, sent: u64) -> bool {
        let now = self.clock().now();
        let (new, woken) = {
            let mut state = self.0.lock();
            let now = state.observe(now);
            let Some(front) = &mut state.front else {
                return false;
            };
            let new = front.outage().is_none();
            front.miss(trip, fault, sent, now);
            (new, state.call_all_to_look())
        };
        woken.into_iter().for_each(Waker::wake);
        new
    }
}

/// For how long units may be held, in nanoseconds, so that nearly all of the limit can be used: what
/// is held is used already, and not yet known to have left.
fn bearable(spec: Spec) -> Option<u64> {
    match spec {
        Spec::Window { rate, .. } => Some(rate.period().as_nanos() / 50),
        Spec::Vendor { rate, burst, .. } => {
            let full = u128::from(rate.period().as_nanos()) * u128::from(burst.get());
            let full = full / u128::from(rate.count().get());
            Some(u64::try_from(full / 2).unwrap_or(u64::MAX))
        }
        Spec::Budget(_) => None,
    }
}

/// What a permit took, of a unit that the store gave.
fn grant(cost: Cost, unit: Unit, now: u64) -> Grant {
    Grant {
        cost,
        open: 0,
        at: now,
        issued: unit.serial,
        position: unit.position,
        given: unit.at,
        forks: tollgate_mapped::forks(),
        lineage: unit.lineage,
    }
}

/// The unit of which a permit was granted.
fn unit(grant: Grant) -> Unit {
    Unit {
        lineage: grant.lineage,
        at: grant.given,
        units: grant.cost.units(),
        serial: grant.issued,
        position: grant.position,
    }
}
