//! The queue, driven by hand: futures are polled only when woken, in any order, and dropped
//! wherever they stand, while the log says who might have left and who had to wait.

use std::future::Future;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use proptest::prelude::*;
use tollgate_limits::{Ceiling, Cost, Period, Rate};

use super::naive::Log;
use super::states::limits;
use crate::rule::Spec;
use crate::{
    Bucket, Event, Flight, Key, Limits, ManualClock, Moment, Permit, Refused, Registry, Report,
    Serial, Terms,
};

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A call comes, for so much, with so much time or any, urgent or not.
    Come(u32, Option<u64>, bool),
    /// A waiting call is dropped.
    Cancel(usize),
    /// A permit is dropped unspent.
    GiveBack(usize),
    /// A permit is spent.
    Spend(usize),
    /// An exchange ends; or turns out not to have begun.
    Land(usize, bool),
    Advance(u64),
    Block(u64),
    /// The vendor says how much is left, and for how long, as of a permit that is not spent.
    Report(usize, u64, u64),
}

fn steps(tidy: bool) -> impl Strategy<Value = Vec<Step>> {
    let rare = u32::from(!tidy);
    let deadline = prop_oneof![Just(None), (0..200_u64).prop_map(Some)];
    let come = (
        1..5_u32,
        deadline,
        prop_oneof![4 => Just(false), 1 => Just(true)],
    );
    let step = prop_oneof![
        8 => come.prop_map(|(cost, left, urgent)| Step::Come(cost, left, urgent)),
        3 => (0..8_usize).prop_map(Step::Cancel),
        rare => (0..8_usize).prop_map(Step::GiveBack),
        4 => (0..8_usize).prop_map(Step::Spend),
        3 => (0..8_usize).prop_map(|index| Step::Land(index, true)),
        rare => (0..8_usize).prop_map(|index| Step::Land(index, false)),
        6 => (0..40_u64).prop_map(Step::Advance),
        rare => (0..150_u64).prop_map(Step::Block),
        rare => (0..8_usize, 0..12_u64, 0..150_u64).prop_map(|(index, left, length)| {
            Step::Report(index, left, length)
        }),
    ];
    prop::collection::vec(step, 1..80)
}

#[derive(Default)]
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

type Acquire = Pin<Box<dyn Future<Output = Result<Permit, Refused>>>>;

/// One call that waits.
struct Call {
    number: usize,
    cost: u32,
    deadline: Option<u64>,
    urgent: bool,
    future: Acquire,
    woken: Arc<Flag>,
}

/// What was granted: how much, when, and after how many others.
#[derive(Clone, Copy)]
struct Grant {
    cost: u32,
    at: u64,
    order: u64,
    serial: Serial,
}

/// What the vendor left, as of one grant.
struct Left {
    units: u64,
    end: u64,
    order: u64,
}

/// A bucket with everything that hangs on it, and the log beside it.
struct World {
    hands: ManualClock,
    bucket: Bucket,
    specs: Vec<Spec>,
    slots: usize,
    log: Log,
    /// The urgent first, and both in order of arrival.
    waiting: Vec<Call>,
    permits: Vec<(Permit, Grant)>,
    flights: Vec<(Flight, Grant)>,
    /// Everything that left, was granted and not given back.
    kept: Vec<Grant>,
    reports: Vec<Left>,
    now: u64,
    block: u64,
    calls: usize,
    returned: u64,
    granted: u64,
}

impl World {
    fn new(limits: &Limits, slots: Option<NonZeroU32>) -> Self {
        let mut ceilings = limits.ceilings().to_vec();
        ceilings.extend(slots.map(Ceiling::InFlight));
        let limits = Limits::new(ceilings, limits.budget(), limits.skew()).unwrap();
        let hands = ManualClock::new();
        let registry = Registry::with_clock(hands.clock());
        Self {
            specs: Spec::all(&limits).collect(),
            bucket: registry.bucket(Key::new("api", "bucket", "account"), limits),
            hands,
            slots: slots.map_or(usize::MAX, |slots| slots.get() as usize),
            log: Log::default(),
            waiting: Vec::new(),
            permits: Vec::new(),
            flights: Vec::new(),
            kept: Vec::new(),
            reports: Vec::new(),
            now: 0,
            block: 0,
            calls: 0,
            returned: 0,
            granted: 0,
        }
    }

    fn largest(&self) -> u32 {
        let largest = self.specs.iter().map(|spec| spec.largest().get());
        largest.min().expect("there is a limit")
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Come(cost, left, urgent) => self.come(cost.min(self.largest()), left, urgent),
            Step::Cancel(index) if index < self.waiting.len() => drop(self.waiting.remove(index)),
            Step::GiveBack(index) if index < self.permits.len() => {
                let (permit, grant) = self.permits.remove(index);
                self.forget(grant);
                drop(permit);
            }
            Step::Spend(index) if index < self.permits.len() => {
                let (permit, grant) = self.permits.remove(index);
                self.flights.push((permit.spend(), grant));
            }
            Step::Land(index, sent) if index < self.flights.len() => {
                let (flight, grant) = self.flights.remove(index);
                if sent {
                    return drop(flight);
                }
                self.forget(grant);
                flight.not_sent();
            }
            Step::Report(index, left, length) if index < self.permits.len() => {
                self.report(self.permits[index].1, left, self.now + length);
            }
            Step::Advance(by) => {
                self.now += by;
                self.hands.advance(Duration::from_nanos(by));
            }
            Step::Block(length) => {
                self.block = self.block.max(self.now + length);
                let end = Moment::from_nanos(self.now + length);
                self.bucket.block_until(end);
            }
            _ => {}
        }
    }

    fn come(&mut self, cost: u32, left: Option<u64>, urgent: bool) {
        let deadline = left.map(|left| self.now + left);
        let (bucket, units) = (self.bucket.clone(), Cost::new(cost).unwrap());
        let mut terms = Terms::from(deadline.map(Moment::from_nanos));
        if urgent {
            terms = terms.urgent();
        }
        let call = Call {
            number: self.calls,
            cost,
            deadline,
            urgent,
            future: Box::pin(async move { bucket.acquire(units, terms).await }),
            woken: Arc::new(Flag(AtomicBool::new(true))),
        };
        self.calls += 1;
        let before = |waiting: &Call| waiting.urgent || !urgent;
        let place = self.waiting.partition_point(before);
        self.waiting.insert(place, call);
    }

    fn forget(&mut self, grant: Grant) {
        self.log.forget(grant.cost, grant.at);
        self.returned += 1;
        self.kept.retain(|kept| kept.order != grant.order);
        for left in self
            .reports
            .iter_mut()
            .filter(|left| left.order < grant.order)
        {
            left.units += u64::from(grant.cost);
        }
    }

    fn report(&mut self, as_of: Grant, left: u64, end: u64) {
        let until = Moment::from_nanos(end);
        self.bucket.report(Report::new(left, until, as_of.serial));
        let since = self.kept.iter().filter(|kept| kept.order > as_of.order);
        let since: u64 = since.map(|kept| u64::from(kept.cost)).sum();
        self.reports.push(Left {
            units: left.saturating_sub(since),
            end,
            order: as_of.order,
        });
    }

    /// Polls who was woken, the latest first, until nobody is; refusals are returned.
    fn settle(&mut self) -> Vec<(Call, Refused)> {
        let mut refused = Vec::new();
        loop {
            let woken = |call: &Call| call.woken.0.swap(false, Ordering::Relaxed);
            let Some(index) = self.waiting.iter().rposition(woken) else {
                return refused;
            };
            let call = &mut self.waiting[index];
            let waker = Waker::from(Arc::clone(&call.woken));
            match call.future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Pending => {}
                Poll::Ready(Ok(permit)) => self.grant(index, permit),
                Poll::Ready(Err(why)) => refused.push((self.waiting.remove(index), why)),
            }
        }
    }

    fn grant(&mut self, index: usize, permit: Permit) {
        let call = self.waiting.remove(index);
        assert_eq!(index, 0, "call {} overtook who was before it", call.number);
        assert!(self.fits(&call), "call {} left too early", call.number);
        assert!(
            call.deadline.is_none_or(|deadline| self.now <= deadline),
            "left too late"
        );
        self.log.send(call.cost, self.now);
        let grant = Grant {
            cost: call.cost,
            at: self.now,
            order: self.granted,
            serial: permit.serial(),
        };
        self.permits.push((permit, grant));
        self.kept.push(grant);
        for left in &mut self.reports {
            left.units = left.units.saturating_sub(u64::from(call.cost));
        }
        self.granted += 1;
    }

    fn fits(&self, call: &Call) -> bool {
        let mut reports = self.reports.iter().filter(|left| left.end > self.now);
        self.now >= self.block
            && reports.all(|left| left.units >= u64::from(call.cost))
            && self.permits.len() + self.flights.len() < self.slots
            && self
                .specs
                .iter()
                .all(|&spec| self.log.allows(spec, call.cost, self.now))
    }

    /// Who of those who wait can be in time, if nobody gives up and no slot is missing.
    fn in_time(&self) -> Vec<usize> {
        let last = self
            .waiting
            .iter()
            .rposition(|call| call.deadline.is_some());
        let mut log = Log(self.log.0.clone());
        let mut now = self.now;
        let mut calls = Vec::new();
        for call in self.waiting.iter().take(last.map_or(0, |last| last + 1)) {
            // Earliest of all limits together: each only moves it on.
            while let Some(&spec) = self
                .specs
                .iter()
                .find(|&&spec| !log.allows(spec, call.cost, now))
            {
                now = log.earliest(spec, call.cost, now);
            }
            log.send(call.cost, now);
            if call.deadline.is_none_or(|deadline| now <= deadline) {
                calls.push(call.number);
            }
        }
        calls
    }

    fn check_the_meter(&self) {
        let meter = self.bucket.meter();
        assert_eq!(meter.waiting, self.waiting.len() as u64);
        assert_eq!(meter.permits, self.granted - self.returned);
        assert_eq!(
            meter.in_flight,
            (self.permits.len() + self.flights.len()) as u64
        );
    }
}

fn slots() -> impl Strategy<Value = Option<NonZeroU32>> {
    prop::option::of((1..4_u32).prop_map(|slots| NonZeroU32::new(slots).unwrap()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// With cancellations, but nothing given back and no block, both of which may cost capacity.
    #[test]
    fn calls_leave_in_order_as_soon_as_they_may_and_are_refused_only_when_they_must(
        limits in limits(),
        slots in slots(),
        steps in steps(true),
    ) {
        let mut world = World::new(&limits, slots);
        for step in steps {
            world.step(step);
            let in_time = world.in_time();
            for (call, _) in world.settle() {
                let over = call.deadline.is_some_and(|deadline| deadline <= world.now);
                let possible = in_time.contains(&call.number);
                prop_assert!(!possible || over, "call {} was refused, though it had time", call.number);
            }
            if let Some(first) = world.waiting.first() {
                prop_assert!(!world.fits(first), "call {} might have left", first.number);
            }
            let late = world.waiting.iter().find(|call| call.deadline.is_some_and(|at| at < world.now));
            prop_assert!(late.is_none(), "a call waits beyond its deadline");
            world.check_the_meter();
        }
    }

    #[test]
    fn nothing_that_can_happen_breaks_a_limit_the_order_or_the_meter(
        limits in limits(),
        slots in slots(),
        steps in steps(false),
    ) {
        let mut world = World::new(&limits, slots);
        for step in steps {
            world.step(step);
            world.settle();
            let hopeless = world.waiting.iter().find(|call| {
                call.deadline.is_some_and(|at| at < world.now.max(world.block))
            });
            prop_assert!(hopeless.is_none(), "a call waits for what comes after its deadline");
            world.check_the_meter();
        }
        // Nobody is forgotten: with enough time, everybody without a deadline leaves.
        for _ in 0..2_000 {
            world.flights.clear();
            while !world.permits.is_empty() {
                world.step(Step::Spend(0));
            }
            world.flights.clear();
            world.settle();
            if world.waiting.is_empty() {
                break;
            }
            world.step(Step::Advance(10));
            world.settle();
        }
        prop_assert_eq!(world.waiting.len(), 0, "somebody waits for ever");
        for &spec in &world.specs {
            if let Spec::Window { rate, skew } = spec {
                let most = u64::from(rate.count().get());
                prop_assert!(world.log.keeps_window(rate.period().as_nanos() + skew, most));
            }
        }
    }
}

#[test]
fn a_request_that_was_not_sent_is_never_seen_unpaid() {
    let many = Ceiling::Window(Rate::per(1_000, Period::SECOND).unwrap());
    let limits = Limits::new(vec![many], None, Duration::ZERO).unwrap();
    let registry = Registry::with_clock(ManualClock::new().clock());
    let bucket = registry.bucket(Key::new("api", "read", "me"), limits);
    std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            // So many that reading outside the lock is mostly caught.
            for _ in 0..2_000_000 {
                let permit = bucket.try_acquire(Cost::ONE).unwrap();
                bucket.count(Event::Request);
                let flight = permit.spend();
                bucket.count(Event::Unsent);
                flight.not_sent();
            }
        });
        while !sender.is_finished() {
            assert_eq!(bucket.meter().unpaid(), 0);
        }
    });
}
