//! Counters at the exact nanosecond, and against the plain definition of each ceiling.

use proptest::prelude::*;
use tollgate_limits::{Ceiling, Period, Rate};

use super::*;

const SECOND: Nanos = 1_000_000_000;

fn rate(count: u32, nanos: Nanos) -> Rate {
    Rate::per(count, Period::from_nanos(nanos).unwrap()).unwrap()
}

fn token_bucket(count: u32, nanos: Nanos, burst: u32) -> Ceiling {
    Ceiling::TokenBucket {
        rate: rate(count, nanos),
        burst: burst.try_into().unwrap(),
    }
}

/// Passes what may pass and says what did.
fn pass(counter: &mut Counter, now: Nanos, cost: u32) -> Result<(), Stop> {
    counter.check(now, cost)?;
    counter.charge(now, cost);
    Ok(())
}

#[test]
fn a_window_is_half_open_to_the_nanosecond() {
    let mut counter = Counter::new(Ceiling::Window(rate(2, SECOND)), 0);
    assert_eq!(pass(&mut counter, 0, 1), Ok(()));
    assert_eq!(pass(&mut counter, 10, 1), Ok(()));
    assert_eq!(
        pass(&mut counter, SECOND - 1, 1),
        Err(Stop {
            until: Some(SECOND)
        })
    );
    assert_eq!(pass(&mut counter, SECOND, 1), Ok(()));
    assert_eq!(
        pass(&mut counter, SECOND + 9, 1),
        Err(Stop {
            until: Some(SECOND + 10)
        })
    );
    assert_eq!(pass(&mut counter, SECOND + 10, 1), Ok(()));
}

#[test]
fn a_window_counts_units_and_names_the_instant_that_makes_room() {
    let mut counter = Counter::new(Ceiling::Window(rate(5, SECOND)), 0);
    assert_eq!(pass(&mut counter, 0, 2), Ok(()));
    assert_eq!(pass(&mut counter, 100, 2), Ok(()));
    assert_eq!(
        pass(&mut counter, 200, 4),
        Err(Stop {
            until: Some(SECOND + 100)
        })
    );
    assert_eq!(pass(&mut counter, 200, 6), Err(Stop { until: None }));
    assert_eq!(pass(&mut counter, 200, 1), Ok(()));
}

#[test]
fn a_token_bucket_gives_its_burst_and_then_its_rate_to_the_nanosecond() {
    let mut counter = Counter::new(token_bucket(3, SECOND, 2), 0);
    assert_eq!(pass(&mut counter, 5, 1), Ok(()));
    assert_eq!(pass(&mut counter, 5, 1), Ok(()));
    // A third of a second is no whole number of nanoseconds: the next one up is the first to pass.
    let third = 5 + SECOND / 3 + 1;
    assert_eq!(
        pass(&mut counter, third - 1, 1),
        Err(Stop { until: Some(third) })
    );
    assert_eq!(pass(&mut counter, third, 1), Ok(()));
    assert_eq!(pass(&mut counter, third, 3), Err(Stop { until: None }));
}

#[test]
fn in_flight_counts_what_is_open() {
    let mut counter = Counter::new(Ceiling::InFlight(1.try_into().unwrap()), 0);
    assert_eq!(pass(&mut counter, 0, 1), Ok(()));
    assert_eq!(pass(&mut counter, SECOND, 1), Err(Stop { until: None }));
    counter.release();
    assert_eq!(pass(&mut counter, SECOND, 1), Ok(()));
}

/// Steps between requests, some of them zero, and what each costs.
fn traffic() -> impl Strategy<Value = Vec<(Nanos, u32)>> {
    prop::collection::vec((prop_oneof![Just(0), 0..50_u64], 1..4_u32), 1..60)
}

proptest! {
    /// No half-open window ever holds more than N, and nothing that would fit is refused.
    #[test]
    fn a_window_refuses_exactly_what_does_not_fit(traffic in traffic(), most in 1..8_u32) {
        let length = 100;
        let mut counter = Counter::new(Ceiling::Window(rate(most, length)), 0);
        let mut passed: Vec<(Nanos, u32)> = Vec::new();
        let mut now = 0;
        for (step, cost) in traffic {
            now += step;
            let recent = passed.iter().filter(|(at, _)| now - at < length);
            let fits = recent.map(|(_, cost)| cost).sum::<u32>() + cost <= most;
            prop_assert_eq!(pass(&mut counter, now, cost).is_ok(), fits);
            if fits {
                passed.push((now, cost));
            }
        }
    }

    /// For every stretch of time: passed <= burst + rate * length, and refusals were necessary.
    #[test]
    fn a_token_bucket_refuses_exactly_what_does_not_fit(traffic in traffic(), burst in 1..6_u32) {
        let (count, nanos) = (3, 70);
        let mut counter = Counter::new(token_bucket(count, nanos, burst), 0);
        let mut passed: Vec<(Nanos, u32)> = Vec::new();
        let mut now = 0;
        for (step, cost) in traffic {
            now += step;
            passed.push((now, cost));
            let fits = (0..passed.len()).all(|first| {
                let units: u32 = passed[first..].iter().map(|(_, cost)| cost).sum();
                let gained = u64::from(count) * (now - passed[first].0);
                u64::from(units) * nanos <= u64::from(burst) * nanos + gained
            });
            prop_assert_eq!(pass(&mut counter, now, cost).is_ok(), fits);
            if !fits {
                passed.pop();
            }
        }
    }

    /// The instant that a refusal names is the first at which the request passes.
    #[test]
    fn a_refusal_names_the_first_instant_that_passes(traffic in traffic(), window in any::<bool>()) {
        let ceiling =
            if window { Ceiling::Window(rate(4, 100)) } else { token_bucket(3, 70, 4) };
        let mut counter = Counter::new(ceiling, 0);
        let mut now = 0;
        for (step, cost) in traffic {
            now += step;
            if let Err(Stop { until: Some(until) }) = pass(&mut counter, now, cost) {
                prop_assert!(until > now);
                prop_assert!(counter.check(until - 1, cost).is_err());
                prop_assert!(counter.check(until, cost).is_ok());
            }
        }
    }
}
