//! Requests that left later than their permits: those that waited for a connection.
//!
//! A permit counts from its grant, and so a request has to leave at once. One that waits for a
//! connection to be made leaves when that is done. Whoever sends tells so, and the limits count
//! the requests where they may have left: too late rather than too early.

use std::sync::Arc;

use crate::{Bucket, Moment};

impl Bucket {
    /// Whether `other` is a handle to the same state.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Counts requests as leaving only now: of those admitted since `since`, `units` units have
    /// had no answer yet and may have waited for a connection that was just made.
    ///
    /// Nothing is ever counted earlier by it, and no permit can be given back exactly after it
    /// that was granted before: such a one stays counted in the limits.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate_limiter::{Ceiling, Cost, Key, Limits, ManualClock, Period, Rate, Registry};
    ///
    /// let hands = ManualClock::new();
    /// let one_a_second = Ceiling::Window(Rate::per(1, Period::SECOND).unwrap());
    /// let limits = Limits::new(vec![one_a_second], None, Duration::ZERO).unwrap();
    /// let registry = Registry::with_clock(hands.clock());
    /// let bucket = registry.bucket(Key::new("api", "read", "me"), limits);
    ///
    /// let granted = hands.clock().now();
    /// let flight = bucket.try_acquire(Cost::ONE).unwrap().spend();
    /// hands.advance(Duration::from_millis(900));
    /// bucket.delayed(granted, 1); // the connection took that long
    ///
    /// hands.advance(Duration::from_millis(999));
    /// assert!(bucket.try_acquire(Cost::ONE).is_err());
    /// hands.advance(Duration::from_millis(1));
    /// assert!(bucket.try_acquire(Cost::ONE).is_ok());
    /// # drop(flight);
    /// ```
    pub fn delayed(&self, since: Moment, units: u64) {
        let now = self.clock().now();
        let mut state = self.0.lock();
        let now = state.observe(now);
        state.delayed(since.as_nanos(), units, now);
    }
}
