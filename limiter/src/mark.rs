//! Requests that left later than their permits: those that waited for a connection.
//!
//! A permit counts from its grant, and so a request has to leave at once. One that waits for a
//! connection to be made leaves when that is done. Whoever sends keeps the mark of each permit
//! and moves it then: what exactly this permit took is given back and taken again where the
//! request left, and what others took stays where it is.

use crate::Bucket;
use crate::state::Grant;

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
                Some(_) => state.leaves_again(self.grant.cost, now),
            };
            break;
        }
        if let Some(root) = merged {
            self.bucket = root;
        }
    }
}
