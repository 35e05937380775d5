//! On which terms a permit is waited for.

use std::time::Duration;

use crate::Moment;
use crate::moment::nanos;

/// How long a permit is worth waiting for, and whether it goes before others.
///
/// A moment, or none, is a deadline and nothing else, so it can stand in the place of terms.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::{Ceiling, Cost, Key, Limits, Period, Rate, RefusedKind, Registry, Terms};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let nine_a_second = Ceiling::Window(Rate::per(9, Period::SECOND).unwrap());
/// let limits = Limits::new(vec![nine_a_second], None, Duration::ZERO).unwrap();
/// let bucket = Registry::process().bucket(Key::new("terms.example", "read", "me"), limits);
/// let now = bucket.clock().now();
/// let soon = Duration::from_secs(60);
///
/// // The vendor asks for an hour; this request has all day, but not for a pause.
/// bucket.block_until(now + Duration::from_secs(3_600));
/// let terms = Terms::new().deadline(now + Duration::from_secs(86_400)).longest_block(now + soon);
/// let refused = bucket.acquire(Cost::ONE, terms).await.unwrap_err();
/// assert!(matches!(refused.kind(), RefusedKind::Blocked { left, .. } if left <= soon));
/// # }
/// ```
#[must_use = "terms bind nobody before they are given to `acquire`"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    deadline: Moment,
    longest_block: Moment,
    /// In nanoseconds.
    longest_pause: u64,
    urgent: bool,
}

impl Terms {
    /// Waits its turn for as long as it takes.
    pub const fn new() -> Self {
        Self {
            deadline: Moment::NEVER,
            longest_block: Moment::NEVER,
            longest_pause: u64::MAX,
            urgent: false,
        }
    }

    /// Takes no permit after `deadline`, and is refused as soon as none can come before it.
    pub const fn deadline(self, deadline: Moment) -> Self {
        Self { deadline, ..self }
    }

    /// Waits for a pause that the vendor asked for only if it ends at `end` or before.
    ///
    /// A block that ends later refuses at once, also those who wait already when it comes, and
    /// whatever the deadline. Waiting for the limits is bounded by the deadline alone.
    pub const fn longest_block(self, end: Moment) -> Self {
        Self {
            longest_block: end,
            ..self
        }
    }

    /// Waits for a pause that the vendor asked for only if no more than `pause` is left of it.
    ///
    /// It is measured whenever somebody asks for a pause, so it does not run out in the queue: who
    /// has waited long for the limits waits for a short pause all the same.
    pub const fn longest_pause(self, pause: Duration) -> Self {
        Self {
            longest_pause: nanos(pause),
            ..self
        }
    }

    /// Goes before all who are not urgent; among the urgent, first come first served.
    ///
    /// For what the others wait for, such as a new token: whoever is urgent all the time keeps
    /// them waiting all the time. It spends and obeys the limits like any other, and refuses at
    /// once those whose deadline it has put out of reach.
    pub const fn urgent(self) -> Self {
        Self {
            urgent: true,
            ..self
        }
    }

    #[inline]
    pub(crate) fn is_urgent(self) -> bool {
        self.urgent
    }

    /// When waiting ends at the latest; [`Moment::NEVER`] without a deadline.
    #[inline]
    pub(crate) fn end(self) -> Moment {
        self.deadline
    }

    /// When a block has to have ended that holds at `now`.
    pub(crate) fn block_end(self, now: u64) -> Moment {
        let pause = Moment::from_nanos(now.saturating_add(self.longest_pause));
        self.deadline.min(self.longest_block).min(pause)
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Moment> for Terms {
    #[inline]
    fn from(deadline: Moment) -> Self {
        Self::new().deadline(deadline)
    }
}

impl From<Option<Moment>> for Terms {
    #[inline]
    fn from(deadline: Option<Moment>) -> Self {
        Self::new().deadline(deadline.unwrap_or(Moment::NEVER))
    }
}
