//! One bucket, its clock, and what left it when.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tollgate_limiter::{
    Bucket, Budget, Ceiling, Cost, Key, Limits, ManualClock, Moment, Period, Rate, Refused,
    Registry, Terms,
};

/// A window of `count` units per `millis`.
pub(crate) fn window(count: u32, millis: u64) -> Ceiling {
    Ceiling::Window(rate(count, millis))
}

/// A budget of `count` units per `millis`, `burst` at once.
pub(crate) fn budget(count: u32, millis: u64, burst: u32) -> Option<Budget> {
    Budget::new(rate(count, millis), burst)
}

fn rate(count: u32, millis: u64) -> Rate {
    Rate::per(count, Period::from_millis(millis).unwrap()).unwrap()
}

pub(crate) fn limits(ceilings: &[Ceiling], budget: Option<Budget>) -> Limits {
    Limits::new(ceilings.to_vec(), budget, Duration::ZERO).unwrap()
}

pub(crate) fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A bucket in a registry of its own.
pub(crate) struct World {
    pub(crate) hands: ManualClock,
    pub(crate) bucket: Bucket,
    registry: Registry,
    limits: Limits,
    sent: Arc<Mutex<Vec<u64>>>,
}

impl World {
    pub(crate) fn new(limits: Limits) -> Self {
        let hands = ManualClock::new();
        let registry = Registry::with_clock(hands.clock());
        Self {
            bucket: registry.bucket(Key::new("api", "read", "me"), limits.clone()),
            hands,
            registry,
            limits,
            sent: Arc::default(),
        }
    }

    /// The moment so many milliseconds from the beginning.
    pub(crate) fn at(millis: u64) -> Moment {
        Moment::ORIGIN + ms(millis)
    }

    /// Another bucket of the same account, with the same limits.
    pub(crate) fn other(&self, name: &str) -> Bucket {
        self.registry
            .bucket(Key::new("api", name, "me"), self.limits.clone())
    }

    /// A call that acquires and sends; whether it did.
    pub(crate) fn call(&self, deadline: Option<Moment>) -> impl Future<Output = bool> + use<> {
        self.call_on(deadline.into())
    }

    /// A call that acquires on these terms and sends; whether it did.
    pub(crate) fn call_on(&self, terms: Terms) -> impl Future<Output = bool> + use<> {
        let acquire = self.acquire(terms);
        async move { acquire.await.is_ok() }
    }

    /// Acquires on these terms and sends.
    pub(crate) fn acquire(
        &self,
        terms: Terms,
    ) -> impl Future<Output = Result<(), Refused>> + use<> {
        let (bucket, sent) = (self.bucket.clone(), Arc::clone(&self.sent));
        async move {
            let permit = bucket.acquire(Cost::ONE, terms).await?;
            let millis = bucket.clock().now().as_nanos() / 1_000_000;
            sent.lock().unwrap().push(millis);
            drop(permit.spend());
            Ok(())
        }
    }

    /// Lets everybody run who can.
    pub(crate) async fn settle(&self) {
        for _ in 0..60 {
            tokio::task::yield_now().await;
        }
    }

    /// Lets `by` milliseconds pass, one by one.
    pub(crate) async fn pass(&self, by: u64) {
        for _ in 0..by {
            self.settle().await;
            self.hands.advance(ms(1));
        }
        self.settle().await;
    }

    /// When what was sent left, in milliseconds.
    pub(crate) fn sent(&self) -> Vec<u64> {
        self.sent.lock().unwrap().clone()
    }
}

/// The most that is in any stretch of `length`.
pub(crate) fn most_within(times: &[u64], length: u64) -> usize {
    let inside = |first: &u64| {
        times
            .iter()
            .filter(|&at| (*first..first + length).contains(at))
            .count()
    };
    times.iter().map(inside).max().unwrap_or(0)
}
