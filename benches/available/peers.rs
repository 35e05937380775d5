//! The peers, with so high a limit that a permit is always there.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::MonotonicClock;
use governor::{Quota, RateLimiter};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::subject::Subject;

/// The peer that reads the same clock.
pub(crate) const GOVERNOR_MONOTONIC: &str = "governor, MonotonicClock";

pub(crate) fn all() -> Vec<Subject> {
    let quota = Quota::per_second(NonZeroU32::MAX);
    let governor = RateLimiter::direct(quota);
    let monotonic = RateLimiter::direct_with_clock(quota, MonotonicClock);
    let ratelimit = ratelimit::Ratelimiter::builder(1_000_000_000)
        .max_tokens(1_000_000_000)
        .initial_available(1_000_000_000)
        .build()
        .expect("a valid rate");
    let leaky = leaky_bucket::RateLimiter::builder()
        .max(1 << 40)
        .initial(1 << 40)
        .refill(1 << 30)
        .interval(Duration::from_secs(1))
        .build();
    let semaphore = Semaphore::new(Semaphore::MAX_PERMITS);
    vec![
        Subject::new("governor `check` (quanta)", move || {
            governor.check().is_ok()
        }),
        Subject::new(GOVERNOR_MONOTONIC, move || monotonic.check().is_ok()),
        Subject::new("ratelimit `try_wait`", move || ratelimit.try_wait().is_ok()),
        Subject::new("leaky-bucket `try_acquire`", move || leaky.try_acquire(1)),
        Subject::new("tokio Semaphore `try_acquire`, forget", move || {
            semaphore.try_acquire().map(SemaphorePermit::forget).is_ok()
        }),
    ]
}
