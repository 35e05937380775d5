//! The counters of an account's endpoints, by their names.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use tollgate_limiter::{Account, Meter, Plan, Registry, Tally};

use super::counters::Counters;

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
    /// `None` where counters could not be had: they are not asked for with each call.
    late: Mutex<HashMap<&'static str, Option<Tally>>>,
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
            Some(tally) => Counters::new(label, tally),
            None => Counters::new(OTHER, self.other.clone()),
        }
    }

    /// The counters of an endpoint of a group, found once.
    fn joined(&self, label: &'static str) -> Option<Tally> {
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tally) = late.get(label) {
            return tally.clone();
        }
        if late.len() >= MOST_LATE {
            return None;
        }
        let [api, payer] = self.key();
        let plan = Plan::new(api, payer).endpoint(label);
        let found = Registry::process().account(&plan, self.account.scope());
        let tally = found.ok().and_then(|found| found.endpoint(label).cloned());
        late.insert(label, tally.clone());
        tally
    }

    /// The counters by name: of all that are described, and of others once they were called.
    pub(crate) fn meters(&self) -> BTreeMap<&'static str, Meter> {
        let described = self.described.iter().filter_map(|name| {
            let tally = self.account.endpoint(name)?;
            Some((*name, tally.meter()))
        });
        let mut meters: BTreeMap<_, _> = described.collect();
        let late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        let joined = late
            .iter()
            .filter_map(|(name, tally)| Some((*name, tally.as_ref()?)));
        meters.extend(joined.map(|(name, tally)| (name, tally.meter())));
        for name in [RAW, TOKEN, OTHER] {
            let meter = self.account.endpoint(name).map(Tally::meter);
            let told = meter.filter(|meter| *meter != Meter::default());
            meters.extend(told.map(|meter| (name, meter)));
        }
        meters
    }
}
