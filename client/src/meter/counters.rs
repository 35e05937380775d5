//! What happens to the requests of one endpoint, as it is counted.
//!
//! In: a call, a retry, a refusal, a permit that is asked for. Out: the permit, counted. A bucket
//! counts for itself; this is the endpoint's side, and what the facade is told.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;

use tollgate_limiter::{Event, Moment, Permit, Refused, RefusedKind, Tally};

use super::facade::{self, Labels};
use super::names;
use super::toll::Granted;
use crate::shared::Paid;

/// The counters of one endpoint.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    label: &'static str,
    tally: Tally,
}

impl Counters {
    pub(super) fn new(label: &'static str, tally: Tally) -> Self {
        Self { label, tally }
    }

    /// A call begins, which is to be paid from this bucket.
    pub(crate) fn call(&self, paid: &Paid) {
        self.tally.count(Event::Call);
        self.labels(paid).count(names::CALLS);
    }

    /// A request is a retry.
    pub(crate) fn retried(&self, paid: &Paid) {
        self.tally.count(Event::Retry);
        self.labels(paid).count(names::RETRIES);
    }

    /// A breaker refuses a request. Its own counters are in the bucket's.
    pub(crate) fn refused(&self, paid: &Paid) {
        self.labels(paid).count(names::REFUSED);
    }

    /// The permit that `asked` gives, counted.
    ///
    /// Dropping the future drops `asked`; what it waited by then is counted.
    pub(crate) async fn granted(
        &self,
        paid: &Paid,
        asked: impl Future<Output = Result<Permit, Refused>>,
    ) -> Result<(Permit, Granted), Refused> {
        let mut asked = pin!(asked);
        let labels = self.labels(paid);
        // What is there at once is there at the first look.
        let first = poll_fn(|context| Poll::Ready(asked.as_mut().poll(context))).await;
        let permit = match first {
            Poll::Ready(Ok(permit)) => {
                labels.waited(Duration::ZERO);
                permit
            }
            Poll::Ready(Err(refused)) => {
                if !matches!(refused.kind(), RefusedKind::CostTooLarge { .. }) {
                    self.exhausted(&labels);
                }
                return Err(refused);
            }
            Poll::Pending => {
                self.exhausted(&labels);
                let mut wait = Wait::new(&self.tally, &labels, paid);
                let permit = asked.await?;
                wait.waited = Some(permit.waited());
                permit
            }
        };
        facade::leased(paid);
        let granted = Granted::new(self.tally.clone(), labels);
        Ok((permit, granted))
    }

    fn exhausted(&self, labels: &Labels) {
        self.tally.exhausted();
        labels.count(names::EXHAUSTED);
    }

    fn labels(&self, paid: &Paid) -> Labels {
        Labels::new(paid, self.label)
    }
}

/// A wait for a permit, counted when it is over, however it ends.
struct Wait<'a> {
    tally: &'a Tally,
    labels: &'a Labels,
    paid: &'a Paid,
    began: Moment,
    /// As the permit says; otherwise as long as this has been there.
    waited: Option<Duration>,
}

impl<'a> Wait<'a> {
    fn new(tally: &'a Tally, labels: &'a Labels, paid: &'a Paid) -> Self {
        labels.waits();
        Self {
            tally,
            labels,
            paid,
            began: paid.bucket.clock().now(),
            waited: None,
        }
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let waited = self.waited.unwrap_or_else(|| {
            let now = self.paid.bucket.clock().now();
            now.saturating_duration_since(self.began)
        });
        self.tally.waited(waited);
        self.labels.waited(waited);
        self.labels.waits_no_more();
    }
}
