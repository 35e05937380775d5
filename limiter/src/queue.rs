//! Who waits for a bucket: the urgent first, and within both kinds in the order in which they
//! came.
//!
//! Only the first asks the state; the others sleep until they come first, or until a block, a
//! stricter limit or somebody urgent has put their permit beyond their deadline. The queue is part of the
//! bucket's state and lives under the same lock, so nobody can overtake it.
//!
//! A waker runs, or drops, code of whoever it belongs to, and that may come back to this
//! bucket. So wakers are handed out, to be woken or dropped outside the lock.

use std::collections::BTreeMap;
use std::task::{Poll, Waker};

use tollgate_limits::Cost;

use crate::{RefusedKind, Terms};

/// A place in the queue. The order of the fields is the order of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket {
    patient: bool,
    number: u64,
}

/// The waiters of one bucket.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    waiters: BTreeMap<Ticket, Waiter>,
    next: u64,
    units: u64,
    /// Of these, what the urgent want.
    urgent: u64,
}

/// One who waits.
#[derive(Debug)]
pub(crate) struct Waiter {
    pub(crate) cost: Cost,
    pub(crate) terms: Terms,
    /// Set when this waiter can no longer be served.
    pub(crate) verdict: Option<RefusedKind>,
    called: bool,
    waker: Option<Waker>,
}

impl Queue {
    pub(crate) fn is_empty(&self) -> bool {
        self.waiters.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.waiters.len()
    }

    /// What all waiters want, the first first.
    #[cfg(feature = "fleet")]
    pub(crate) fn costs(&self) -> impl Iterator<Item = Cost> {
        self.waiters.values().map(|waiter| waiter.cost)
    }

    /// What the first waiter wants.
    pub(crate) fn units_of_first(&self) -> u64 {
        let first = self.waiters.values().next();
        first.map_or(0, |waiter| u64::from(waiter.cost.units()))
    }

    /// What all waiters together want.
    pub(crate) fn units(&self) -> u64 {
        self.units
    }

    /// What all together want who come before one who joins now.
    pub(crate) fn units_before(&self, terms: Terms) -> u64 {
        if terms.is_urgent() {
            self.urgent
        } else {
            self.units
        }
    }

    /// Joins at the end, or, who is urgent, before all who are not.
    pub(crate) fn join(&mut self, cost: Cost, terms: Terms) -> Ticket {
        let ticket = Ticket {
            patient: !terms.is_urgent(),
            number: self.next,
        };
        self.next += 1;
        let units = u64::from(cost.units());
        self.units += units;
        if terms.is_urgent() {
            self.urgent += units;
        }
        let waiter = Waiter {
            cost,
            terms,
            verdict: None,
            called: false,
            waker: None,
        };
        self.waiters.insert(ticket, waiter);
        ticket
    }

    /// Leaves, from wherever; the waker returned is the new first one's.
    #[must_use = "the new first waiter sleeps until it is woken"]
    pub(crate) fn leave(&mut self, ticket: Ticket) -> Left {
        let was_first = self.is_first(ticket);
        let Some(waiter) = self.waiters.remove(&ticket) else {
            return Left::default();
        };
        let units = u64::from(waiter.cost.units());
        self.units -= units;
        if waiter.terms.is_urgent() {
            self.urgent -= units;
        }
        Left {
            next: if was_first { self.call_first() } else { None },
            _own: waiter.waker,
        }
    }

    pub(crate) fn is_first(&self, ticket: Ticket) -> bool {
        self.waiters
            .first_key_value()
            .is_some_and(|(&first, _)| first == ticket)
    }

    /// Has the first waiter look at the state again.
    #[must_use = "the first waiter sleeps until it is woken"]
    pub(crate) fn call_first(&mut self) -> Option<Waker> {
        self.waiters.values_mut().next().and_then(Waiter::call)
    }

    /// What was found to stand against this waiter since it last looked.
    pub(crate) fn verdict(&self, ticket: Ticket) -> Option<RefusedKind> {
        self.waiters.get(&ticket).and_then(|waiter| waiter.verdict)
    }

    /// All waiters, the first first.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Waiter> {
        self.waiters.values_mut()
    }

    /// Whether the waiter was called since it last asked; if not, `waker` will be woken then.
    /// The waker that is no longer needed comes back.
    pub(crate) fn poll_called(
        &mut self,
        ticket: Ticket,
        waker: &Waker,
    ) -> (Poll<()>, Option<Waker>) {
        let Some(waiter) = self.waiters.get_mut(&ticket) else {
            return (Poll::Ready(()), None);
        };
        if std::mem::take(&mut waiter.called) {
            return (Poll::Ready(()), None);
        }
        match &waiter.waker {
            Some(known) if known.will_wake(waker) => (Poll::Pending, None),
            _ => (Poll::Pending, waiter.waker.replace(waker.clone())),
        }
    }
}

impl Waiter {
    /// Has this waiter look at the state again.
    pub(crate) fn call(&mut self) -> Option<Waker> {
        self.called = true;
        self.waker.take()
    }
}

/// What someone who left the queue leaves to be woken and dropped outside the lock.
#[derive(Debug, Default)]
pub(crate) struct Left {
    next: Option<Waker>,
    _own: Option<Waker>,
}

impl Left {
    pub(crate) fn wake(self) {
        if let Some(next) = self.next {
            next.wake();
        }
    }
}
