//! What a client has of one account: its buckets, breakers and tallies, in one scope.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::machine::desk::Desk;
use crate::tally::Tallies;
use crate::{Breaker, Bucket, Scope, StoreError, Tally};

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
    /// Where it has its file, in the scope of a machine.
    desk: Mutex<Option<Arc<Desk>>>,
    /// Its buckets, in the scope of a fleet.
    #[cfg(feature = "fleet")]
    buckets: Mutex<HashMap<Arc<str>, Bucket>>,
    /// The same for its breakers.
    #[cfg(feature = "fleet")]
    breakers: Mutex<HashMap<Arc<str>, Breaker>>,
}

impl Home {
    pub(crate) fn new(scope: Scope) -> Self {
        Self {
            scope,
            tallies: Tallies::default(),
            desk: Mutex::default(),
            #[cfg(feature = "fleet")]
            buckets: Mutex::default(),
            #[cfg(feature = "fleet")]
            breakers: Mutex::default(),
        }
    }

    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(crate) fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// Where the account has its file, made by `make` if it is not known yet.
    pub(crate) fn desk(
        &self,
        make: impl FnOnce() -> Result<Desk, StoreError>,
    ) -> Result<Arc<Desk>, StoreError> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = &*desk {
            return Ok(Arc::clone(desk));
        }
        Ok(Arc::clone(desk.insert(Arc::new(make()?))))
    }

    /// The bucket of that name, made by `make` if it is not known yet; `limits` hold there too.
    #[cfg(feature = "fleet")]
    pub(crate) fn fleet_bucket(
        &self,
        name: &Arc<str>,
        limits: &crate::Limits,
        make: impl FnOnce() -> Bucket,
    ) -> Bucket {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(Arc::clone(name)).or_insert_with(make);
        if bucket.declare(limits.clone()) {
            tracing::warn!(
                bucket = &**name,
                "two descriptions give this bucket different limits; all of them are enforced"
            );
        }
        bucket.clone()
    }

    /// The breaker of that name, made by `make` if it is not known yet; `rules` hold there too.
    #[cfg(feature = "fleet")]
    pub(crate) fn fleet_breaker(
        &self,
        name: &Arc<str>,
        rules: crate::BreakerRules,
        make: impl FnOnce() -> Breaker,
    ) -> Breaker {
        let mut breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        let breaker = breakers.entry(Arc::clone(name)).or_insert_with(make);
        if breaker.declare(rules) {
            tracing::warn!(
                breaker = &**name,
                "two descriptions give this breaker different rules; the stricter hold"
            );
        }
        breaker.clone()
    }

    /// Whether the registry may forget it: nobody else holds it, and nothing that it keeps is of
    /// use any more.
    pub(crate) fn is_forgettable(self: &Arc<Self>) -> bool {
        let desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        #[cfg(feature = "fleet")]
        {
            let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
            let breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
            if !buckets.values().all(Bucket::is_forgettable)
                || !breakers.values().all(Breaker::is_forgettable)
            {
                return false;
            }
        }
        Arc::strong_count(self) == 1
            && desk
                .as_ref()
                .is_none_or(|desk| Arc::strong_count(desk) == 1 && desk.is_fresh())
    }
}
