//! Every kind of limit, alone, against the log: tables and random histories.

use std::num::NonZeroU32;

use proptest::prelude::*;
use tollgate_limits::{Budget, Period, Rate};

use super::naive::Log;
use crate::rule::{GiveBack, Rule, Spec};

const MS: u64 = 1_000_000;

fn rate(count: u32, nanos: u64) -> Rate {
    Rate::per(count, Period::from_nanos(nanos).unwrap()).unwrap()
}

fn window(count: u32, nanos: u64, skew: u64) -> Spec {
    let rate = rate(count, nanos);
    Spec::Window { rate, skew }
}

fn vendor(count: u32, nanos: u64, burst: u32, skew: u64) -> Spec {
    let (rate, burst) = (rate(count, nanos), NonZeroU32::new(burst).unwrap());
    Spec::Vendor { rate, burst, skew }
}

fn budget(count: u32, nanos: u64, burst: u32) -> Spec {
    Spec::Budget(Budget::new(rate(count, nanos), burst).unwrap())
}

/// When each of `costs`, asked for as early as possible from zero on, leaves.
fn departures(spec: Spec, costs: &[u32]) -> Vec<u64> {
    let mut rule = Rule::new(spec);
    let mut now = 0;
    let mut times = Vec::new();
    for &cost in costs {
        now = rule.earliest(u64::from(cost), now);
        assert!(rule.fits(cost, now), "told to come at {now}, then refused");
        rule.take(cost, now);
        times.push(now);
    }
    times
}

#[test]
fn units_leave_as_early_as_the_limit_allows() {
    let cases: [(&str, Spec, &[u32], &[u64]); 12] = [
        (
            "whole window at once",
            window(3, 10, 0),
            &[1, 1, 1, 1, 1, 1, 1],
            &[0, 0, 0, 10, 10, 10, 20],
        ),
        (
            "window and skew",
            window(2, 10, 3),
            &[1, 1, 1, 1, 1],
            &[0, 0, 13, 13, 26],
        ),
        ("window of one", window(1, 10, 0), &[1, 1, 1], &[0, 10, 20]),
        (
            "weighted window",
            window(4, 10, 0),
            &[3, 1, 4, 2, 2],
            &[0, 0, 10, 20, 20],
        ),
        (
            "weight that must wait for two grants",
            window(4, 10, 0),
            &[2, 2, 3],
            &[0, 0, 10],
        ),
        (
            "budget burst, then paced",
            budget(1, 10, 2),
            &[1, 1, 1, 1],
            &[0, 0, 10, 20],
        ),
        (
            "thirds of a nanosecond",
            budget(3, 10, 2),
            &[1, 1, 1, 1, 1, 1, 1, 1],
            &[0, 0, 4, 7, 10, 14, 17, 20],
        ),
        (
            "weighted budget",
            budget(1, 10, 3),
            &[3, 2, 1, 3],
            &[0, 20, 30, 60],
        ),
        (
            "vendor without skew",
            vendor(1, 10, 2, 0),
            &[1, 1, 1, 1],
            &[0, 0, 10, 20],
        ),
        (
            "vendor with skew keeps its burst",
            vendor(1, 10, 3, 4),
            &[1, 1, 1, 1, 1],
            &[0, 0, 0, 14, 24],
        ),
        (
            "skew longer than a unit",
            vendor(1, 10, 1, 25),
            &[1, 1, 1],
            &[0, 35, 70],
        ),
        (
            "burst below skew times rate",
            vendor(1, 10, 2, 25),
            &[1, 1, 1, 1, 1],
            &[0, 0, 35, 45, 70],
        ),
    ];
    for (name, spec, costs, times) in cases {
        assert_eq!(departures(spec, costs), times, "{name}");
    }
}

#[test]
fn a_half_open_window_lets_the_next_one_leave_exactly_one_window_later() {
    let mut rule = Rule::new(window(1, 10, 0));
    rule.take(1, 5);
    assert!(!rule.fits(1, 14));
    assert!(rule.fits(1, 15));
}

#[test]
fn time_beyond_the_end_of_time_is_never() {
    for spec in [
        window(1, u64::MAX, 0),
        window(1, 10, u64::MAX),
        budget(1, u64::MAX, 1),
        vendor(1, 10, 1, u64::MAX),
    ] {
        let mut rule = Rule::new(spec);
        rule.take(1, 10);
        assert_eq!(rule.earliest(1, 20), u64::MAX, "{spec:?}");
        assert!(!rule.fits(1, u64::MAX - 1), "{spec:?}");
    }
}

#[test]
fn a_queue_longer_than_the_window_is_told_the_round_it_comes_in() {
    let mut rule = Rule::new(window(3, 10, 0));
    rule.take(2, 4);
    for (units, earliest) in [(1, 5), (2, 14), (3, 14), (4, 15), (5, 24), (9, 34)] {
        assert_eq!(rule.earliest(units, 5), earliest, "{units} units");
    }
}

fn specs() -> impl Strategy<Value = Spec> {
    let numbers = (
        1..8_u32,
        1..40_u64,
        1..8_u32,
        prop_oneof![Just(0), 1..60_u64],
    );
    (numbers, 0..3).prop_map(|((count, nanos, burst, skew), kind)| match kind {
        0 => window(count, nanos, skew),
        1 => vendor(count, nanos, burst, skew),
        _ => budget(count, nanos, burst),
    })
}

#[derive(Clone, Debug)]
enum Step {
    /// Asks for so much after so long.
    Ask(u32, u64),
    /// Waits for the moment told, and asks then.
    Come(u32),
    /// Gives back the grant that is so many grants old.
    GiveBack(usize),
}

fn steps(give_back: bool) -> impl Strategy<Value = Vec<Step>> {
    let ask =
        (1..6_u32, prop_oneof![3 => 0..6_u64, 1 => 0..80_u64]).prop_map(|(c, t)| Step::Ask(c, t));
    let come = (1..6_u32).prop_map(Step::Come);
    let back = (0..6_usize).prop_map(Step::GiveBack);
    let weight = u32::from(give_back) * 2;
    prop::collection::vec(prop_oneof![6 => ask, 2 => come, weight => back], 1..80)
}

/// A rule, the log beside it, and the grants that can still be given back.
struct Pair {
    spec: Spec,
    rule: Rule,
    log: Log,
    grants: Vec<(u32, u64, u64)>,
    issued: u64,
    now: u64,
    last: u64,
}

impl Pair {
    fn new(spec: Spec) -> Self {
        Self {
            spec,
            rule: Rule::new(spec),
            log: Log::default(),
            grants: Vec::new(),
            issued: 0,
            now: 0,
            last: 0,
        }
    }

    /// Asks both; the answers.
    fn ask(&mut self, cost: u32) -> (bool, bool) {
        let cost = cost.min(self.spec.largest().get());
        let answers = (
            self.rule.fits(cost, self.now),
            self.log.allows(self.spec, cost, self.now),
        );
        if answers.0 {
            self.rule.take(cost, self.now);
            self.log.send(cost, self.now);
            self.issued += u64::from(cost);
            self.last = self.now;
            self.grants.push((cost, self.now, self.issued));
        }
        answers
    }

    /// Gives back a grant; whether that was exact by what the rule promises.
    fn give_back(&mut self, age: usize) -> bool {
        let Some(index) = self.grants.len().checked_sub(age + 1) else {
            return true;
        };
        let (cost, at, issued) = self.grants.remove(index);
        let since = self.issued - issued;
        self.rule.give_back(GiveBack {
            cost,
            at,
            since,
            last: self.last,
        });
        self.log.forget(cost, at);
        match self.spec {
            Spec::Window { .. } => true,
            Spec::Vendor { skew, .. } => self.now - at < skew || since == 0,
            Spec::Budget(_) => since == 0,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_rule_grants_exactly_what_the_log_allows(spec in specs(), steps in steps(false)) {
        let mut pair = Pair::new(spec);
        for step in steps {
            match step {
                Step::Ask(cost, after) => {
                    pair.now += after;
                    let (granted, allowed) = pair.ask(cost);
                    prop_assert_eq!(granted, allowed);
                }
                Step::Come(cost) => {
                    let cost = cost.min(spec.largest().get());
                    let told = pair.rule.earliest(u64::from(cost), pair.now);
                    prop_assert_eq!(told, pair.log.earliest(spec, cost, pair.now));
                    pair.now = told;
                    prop_assert_eq!(pair.ask(cost), (true, true));
                }
                Step::GiveBack(_) => {}
            }
        }
    }

    #[test]
    fn giving_back_never_lets_anybody_go_early_and_loses_nothing_where_it_is_exact(
        spec in specs(),
        steps in steps(true),
    ) {
        let mut pair = Pair::new(spec);
        let mut exact = true;
        for step in steps {
            match step {
                Step::Ask(cost, after) => {
                    pair.now += after;
                    let (granted, allowed) = pair.ask(cost);
                    prop_assert!(allowed || !granted, "too early at {}", pair.now);
                    prop_assert!(granted || !allowed || !exact, "lost at {}", pair.now);
                }
                Step::Come(cost) => {
                    let cost = cost.min(spec.largest().get());
                    pair.now = pair.rule.earliest(u64::from(cost), pair.now);
                    prop_assert_eq!(pair.ask(cost), (true, true));
                }
                Step::GiveBack(age) => exact &= pair.give_back(age),
            }
        }
    }

    #[test]
    fn the_estimate_for_a_queue_is_never_later_than_the_truth(
        spec in specs(),
        past in steps(false),
        later in 0..80_u64,
        queue in prop::collection::vec(1..6_u32, 1..12),
    ) {
        let mut pair = Pair::new(spec);
        for step in past {
            if let Step::Ask(cost, after) = step {
                pair.now += after;
                pair.ask(cost);
            }
        }
        let queue: Vec<u32> = queue.into_iter().map(|cost| cost.min(spec.largest().get())).collect();
        let units = queue.iter().map(|&cost| u64::from(cost)).sum();
        pair.now += later;
        let estimate = pair.rule.earliest(units, pair.now);
        for cost in queue {
            pair.now = pair.log.earliest(spec, cost, pair.now);
            pair.log.send(cost, pair.now);
        }
        prop_assert!(estimate <= pair.now, "estimate {estimate}, truth {}", pair.now);
    }

    #[test]
    fn an_idle_rule_cannot_be_told_from_a_new_one(spec in specs(), steps in steps(true)) {
        let mut pair = Pair::new(spec);
        for step in steps {
            match step {
                Step::Ask(cost, after) => { pair.now += after; pair.ask(cost); }
                Step::GiveBack(age) => { pair.give_back(age); }
                Step::Come(_) => {}
            }
        }
        if pair.rule.is_idle(pair.now) {
            for cost in 1..=spec.largest().get() {
                prop_assert!(pair.log.allows(spec, cost, pair.now));
            }
        }
    }
}

#[test]
fn after_a_block_units_leave_one_by_one() {
    for spec in [
        window(4, 40 * MS, 0),
        budget(1, 10 * MS, 4),
        vendor(1, 10 * MS, 4, 3 * MS),
    ] {
        let mut rule = Rule::new(spec);
        rule.take(3, 5 * MS);
        let end = 1_000 * MS;
        rule.pace_from(end);
        let mut now = end;
        let mut times = Vec::new();
        for _ in 0..6 {
            now = rule.earliest(1, now);
            assert!(rule.fits(1, now));
            rule.take(1, now);
            times.push((now - end) / MS);
        }
        assert_eq!(times, [0, 10, 20, 30, 40, 50], "{spec:?}");
    }
}
