//! A year of fake time: no rate gains or loses a unit.

use tollgate_limits::{Budget, Period, Rate};

use crate::rule::{Rule, Spec};

const SECOND: u64 = 1_000_000_000;
const YEAR: u64 = 365 * 24 * 3_600 * SECOND;

/// Takes `cost` units again and again, as early as possible, until `end`; how many there were.
fn drain(rule: &mut Rule, cost: u32, end: u64) -> u64 {
    let mut now = 0;
    let mut units = 0;
    loop {
        now = rule.earliest(u64::from(cost), now);
        if now >= end {
            return units;
        }
        rule.take(cost, now);
        units += u64::from(cost);
    }
}

#[test]
fn a_budget_gives_its_rate_and_its_burst_over_a_year_to_the_unit() {
    let cases = [
        (1, Period::HOUR, 1, 1, 8_760),
        (7, Period::HOUR, 1, 1, 7 * 8_760),
        (3, Period::SECOND, 30, 30, 3 * 31_536_000),
        (
            50_000,
            Period::SECOND,
            u32::MAX,
            1_000_000_000,
            50_000 * 31_536_000,
        ),
    ];
    for (count, period, burst, cost, a_year) in cases {
        let rate = Rate::per(count, period).unwrap();
        let budget = Budget::new(rate, burst).unwrap();
        let mut rule = Rule::new(Spec::Budget(budget));
        let units = drain(&mut rule, cost, YEAR);
        // The burst is there at once, the rate from then on; what is not a whole cost is left.
        let given = a_year + u64::from(burst);
        let left = (given - 1) / u64::from(cost) * u64::from(cost);
        assert_eq!(units, left, "{count} per {period:?}");
    }
}

#[test]
fn a_window_gives_its_whole_count_over_a_year_to_the_unit() {
    for (count, period, a_year) in [
        (1, Period::HOUR, 8_760),
        (7, Period::HOUR, 7 * 8_760),
        (3, Period::SECOND, 3 * 31_536_000),
    ] {
        let rate = Rate::per(count, period).unwrap();
        let mut rule = Rule::new(Spec::Window { rate, skew: 0 });
        // The last window of the year has begun when the year ends.
        let cost = if count == 3 { 3 } else { 1 };
        assert_eq!(
            drain(&mut rule, cost, YEAR),
            a_year,
            "{count} per {period:?}"
        );
    }
}

#[test]
fn fifty_thousand_a_second_are_exact_one_by_one_after_a_year() {
    let rate = Rate::per(50_000, Period::SECOND).unwrap();
    let budget = Budget::new(rate, 1_000).unwrap();
    for spec in [Spec::Budget(budget), Spec::Window { rate, skew: 0 }] {
        let mut rule = Rule::new(spec);
        rule.take(1, 0);
        let mut now = YEAR;
        let mut units = 0_u64;
        while now < YEAR + 3 * SECOND {
            rule.take(1, now);
            units += 1;
            now = rule.earliest(1, now);
        }
        let burst = match spec {
            Spec::Budget(_) => 1_000 - 1,
            _ => 0,
        };
        assert_eq!(units, 150_000 + burst, "{spec:?}");
    }
}
