//! The least that any limiter has to do.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

use crate::subject::Subject;

/// The floor that tollgate is held against: the clock that it reads, and one swap.
pub(crate) const INSTANT: &str = "floor: Instant + swap";

pub(crate) fn all() -> Vec<Subject> {
    let origin = Instant::now();
    let instant = move || nanos(origin.elapsed().as_nanos());
    let boottime = || {
        let time = clock_gettime(ClockId::Boottime);
        time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
    };
    let clock = quanta::Clock::new();
    let cheap = clock.clone();
    vec![
        Subject::new("clock: Instant", Instant::now),
        Subject::new("clock: CLOCK_BOOTTIME", boottime),
        Subject::new("clock: quanta", move || cheap.raw()),
        swap("swap alone", || 1),
        swap(INSTANT, instant),
        swap("floor: CLOCK_BOOTTIME + swap", boottime),
        swap("floor: quanta + swap", move || clock.raw()),
    ]
}

/// Reads the time and puts it into one shared word, however often others come between.
fn swap(name: &'static str, now: impl Fn() -> u64 + Sync + 'static) -> Subject {
    let word = AtomicU64::new(0);
    Subject::new(name, move || {
        let now = now();
        let mut seen = word.load(Ordering::Relaxed);
        while let Err(other) =
            word.compare_exchange_weak(seen, now, Ordering::AcqRel, Ordering::Relaxed)
        {
            seen = other;
        }
    })
}

fn nanos(nanos: u128) -> u64 {
    u64::try_from(nanos).unwrap_or(u64::MAX)
}
