//! All limits of a bucket together, with clocks that go back, blocks, and late descriptions.

use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;
use tollgate_limits::{Budget, Ceiling, Cost, Period, Rate};

use super::naive::Log;
use crate::rule::Spec;
use crate::state::{Answer, Grant, State};
use crate::{Limits, Moment};

pub(super) fn rates() -> impl Strategy<Value = Rate> {
    (1..10_u32, 1..60_u64)
        .prop_map(|(count, nanos)| Rate::per(count, Period::from_nanos(nanos).unwrap()).unwrap())
}

/// Any ceilings, with a budget that fits or none.
pub(crate) fn limits() -> impl Strategy<Value = Limits> {
    let bucket = (rates(), 1..10_u32).prop_map(|(rate, burst)| Ceiling::TokenBucket {
        rate,
        burst: NonZeroU32::new(burst).unwrap(),
    });
    let ceiling = prop_oneof![2 => rates().prop_map(Ceiling::Window), 1 => bucket];
    let ceilings = prop::collection::vec(ceiling, 0..4);
    let budget = prop::option::of((rates(), 1..10_u32));
    let skew = prop_oneof![Just(0), 1..50_u64].prop_map(Duration::from_nanos);
    (ceilings, budget, skew).prop_filter_map("fits", |(ceilings, budget, skew)| {
        let budget = budget.and_then(|(rate, burst)| Budget::new(rate, burst));
        Limits::new(ceilings, budget, skew).ok()
    })
}

#[derive(Clone, Debug)]
enum Step {
    /// Asks for so much at a reading so far from the latest one, before or after.
    Ask(u32, i64),
    GiveBack(usize),
    Block(u64),
    Declare(Limits),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let later = prop_oneof![4 => 0..8_i64, 1 => 0..100_i64, 1 => -50..0_i64];
    let ask = (1..6_u32, later).prop_map(|(cost, by)| Step::Ask(cost, by));
    let step = prop_oneof![
        20 => ask,
        3 => (0..5_usize).prop_map(Step::GiveBack),
        1 => (0..200_u64).prop_map(Step::Block),
        1 => limits().prop_map(Step::Declare),
    ];
    prop::collection::vec(step, 1..100)
}

/// A state with the log beside it.
struct Pair {
    state: State,
    log: Log,
    specs: Vec<Spec>,
    grants: Vec<(Grant, u64)>,
    now: u64,
    block: u64,
}

impl Pair {
    fn new(limits: Limits) -> Self {
        Self {
            specs: Spec::all(&limits).collect(),
            state: State::new(limits),
            log: Log::default(),
            grants: Vec::new(),
            now: 0,
            block: 0,
        }
    }

    /// Asks at `reading`; whether it was granted and whether the log would have.
    fn ask(&mut self, cost: u32, reading: u64) -> (bool, bool) {
        self.now = self.now.max(reading);
        let now = self.state.observe(Moment::from_nanos(reading));
        assert_eq!(now, self.now, "time only grows");
        let allowed = now >= self.block
            && self
                .specs
                .iter()
                .all(|&spec| self.log.allows(spec, cost, now));
        let granted = match self.state.ask(Cost::new(cost).unwrap(), now, 0) {
            Answer::Granted(grant) => {
                self.grants.push((grant, now));
                self.log.send(cost, now);
                true
            }
            Answer::Until(moment) => {
                assert!(moment.as_nanos() > now, "told to come back at once");
                false
            }
            _ => false,
        };
        (granted, allowed)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_bucket_grants_what_all_its_limits_allow_and_nothing_else(
        limits in limits(),
        asks in prop::collection::vec((1..6_u32, -20..40_i64), 1..100),
    ) {
        let mut pair = Pair::new(limits);
        for (cost, by) in asks {
            let reading = pair.now.saturating_add_signed(by);
            let (granted, allowed) = pair.ask(cost, reading);
            prop_assert_eq!(granted, allowed);
        }
    }

    #[test]
    fn nothing_that_can_happen_lets_anybody_go_early(limits in limits(), steps in steps()) {
        let mut pair = Pair::new(limits);
        // Limits that were declared late bind what comes after; what the others allowed before
        // may have been more than they would have.
        let mut late: Vec<(Spec, usize)> = Vec::new();
        for step in steps {
            match step {
                Step::Ask(cost, by) => {
                    let reading = pair.now.saturating_add_signed(by);
                    let before = pair.log.0.len();
                    let allowed_late = late.iter().all(|&(spec, from)| {
                        let now = pair.now.max(reading);
                        let since = Log(pair.log.0[from.min(before)..].to_vec());
                        since.allows(spec, cost, now)
                    });
                    let (granted, allowed) = pair.ask(cost, reading);
                    prop_assert!(!granted || allowed && allowed_late, "early at {}", pair.now);
                }
                Step::GiveBack(age) => {
                    if let Some(index) = pair.grants.len().checked_sub(age + 1) {
                        let (grant, at) = pair.grants.remove(index);
                        pair.state.give_back(grant);
                        let gone = pair.log.forget(grant.cost.units(), at);
                        for (_, from) in &mut late {
                            *from -= usize::from(gone < *from);
                        }
                    }
                }
                Step::Block(length) => {
                    let end = pair.now + length;
                    pair.state.block(Moment::from_nanos(end), pair.now);
                    pair.block = pair.block.max(end);
                }
                Step::Declare(limits) => {
                    let known = pair.specs.clone();
                    let specs = Spec::all(&limits).filter(|spec| !known.contains(spec));
                    late.extend(specs.map(|spec| (spec, pair.log.0.len())));
                    pair.state.declare(limits);
                }
            }
        }
        for &spec in &pair.specs {
            if let Spec::Window { rate, skew } = spec {
                let span = rate.period().as_nanos() + skew;
                let most = u64::from(rate.count().get());
                prop_assert!(pair.log.keeps_window(span, most), "{spec:?} was exceeded");
            }
        }
    }

    #[test]
    fn a_window_declared_late_counts_every_grant_before(
        first in rates(),
        second in rates(),
        asks in prop::collection::vec((1..4_u32, 0..20_i64), 1..60),
        at in 0..60_usize,
    ) {
        let window = |rate| Limits::new(vec![Ceiling::Window(rate)], None, Duration::ZERO).unwrap();
        let mut pair = Pair::new(window(first));
        for (index, (cost, by)) in asks.into_iter().enumerate() {
            if index == at {
                pair.state.declare(window(second));
                pair.specs.extend(Spec::all(&window(second)));
            }
            let (granted, allowed) = pair.ask(cost, pair.now.saturating_add_signed(by));
            prop_assert!(allowed || !granted);
            // The first window remembers all that the second can ask about.
            if first.count() >= second.count() {
                prop_assert!(granted || !allowed, "lost at {}", pair.now);
            }
        }
    }

    #[test]
    fn after_a_block_no_burst_leaves(
        limits in limits(),
        asks in prop::collection::vec(0..30_i64, 0..40),
        pause in 1..100_u64,
    ) {
        let mut pair = Pair::new(limits.clone());
        for by in asks {
            pair.ask(1, pair.now.saturating_add_signed(by));
        }
        let end = pair.now + pause;
        pair.state.block(Moment::from_nanos(end), pair.now);
        pair.block = end;
        // What decides about bursts lets out one unit at the end, and then its rate.
        let pace = limits.budget().map(Budget::rate).or_else(|| fastest(&limits));
        let pace = pace.expect("there is a rate");
        let (mut now, mut sent) = (end, 0_u128);
        for _ in 0..30 {
            if pair.ask(1, now).0 {
                let elapsed = u128::from(now - end);
                let refilled = elapsed * u128::from(pace.count().get());
                prop_assert!(sent * u128::from(pace.period().as_nanos()) <= refilled, "burst at {now}");
                sent += 1;
            } else {
                now += 1;
            }
        }
    }
}

/// The rate of the ceiling whose burst comes back first; of equal ones the slowest.
fn fastest(limits: &Limits) -> Option<Rate> {
    let skew = u128::from(crate::moment::nanos(limits.skew()));
    let spans = limits.ceilings().iter().filter_map(|ceiling| {
        let (rate, burst) = (ceiling.rate()?, ceiling.burst()?);
        let span = match ceiling {
            Ceiling::Window(rate) => u128::from(rate.period().as_nanos()) + skew,
            _ => {
                u128::from(burst.get()) * u128::from(rate.period().as_nanos())
                    / u128::from(rate.count().get())
            }
        };
        Some((span, rate))
    });
    let shortest = spans.clone().map(|(span, _)| span).min()?;
    let rates = spans
        .filter(|&(span, _)| span == shortest)
        .map(|(_, rate)| rate);
    rates.reduce(|slowest, rate| if slowest.exceeds(rate) { rate } else { slowest })
}

fn one(ceiling: Ceiling) -> Limits {
    Limits::new(vec![ceiling], None, Duration::ZERO).unwrap()
}

fn window(count: u32, nanos: u64) -> Ceiling {
    Ceiling::Window(Rate::per(count, Period::from_nanos(nanos).unwrap()).unwrap())
}

fn granted(state: &mut State, now: u64) -> u32 {
    (0..1_000)
        .take_while(|_| matches!(state.ask(Cost::ONE, now, 0), Answer::Granted(_)))
        .count()
        .try_into()
        .unwrap()
}

#[test]
fn the_later_block_wins_and_the_earlier_changes_nothing() {
    let mut state = State::new(one(window(10, 10)));
    state.block(Moment::from_nanos(200), 0);
    state.block(Moment::from_nanos(100), 0);
    assert_eq!(state.tally().blocks, 1, "a shorter one is none");
    assert_eq!(granted(&mut state, 199), 0);
    assert_eq!(
        granted(&mut state, 200),
        1,
        "one, and not the ten of the window"
    );
}

#[test]
fn a_block_in_the_past_is_none() {
    let mut state = State::new(one(window(10, 10)));
    state.block(Moment::from_nanos(5), 5);
    assert_eq!((state.tally().blocks, granted(&mut state, 5)), (0, 10));
}

#[test]
fn a_limit_declared_late_is_no_fresh_burst() {
    let mut state = State::new(one(window(10, 100)));
    assert_eq!(granted(&mut state, 50), 10);
    assert!(state.declare(one(window(5, 1_000))), "it is new");
    assert!(!state.declare(one(window(5, 1_000))), "it is known");
    assert_eq!(granted(&mut state, 1_049), 0);
    assert_eq!(granted(&mut state, 1_050), 5);
}

#[test]
fn a_limit_declared_late_over_a_budget_counts_as_just_used() {
    let budget = Budget::new(Rate::per(1, Period::from_nanos(1).unwrap()).unwrap(), 4).unwrap();
    let mut state = State::new(Limits::new(vec![], Some(budget), Duration::ZERO).unwrap());
    let now = state.observe(Moment::from_nanos(100));
    assert_eq!(granted(&mut state, now), 4);
    state.declare(one(window(5, 1_000)));
    assert_eq!(
        granted(&mut state, 1_099),
        0,
        "nobody knows when the budget was spent"
    );
    assert_eq!(granted(&mut state, 1_100), 4);
}

#[test]
fn a_limit_declared_before_any_grant_is_full() {
    let mut state = State::new(one(window(10, 100)));
    state.declare(one(window(5, 1_000)));
    assert_eq!(granted(&mut state, 0), 5);
}

#[test]
fn nothing_is_granted_at_the_end_of_time() {
    let mut state = State::new(one(window(1, u64::MAX)));
    let end = state.observe(Moment::NEVER);
    assert_eq!(granted(&mut state, end), 1);
    let end = state.observe(Moment::NEVER);
    assert_eq!(granted(&mut state, end), 0);
}
