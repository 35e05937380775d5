//! The ledger of a call: every request it sent, what was paid, how long was waited, and why it
//! went no further.

use core::fmt;
use core::time::Duration;
use std::sync::Arc;

use http::StatusCode;

/// The ledger: the requests of one call, in the order in which they were sent. Hops and repetitions
/// with a new token are among them, which [`Retry::attempts`](crate::Retry::attempts) does not count.
#[derive(Clone, Debug, Default)]
pub struct Attempts {
    sent: Vec<Attempt>,
    waited: Duration,
    paused: Duration,
    gave_up: Option<GaveUp>,
}

/// One request on the wire.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// Why it was sent.
    pub cause: Cause,
    /// The host that it went to.
    pub host: Arc<str>,
    /// The bucket that was paid from.
    pub bucket: &'static str,
    /// The units that were paid: the endpoint's cost, or one in another bucket than its own.
    pub cost: u32,
    /// The pause before it: the call's own backoff, or one that was asked of this call alone, by a
    /// redirect or by a 500, 502 or 504.
    pub paused: Duration,
    /// How long the call waited for the permit; the vendor's blocks are in it.
    pub waited: Duration,
    /// The status of the answer; `None` when no answer came.
    pub status: Option<StatusCode>,
}

/// Why a request of a call was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// It is the first.
    #[default]
    First,
    /// The one before failed in a way that a repetition may cure.
    Retry,
    /// The one before was answered by a redirect.
    Redirect,
    /// The one before carried a token that had expired.
    NewToken,
}

/// Why a call was not tried again, although its fault is one that may pass, or did not wait for the
/// pause that a redirect asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GaveUp {
    /// All attempts were used up; there may have been but one.
    Attempts,
    /// The next attempt would begin after the call's deadline.
    Deadline,
    /// The next attempt would begin after the time that the call has for retries; or a redirect asks
    /// for a longer pause than the call waits for.
    Time,
    /// The client's quota of retries was used up: too many of its calls fail.
    Quota,
    /// The request may have been received, and it is not one that may be repeated: declare the
    /// endpoint `idempotent`, or give it an idempotency key.
    NotIdempotent,
    /// The body was a stream that can be read only once; give a
    /// [`Body::replayable`](crate::Body::replayable) instead.
    Body,
    /// The circuit breaker opened.
    Breaker,
    /// The walk has made as many requests as [`max_requests`](crate::Pages::max_requests) allows.
    Requests,
}

impl Attempts {
    /// How many requests may have reached the vendor.
    #[must_use]
    pub fn sends(&self) -> usize {
        self.sent.len()
    }

    /// How many of them were retries.
    #[must_use]
    pub fn retries(&self) -> usize {
        let retries = self.iter().filter(|sent| sent.cause == Cause::Retry);
        retries.count()
    }

    /// How many units were paid, over all buckets.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.iter().map(|attempt| u64::from(attempt.cost)).sum()
    }

    /// How long the call waited for permits.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// How long the call paused between its requests.
    #[must_use]
    pub fn paused(&self) -> Duration {
        self.paused
    }

    /// Whether one of the requests may have been carried out: it was not answered, or not by a refusal,
    /// which is a 4xx other than 408 and 425.
    #[must_use]
    pub fn may_have_been_received(&self) -> bool {
        self.iter().any(Attempt::may_have_been_received)
    }

    /// The same of all requests but the last.
    pub(crate) fn may_have_been_received_before(&self) -> bool {
        let before = self.sent.split_last().map_or(&[][..], |(_, before)| before);
        before.iter().any(Attempt::may_have_been_received)
    }

    /// Why the call was not tried again; `None` if it succeeded, or failed in a way that no
    /// repetition cures.
    #[must_use]
    pub fn gave_up(&self) -> Option<GaveUp> {
        self.gave_up
    }

    /// The requests one by one.
    pub fn iter(&self) -> core::slice::Iter<'_, Attempt> {
        self.sent.iter()
    }

    pub(crate) fn sent(&mut self, attempt: Attempt) {
        self.waited = self.waited.saturating_add(attempt.waited);
        self.paused = self.paused.saturating_add(attempt.paused);
        self.sent.push(attempt);
    }

    pub(crate) fn answered(&mut self, status: StatusCode) {
        if let Some(attempt) = self.sent.last_mut() {
            attempt.status = Some(status);
        }
    }

    /// The last request provably never left.
    pub(crate) fn unsent(&mut self) {
        self.sent.pop();
    }

    pub(crate) fn give_up(&mut self, reason: GaveUp) {
        self.gave_up = Some(reason);
    }
}

impl Attempt {
    fn may_have_been_received(&self) -> bool {
        let refused =
            |status: StatusCode| status.is_client_error() && !matches!(status.as_u16(), 408 | 425);
        !self.status.is_some_and(refused)
    }
}

impl<'a> IntoIterator for &'a Attempts {
    type Item = &'a Attempt;
    type IntoIter = core::slice::Iter<'a, Attempt>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Attempts => "its attempts are used up",
            Self::Deadline => "the next attempt would begin after its deadline",
            Self::Time => "the next attempt would begin after its time for retries",
            Self::Quota => "the client's quota of retries is used up",
            Self::NotIdempotent => {
                "it may have been received and may not be repeated; declare the endpoint `idempotent` or give an idempotency key"
            }
            Self::Body => {
                "its body is a stream that can be read only once; give a `Body::replayable`"
            }
            Self::Breaker => "the circuit breaker opened",
            Self::Requests => "the walk has made as many requests as it may",
        })
    }
}
