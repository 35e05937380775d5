//! Departures of all processes, held against limits in the plainest way.

use std::time::Duration;

use tollgate_fleet_tests::{Entry, Spec};
use tollgate_limiter::{Ceiling, Rate};

/// How long after its grant a request leaves at the latest, where nothing is declared.
const AT_ONCE: Duration = Duration::ZERO;

/// When each left, in their order: later than granted by no more than `skew`, which is what limits
/// with that skew allow for. A process that was not run for longer than that is no matter of the
/// limiter's; how many there were is said.
pub(crate) fn departures(entries: &[Entry], skew: Duration) -> Vec<u64> {
    let most = nanos(skew);
    let mut late = 0;
    let departures = entries.iter().map(|entry| {
        assert!(
            entry.granted <= entry.got,
            "granted after it was there: {entry:?}"
        );
        late += usize::from(entry.got - entry.granted > most);
        entry.got.min(entry.granted + most)
    });
    let mut departures: Vec<u64> = departures.collect();
    departures.sort_unstable();
    if late > 0 && !skew.is_zero() {
        eprintln!("{late} of {} left later than {skew:?}", entries.len());
    }
    departures
}

/// Every limit that `text` says, declared with `skew`, was kept by these grants, and by the
/// requests that left with them.
pub(crate) fn assert_kept(entries: &[Entry], text: &str, skew: Duration) {
    for moments in [departures(entries, AT_ONCE), departures(entries, skew)] {
        let Spec { ceilings, budget } = Spec::read(text);
        for ceiling in ceilings {
            match ceiling {
                Ceiling::Window(rate) => assert_window(&moments, rate),
                Ceiling::TokenBucket { rate, burst } => {
                    assert_bucket(&moments, rate, u64::from(burst.get()));
                }
                Ceiling::InFlight(_) => {}
            }
        }
        if let Some(budget) = budget {
            // Our own: it counts from the moment that the store gave, and what was given leaves
            // within the time for which it is held.
            let late = Duration::from_millis(100) + skew;
            let more = late.as_secs_f64() * per_second(budget.rate());
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let more = more.ceil() as u64;
            assert_bucket(
                &moments,
                budget.rate(),
                u64::from(budget.burst().get()) + more,
            );
        }
    }
}

/// No stretch of length `W` holds more than `N`.
pub(crate) fn assert_window(moments: &[u64], rate: Rate) {
    let count = rate.count().get() as usize;
    let mut worst = u64::MAX;
    for (first, late) in moments.iter().zip(moments.iter().skip(count)) {
        worst = worst.min(late - first);
    }
    let apart = Duration::from_nanos(worst);
    assert!(
        worst >= rate.period().as_nanos(),
        "{} in {apart:?}, and not in {rate:?}",
        count + 1,
    );
}

/// A bucket that was full at first and is refilled at `rate` always had a token.
pub(crate) fn assert_bucket(moments: &[u64], rate: Rate, burst: u64) {
    let (count, period) = (
        u128::from(rate.count().get()),
        u128::from(rate.period().as_nanos()),
    );
    // In units of 1 / (count · period) tokens.
    let full = u128::from(burst) * period;
    let mut level = full;
    let mut before = moments.first().copied().unwrap_or(0);
    for (index, &moment) in moments.iter().enumerate() {
        level = full.min(level + u128::from(moment - before) * count);
        before = moment;
        assert!(
            level >= period,
            "departure {index} of {} overdraws {burst} at {rate:?}",
            moments.len()
        );
        level -= period;
    }
}

/// What there was at `at` since nobody had taken it before: of a bucket of which nothing was left at
/// first, and in which never lie more than `most`. A process or a store that was not run for a
/// moment leaves some, and it may be taken then.
#[expect(clippy::cast_precision_loss, reason = "seconds at most")]
pub(crate) fn left(moments: &[u64], rate: Rate, most: f64, at: u64) -> f64 {
    let mut level = 0.0_f64;
    let mut before = moments.first().copied().unwrap_or(at);
    let added = |passed: u64| per_second(rate) * passed as f64 / 1e9;
    for &moment in moments.iter().take_while(|moment| **moment < at) {
        level = most.min(level + added(moment - before));
        level = (level - 1.0).max(0.0);
        before = moment;
    }
    most.min(level + added(at.saturating_sub(before)))
}

/// Never were more than `cap` slots held: not counting the time that a slot is held before its
/// grant is written down, or after its end is. Those that have no end were held until `killed`.
pub(crate) fn assert_in_flight(entries: &[(Entry, u64)], cap: i32) {
    let mut changes: Vec<(u64, i32)> = Vec::new();
    for (entry, killed) in entries {
        let end = match entry.ended {
            0 => *killed,
            end => end,
        };
        if entry.got < end {
            changes.extend([(entry.got, 1), (end, -1)]);
        }
    }
    // What ends at a moment ends before what begins then.
    changes.sort_unstable();
    let mut open = 0;
    for (moment, change) in changes {
        open += change;
        assert!(open <= cap, "{open} open at {moment}, of {cap}");
    }
}

/// The longest time between two of them, in milliseconds.
pub(crate) fn longest_gap(moments: &[u64]) -> u64 {
    let gaps = moments.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.max().unwrap_or(0) / 1_000_000
}

/// How many of them lie in that time.
pub(crate) fn within(moments: &[u64], from: u64, to: u64) -> usize {
    let inside = |moment: &&u64| (from..to).contains(*moment);
    moments.iter().filter(inside).count()
}

pub(crate) fn per_second(rate: Rate) -> f64 {
    f64::from(rate.count().get()) / rate.period().as_duration().as_secs_f64()
}

pub(crate) fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
