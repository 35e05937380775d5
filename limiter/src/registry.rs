//! Where the buckets and breakers of a process are found.

use std::fmt;
use std::sync::OnceLock;

use crate::learn::Learned;
use crate::shelf::Shelf;
use crate::sync::{Mutex, lock};
use crate::{Breaker, BreakerRules, Bucket, Clock, Key, Limits};

/// All buckets and breakers of one process, by key.
///
/// ```
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use tollgate_limiter::{Ceiling, Cost, Key, Limits, Period, Rate, Registry};
///
/// let two_a_minute = Ceiling::Window(Rate::per(2, Period::MINUTE).unwrap());
/// let limits = Limits::new(vec![two_a_minute], None, Duration::ZERO).unwrap();
/// let key = Key::new("registry.example", "read", "me");
///
/// // Two clients with one account share what there is.
/// let one = Registry::process().bucket(key.clone(), limits.clone());
/// let other = Registry::process().bucket(key, limits.clone());
/// one.try_acquire(Cost::ONE).unwrap().spend();
/// other.try_acquire(Cost::ONE).unwrap().spend();
/// assert!(one.try_acquire(Cost::ONE).is_err());
///
/// // Another account has its own.
/// let theirs = Registry::process().bucket(Key::new("registry.example", "read", "you"), limits);
/// assert!(theirs.try_acquire(Cost::ONE).is_ok());
/// ```
pub struct Registry {
    clock: Clock,
    buckets: Mutex<Shelf<Bucket>>,
    breakers: Mutex<Shelf<Breaker>>,
    learned: Learned,
}

impl Registry {
    /// The registry of this process.
    #[must_use]
    pub fn process() -> &'static Self {
        static PROCESS: OnceLock<Registry> = OnceLock::new();
        PROCESS.get_or_init(|| Self::with_clock(Clock::monotonic()))
    }

    /// A registry of its own, by another clock: for tests, and for nothing that sends.
    #[must_use]
    pub fn with_clock(clock: Clock) -> Self {
        Self {
            clock,
            buckets: Mutex::new(Shelf::new()),
            breakers: Mutex::new(Shelf::new()),
            learned: Learned::default(),
        }
    }

    /// The bucket of `key`, made if there is none.
    ///
    /// If it is there with other limits, both hold from now on, and a warning says so: the
    /// grants made so far count in the added limits as far as they are known, and where they
    /// are not, as if everything had just been used.
    #[must_use]
    pub fn bucket(&self, key: Key, limits: Limits) -> Bucket {
        let mut buckets = lock(&self.buckets);
        let Some(bucket) = buckets.find(&key) else {
            let bucket = Bucket::new(key.clone(), self.clock.clone(), limits);
            buckets.add(key, &bucket, Bucket::is_forgettable);
            return bucket;
        };
        drop(buckets);
        if bucket.declare(limits) {
            tracing::warn!(
                api = key.api(),
                bucket = key.bucket(),
                "two descriptions give this bucket different limits; all of them are enforced"
            );
        }
        bucket
    }

    /// The breaker of `key`, made if there is none.
    ///
    /// If it is there with other rules, the stricter of both hold from now on (fewer failures,
    /// longer times), and a warning says so.
    ///
    /// A breaker that nobody holds is kept as long as what it knows is of use: while failures
    /// count, while it is open, and half-open for as long again as it was open.
    #[must_use]
    pub fn breaker(&self, key: Key, rules: BreakerRules) -> Breaker {
        let mut breakers = lock(&self.breakers);
        let Some(breaker) = breakers.find(&key) else {
            let breaker = Breaker::new(key.clone(), self.clock.clone(), rules);
            breakers.add(key, &breaker, Breaker::is_forgettable);
            return breaker;
        };
        drop(breakers);
        if breaker.declare(rules) {
            tracing::warn!(
                api = key.api(),
                breaker = key.bucket(),
                "two descriptions give this breaker different rules; the stricter hold"
            );
        }
        breaker
    }

    pub(crate) fn learned(&self) -> &Learned {
        &self.learned
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}
