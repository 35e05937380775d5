//! The script decides as the limiter in memory does, to the microsecond.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;
use tokio::runtime::{Builder, Runtime};
use tollgate_limits::{Budget, Ceiling, Cost, Period, Rate};

use super::driven::{Driven, START, ask, topic};
use crate::fleet::message::{Ask, News, Stop, Topic, Unit};
use crate::quota::Statement;
use crate::rule::Spec;
use crate::state::{Answer, Grant, State};
use crate::{Limits, Moment};

/// Microseconds.
const MILLI: u64 = 1_000;
const SECOND: u64 = 1_000_000;
const HOUR: u64 = 3_600 * SECOND;

#[derive(Clone, Debug)]
enum Step {
    /// Time passes: so much of what a unit takes and so much of all, and a few microseconds.
    Pass {
        units: u64,
        spans: u64,
        micros: u64,
    },
    /// Asks for these together.
    Ask(Vec<u32>),
    GiveBack(usize),
    /// Leaves now, and not when it was granted.
    Late(usize),
    Block(u64),
    Left {
        age: usize,
        remaining: u64,
        left: u64,
        policy: Option<u64>,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let pass = (0..4_u64, prop_oneof![3 => Just(0), 1 => 0..3_u64], 0..3_u64).prop_map(
        |(units, spans, micros)| Step::Pass {
            units,
            spans,
            micros,
        },
    );
    let wants = prop_oneof![
        3 => prop::collection::vec(1..3_u32, 1..3),
        1 => prop::collection::vec(1..8_u32, 1..40),
        1 => prop::collection::vec(Just(1_u32), 1..200),
    ];
    let left = (0..8_usize, 0..12_u64, 0..40_u64, prop::option::of(0..3_u64)).prop_map(
        |(age, remaining, left, policy)| Step::Left {
            age,
            remaining,
            left,
            policy,
        },
    );
    let step = prop_oneof![
        8 => pass,
        12 => wants.prop_map(Step::Ask),
        2 => (0..6_usize).prop_map(Step::GiveBack),
        2 => (0..6_usize).prop_map(Step::Late),
        1 => (0..50_u64).prop_map(Step::Block),
        1 => left,
    ];
    prop::collection::vec(step, 1..40)
}

/// From one an hour to 10,000 a second, with odd ones between.
fn rates() -> impl Strategy<Value = Rate> {
    let count = prop_oneof![
        1..10_u32,
        Just(60),
        Just(100),
        Just(997),
        Just(5_000),
        Just(10_000)
    ];
    let period = prop_oneof![
        Just(MILLI),
        Just(SECOND),
        Just(60 * SECOND),
        Just(HOUR),
        Just(24 * HOUR),
        1..50_u64,
        MILLI..10 * SECOND
    ];
    (count, period).prop_map(|(count, micros)| {
        Rate::per(count, Period::from_nanos(micros * 1_000).unwrap()).unwrap()
    })
}

fn limits() -> impl Strategy<Value = Limits> {
    let bursts = prop_oneof![1..10_u32, 1..500_u32];
    let bucket = (rates(), bursts.clone()).prop_map(|(rate, burst)| Ceiling::TokenBucket {
        rate,
        burst: NonZeroU32::new(burst).unwrap(),
    });
    let ceiling = prop_oneof![2 => rates().prop_map(Ceiling::Window), 1 => bucket];
    let ceilings = prop::collection::vec(ceiling, 0..3);
    let budget = prop::option::of((rates(), bursts));
    let skew = prop_oneof![Just(0), 1..80 * MILLI].prop_map(Duration::from_micros);
    (ceilings, budget, skew).prop_filter_map("fits", |(ceilings, budget, skew)| {
        let budget = budget.and_then(|(rate, burst)| Budget::new(rate, burst));
        Limits::new(ceilings, budget, skew).ok()
    })
}

/// The limiter in memory and the script, asked the same.
struct Twins<'a> {
    driven: &'a mut Driven,
    runtime: &'a Runtime,
    topic: Topic,
    ask: Ask,
    state: State,
    given: Vec<(Grant, Unit)>,
    unit: u64,
    span: u64,
    blocked: bool,
    /// Whether the last unit given is the last that was counted.
    is_last: bool,
}

fn nanos(micros: u64) -> u64 {
    micros * 1_000
}

impl<'a> Twins<'a> {
    fn new(
        (driven, runtime): (&'a mut Driven, &'a Runtime),
        limits: &Limits,
        (hold, horizon): (u64, u64),
        name: u64,
    ) -> Self {
        driven.now = START + name % 1_000_003;
        let rules: Vec<Spec> = Spec::all(limits).collect();
        let late = limits.skew() + Duration::from_micros(hold);
        let later = Limits::new(limits.ceilings().to_vec(), limits.budget(), late).unwrap();
        let speeds = rules.iter().map(|spec| match spec {
            Spec::Window { rate, .. } | Spec::Vendor { rate, .. } => *rate,
            Spec::Budget(budget) => budget.rate(),
        });
        let micros = |rate: Rate| rate.period().as_nanos() / 1_000;
        let units = speeds
            .clone()
            .map(|rate| micros(rate) / u64::from(rate.count().get()));
        Self {
            driven,
            runtime,
            topic: topic(&name.to_string()),
            state: State::new(later),
            given: Vec::new(),
            blocked: false,
            is_last: false,
            unit: units.max().unwrap_or(1),
            span: speeds.map(micros).max().unwrap_or(1),
            ask: Ask {
                hold,
                horizon,
                ..ask(rules)
            },
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match *step {
            Step::Pass {
                units,
                spans,
                micros,
            } => self.driven.now += units * self.unit + spans * self.span + micros,
            Step::Ask(ref wants) => self.wants(wants)?,
            Step::GiveBack(age) => {
                // What a block spread out is given back exactly only where nothing came after.
                let is_exact = !self.blocked || (age == 0 && self.is_last);
                if is_exact
                    && let Some((grant, unit)) = self.take(age)
                    && self.is_under_way(unit)
                {
                    self.is_last = false;
                    self.state.give_back(grant);
                    self.tell(News::Unsent { unit });
                }
            }
            Step::Late(age) => {
                // A window in memory forgets what is beyond its number, and what a block spread out.
                if !self.blocked
                    && let Some((grant, unit)) = self.take(age)
                    && self.is_under_way(unit)
                {
                    self.state.leaves(grant, nanos(self.driven.now));
                    self.tell(News::Moved { unit, ago: 0 });
                }
            }
            Step::Block(units) => {
                self.blocked = true;
                let left = units * self.unit;
                let now = self
                    .state
                    .observe(Moment::from_nanos(nanos(self.driven.now)));
                let end = Moment::from_nanos(nanos(self.driven.now + left));
                self.state.block(end, now);
                self.tell(News::Blocked { left });
            }
            Step::Left {
                age,
                remaining,
                left,
                policy,
            } => self.left(age, remaining, left * self.unit, policy),
        }
        Ok(())
    }

    fn take(&mut self, age: usize) -> Option<(Grant, Unit)> {
        let index = self.given.len().checked_sub(age + 1)?;
        Some(self.given.remove(index))
    }

    /// In memory, what has arrived at the vendor counts as that only when it is looked at.
    fn is_under_way(&self, unit: Unit) -> bool {
        self.ask.rules.iter().all(|rule| match rule {
            Spec::Vendor { skew, .. } => {
                let late = skew / 1_000 + self.ask.hold;
                late == 0 || unit.at + late > self.driven.now
            }
            Spec::Window { .. } | Spec::Budget(_) => true,
        })
    }

    fn tell(&mut self, news: News) {
        let ask = Ask {
            news: vec![news],
            ..self.ask.clone()
        };
        let reply = self.runtime.block_on(self.driven.tell(&self.topic, &ask));
        assert_eq!(reply.anew, None);
        self.state
            .observe(Moment::from_nanos(nanos(self.driven.now)));
    }

    fn left(&mut self, age: usize, remaining: u64, left: u64, policy: Option<u64>) {
        let Some(index) = self.given.len().checked_sub(age + 1) else {
            return;
        };
        let (grant, unit) = self.given[index];
        let now = self
            .state
            .observe(Moment::from_nanos(nanos(self.driven.now)));
        let statement = Statement {
            remaining,
            limit: None,
            end: nanos(self.driven.now + left),
            as_of: grant.position,
            open: 1,
            policy,
        };
        self.state.report(statement, now);
        self.tell(News::Left {
            unit,
            remaining,
            left,
            policy,
        });
    }

    /// What is given of `wants` in memory, and what stops the rest.
    fn in_memory(&mut self, wants: &[u32]) -> (Vec<Grant>, Stop) {
        let mut given = Vec::new();
        let last = nanos(self.driven.now + self.ask.horizon);
        for &units in wants {
            let cost = Cost::new(units).unwrap();
            let now = self
                .state
                .observe(Moment::from_nanos(nanos(self.driven.now)));
            let answer = match self.state.ask(cost, now, 0) {
                Answer::Until(moment) => {
                    // Whole microseconds, as the script counts.
                    let moment = moment.as_nanos().next_multiple_of(1_000);
                    if moment > last {
                        return (given, Stop::Until(moment / 1_000));
                    }
                    let now = self.state.observe(Moment::from_nanos(moment));
                    self.state.ask(cost, now, 0)
                }
                answer => answer,
            };
            match answer {
                Answer::Granted(grant) => given.push(grant),
                Answer::Never(largest) => return (given, Stop::Never(largest.get())),
                other => panic!("told when to come, and then {other:?}"),
            }
        }
        (given, Stop::Nothing)
    }

    fn wants(&mut self, wants: &[u32]) -> Result<(), TestCaseError> {
        let ask = Ask {
            wants: wants.to_vec(),
            waited: Some(0),
            ..self.ask.clone()
        };
        let reply = self.runtime.block_on(self.driven.tell(&self.topic, &ask));
        let (grants, stop) = self.in_memory(wants);
        let moments: Vec<u64> = grants.iter().map(|grant| grant.at / 1_000).collect();
        let script: Vec<u64> = reply.given.iter().map(|unit| unit.at).collect();
        prop_assert_eq!(script, moments);
        prop_assert_eq!(reply.stop, stop);
        prop_assert_eq!(reply.anew, None);
        self.is_last |= !grants.is_empty();
        self.given.extend(grants.into_iter().zip(reply.given));
        Ok(())
    }
}

/// Runs `cases` of the property against one server.
fn compare(cases: u32) {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let driven = RefCell::new(Driven::start());
    let names = Cell::new(0);
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let times = (
        prop_oneof![Just(0), 1..5 * MILLI],
        prop_oneof![Just(0), Just(16 * MILLI)],
    );
    let result = runner.run(&(limits(), times, steps()), |(limits, times, steps)| {
        names.set(names.get() + 1);
        let mut driven = driven.borrow_mut();
        let mut twins = Twins::new((&mut driven, &runtime), &limits, times, names.get());
        steps.iter().try_for_each(|step| twins.step(step))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn the_script_decides_as_the_limiter_in_memory() {
    compare(600);
}
