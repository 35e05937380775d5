//! When a breaker opens, and for how long.

use std::num::NonZeroU32;
use std::time::Duration;

/// How many failures open a breaker, and how it is tried again.
///
/// ```
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use tollgate_limiter::BreakerRules;
///
/// let five = NonZeroU32::new(5).unwrap();
/// let rules = BreakerRules::new(five, Duration::from_secs(30)).probe(Duration::from_secs(20));
/// assert_eq!((rules.failures(), rules.open()), (five, Duration::from_secs(30)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerRules {
    failures: NonZeroU32,
    open: Duration,
    probe: Duration,
}

impl BreakerRules {
    /// Opens after so many failures without a success between them, for the time `open`.
    #[must_use]
    pub const fn new(failures: NonZeroU32, open: Duration) -> Self {
        Self {
            failures,
            open,
            probe: Duration::from_secs(60),
        }
    }

    /// Waits at most so long for what became of a probe; one minute if nothing else is said.
    ///
    /// To be longer than an answer may take: a probe that has not reported by then is given up,
    /// and another one is let through.
    #[must_use]
    pub const fn probe(self, lease: Duration) -> Self {
        Self {
            probe: lease,
            ..self
        }
    }

    /// How many failures in a row open it.
    #[must_use]
    pub const fn failures(self) -> NonZeroU32 {
        self.failures
    }

    /// For how long it then refuses everybody.
    #[must_use]
    pub const fn open(self) -> Duration {
        self.open
    }

    /// How long a probe may take.
    #[must_use]
    pub const fn lease(self) -> Duration {
        self.probe
    }

    /// Each of the two at its stricter: fewer failures, longer times.
    pub(crate) fn stricter(self, other: Self) -> Self {
        Self {
            failures: self.failures.min(other.failures),
            open: self.open.max(other.open),
            probe: self.probe.max(other.probe),
        }
    }
}
