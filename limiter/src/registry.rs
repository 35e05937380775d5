//! Where a process finds its accounts, buckets and breakers.

use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError};

use crate::account::Home;
use crate::learn::Learned;
use crate::machine;
use crate::shelf::Shelf;
use crate::sync::{Mutex, lock};
use crate::{
    Account, Breaker, BreakerRules, Bucket, Clock, Key, Limits, Plan, Scope, StoreError,
    StoreErrorKind,
};

/// All accounts, buckets and breakers of one process.
///
/// ```
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use tollgate_limiter::{Ceiling, Cost, Key, Limits, Period, Rate, Registry};
///
/// let two_a_minute = Ceiling::Window(Rate::per(2, Period::MINUTE).unwrap());
/// let limits = Limits::new(vec![two_a_minute], None, Duration::ZERO).unwrap();
/// let key = Key::new("registry.example", "read", "me");
///
/// // Two clients with one account share what there is.
/// let one = Registry::process().bucket(key.clone(), limits.clone());
/// let other = Registry::process().bucket(key, limits.clone());
/// one.try_acquire(Cost::ONE).unwrap().spend();
/// other.try_acquire(Cost::ONE).unwrap().spend();
/// assert!(one.try_acquire(Cost::ONE).is_err());
///
/// // Another account has its own.
/// let theirs = Registry::process().bucket(Key::new("registry.example", "read", "you"), limits);
/// assert!(theirs.try_acquire(Cost::ONE).is_ok());
/// ```
pub struct Registry {
    clock: Clock,
    buckets: Mutex<Shelf<Bucket>>,
    breakers: Mutex<Shelf<Breaker>>,
    /// By API and account. Not the spinning lock: it is held while an account's buckets are looked at.
    homes: std::sync::Mutex<Shelf<Arc<Home>, [Arc<str>; 2]>>,
    learned: Learned,
}

impl Registry {
    /// The registry of this process.
    #[must_use]
    pub fn process() -> &'static Self {
        static PROCESS: OnceLock<Registry> = OnceLock::new();
        PROCESS.get_or_init(|| Self::with_clock(Clock::monotonic()))
    }

    /// A registry of its own, by another clock: for tests, and for nothing that sends.
    #[must_use]
    pub fn with_clock(clock: Clock) -> Self {
        Self {
            clock,
            buckets: Mutex::new(Shelf::new()),
            breakers: Mutex::new(Shelf::new()),
            homes: std::sync::Mutex::new(Shelf::new()),
            learned: Learned::default(),
        }
    }

    /// Everything that `plan` declares, in the scope that is asked for.
    ///
    /// All handles of one account in one scope share one state, whichever plan found it; what
    /// another plan declares is added.
    ///
    /// # Errors
    ///
    /// When the state cannot be had, and when this process has the account in another scope
    /// already: that would be two budgets beside each other.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate_limiter::{Ceiling, Cost, Limits, Period, Plan, Rate, Registry, Scope};
    ///
    /// let one = Ceiling::Window(Rate::per(1, Period::MINUTE).unwrap());
    /// let limits = Limits::new(vec![one], None, Duration::ZERO).unwrap();
    /// let plan = Plan::new("account.example", "me").bucket("read", limits).endpoint("notes");
    ///
    /// let one = Registry::process().account(&plan, &Scope::Process)?;
    /// let other = Registry::process().account(&plan, &Scope::Process)?;
    /// one.bucket("read").unwrap().try_acquire(Cost::ONE).unwrap().spend();
    /// assert!(other.bucket("read").unwrap().try_acquire(Cost::ONE).is_err());
    /// assert!(one.endpoint("notes").unwrap().is(other.endpoint("notes").unwrap()));
    /// # Ok::<(), tollgate_limiter::StoreError>(())
    /// ```
    pub fn account(&self, plan: &Plan, scope: &Scope) -> Result<Account, StoreError> {
        match scope {
            Scope::Process => {
                let home = self.home(plan, Scope::Process)?;
                Ok(self.in_process(plan, &home).at(home))
            }
            Scope::Machine(_) if !self.clock.is_shared() && !cfg!(test) => Err(StoreError::new(
                StoreErrorKind::Unsupported,
                "a registry with a clock of its own has the scope `process` only: the moments of a state file are those of the clock that all processes share",
            )),
            Scope::Machine(dir) => {
                let dir = machine::directory(dir.as_deref())?;
                let home = self.home(plan, Scope::Machine(Some(dir.clone())))?;
                let desk = home.desk(|| machine::desk(plan, &dir, self.clock.clone()))?;
                Ok(machine::open(plan, &desk)?.at(home))
            }
            #[cfg(feature = "fleet")]
            Scope::Fleet(fleet) => {
                let home = self.home(plan, scope.clone())?;
                Ok(crate::fleet::open(self, plan, &home, fleet, &self.clock)?.at(home))
            }
        }
    }

    /// What the account of `plan` is in this process, if it is so in that scope.
    pub(crate) fn home(&self, plan: &Plan, scope: Scope) -> Result<Arc<Home>, StoreError> {
        let key = [Arc::clone(plan.api()), Arc::clone(plan.account())];
        let mut homes = self.homes.lock().unwrap_or_else(PoisonError::into_inner);
        match homes.look(&key) {
            Some(home) if *home.scope() == scope => return Ok(Arc::clone(home)),
            Some(home) if !home.is_forgettable() => {
                return Err(other_scope(plan, home.scope(), &scope));
            }
            Some(_) | None => {}
        }
        if scope != Scope::Process && self.has_used(&key) {
            return Err(other_scope(plan, &Scope::Process, &scope));
        }
        let home = Arc::new(Home::new(scope));
        homes.add(key, &home, Home::is_forgettable);
        Ok(home)
    }

    /// Whether the account has buckets here that something was used of, or that somebody holds.
    fn has_used(&self, [api, account]: &[Arc<str>; 2]) -> bool {
        lock(&self.buckets).any(|key, bucket| {
            (key.api(), key.account()) == (api, account) && !bucket.is_forgettable()
        })
    }

    fn in_process(&self, plan: &Plan, home: &Home) -> Account {
        let key = |name: &Arc<str>| {
            let [api, account] = [plan.api(), plan.account()].map(Arc::clone);
            Key::new(api, Arc::clone(name), account)
        };
        let buckets = plan.buckets().iter().map(|(name, limits)| {
            let bucket = self.bucket(key(name), limits.clone());
            (Arc::clone(name), bucket)
        });
        let breakers = plan
            .breakers()
            .iter()
            .map(|(name, rules)| (Arc::clone(name), self.breaker(key(name), *rules)));
        let endpoints = plan.endpoints().iter();
        let endpoints = endpoints.map(|name| (Arc::clone(name), home.tallies().of(name)));
        Account::new(buckets, breakers, endpoints)
    }

    /// The bucket of `key`, made if there is none.
    ///
    /// Its scope is the process: what the [`account`](Self::account) of the same name has in
    /// another scope is not found here.
    ///
    /// If it is there with other limits, both hold from now on, and a warning says so: the
    /// grants made so far count in the added limits as far as they are known, and where they
    /// are not, as if everything had just been used.
    #[must_use]
    pub fn bucket(&self, key: Key, limits: Limits) -> Bucket {
        let mut buckets = lock(&self.buckets);
        let Some(bucket) = buckets.find(&key) else {
            let bucket = Bucket::new(key.clone(), self.clock.clone(), limits);
            buckets.add(key, &bucket, Bucket::is_forgettable);
            return bucket;
        };
        drop(buckets);
        if bucket.declare(limits) {
            tracing::warn!(
                api = key.api(),
                bucket = key.bucket(),
                "two descriptions give this bucket different limits; all of them are enforced"
            );
        }
        bucket
    }

    /// The breaker of `key`, made if there is none.
    ///
    /// If it is there with other rules, the stricter of both hold from now on (fewer failures,
    /// longer times), and a warning says so.
    ///
    /// A breaker that nobody holds is kept as long as what it knows is of use: while failures
    /// count, while it is open, and half-open for as long again as it was open.
    #[must_use]
    pub fn breaker(&self, key: Key, rules: BreakerRules) -> Breaker {
        let mut breakers = lock(&self.breakers);
        let Some(breaker) = breakers.find(&key) else {
            let breaker = Breaker::new(key.clone(), self.clock.clone(), rules);
            breakers.add(key, &breaker, Breaker::is_forgettable);
            return breaker;
        };
        drop(breakers);
        if breaker.declare(rules) {
            tracing::warn!(
                api = key.api(),
                breaker = key.bucket(),
                "two descriptions give this breaker different rules; the stricter hold"
            );
        }
        breaker
    }

    #[cfg(test)]
    pub(crate) fn homes_kept(&self) -> usize {
        let homes = self.homes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = 0;
        homes.any(|_, _| {
            kept += 1;
            false
        });
        kept
    }

    pub(crate) fn learned(&self) -> &Learned {
        &self.learned
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

fn other_scope(plan: &Plan, held: &Scope, asked: &Scope) -> StoreError {
    let (api, account) = (plan.api(), plan.account());
    let cure = match (held, asked) {
        (Scope::Machine(_), Scope::Machine(_)) => "name the same directory",
        #[cfg(feature = "fleet")]
        (Scope::Fleet(_), Scope::Fleet(_)) => {
            "name the store by the same URL, with the same timeout, and the same to do without it,"
        }
        _ => "ask for the same scope",
    };
    StoreError::new(
        StoreErrorKind::OtherScope,
        format!(
            "the account `{account}` of `{api}` has the scope {held} in this process, and the scope {asked} beside it would be a second budget; {cure} wherever the account is used"
        ),
    )
}
