//! Requests that left later than their permits: those that waited for a connection.
//!
//! A permit counts from its grant, and so a request has to leave at once. One that waits for a
//! connection to be made leaves when that is done. Whoever sends keeps the mark of each permit
//! and moves it then: what exactly this permit took is given back and taken again where the
//! request left, and what others took stays where it is.

use crate::Bucket;
use crate::state::{Grant, is_ours};

/// The place in a bucket's limits where the units of one permit count.
///
/// Moved while its request may still be waiting to leave, for instance for a connection;
/// dropped when the request was answered or given up.
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
/// let permit = bucket.try_acquire(Cost::ONE).unwrap();
/// let mut mark = permit.mark();
/// let flight = permit.spend();
/// hands.advance(Duration::from_millis(900));
/// mark.leaves_now(); // the connection took that long
///
/// hands.advance(Duration::from_millis(999));
/// assert!(bucket.try_acquire(Cost::ONE).is_err());
/// hands.advance(Duration::from_millis(1));
/// assert!(bucket.try_acquire(Cost::ONE).is_ok());
/// # drop(flight);
/// ```
#[derive(Debug)]
pub struct Mark {
    bucket: Bucket,
    grant: Grant,
}

impl Mark {
    pub(crate) fn new(bucket: Bucket, grant: Grant) -> Self {
        Self { bucket, grant }
    }

    /// Counts the request as leaving only now, in every ceiling; a budget was spent with the
    /// permit. May be repeated.
    ///
    /// It never lets anybody go earlier. After it, a permit of this bucket that was granted
    /// before cannot be given back to the limits: it stays counted there, and the meter is
    /// right. When a block, another declaration or a merge came between, the units count twice,
    /// where they did and now.
    pub fn leaves_now(&mut self) {
        if !is_ours(self.grant) {
            return; // a copy, in the child of a fork
        }
        let now = self.bucket.clock().now();
        let mut merged = None;
        loop {
            let bucket = merged.as_ref().unwrap_or(&self.bucket);
            let mut state = bucket.0.lock();
            if let Some(next) = state.merged() {
                drop(state);
                merged = Some(next);
                continue;
            }
            let now = state.observe(now);
            self.grant = match merged {
                None => state.leaves(self.grant, now),
                Some(_) => state.leaves_again(self.grant, now),
            };
            break;
        }
        if let Some(root) = merged {
            self.bucket = root;
        }
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
        let permit = bucket.try_acquire(Cost::ONE).expect("the first");
        let mut mark = permit.mark();
        let flight = permit.spend();
        hands.advance(Duration::from_millis(1_500));
        drop(
            bucket
                .try_acquire(Cost::ONE)
                .expect("the second, which never leaves"),
        );
        mark.leaves_now();
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
    fn however_many_connections_are_made_each_request_counts_once() {
        for skew in [0, 50] {
            each_counts_once(Duration::from_millis(skew));
        }
    }

    fn each_counts_once(skew: Duration) {
        let hands = ManualClock::new();
        let burst = std::num::NonZeroU32::new(10).expect("a burst");
        let ceiling = Ceiling::TokenBucket {
            rate: one_a_second(),
            burst,
        };
        let limits = Limits::new(vec![ceiling], None, skew).expect("a rate");
        let bucket =
            Registry::with_clock(hands.clock()).bucket(Key::new("api", "read", "me"), limits);
        let mut flights: Vec<_> = (0..10)
            .map(|_| {
                let permit = bucket.try_acquire(Cost::ONE).expect("the burst");
                (permit.mark(), permit.spend())
            })
            .collect();
        for _ in 0..10 {
            hands.advance(Duration::from_millis(1));
            for (mark, _) in &mut flights {
                mark.leaves_now();
            }
        }
        drop(flights);
        hands.advance(Duration::from_millis(999) + skew);
        assert!(bucket.try_acquire(Cost::ONE).is_err());
        hands.advance(Duration::from_millis(1));
        assert!(
            bucket.try_acquire(Cost::ONE).is_ok(),
            "one unit's time after the last connection, and no more"
        );
    }
}
