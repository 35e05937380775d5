//! So many units in so long a time, as an exact fraction.

use core::num::NonZeroU32;

use crate::Period;

/// `count` units per `period`, kept as the two numbers and never as a quotient.
///
/// Two rates are equal when the numbers are: 60 per minute is another *spelling* than 1 per
/// second, and as a window it is another limit too. [`Rate::exceeds`] compares the speeds.
///
/// ```
/// use tollgate_limits::{Period, Rate};
///
/// let a_minute = Rate::per(60, Period::MINUTE).unwrap();
/// let a_second = Rate::per(1, Period::SECOND).unwrap();
/// assert!(!a_minute.exceeds(a_second) && !a_second.exceeds(a_minute));
/// assert!(Rate::per(61, Period::MINUTE).unwrap().exceeds(a_second));
/// assert!(Rate::per(0, Period::SECOND).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    count: NonZeroU32,
    period: Period,
}

impl Rate {
    /// The rate of `count` units per `period`.
    #[must_use]
    pub const fn new(count: NonZeroU32, period: Period) -> Self {
        Self { count, period }
    }

    /// The rate of `count` units per `period`; `None` for a count of zero.
    #[must_use]
    pub const fn per(count: u32, period: Period) -> Option<Self> {
        match NonZeroU32::new(count) {
            Some(count) => Some(Self { count, period }),
            None => None,
        }
    }

    /// How many units.
    #[must_use]
    pub const fn count(self) -> NonZeroU32 {
        self.count
    }

    /// In how long a time.
    #[must_use]
    pub const fn period(self) -> Period {
        self.period
    }

    /// Whether this rate is faster than `other`. Exact for every pair of rates.
    #[must_use]
    pub const fn exceeds(self, other: Self) -> bool {
        // u32 × u64 needs 96 bits: the cross product cannot overflow.
        let ours = self.count.get() as u128 * other.period.as_nanos() as u128;
        let theirs = other.count.get() as u128 * self.period.as_nanos() as u128;
        ours > theirs
    }
}
