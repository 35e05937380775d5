//! The handle to a bucket's state, and the one lock around it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64 as Counter, Ordering};
use std::time::Duration;

use tollgate_limits::Cost;

use crate::machine::seat::Seat;
use crate::permit::Hold;
use crate::state::{Answer, Grant, State};
use crate::sync::{AtomicU64, Mutex, MutexGuard, lock};
use crate::{Clock, Event, Key, Limits, Meter, Moment, NotYet, Permit};

/// A bucket: the limits that its requests share, and what was used of them.
///
/// A clone is another handle to the same state. There is no constructor: buckets come from the
/// [`Registry`](crate::Registry).
#[derive(Clone)]
pub struct Bucket(pub(crate) Arc<Shared>);

/// What all handles of one bucket share.
pub(crate) struct Shared {
    /// Tells it from every other bucket that ever was.
    number: u64,
    key: Key,
    clock: Clock,
    /// Whether other processes share the state, and all counters with it.
    shared: bool,
    /// Whether a store decides.
    #[cfg(feature = "fleet")]
    in_fleet: bool,
    state: Mutex<State>,
    /// Slots ever given up. Outside the lock, so that the end of an exchange needs none.
    landed: AtomicU64,
    /// Whether somebody may wait for a slot.
    capped: AtomicBool,
    calls: Counter,
    requests: Counter,
    retries: Counter,
}

impl Bucket {
    pub(crate) fn new(key: Key, clock: Clock, limits: Limits) -> Self {
        Self::of(key, clock, State::new(limits), false)
    }

    /// A bucket that a store decides about.
    #[cfg(feature = "fleet")]
    pub(crate) fn in_fleet(
        key: Key,
        clock: Clock,
        front: crate::fleet::front::Front,
        limits: Limits,
    ) -> Self {
        let line = Arc::clone(&front.line);
        let bucket = Self::of(key, clock, State::in_fleet(front, limits), false);
        line.serve(Arc::downgrade(&bucket.0));
        bucket
    }

    /// A bucket that other processes share.
    pub(crate) fn at(key: Key, clock: Clock, seat: Seat) -> Self {
        Self::of(key, clock, State::at(seat), true)
    }

    fn of(key: Key, clock: Clock, state: State, shared: bool) -> Self {
        static NEXT: Counter = Counter::new(0);
        Self(Arc::new(Shared {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            key,
            clock,
            shared,
            #[cfg(feature = "fleet")]
            in_fleet: state.front().is_some(),
            capped: AtomicBool::new(state.is_capped()),
            state: Mutex::new(state),
            landed: AtomicU64::new(0),
            calls: Counter::new(0),
            requests: Counter::new(0),
            retries: Counter::new(0),
        }))
    }

    /// The bucket's name in its description.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.key.bucket()
    }

    /// The key under which this bucket was found.
    #[must_use]
    pub fn key(&self) -> &Key {
        &self.0.key
    }

    /// Whether `other` is a handle to the same state.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The clock by which permits are granted.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// Every set of limits that was declared for this bucket; all of them hold.
    ///
    /// There is more than one only when two descriptions disagree.
    #[must_use]
    pub fn limits(&self) -> Vec<Limits> {
        self.0.lock().sets().to_vec()
    }

    /// Takes a permit for `cost` units if it is there at once and nobody waits for it.
    ///
    /// # Errors
    ///
    /// Why it is not, and from when on it may be.
    #[inline]
    pub fn try_acquire(&self, cost: Cost) -> Result<Permit, NotYet> {
        // Read outside the lock: the state makes sure that time never goes back.
        let now = self.0.clock.now();
        let mut state = self.0.lock();
        #[cfg(feature = "fleet")]
        state.renew(self.0.landed(), now.as_nanos());
        if let Some(merged) = state.merged() {
            drop(state);
            return merged.try_acquire(cost);
        }
        if !state.queue.is_empty() || state.is_behind(u64::from(cost.units()), now.as_nanos()) {
            state.note_exhausted();
            return Err(NotYet::Queued);
        }
        let now = state.observe(now);
        let refused = match state.ask(cost, now, self.0.landed()) {
            Answer::Granted(grant) => {
                drop(state);
                return Ok(self.permit(grant, Duration::ZERO));
            }
            Answer::Never(largest) => return Err(NotYet::Never(largest)),
            Answer::Until(moment) => NotYet::Until(moment),
            Answer::Slot => NotYet::InFlight,
            #[cfg(feature = "fleet")]
            Answer::Trip => {
                state.seek(cost);
                return Err(NotYet::Asked);
            }
        };
        state.note_exhausted();
        Err(refused)
    }

    /// Sends nothing more before `end`: the vendor asked for a pause.
    ///
    /// Holds for everybody who shares the bucket, also those already waiting: they fail at once
    /// if their deadline is before the permit they could now get. A later end wins, an earlier
    /// one changes nothing. From the end on, requests resume at the paced rate and not as a
    /// burst: the budget (without one, the ceiling whose burst comes back first) counts as used
    /// up by even sends until then.
    pub fn block_until(&self, end: Moment) {
        let now = self.0.clock.now();
        let woken = {
            let mut state = self.0.lock();
            if let Some(merged) = state.merged() {
                drop(state);
                return merged.block_until(end);
            }
            let now = state.observe(now);
            let woken = state.block(end, now);
            #[cfg(feature = "fleet")]
            if let Some(part) = state.stand_in(now) {
                drop(state);
                part.block_until(end);
            }
            woken
        };
        for waker in woken {
            waker.wake();
        }
    }

    /// Waits until all machines know of a [block](Self::block_until), no longer than `within`; whether
    /// they do.
    ///
    /// In the scope of a fleet it is told to a store, behind whoever asked for it. A program that ends
    /// meanwhile takes it with it. In the other scopes it is known at once.
    ///
    /// Cancelling it changes nothing.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate_limiter::{Ceiling, Key, Limits, Period, Rate, Registry};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let two = Ceiling::Window(Rate::per(2, Period::MINUTE).unwrap());
    /// let limits = Limits::new(vec![two], None, Duration::ZERO).unwrap();
    /// let bucket = Registry::process().bucket(Key::new("settle.example", "read", "me"), limits);
    /// bucket.block_until(bucket.clock().now() + Duration::from_secs(3));
    /// assert!(bucket.settled(Duration::from_millis(300)).await);
    /// # }
    /// ```
    #[cfg_attr(
        not(feature = "fleet"),
        expect(clippy::unused_async, reason = "a store is asked")
    )]
    pub async fn settled(&self, within: Duration) -> bool {
        #[cfg(feature = "fleet")]
        {
            let settled = async {
                while let Some(line) = self.unsettled() {
                    // Looked at again now and then: it may have ended between the two.
                    let _ = tokio::time::timeout(Duration::from_millis(5), line.over()).await;
                }
            };
            return tokio::time::timeout(within, settled).await.is_ok();
        }
        #[cfg(not(feature = "fleet"))]
        {
            let _ = within;
            true
        }
    }

    /// The line by which something urgent is still to be told.
    #[cfg(feature = "fleet")]
    fn unsettled(&self) -> Option<Arc<crate::fleet::Line>> {
        if !self.0.in_fleet {
            return None;
        }
        let state = self.0.lock();
        let front = state.front()?;
        (front.is_urgent()).then(|| Arc::clone(&front.line))
    }

    /// Tells the meter what happened.
    #[inline]
    pub fn count(&self, event: Event) {
        if self.0.shared {
            return self.0.lock().note(event);
        }
        match event {
            Event::Call => self.0.calls.fetch_add(1, Ordering::Relaxed),
            Event::Request => self.0.requests.fetch_add(1, Ordering::Relaxed),
            Event::Unsent => self.0.requests.fetch_sub(1, Ordering::Relaxed),
            Event::Retry => self.0.retries.fetch_add(1, Ordering::Relaxed),
            // Its permits are in its state.
            Event::Granted | Event::GivenBack => 0,
        };
    }

    /// The counters as they are now.
    #[must_use]
    pub fn meter(&self) -> Meter {
        // Requests under the lock: a permit is granted before its request is counted, and a
        // request is taken off before its permit is given back, so no request seen here lacks
        // its permit.
        let mut state = self.0.lock();
        if let Some(meter) = state.meter() {
            return meter;
        }
        let requests = self.0.requests.load(Ordering::Relaxed);
        let tally = state.tally();
        let leased = state.leased();
        #[cfg(feature = "fleet")]
        let stand_in = state
            .front()
            .and_then(|front| front.line.stand_in().cloned());
        let meter = Meter {
            calls: self.0.calls.load(Ordering::Relaxed),
            requests,
            permits: state.permits(),
            waited: Duration::from_nanos(tally.waited),
            retries: self.0.retries.load(Ordering::Relaxed),
            exhausted: tally.exhausted,
            blocks: tally.blocks,
            in_flight: state.in_flight(self.0.landed()),
            waiting: state.queue.len() as u64,
            units: state.quota.issued(),
            foreign: state.quota.foreign(),
            refused: 0,
            open: 0,
            ..leased
        };
        drop(state);
        #[cfg(feature = "fleet")]
        let meter = meter
            + stand_in.map_or_else(Meter::default, |part| Meter {
                // That the store was heard is told it as a block.
                blocks: 0,
                ..part.meter()
            });
        meter
    }

    /// Whether a store gives what is granted here, in the scope of a fleet.
    #[must_use]
    pub fn is_leased(&self) -> bool {
        self.0.is_leased()
    }

    /// Enforces `limits` too; whether that is anything new.
    pub(crate) fn declare(&self, limits: Limits) -> bool {
        let now = self.0.clock.now();
        let (changed, woken) = {
            let mut state = self.0.lock();
            if let Some(merged) = state.merged() {
                drop(state);
                return merged.declare(limits);
            }
            let now = state.observe(now);
            let changed = state.declare(limits);
            self.note_cap(&state);
            (changed, state.call_all(now))
        };
        for waker in woken {
            waker.wake();
        }
        changed
    }

    /// Lets the end of an exchange know whether somebody may wait for its slot.
    pub(crate) fn note_cap(&self, state: &State) {
        self.0.capped.store(state.is_capped(), Ordering::SeqCst);
    }

    /// Whether the registry may forget this bucket: it has the only handle, and a bucket made
    /// anew would grant nothing earlier.
    pub(crate) fn is_forgettable(&self) -> bool {
        // New handles are cloned from others or made under the registry's lock, which the
        // caller holds: nobody can add one to the last.
        Arc::strong_count(&self.0) == 1 && self.is_fresh()
    }

    /// Whether this, and what it became part of, cannot be told from buckets never used.
    pub(crate) fn is_fresh(&self) -> bool {
        let now = self.0.clock.now();
        let (fresh, merged) = {
            let mut state = self.0.lock();
            let now = state.observe(now);
            (state.is_fresh(now, self.0.landed()), state.merged())
        };
        fresh && merged.is_none_or(|merged| merged.is_fresh())
    }

    #[inline]
    pub(crate) fn permit(&self, grant: Grant, waited: Duration) -> Permit {
        Permit::new(Hold::new(self.clone(), grant, waited))
    }
}

impl Shared {
    #[inline]
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Whether other processes share it.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    pub(crate) fn is_leased(&self) -> bool {
        #[cfg(feature = "fleet")]
        let leased = self.in_fleet;
        #[cfg(not(feature = "fleet"))]
        let leased = false;
        leased
    }

    /// The counters that are kept outside the lock.
    #[cfg(feature = "fleet")]
    pub(crate) fn counts(&self) -> crate::fleet::message::Counts {
        crate::fleet::message::Counts {
            calls: self.calls.load(Ordering::Relaxed),
            requests: self.requests.load(Ordering::Relaxed),
            retries: self.retries.load(Ordering::Relaxed),
            ..Default::default()
        }
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    #[inline]
    pub(crate) fn landed(&self) -> u64 {
        self.landed.load(Ordering::SeqCst)
    }

    /// Gives up the slot of an exchange that is over.
    ///
    /// Sequentially consistent with [`Bucket::declare`]: either this sees the cap, or whoever
    /// then waits for a slot sees this one given up.
    #[inline]
    pub(crate) fn land(&self, grant: Grant) {
        if self.shared {
            self.lock().land(grant);
            return self.call_first();
        }
        self.landed.fetch_add(1, Ordering::SeqCst);
        #[cfg(feature = "fleet")]
        if self.in_fleet {
            self.lock().end_front(grant);
        }
        if self.capped.load(Ordering::SeqCst) {
            self.call_first();
        }
    }

    /// Takes back a permit that was never used.
    pub(crate) fn give_back(&self, grant: Grant) {
        let next = {
            let mut state = self.lock();
            state.give_back(grant);
            state.land(grant);
            self.landed.fetch_add(1, Ordering::SeqCst);
            state.queue.call_first()
        };
        if let Some(next) = next {
            next.wake();
        }
    }

    fn call_first(&self) {
        let next = self.lock().queue.call_first();
        if let Some(next) = next {
            next.wake();
        }
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bucket")
            .field("key", self.key())
            .finish_non_exhaustive()
    }
}
