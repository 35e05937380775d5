//! The ledger of a call: every request it sent, what was paid and how long was waited.

use core::time::Duration;

use http::StatusCode;

/// The requests of one call, in the order in which they were sent.
#[derive(Clone, Debug, Default)]
pub struct Attempts {
    sent: Vec<Attempt>,
    waited: Duration,
}

/// One request on the wire.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// The bucket that was paid from.
    pub bucket: &'static str,
    /// The units that were paid.
    pub cost: u32,
    /// How long the call waited for the permit.
    pub waited: Duration,
    /// The status of the answer; `None` when no answer came.
    pub status: Option<StatusCode>,
}

impl Attempts {
    /// How many requests may have reached the vendor.
    #[must_use]
    pub fn sends(&self) -> usize {
        self.sent.len()
    }

    /// How many units were paid, over all buckets.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.sent
            .iter()
            .map(|attempt| u64::from(attempt.cost))
            .sum()
    }

    /// How long the call waited for permits.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// The requests one by one.
    pub fn iter(&self) -> core::slice::Iter<'_, Attempt> {
        self.sent.iter()
    }

    pub(crate) fn paid(&mut self, bucket: &'static str, cost: u32, waited: Duration) {
        self.waited = self.waited.saturating_add(waited);
        self.sent.push(Attempt {
            bucket,
            cost,
            waited,
            status: None,
        });
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
}

impl<'a> IntoIterator for &'a Attempts {
    type Item = &'a Attempt;
    type IntoIter = core::slice::Iter<'a, Attempt>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
