//! Grants of all processes, held against limits in the plainest way.

use tollgate_limiter::{Ceiling, Rate};
use tollgate_machine_tests::{Entry, Spec};

/// The moments of all grants, in their order.
pub(crate) fn moments(entries: &[Entry]) -> Vec<u64> {
    let mut moments: Vec<u64> = entries.iter().map(|entry| entry.granted).collect();
    moments.sort_unstable();
    moments
}

/// Every limit that `text` says was kept by these grants of that cost.
pub(crate) fn assert_kept(entries: &[Entry], text: &str, cost: usize) {
    for entry in entries {
        assert!(
            entry.asked <= entry.granted && entry.granted <= entry.got,
            "granted neither after it was asked for nor before it was there: {entry:?}"
        );
    }
    let Spec { ceilings, budget } = Spec::read(text);
    let moments = moments(entries);
    for ceiling in ceilings {
        match ceiling {
            Ceiling::Window(rate) => assert_window(&moments, cost, rate),
            Ceiling::TokenBucket { rate, burst } => {
                assert_bucket(&moments, cost, rate, burst.get());
            }
            Ceiling::InFlight(_) => {}
        }
    }
    if let Some(budget) = budget {
        assert_bucket(&moments, cost, budget.rate(), budget.burst().get());
    }
}

/// No stretch of length `W` holds more than `N` units.
fn assert_window(moments: &[u64], cost: usize, rate: Rate) {
    let count = rate.count().get() as usize / cost;
    for (first, late) in moments.iter().zip(moments.iter().skip(count)) {
        let apart = late - first;
        assert!(
            apart >= rate.period().as_nanos(),
            "{} in {apart} ns, from {first} on",
            count + 1
        );
    }
}

/// A bucket that was full at first and is refilled at `rate` always had a token.
fn assert_bucket(moments: &[u64], cost: usize, rate: Rate, burst: u32) {
    let (count, period) = (
        u128::from(rate.count().get()),
        u128::from(rate.period().as_nanos()),
    );
    // In units of 1 / (count · period) tokens.
    let (full, takes) = (u128::from(burst) * period, cost as u128 * period);
    let mut level = full;
    let mut before = moments.first().copied().unwrap_or(0);
    for (index, &moment) in moments.iter().enumerate() {
        level = full.min(level + u128::from(moment - before) * count);
        before = moment;
        assert!(
            level >= takes,
            "grant {index}, at {moment}, overdraws {burst} at {rate:?}"
        );
        level -= takes;
    }
}

/// Never were more than `cap` slots held: not counting the time that a slot is held before its
/// grant is written down, or after its end is. Those that have no end were held until `killed`.
pub(crate) fn assert_in_flight(entries: &[(Entry, u64)], cap: usize) {
    let mut changes: Vec<(u64, i32)> = Vec::new();
    for (entry, killed) in entries {
        let end = if entry.ended == 0 {
            *killed
        } else {
            entry.ended
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
        assert!(
            open <= i32::try_from(cap).unwrap(),
            "{open} open at {moment}, of {cap}"
        );
    }
}

/// The longest time between two of them, in milliseconds.
pub(crate) fn longest_gap(moments: &[u64]) -> u64 {
    let gaps = moments.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.max().unwrap_or(0) / 1_000_000
}
