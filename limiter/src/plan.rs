//! What a client declares for one account.

use std::sync::Arc;

use crate::{BreakerRules, Limits};

/// The buckets, breakers and endpoints of one account, for
/// [`Registry::account`](crate::Registry::account).
///
/// The account must not be a credential: it appears in logs. Endpoints are names from a
/// description and never concrete paths, of which there is no end.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::{Ceiling, Cost, Limits, Period, Plan, Rate, Registry, Scope};
///
/// let two = Ceiling::Window(Rate::per(2, Period::MINUTE).unwrap());
/// let limits = Limits::new(vec![two], None, Duration::ZERO).unwrap();
/// let plan = Plan::new("plan.example", "me").bucket("read", limits).endpoint("notes");
///
/// let account = Registry::process().account(&plan, &Scope::Process)?;
/// assert!(account.bucket("read").unwrap().try_acquire(Cost::ONE).is_ok());
/// assert!(account.bucket("write").is_none());
/// # Ok::<(), tollgate_limiter::StoreError>(())
/// ```
#[must_use = "a plan declares nothing before `Registry::account` is asked with it"]
#[derive(Clone, Debug)]
pub struct Plan {
    api: Arc<str>,
    account: Arc<str>,
    buckets: Vec<(Arc<str>, Limits)>,
    breakers: Vec<(Arc<str>, BreakerRules)>,
    endpoints: Vec<Arc<str>>,
}

impl Plan {
    /// A plan of `account` of `api` that declares nothing yet.
    pub fn new(api: impl Into<Arc<str>>, account: impl Into<Arc<str>>) -> Self {
        Self {
            api: api.into(),
            account: account.into(),
            buckets: Vec::new(),
            breakers: Vec::new(),
            endpoints: Vec::new(),
        }
    }

    /// Declares a bucket. If it is there with other limits, both hold.
    pub fn bucket(mut self, name: impl Into<Arc<str>>, limits: Limits) -> Self {
        self.buckets.push((name.into(), limits));
        self
    }

    /// Declares a breaker. If it is there with other rules, the stricter hold.
    pub fn breaker(mut self, name: impl Into<Arc<str>>, rules: BreakerRules) -> Self {
        self.breakers.push((name.into(), rules));
        self
    }

    /// Declares an endpoint, which has counters of its own. An account has room for some
    /// thousands; those beyond share the counters of the name `other`.
    pub fn endpoint(mut self, name: impl Into<Arc<str>>) -> Self {
        self.endpoints.push(name.into());
        self
    }

    pub(crate) fn api(&self) -> &Arc<str> {
        &self.api
    }

    pub(crate) fn account(&self) -> &Arc<str> {
        &self.account
    }

    pub(crate) fn buckets(&self) -> &[(Arc<str>, Limits)] {
        &self.buckets
    }

    pub(crate) fn breakers(&self) -> &[(Arc<str>, BreakerRules)] {
        &self.breakers
    }

    pub(crate) fn endpoints(&self) -> &[Arc<str>] {
        &self.endpoints
    }
}
