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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::{Bucket, Ceiling, Cost, Key, Limits, ManualClock, Period, Rate, Registry};

    fn bucket(hands: &ManualClock, ceiling: Ceiling) -> Bucket {
        let limits = Limits::new(vec![ceiling], None, Duration::ZERO).expect("a rate");
        Registry::with_clock(hands.clock()).bucket(Key::new("api", "read", "me"), limits)
    }

    fn one_a_second() -> Rate {
        Rate::per(1, Period::SECOND).expect("a rate")
    }

    /// The pause after a request that left `late` after its permit, while somebody else took a
    /// permit and gave it back.
    fn pause(ceiling: Ceiling) -> Duration {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, ceiling);
        let granted = hands.clock().now();
        let flight = bucket.try_acquire(Cost::ONE).expect("the first").spend();
        hands.advance(Duration::from_millis(1_500));
        drop(
            bucket
                .try_acquire(Cost::ONE)
                .expect("the second, which never leaves"),
        );
        bucket.delayed(granted, 1);
        drop(flight);
        let connected = hands.clock().now();
        while bucket.try_acquire(Cost::ONE).is_err() {
            hands.advance(Duration::from_millis(1));
        }
        hands.clock().now().saturating_duration_since(connected)
    }

    #[test]
    fn a_request_that_waited_for_its_connection_counts_where_it_left() {
        let one = std::num::NonZeroU32::MIN;
        let bucket = Ceiling::TokenBucket {
            rate: one_a_second(),
            burst: one,
        };
        for ceiling in [Ceiling::Window(one_a_second()), bucket] {
            assert_eq!(pause(ceiling), Duration::from_secs(1), "{ceiling:?}");
        }
    }

    #[test]
    fn what_is_in_transit_counts_once_however_many_connections_are_made() {
        let hands = ManualClock::new();
        let burst = std::num::NonZeroU32::new(10).expect("a burst");
        let ceiling = Ceiling::TokenBucket {
            rate: one_a_second(),
            burst,
        };
        let limits = Limits::new(vec![ceiling], None, Duration::from_millis(50)).expect("a rate");
        let bucket =
            Registry::with_clock(hands.clock()).bucket(Key::new("api", "read", "me"), limits);
        let granted = hands.clock().now();
        let flights: Vec<_> = (0..10)
            .map(|_| bucket.try_acquire(Cost::ONE).expect("the burst").spend())
            .collect();
        for _ in 0..10 {
            hands.advance(Duration::from_millis(1));
            bucket.delayed(granted, 10);
        }
        drop(flights);
        hands.advance(Duration::from_millis(1_049));
        assert!(bucket.try_acquire(Cost::ONE).is_err());
        hands.advance(Duration::from_millis(1));
        assert!(
            bucket.try_acquire(Cost::ONE).is_ok(),
            "one unit's time after the last connection, and no more"
        );
    }
}
