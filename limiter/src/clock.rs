//! The time by which permits are granted.
//!
//! The only clock that opens the limiter is the operating system's monotonic one: stepping
//! the wall clock changes nothing, and neither does tokio's own clock, which tests pause and
//! advance. The runtime's timer is no more than an alarm clock: whoever it wakes reads the
//! real time again.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tollgate_mapped::boottime;

use crate::Moment;
use crate::manual::Hands;
use crate::moment::nanos;

/// Where a [`Registry`](crate::Registry) reads the time.
///
/// ```
/// use tollgate_limiter::Clock;
///
/// let clock = Clock::monotonic();
/// let before = clock.now();
/// assert!(clock.now() >= before);
/// ```
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Monotonic,
    /// The same, so many nanoseconds ahead.
    Ahead(u64),
    Manual(Arc<Hands>),
}

impl Clock {
    /// The operating system's monotonic clock, which all processes share; on Linux the one that
    /// goes on while the machine is suspended (`CLOCK_BOOTTIME`).
    #[must_use]
    pub fn monotonic() -> Self {
        Self(Source::Monotonic)
    }

    /// The same as a machine would show it that was started so much earlier: for tests of several
    /// machines in one place.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate_limiter::Clock;
    ///
    /// let minute = Duration::from_secs(60);
    /// let now = Clock::monotonic().now();
    /// assert!(Clock::ahead(minute).now() >= now + minute);
    /// ```
    #[must_use]
    pub fn ahead(by: Duration) -> Self {
        Self(Source::Ahead(nanos(by)))
    }

    pub(crate) fn manual(hands: Arc<Hands>) -> Self {
        Self(Source::Manual(hands))
    }

    /// Whether it is the clock that all processes share.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.0, Source::Monotonic)
    }

    /// Whether it goes on by itself.
    #[cfg(feature = "fleet")]
    pub(crate) fn is_real(&self) -> bool {
        matches!(self.0, Source::Monotonic | Source::Ahead(_))
    }

    /// The time now.
    #[must_use]
    #[inline]
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::Monotonic => Moment::from_nanos(boottime()),
            Source::Ahead(by) => Moment::from_nanos(boottime().saturating_add(*by)),
            Source::Manual(hands) => hands.now(),
        }
    }

    /// Sleeps until this clock has reached `until`; without `until`, for ever.
    ///
    /// Cancelling it leaves nothing behind but, under tokio's paused time, one blocking thread
    /// for at most [`SLICE`].
    pub(crate) async fn sleep_until(&self, until: Option<Moment>) {
        let Some(until) = until else {
            return pending().await;
        };
        match &self.0 {
            Source::Monotonic | Source::Ahead(_) => self.ring_at(until).await,
            Source::Manual(hands) => hands.reach(until).await,
        }
    }

    async fn ring_at(&self, until: Moment) {
        let rest = until.saturating_duration_since(self.now());
        if !rest.is_zero() {
            tokio::time::sleep(rest).await;
        }
        // Real timers ring late, never early: an early ring means that tokio's time is paused.
        // Asking it again would spin, so the rest is slept through on a blocking thread.
        loop {
            let rest = until.saturating_duration_since(self.now());
            if rest.is_zero() {
                return;
            }
            let nap = rest.min(SLICE);
            if tokio::task::spawn_blocking(move || std::thread::sleep(nap))
                .await
                .is_err()
            {
                // The runtime shuts down and will not poll this future again.
                return pending().await;
            }
        }
    }
}

/// The longest nap on a blocking thread: a runtime that shuts down waits for it.
const SLICE: Duration = Duration::from_millis(50);
