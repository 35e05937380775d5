//! Limiters that can be waited for, all set to the same rate and burst.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use ratelimit::{Ratelimiter, TryWaitError};
use tollgate_limiter::{Bucket, Budget, Ceiling, Cost, Key, Limits, Period, Rate, Registry};

/// A limit: so many per second, so many at once.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Units per second.
    pub rate: u32,
    /// Units at once.
    pub burst: u32,
}

/// A limiter in a run.
pub struct Limiter {
    /// What the tables call it.
    pub name: &'static str,
    /// Whether a window of one second bounds it too.
    windowed: bool,
    kind: Kind,
}

enum Kind {
    Governor(DefaultDirectRateLimiter),
    LeakyBucket(leaky_bucket::RateLimiter),
    Ratelimit(Ratelimiter),
    AsyncRateLimiter(async_rate_limiter::RateLimiter),
    Tollgate(Bucket),
}

impl Limiter {
    fn new(name: &'static str, kind: Kind) -> Self {
        let windowed = false;
        Self {
            name,
            windowed,
            kind,
        }
    }

    /// Whether it is judged.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        matches!(self.kind, Kind::Tollgate(_))
    }

    /// How long a run for `span` is, and how many grants all of it can hold.
    ///
    /// A run ends between two slots, so that it holds the same number of them however late the
    /// timer rings for the last. Under a budget the burst comes on top; at the end of a whole
    /// number of windows it does not.
    #[must_use]
    pub fn run(&self, limit: Limit, span: Duration) -> (Duration, f64) {
        if self.windowed {
            return (span, limit.steadily(span));
        }
        let half_unit = Duration::from_secs(1) / (2 * limit.rate);
        (span + half_unit, limit.allowed(span))
    }

    /// Waits until one unit may leave, and takes it.
    pub async fn wait(&self) {
        match &self.kind {
            Kind::Governor(limiter) => limiter.until_ready().await,
            Kind::LeakyBucket(limiter) => limiter.acquire_one().await,
            Kind::Ratelimit(limiter) => sleep_until_there(limiter).await,
            Kind::AsyncRateLimiter(limiter) => limiter.acquire().await,
            Kind::Tollgate(bucket) => match bucket.acquire(Cost::ONE, None).await {
                Ok(permit) => drop(permit.spend()),
                Err(refused) => unreachable!("without a deadline one waits: {refused}"),
            },
        }
    }
}

impl fmt::Debug for Limiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limiter({})", self.name)
    }
}

async fn sleep_until_there(limiter: &Ratelimiter) {
    loop {
        match limiter.try_wait() {
            Ok(()) => return,
            Err(TryWaitError::Insufficient(wait)) => tokio::time::sleep(wait).await,
            Err(error) => unreachable!("one unit is never above the burst: {error}"),
        }
    }
}

impl Limit {
    /// The most that a window of `span` may hold.
    #[must_use]
    pub fn allowed(self, span: Duration) -> f64 {
        f64::from(self.burst) + self.steadily(span)
    }

    /// What comes in `span` at the rate.
    fn steadily(self, span: Duration) -> f64 {
        f64::from(self.rate) * span.as_secs_f64()
    }

    /// governor, with its own timer.
    #[must_use]
    pub fn governor(self) -> Limiter {
        let [rate, burst] = [self.rate, self.burst].map(|n| NonZeroU32::new(n).expect("not zero"));
        let limiter = RateLimiter::direct(Quota::per_second(rate).allow_burst(burst));
        Limiter::new("governor `until_ready`", Kind::Governor(limiter))
    }

    /// leaky-bucket, refilled unit by unit; above 1,000 per second by the millisecond, its
    /// shortest interval, and then at least that much has to fit.
    #[must_use]
    pub fn leaky_bucket(self) -> Limiter {
        let refill = self.rate.div_ceil(1_000);
        let limiter = leaky_bucket::RateLimiter::builder()
            .max(self.burst.max(refill) as usize)
            .initial(self.burst as usize)
            .refill(refill as usize)
            .interval(Duration::from_secs(1) * refill / self.rate)
            .build();
        Limiter::new("leaky-bucket", Kind::LeakyBucket(limiter))
    }

    /// ratelimit, which does not wait, in the loop that its documentation shows.
    #[must_use]
    pub fn ratelimit(self) -> Limiter {
        let limiter = Ratelimiter::builder(self.rate.into())
            .max_tokens(self.burst.into())
            .initial_available(self.burst.into())
            .build()
            .expect("a valid limit");
        Limiter::new("ratelimit, sleep loop", Kind::Ratelimit(limiter))
    }

    /// async-rate-limiter.
    #[must_use]
    pub fn async_rate_limiter(self) -> Limiter {
        let limiter = async_rate_limiter::RateLimiter::new(self.rate as usize);
        limiter.burst(self.burst as usize);
        Limiter::new("async-rate-limiter", Kind::AsyncRateLimiter(limiter))
    }

    /// A budget of ours alone.
    #[must_use]
    pub fn tollgate_budget(self) -> Limiter {
        let bucket = self.bucket(Vec::new());
        Limiter::new("tollgate, budget", Kind::Tollgate(bucket))
    }

    /// A budget below a vendor's window of one second.
    #[must_use]
    pub fn tollgate_window(self) -> Limiter {
        let bucket = self.bucket(vec![Ceiling::Window(self.per_second())]);
        Limiter {
            windowed: true,
            ..Limiter::new("tollgate, window and budget", Kind::Tollgate(bucket))
        }
    }

    fn per_second(self) -> Rate {
        Rate::per(self.rate, Period::SECOND).expect("more than zero")
    }

    /// A bucket that was never used before.
    fn bucket(self, ceilings: Vec<Ceiling>) -> Bucket {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed).to_string();
        let budget = Budget::new(self.per_second(), self.burst);
        let limits = Limits::new(ceilings, budget, Duration::ZERO).expect("the budget fits");
        Registry::process().bucket(Key::new("bench", run, "nobody"), limits)
    }
}
