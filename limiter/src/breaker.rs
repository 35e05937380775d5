//! Refuses requests for a while after the vendor has failed several times in a row.
//!
//! A breaker takes no permit and no slot: whoever is refused by it has not asked a bucket yet.
//! What is a failure says whoever sends; a breaker knows no HTTP. See [`Machine`] for its states.

mod machine;
mod pass;
#[cfg(feature = "fleet")]
mod remote;
mod rules;
mod shared;
#[cfg(test)]
mod tests;
mod turn;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::machine::{Machine, Outcome, Ticket};
pub use self::pass::Pass;
#[cfg(feature = "fleet")]
pub(crate) use self::remote::breakers;
pub use self::rules::BreakerRules;
use self::shared::BreakerSeat;
pub(crate) use self::shared::{BreakerNumbers, WIDTH};
pub use self::turn::Turn;
use crate::machine::desk::{Attached, Desk};
use crate::sync::{Mutex, lock};
use crate::{Clock, Key};

/// A breaker: what became of the latest requests to one vendor, for all who share its key.
///
/// A clone is another handle to the same state. There is no constructor: breakers come from the
/// [`Registry`](crate::Registry).
///
/// - Closed, it lets everything through. Failures are counted until a success; neutral results
///   count as nothing. After as many as its rules say it opens.
/// - Open, it refuses everything for as long as its rules say.
/// - Half-open, it lets one probe through at a time. A success closes it, a failure opens it
///   again, and after a neutral result, or none within the lease, the next probe may go.
///
/// Results of requests that were let through in an earlier state change nothing.
///
/// ```
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use tollgate_limiter::{BreakerRules, BreakerState, Key, ManualClock, Registry};
///
/// let hands = ManualClock::new();
/// let registry = Registry::with_clock(hands.clock());
/// let rules = BreakerRules::new(NonZeroU32::new(2).unwrap(), Duration::from_secs(30));
/// let breaker = registry.breaker(Key::new("api.example.com", "read", "me"), rules);
///
/// breaker.enter()?.failed();
/// breaker.enter()?.failed();
/// assert_eq!(breaker.state(), BreakerState::Open);
/// assert_eq!(breaker.look().unwrap_err().left, Duration::from_secs(30));
///
/// hands.advance(Duration::from_secs(30));
/// let probe = breaker.enter()?;
/// assert!(breaker.enter().is_err(), "one at a time");
/// probe.succeeded();
/// assert_eq!(breaker.state(), BreakerState::Closed);
/// assert_eq!(breaker.refused(), 2);
/// # Ok::<(), tollgate_limiter::Open>(())
/// ```
#[derive(Clone)]
pub struct Breaker(pub(crate) Arc<Shared>);

pub(crate) struct Shared {
    key: Key,
    clock: Clock,
    /// Whether its state is in a store.
    #[cfg(feature = "fleet")]
    in_fleet: bool,
    inner: Mutex<Inner>,
}

struct Inner {
    machine: Machine,
    /// Every set of rules that was declared.
    sets: Vec<BreakerRules>,
    refused: u64,
    /// The process that has the probe; zero where nobody has to know.
    prober: u64,
    /// Where other processes share all this; `None` in memory of one's own.
    seat: Option<BreakerSeat>,
    /// Where machines share it by way of a store.
    #[cfg(feature = "fleet")]
    remote: Option<remote::Remote>,
}

impl Breaker {
    pub(crate) fn new(key: Key, clock: Clock, rules: BreakerRules) -> Self {
        Self::of(key, clock, Inner::new(rules))
    }

    /// A breaker that other processes share.
    pub(crate) fn at(key: Key, rules: BreakerRules, desk: Arc<Desk>, at: Arc<Attached>) -> Self {
        let clock = desk.clock().clone();
        let seat = BreakerSeat::new(desk, at, key.bucket());
        let inner = Inner {
            seat,
            ..Inner::new(rules)
        };
        Self::of(key, clock, inner)
    }

    /// A breaker of a fleet.
    #[cfg(feature = "fleet")]
    pub(crate) fn in_fleet(
        key: Key,
        clock: Clock,
        rules: BreakerRules,
        fleet: crate::Fleet,
    ) -> Self {
        let inner = Inner {
            remote: Some(remote::Remote::new(fleet, rules)),
            ..Inner::new(rules)
        };
        Self::of(key, clock, inner)
    }

    fn of(key: Key, clock: Clock, inner: Inner) -> Self {
        Self(Arc::new(Shared {
            key,
            clock,
            #[cfg(feature = "fleet")]
            in_fleet: inner.remote.is_some(),
            inner: Mutex::new(inner),
        }))
    }

    /// The key under which this breaker was found.
    #[must_use]
    pub fn key(&self) -> &Key {
        &self.0.key
    }

    /// Whether `other` is a handle to the same state.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether a request would be let through now. Takes no probe; a refusal is counted. In the scope
    /// of a fleet a probe is let through only after [`ready`](Self::ready), which asks for it.
    ///
    /// # Errors
    ///
    /// When it is open, or a probe is out.
    pub fn look(&self) -> Result<(), Open> {
        let now = self.now();
        let looked = lock(&self.0.inner).change(now, |inner| {
            let looked = inner.look(now);
            inner.refused += u64::from(looked.is_err());
            looked
        });
        self.mind();
        looked
    }

    /// The same as [`look`](Self::look), but for a fleet, whose store is asked where it has to be:
    /// whoever is the first when a breaker's time is over has the one probe of the fleet kept for it.
    ///
    /// What is returned is to be held until [`enter`](Self::enter), without which it is told back.
    /// Dropping the future before its end takes nothing. No store is waited for that could not be
    /// had a moment ago: each process then takes probes of its own, one at a time.
    ///
    /// # Errors
    ///
    /// When it is open, or a probe is out; a refusal is counted.
    ///
    /// ```
    /// use std::num::NonZeroU32;
    /// use std::time::Duration;
    /// use tollgate_limiter::{BreakerRules, Key, Registry};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tollgate_limiter::Open> {
    /// let rules = BreakerRules::new(NonZeroU32::new(1).unwrap(), Duration::from_secs(30));
    /// let breaker = Registry::process().breaker(Key::new("ready.example", "read", "me"), rules);
    ///
    /// let turn = breaker.ready().await?;
    /// // … here the request waits for its permit …
    /// let pass = breaker.enter()?;
    /// drop(turn);
    /// pass.failed();
    /// assert!(breaker.ready().await.is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn ready(&self) -> Result<Turn, Open> {
        #[cfg(feature = "fleet")]
        if self.0.in_fleet {
            return remote::ready(&self.0).await.map(Turn::of);
        }
        self.look().map(|()| Turn::FREE)
    }

    /// Lets a request through, which has to say what became of it.
    ///
    /// # Errors
    ///
    /// When it is open, or a probe is out.
    pub fn enter(&self) -> Result<Pass, Open> {
        let now = self.now();
        let entered = lock(&self.0.inner).change(now, |inner| {
            let entered = inner.enter(now);
            match &entered {
                Ok(_) => inner.note_prober(),
                // Whoever has the probe still has it.
                Err(_) => inner.refused += 1,
            }
            entered
        });
        self.mind();
        entered.map(|ticket| Pass::new(self.clone(), ticket))
    }

    /// In which state it is now.
    #[must_use]
    pub fn state(&self) -> BreakerState {
        let now = self.now();
        let mut inner = lock(&self.0.inner);
        inner.refresh();
        inner.machine.state(now)
    }

    /// How often it has refused; in the scope of a fleet, in this process.
    #[must_use]
    pub fn refused(&self) -> u64 {
        let mut inner = lock(&self.0.inner);
        inner.refresh();
        inner.refused
    }

    /// Holds to `rules` too; whether they are new.
    pub(crate) fn declare(&self, rules: BreakerRules) -> bool {
        let mut inner = lock(&self.0.inner);
        let new = !inner.sets.contains(&rules);
        if new {
            inner.sets.push(rules);
            inner.machine.declare(rules);
            #[cfg(feature = "fleet")]
            if let Some(remote) = &mut inner.remote {
                remote.declare(rules);
            }
        }
        new
    }

    /// Whether the registry may forget this breaker: it has the only handle, and what it knows
    /// is of no use any more.
    pub(crate) fn is_forgettable(&self) -> bool {
        // As with a bucket, nobody can add a handle to the last one.
        let now = self.now();
        Arc::strong_count(&self.0) == 1 && lock(&self.0.inner).machine.is_stale(now)
    }

    fn settle(&self, ticket: Ticket, outcome: Outcome) {
        let now = self.now();
        lock(&self.0.inner).change(now, |inner| inner.settle(ticket, outcome, now));
        self.mind();
    }

    /// Has a store told what happened, behind the caller, and asks it how it stands.
    fn mind(&self) {
        #[cfg(feature = "fleet")]
        if self.0.in_fleet {
            remote::mind(&self.0);
        }
    }

    fn now(&self) -> u64 {
        self.0.clock.now().as_nanos()
    }
}

/// What differs where the state is in a store.
impl Inner {
    /// Of one that knows nothing.
    fn new(rules: BreakerRules) -> Self {
        Self {
            machine: Machine::new(rules),
            sets: vec![rules],
            refused: 0,
            prober: 0,
            seat: None,
            #[cfg(feature = "fleet")]
            remote: None,
        }
    }

    fn look(&mut self, now: u64) -> Result<(), Open> {
        #[cfg(feature = "fleet")]
        if let Some(remote) = &mut self.remote {
            return remote.look(&self.machine, now);
        }
        self.machine.look(now)
    }

    fn enter(&mut self, now: u64) -> Result<Ticket, Open> {
        #[cfg(feature = "fleet")]
        if let Some(remote) = &mut self.remote {
            return remote.enter(&mut self.machine, now);
        }
        self.machine.enter(now)
    }

    fn settle(&mut self, ticket: Ticket, outcome: Outcome, now: u64) {
        #[cfg(feature = "fleet")]
        if let Some(remote) = &mut self.remote {
            return remote.settle(&mut self.machine, ticket, outcome, now);
        }
        self.machine.settle(ticket, outcome, now);
    }
}

impl fmt::Debug for Breaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Breaker")
            .field("key", self.key())
            .finish_non_exhaustive()
    }
}

/// A breaker lets nothing through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the breaker is open for another {left:?}")]
pub struct Open {
    /// How long until the next probe may go: the rest of the time it is open, or, if a probe is
    /// out, the most it may still take to report. A probe that reports earlier ends this earlier.
    pub left: Duration,
}

/// What a breaker does with requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakerState {
    /// It lets all of them through.
    Closed,
    /// It refuses all of them.
    Open,
    /// It lets one through at a time.
    HalfOpen,
}
