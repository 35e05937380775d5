//! What a client has of one account: its buckets, breakers and tallies, in one scope.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::tally::Tallies;
use crate::{Breaker, Bucket, Scope, Tally};

/// The buckets, breakers and endpoints that a [`Plan`](crate::Plan) declares, found.
///
/// A clone is another handle. While one is held, its account keeps its scope in this process.
#[derive(Clone)]
pub struct Account {
    found: Arc<Found>,
    /// `None` until the registry has given it one.
    home: Option<Arc<Home>>,
}

/// Handles by the names of the plan.
struct Found {
    buckets: HashMap<Arc<str>, Bucket>,
    breakers: HashMap<Arc<str>, Breaker>,
    endpoints: HashMap<Arc<str>, Tally>,
}

impl Account {
    pub(crate) fn new(
        buckets: impl IntoIterator<Item = (Arc<str>, Bucket)>,
        breakers: impl IntoIterator<Item = (Arc<str>, Breaker)>,
        endpoints: impl IntoIterator<Item = (Arc<str>, Tally)>,
    ) -> Self {
        let found = Found {
            buckets: buckets.into_iter().collect(),
            breakers: breakers.into_iter().collect(),
            endpoints: endpoints.into_iter().collect(),
        };
        Self {
            found: Arc::new(found),
            home: None,
        }
    }

    /// The same, which keeps the account at home.
    pub(crate) fn at(self, home: Arc<Home>) -> Self {
        Self {
            home: Some(home),
            ..self
        }
    }

    /// The bucket that the plan declares under this name.
    #[must_use]
    pub fn bucket(&self, name: &str) -> Option<&Bucket> {
        self.found.buckets.get(name)
    }

    /// The breaker that the plan declares under this name.
    #[must_use]
    pub fn breaker(&self, name: &str) -> Option<&Breaker> {
        self.found.breakers.get(name)
    }

    /// The counters of the endpoint that the plan declares under this name.
    #[must_use]
    pub fn endpoint(&self, name: &str) -> Option<&Tally> {
        self.found.endpoints.get(name)
    }

    /// Who shares it. A directory that was not named is named here.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        self.home
            .as_ref()
            .map_or(&Scope::Process, |home| &home.scope)
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("scope", self.scope())
            .field("buckets", &self.found.buckets.keys())
            .finish_non_exhaustive()
    }
}

/// What an account is in this process, whichever client asks: its scope, and with the scope
/// `process` its tallies.
#[derive(Debug)]
pub(crate) struct Home {
    scope: Scope,
    tallies: Tallies,
    /// The buckets of a wider scope, kept until they cannot be told from new ones: an account
    /// that changes its scope before would have a second budget.
    used: Mutex<Vec<Bucket>>,
}

impl Home {
    pub(crate) fn new(scope: Scope) -> Self {
        Self {
            scope,
            tallies: Tallies::default(),
            used: Mutex::default(),
        }
    }

    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(crate) fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// Keeps the buckets of an account that was found in a wider scope.
    pub(crate) fn keep(&self, account: &Account) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        for bucket in account.found.buckets.values() {
            if !used.iter().any(|known| known.is(bucket)) {
                used.push(bucket.clone());
            }
        }
    }

    /// Whether the registry may forget it: nobody else holds it, and nothing that it keeps is of
    /// use any more.
    pub(crate) fn is_forgettable(self: &Arc<Self>) -> bool {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::strong_count(self) == 1 && used.iter().all(Bucket::is_fresh)
    }
}
