//! A clock that tests set by hand.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::sync::{Mutex, lock};
use crate::{Clock, Moment};

/// A clock that stands still until it is told to go on, for tests.
///
/// Whoever sleeps on it is woken as soon as it has been set far enough. It never goes back.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::{ManualClock, Moment};
///
/// let hands = ManualClock::new();
/// let clock = hands.clock();
/// assert_eq!(clock.now(), Moment::ORIGIN);
/// hands.advance(Duration::from_secs(2));
/// hands.set(Moment::from_nanos(7)); // earlier: ignored
/// assert_eq!(clock.now(), Moment::ORIGIN + Duration::from_secs(2));
/// ```
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<Hands>);

impl ManualClock {
    /// A clock that shows [`Moment::ORIGIN`].
    #[must_use]
    pub fn new() -> Self {
        let face = Face {
            now: Moment::ORIGIN,
            sleepers: Vec::new(),
        };
        Self(Arc::new(Hands(Mutex::new(face))))
    }

    /// The clock that is moved by these hands.
    #[must_use]
    pub fn clock(&self) -> Clock {
        Clock::manual(Arc::clone(&self.0))
    }

    /// Moves the clock on by `by`.
    pub fn advance(&self, by: Duration) {
        self.0.turn(|now| now + by);
    }

    /// Moves the clock to `to`, unless it is past that already.
    pub fn set(&self, to: Moment) {
        self.0.turn(|_| to);
    }
}

impl Default for ManualClock {
    fn default() -> Self {
        Self::new()
    }
}

/// What all holders of one manual clock share.
#[derive(Debug)]
pub(crate) struct Hands(Mutex<Face>);

#[derive(Debug)]
struct Face {
    now: Moment,
    sleepers: Vec<Waker>,
}

impl Hands {
    pub(crate) fn now(&self) -> Moment {
        lock(&self.0).now
    }

    pub(crate) async fn reach(&self, until: Moment) {
        poll_fn(|context| self.poll_reach(until, context)).await;
    }

    fn poll_reach(&self, until: Moment, context: &Context<'_>) -> Poll<()> {
        let mut face = lock(&self.0);
        if face.now >= until {
            return Poll::Ready(());
        }
        let known = |sleeper: &Waker| sleeper.will_wake(context.waker());
        if !face.sleepers.iter().any(known) {
            face.sleepers.push(context.waker().clone());
        }
        Poll::Pending
    }

    fn turn(&self, to: impl FnOnce(Moment) -> Moment) {
        let woken = {
            let mut face = lock(&self.0);
            face.now = face.now.max(to(face.now));
            std::mem::take(&mut face.sleepers)
        };
        // Outside the lock: a waker may run, or drop, whatever it belongs to.
        for sleeper in woken {
            sleeper.wake();
        }
    }
}
