//! The counters of an account's endpoints, by their names.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use tollgate_limiter::{
    Account, Event, Meter, Moment, Permit, Plan, Refused, RefusedKind, Registry, Tally,
};

use super::facade::Labels;
use super::names;
use super::toll::Granted;
use crate::shared::Paid;

/// All raw calls.
pub(crate) const RAW: &str = "raw";

/// The requests that fetch tokens.
pub(crate) const TOKEN: &str = "token";

/// What has no counters of its own, since there are too many or they could not be had.
pub(crate) const OTHER: &str = "other";

/// More names than any program has endpoints of groups.
const MOST_LATE: usize = 4_096;

/// The endpoints of one account as a client knows them.
///
/// Those of its description are there from the beginning. The endpoints of a group are not known
/// before the first call of each, and join then.
#[derive(Debug)]
pub(crate) struct Endpoints {
    api: Arc<str>,
    payer: Arc<str>,
    account: Account,
    described: Vec<&'static str>,
    other: Tally,
    late: Mutex<HashMap<&'static str, Tally>>,
}

impl Endpoints {
    /// Those of `account`, which was found by these names; nothing if it was found without
    /// [`OTHER`].
    pub(crate) fn new(
        [api, payer]: [Arc<str>; 2],
        account: Account,
        described: Vec<&'static str>,
    ) -> Option<Self> {
        Some(Self {
            api,
            payer,
            other: account.endpoint(OTHER)?.clone(),
            account,
            described,
            late: Mutex::default(),
        })
    }

    pub(crate) fn account(&self) -> &Account {
        &self.account
    }

    /// The names by which the account was found: of the API, and of who pays.
    pub(crate) fn key(&self) -> [Arc<str>; 2] {
        [Arc::clone(&self.api), Arc::clone(&self.payer)]
    }

    /// The counters under `label`, which is a name from a description and no path.
    pub(crate) fn of(&self, label: &'static str) -> Counters {
        let known = self.account.endpoint(label).cloned();
        match known.or_else(|| self.joined(label)) {
            Some(tally) => Counters { label, tally },
            None => Counters {
                label: OTHER,
                tally: self.other.clone(),
            },
        }
    }

    /// The counters of an endpoint of a group, found once.
    fn joined(&self, label: &'static str) -> Option<Tally> {
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tally) = late.get(label) {
            return Some(tally.clone());
        }
        if late.len() >= MOST_LATE {
            return None;
        }
        let [api, payer] = self.key();
        let plan = Plan::new(api, payer).endpoint(label);
        let found = Registry::process().account(&plan, self.account.scope());
        let tally = found.ok()?.endpoint(label)?.clone();
        late.insert(label, tally.clone());
        Some(tally)
    }

    /// The counters by name: of all that are described, and of others once they were called.
    pub(crate) fn meters(&self) -> BTreeMap<&'static str, Meter> {
        let described = self.described.iter().filter_map(|name| {
            let tally = self.account.endpoint(name)?;
            Some((*name, tally.meter()))
        });
        let mut meters: BTreeMap<_, _> = described.collect();
        let late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        meters.extend(late.iter().map(|(name, tally)| (*name, tally.meter())));
        for name in [RAW, TOKEN, OTHER] {
            let meter = self.account.endpoint(name).map(Tally::meter);
            let told = meter.filter(|meter| *meter != Meter::default());
            meters.extend(told.map(|meter| (name, meter)));
        }
        meters
    }
}

/// The counters of one endpoint.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    label: &'static str,
    tally: Tally,
}

impl Counters {
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
