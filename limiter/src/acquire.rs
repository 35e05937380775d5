//! Waiting for a permit.
//!
//! ```text
//! acquire ─ nobody waits and there is room ──────────────────────────────► permit
//!    │
//!    └ join ─► look ─ first, room, in time ─────────────────── leave ───► permit
//!               ▲ │ └ beyond the deadline ──────────────────── leave ───► refused
//!               │ sleep (until called, the moment told, or the deadline)
//!               └─┘        dropped ─────────────────────────── leave
//! ```
//!
//! Who is urgent joins before all who are not, and takes what is there as if they did not wait;
//! those whose turn that puts beyond their deadline are then refused.
//!
//! Nothing is taken before the step that hands out the permit, and after that step nothing is
//! awaited. So a waiter that is dropped has nothing to give back; it leaves the queue, and if
//! it was the first, the next one is called.

use std::future::poll_fn;
use std::pin::pin;
#[cfg(feature = "fleet")]
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tollgate_limits::Cost;
use tollgate_mapped::forks;

use crate::moment::nanos;
use crate::queue::{Left, Ticket};
use crate::state::{Answer, Grant, State};
use crate::sync::MutexGuard;
use crate::{Bucket, Moment, Permit, Refused, RefusedKind, Terms};

impl Bucket {
    /// Waits for a permit for `cost` units, first come first served, the
    /// [urgent](Terms::urgent) before the others.
    ///
    /// The terms say how long; a moment is a deadline, and `None` waits for as long as it takes.
    ///
    /// Cancelling takes nothing and delays nobody: a future that is dropped leaves the queue.
    ///
    /// # Errors
    ///
    /// At once when the permit cannot come before the deadline, judged by the units ahead in the
    /// queue, the limits and the block, or when a block ends later than the terms wait for one;
    /// also while waiting, when a block or somebody urgent moves it beyond. At the deadline when
    /// it did not come, which only happens where the wait hung on something that cannot be
    /// foreseen: a slot, or others that took longer. At once when `cost` is above what the
    /// bucket ever lets through.
    ///
    /// # Panics
    ///
    /// When it has to wait by the monotonic clock outside a tokio runtime with its timer on.
    pub async fn acquire(&self, cost: Cost, terms: impl Into<Terms>) -> Result<Permit, Refused> {
        let terms = terms.into();
        let mut merged = None;
        loop {
            let bucket = merged.as_ref().unwrap_or(self);
            let outcome = match bucket.enter(cost, terms) {
                Entry::Granted(grant) => {
                    let permit = bucket.permit(grant, Duration::ZERO);
                    self.note_stand_in(&permit);
                    return Ok(permit);
                }
                Entry::Refused(kind) => return Err(bucket.refused(kind)),
                Entry::Joined(place) => self.wait_in(place, bucket, cost, terms).await,
                Entry::Moved(next) => Outcome::Moved(next),
            };
            match outcome {
                Outcome::Settled(result) => {
                    return result.inspect(|permit| self.note_stand_in(permit));
                }
                Outcome::Moved(next) => merged = Some(next),
            }
        }
    }

    /// Tells the store, when it is back, of what it did not give.
    #[cfg(feature = "fleet")]
    fn note_stand_in(&self, permit: &Permit) {
        if permit.bucket().is(self) {
            return;
        }
        let mut state = self.0.lock();
        let stands_in = |front: &crate::fleet::front::Front| front.line.stands_in(permit.bucket());
        if state.front().is_some_and(stands_in) {
            state.borrow(permit.cost());
        }
    }

    #[cfg(not(feature = "fleet"))]
    #[inline]
    #[expect(
        clippy::unused_self,
        reason = "only a store has something in its place"
    )]
    fn note_stand_in(&self, _: &Permit) {}

    /// Waits in `place`, which is one in `bucket`: this one, or what it has become part of.
    #[cfg(not(feature = "fleet"))]
    #[inline]
    async fn wait_in(&self, place: Place<'_>, _: &Self, cost: Cost, terms: Terms) -> Outcome {
        place.wait(cost, terms).await
    }

    /// Waits in `place`, which is one in `bucket`: this one, or what it has become part of, or what there
    /// is while its store is gone; then no longer than that is so.
    #[cfg(feature = "fleet")]
    async fn wait_in(&self, place: Place<'_>, bucket: &Self, cost: Cost, terms: Terms) -> Outcome {
        if bucket.is(self) {
            return place.wait(cost, terms).await;
        }
        let back = match self.0.lock().front() {
            Some(front) if front.line.stands_in(bucket) => Some(Arc::clone(&front.line)),
            Some(_) | None => None,
        };
        let Some(line) = back else {
            return place.wait(cost, terms).await;
        };
        let mut waiting = pin!(place.wait(cost, terms));
        let mut back = pin!(line.is_back(self));
        poll_fn(|context| match waiting.as_mut().poll(context) {
            Poll::Ready(outcome) => Poll::Ready(outcome),
            Poll::Pending => back
                .as_mut()
                .poll(context)
                .map(|()| Outcome::Moved(self.clone())),
        })
        .await
    }

    /// Whether its store cannot be had now.
    #[cfg(feature = "fleet")]
    pub(crate) fn is_away(&self) -> bool {
        let state = self.0.lock();
        state.front().is_some_and(|front| front.outage().is_some())
    }

    /// The first look: takes what is there, or joins the queue.
    fn enter(&self, cost: Cost, terms: Terms) -> Entry<'_> {
        let arrived = self.clock().now();
        let mut state = self.0.lock();
        #[cfg(feature = "fleet")]
        state.renew(self.0.landed(), arrived.as_nanos());
        if let Some(merged) = state.merged() {
            return Entry::Moved(merged);
        }
        let now = state.observe(arrived);
        #[cfg(feature = "fleet")]
        if let Some(part) = state.stand_in(now) {
            return Entry::Moved(part);
        }
        if terms.end().as_nanos() < now {
            let earliest = state.earliest(u64::from(cost.units()), now);
            return Entry::Refused(state.too_late(earliest, terms, now));
        }
        #[cfg(feature = "fleet")]
        let mut is_asked = false;
        #[cfg(not(feature = "fleet"))]
        let is_asked = false;
        let before = state.queue.units_before(terms);
        if before == 0 && !state.is_behind(u64::from(cost.units()), now) {
            match state.ask(cost, now, self.0.landed()) {
                Answer::Granted(grant) => {
                    if !state.queue.is_empty() {
                        overtaken(state, now);
                    }
                    return Entry::Granted(grant);
                }
                Answer::Until(_) | Answer::Slot | Answer::Never(_) => {}
                // Whether there is nothing, or only nothing at hand, is not known yet.
                #[cfg(feature = "fleet")]
                Answer::Trip => is_asked = true,
            }
        }
        let units = before + u64::from(cost.units());
        if let Some(kind) = state.verdict(cost, units, terms, now) {
            if !matches!(kind, RefusedKind::CostTooLarge { .. }) {
                state.note_exhausted();
            }
            return Entry::Refused(kind);
        }
        if !is_asked || state.earliest(units, now).as_nanos() > now {
            state.note_exhausted();
        }
        let place = Place {
            bucket: self,
            ticket: state.queue.join(cost, terms),
            arrived: Moment::from_nanos(now),
            left: false,
            forks: forks(),
        };
        let first = state.queue.is_first(place.ticket);
        state.post(first, now);
        if terms.is_urgent() {
            overtaken(state, now);
        }
        Entry::Joined(place)
    }

    fn refused(&self, kind: RefusedKind) -> Refused {
        let refused = Refused::new(self.key().shared_bucket(), kind);
        #[cfg(feature = "fleet")]
        let refused = refused.says(self.said(kind));
        refused
    }

    /// What there is to say of the store when it gives nothing.
    #[cfg(feature = "fleet")]
    fn said(&self, kind: RefusedKind) -> Option<Arc<str>> {
        let state = self.0.lock();
        let front = state.front()?;
        match kind {
            RefusedKind::StoreDown(_) => front.fault(),
            RefusedKind::Deadline { .. } => front.warming(),
            RefusedKind::Blocked { .. }
            | RefusedKind::CostTooLarge { .. }
            | RefusedKind::StateLost => None,
        }
    }
}

/// Has all waiters judged again: somebody urgent came before them.
#[cold]
fn overtaken(mut state: MutexGuard<'_, State>, now: u64) {
    let woken = state.call_all(now);
    drop(state);
    for waker in woken {
        waker.wake();
    }
}

enum Entry<'a> {
    Granted(Grant),
    Refused(RefusedKind),
    Joined(Place<'a>),
    /// This bucket has become part of another.
    Moved(Bucket),
}

/// A place in the queue, left on drop.
struct Place<'a> {
    bucket: &'a Bucket,
    ticket: Ticket,
    arrived: Moment,
    left: bool,
    /// How often this process had been forked when it joined.
    forks: u64,
}

/// What waiting came to.
enum Outcome {
    Settled(Result<Permit, Refused>),
    Moved(Bucket),
}

/// What a look at the state came to.
enum Look {
    Granted(Grant),
    Refused(RefusedKind),
    Moved(Bucket),
    /// Look again when called, or at this moment.
    Sleep(Option<Moment>),
}

impl Place<'_> {
    async fn wait(mut self, cost: Cost, terms: Terms) -> Outcome {
        loop {
            match self.look(cost, terms) {
                (Look::Granted(grant), waited) => {
                    return Outcome::Settled(Ok(self.bucket.permit(grant, waited)));
                }
                (Look::Refused(kind), _) => {
                    return Outcome::Settled(Err(self.bucket.refused(kind)));
                }
                (Look::Moved(next), _) => return Outcome::Moved(next),
                (Look::Sleep(until), _) => self.sleep(until).await,
            }
        }
    }

    /// Looks at the state, and leaves the queue in the same step if that settles it.
    fn look(&mut self, cost: Cost, terms: Terms) -> (Look, Duration) {
        let shared = &self.bucket.0;
        let now = self.bucket.clock().now();
        let mut state = shared.lock();
        let now = state.observe(now);
        let woken = state.hear_of_others(now);
        let asked = Asked {
            cost,
            terms,
            arrived: self.arrived,
        };
        let look = judge(&mut state, self.ticket, asked, now, shared.landed());
        let waited = Moment::from_nanos(now).saturating_duration_since(self.arrived);
        if !matches!(look, Look::Sleep(_)) {
            let left = leave(&mut state, self.ticket, waited, now);
            self.left = true;
            drop(state);
            left.wake();
        } else {
            drop(state);
        }
        for waker in woken {
            waker.wake();
        }
        (look, waited)
    }

    /// Sleeps until this place is called or the clock has reached `until`.
    async fn sleep(&self, until: Option<Moment>) {
        let mut alarm = pin!(self.bucket.clock().sleep_until(until));
        poll_fn(|context| match self.poll_called(context) {
            Poll::Ready(()) => Poll::Ready(()),
            Poll::Pending => alarm.as_mut().poll(context),
        })
        .await;
    }

    fn poll_called(&self, context: &Context<'_>) -> Poll<()> {
        let mut state = self.bucket.0.lock();
        let (called, unneeded) = state.queue.poll_called(self.ticket, context.waker());
        drop(state);
        drop(unneeded);
        called
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // The child of a fork has but a copy of it, behind a lock that may be held for ever.
        let elsewhere = self.bucket.0.is_shared() || self.bucket.0.is_leased();
        if self.left || (elsewhere && self.forks != forks()) {
            return;
        }
        let now = self.bucket.clock().now();
        let mut state = self.bucket.0.lock();
        let now = state.observe(now);
        let waited = Moment::from_nanos(now).saturating_duration_since(self.arrived);
        let left = leave(&mut state, self.ticket, waited, now);
        drop(state);
        left.wake();
    }
}

fn leave(state: &mut State, ticket: Ticket, waited: Duration, now: u64) -> Left {
    state.note_waited(nanos(waited));
    let first = state.queue.is_first(ticket);
    let left = state.queue.leave(ticket);
    state.post(first, now);
    left
}

/// What a waiter asks for.
#[derive(Clone, Copy)]
struct Asked {
    cost: Cost,
    terms: Terms,
    #[cfg_attr(
        not(feature = "fleet"),
        expect(dead_code, reason = "only a store is given up")
    )]
    arrived: Moment,
}

/// What is to be done about the waiter with `ticket` at `now`.
fn judge(state: &mut State, ticket: Ticket, asked: Asked, now: u64, landed: u64) -> Look {
    let Asked { cost, terms, .. } = asked;
    if let Some(merged) = state.merged() {
        return Look::Moved(merged);
    }
    if let Some(kind) = state.queue.verdict(ticket) {
        return Look::Refused(kind);
    }
    if state.is_lost(now) {
        return Look::Refused(RefusedKind::StateLost);
    }
    #[cfg(feature = "fleet")]
    if let Some(part) = state.stand_in(now) {
        return Look::Moved(part);
    }
    #[cfg(feature = "fleet")]
    if let Some(kind) = state.hopeless(asked.arrived, now) {
        return Look::Refused(kind);
    }
    let units = u64::from(cost.units());
    if terms.end().as_nanos() < now {
        return Look::Refused(state.too_late(state.earliest(units, now), terms, now));
    }
    if !state.queue.is_first(ticket) {
        return wait_for_others(state, asked, now);
    }
    if let Some(until) = state.courtesy(units, now)
        && until < terms.end()
    {
        return Look::Sleep(Some(until));
    }
    match state.ask(cost, now, landed) {
        Answer::Granted(grant) => Look::Granted(grant),
        Answer::Never(largest) => Look::Refused(RefusedKind::CostTooLarge { cost, largest }),
        Answer::Until(moment) => match state.objection(moment, terms, now) {
            Some(kind) => Look::Refused(kind),
            None => Look::Sleep(state.glance(Some(moment), false, now)),
        },
        Answer::Slot => match state.verdict(cost, units, terms, now) {
            Some(kind) => Look::Refused(kind),
            None => match wait_for_others(state, asked, now) {
                Look::Sleep(until) => Look::Sleep(state.glance(until, true, now)),
                look => look,
            },
        },
        #[cfg(feature = "fleet")]
        Answer::Trip => match state.verdict(cost, units, terms, now) {
            Some(kind) => Look::Refused(kind),
            None => wait_for_others(state, asked, now),
        },
    }
}

/// Nothing to do before somebody else has moved, except at the deadline.
fn wait_for_others(state: &State, asked: Asked, now: u64) -> Look {
    let (units, terms) = (u64::from(asked.cost.units()), asked.terms);
    let end = terms.end();
    if end.as_nanos() <= now {
        return Look::Refused(state.too_late(state.earliest(units, now), terms, now));
    }
    #[cfg(feature = "fleet")]
    let end = state
        .hope_ends(asked.arrived)
        .map_or(end, |hope| end.min(hope));
    Look::Sleep((end != Moment::NEVER).then_some(end))
}
