//! A point in time as the limiter counts it.

use std::ops::Add;
use std::time::Duration;

/// A point in time: nanoseconds since the origin of the [`Clock`](crate::Clock) that told it.
///
/// Arithmetic saturates: what lies beyond 584 years is "never", and never is never reached.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::Moment;
///
/// let start = Moment::from_nanos(5);
/// let later = start + Duration::from_nanos(7);
/// assert_eq!(later.as_nanos(), 12);
/// assert_eq!(later.saturating_duration_since(start), Duration::from_nanos(7));
/// assert_eq!(start.saturating_duration_since(later), Duration::ZERO);
/// assert_eq!(later + Duration::MAX, Moment::NEVER);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(u64);

impl Moment {
    /// The origin of the clock.
    pub const ORIGIN: Self = Self(0);
    /// A point in time that is never reached.
    pub const NEVER: Self = Self(u64::MAX);

    /// The moment `nanos` nanoseconds after the origin.
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// Nanoseconds since the origin.
    #[must_use]
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// How long after `earlier` this is; zero if it is before.
    #[must_use]
    pub const fn saturating_duration_since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, wait: Duration) -> Self {
        Self(self.0.saturating_add(nanos(wait)))
    }
}

/// The whole nanoseconds of `duration`; more than 584 years become the most there is.
pub(crate) const fn nanos(duration: Duration) -> u64 {
    duration
        .as_secs()
        .saturating_mul(1_000_000_000)
        .saturating_add(duration.subsec_nanos() as u64)
}
