//! Points in time, and which of the two clocks they are measured against.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderMap;

use crate::date;
use crate::field;

/// The longest wait that this crate ever returns: 366 days.
///
/// A server that asks for more gets this much, so a wait of exactly this length may have been
/// cut. It is there to keep a wrong header out of the arithmetic; what a caller is ready to wait
/// is far less.
pub const MAX_WAIT: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// `wait`, or [`MAX_WAIT`] if that is shorter.
pub(crate) fn bounded(wait: Duration) -> Duration {
    wait.min(MAX_WAIT)
}

/// A point in time as the time since the Unix epoch; what was before it counts as the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stamp(pub(crate) Duration);

impl Stamp {
    pub(crate) const EPOCH: Self = Self(Duration::ZERO);

    pub(crate) fn plus(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }

    pub(crate) fn minus(self, time: Duration) -> Self {
        Self(self.0.saturating_sub(time))
    }

    /// From `earlier` until this; nothing if this is past. Bounded.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        bounded(self.0.saturating_sub(earlier.0))
    }
}

impl From<SystemTime> for Stamp {
    fn from(time: SystemTime) -> Self {
        time.duration_since(UNIX_EPOCH).map_or(Self::EPOCH, Self)
    }
}

/// An answer's header fields, and when it was received by the local clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Receipt<'a> {
    pub(crate) headers: &'a HeaderMap,
    received: Stamp,
}

impl<'a> Receipt<'a> {
    pub(crate) fn new(headers: &'a HeaderMap, received: SystemTime) -> Self {
        Self {
            headers,
            received: received.into(),
        }
    }

    /// An HTTP date of this answer.
    pub(crate) fn http_date(&self, text: &str) -> Option<Stamp> {
        date::http(text, self.received)
    }

    /// How long until `end`: by the clock of the server, which is the answer's own `Date`
    /// (RFC 9110 6.6.1), or else by the local one. Two clocks that differ would turn a wait of
    /// a minute into none.
    pub(crate) fn until(&self, end: Stamp) -> Duration {
        let stated = field::readable(self.headers, "date", |text| self.http_date(text)).next();
        end.since(stated.unwrap_or(self.received))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{MAX_WAIT, Stamp};

    #[test]
    fn times_before_the_epoch_are_the_epoch() {
        let early = UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(Stamp::from(early), Stamp::EPOCH);
    }

    #[test]
    fn the_past_is_no_wait_and_the_far_future_is_bounded() {
        let late = Stamp(Duration::MAX);
        assert_eq!(Stamp::EPOCH.since(late), Duration::ZERO);
        assert_eq!(late.since(Stamp::EPOCH), MAX_WAIT);
        assert_eq!(late.plus(Duration::MAX), late);
        assert_eq!(Stamp::EPOCH.minus(Duration::MAX), Stamp::EPOCH);
    }
}
