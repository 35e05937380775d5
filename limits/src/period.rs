//! A length of time that is never zero, in whole nanoseconds.

use core::num::NonZeroU64;
use core::time::Duration;

const NANOS_PER_MILLI: u64 = 1_000_000;
const NANOS_PER_SECOND: u64 = 1_000 * NANOS_PER_MILLI;

/// The length of time that a rate refers to: more than zero, in nanoseconds, at most 584 years.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limits::Period;
///
/// assert_eq!(Period::MINUTE.as_duration(), Duration::from_secs(60));
/// assert_eq!(Period::from_millis(1_500).unwrap().as_nanos(), 1_500_000_000);
/// assert!(Period::from_nanos(0).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period(NonZeroU64);

impl Period {
    /// One second.
    pub const SECOND: Self = Self::whole(1);
    /// Sixty seconds.
    pub const MINUTE: Self = Self::whole(60);
    /// Sixty minutes.
    pub const HOUR: Self = Self::whole(60 * 60);
    /// Twenty-four hours.
    pub const DAY: Self = Self::whole(24 * 60 * 60);

    const fn whole(seconds: u64) -> Self {
        match NonZeroU64::new(seconds * NANOS_PER_SECOND) {
            Some(nanos) => Self(nanos),
            None => panic!("a named period is never zero"),
        }
    }

    /// A period of `nanos` nanoseconds; `None` for zero.
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Option<Self> {
        match NonZeroU64::new(nanos) {
            Some(nanos) => Some(Self(nanos)),
            None => None,
        }
    }

    /// A period of `millis` milliseconds; `None` for zero or for more than 584 years.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Option<Self> {
        match millis.checked_mul(NANOS_PER_MILLI) {
            Some(nanos) => Self::from_nanos(nanos),
            None => None,
        }
    }

    /// A period of `seconds` seconds; `None` for zero or for more than 584 years.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Option<Self> {
        match seconds.checked_mul(NANOS_PER_SECOND) {
            Some(nanos) => Self::from_nanos(nanos),
            None => None,
        }
    }

    /// The length in nanoseconds.
    #[must_use]
    pub const fn as_nanos(self) -> u64 {
        self.0.get()
    }

    /// The length as a [`Duration`].
    #[must_use]
    pub const fn as_duration(self) -> Duration {
        Duration::from_nanos(self.0.get())
    }
}
