//! A breaker whose state is in a store: what this process knows of it, and what it has to tell.
//!
//! ```text
//!              ┌───────────── what happened, behind ────────────► store: `fleet/breaker.lua`
//!   pass ──► cache = base + what is not answered yet                │
//!              ▲          ▲                                          │
//!   look ──────┘          └───────────── the state ◄─────────────────┘
//! ```
//!
//! Everything is settled here at once and told in order, with at most one trip under way. The answer
//! replaces what was known, and what has happened since is put on top of it. Only the one probe of a
//! fleet is waited for: see [`Stand`].
//!
//! Without the store a breaker goes on by what is known here. A closed one counts this process'
//! failures. An open one takes probes of its own when its time is over, one at a time: to let nothing
//! through would shut out a vendor that is well for as long as the store is ill, and with one request
//! of each process in each period a vendor that is ill is not stormed. The later of two states counts
//! when the store is back.
//!
//! Decides with the time as an argument; what is done about it is in [`courier`].

mod courier;
mod letter;
mod ready;
#[cfg(test)]
mod tests;
mod trip;
mod view;

use std::sync::{Arc, Weak};

use tokio::sync::Notify;
use tollgate_mapped::forks;

pub(super) use self::courier::mind;
use self::letter::{Event, What};
pub(super) use self::ready::{Turns, ready};
pub(crate) use self::view::breakers;
use super::machine::{Machine, Outcome, Ticket};
use crate::fleet::Fleet;
use crate::{BreakerRules, BreakerState, Open};

/// What this process knows, and has to tell.
pub(super) struct Remote {
    fleet: Fleet,
    /// What is declared in this process.
    declared: BreakerRules,
    /// What the store said last, or what was decided without it since.
    base: Machine,
    /// When that was.
    known: Option<u64>,
    /// Whether the store has to hear of `base`.
    untold: bool,
    /// What happened since, the oldest first.
    events: Vec<Event>,
    /// So many of them are under way.
    told: usize,
    /// Whether a trip is under way.
    out: bool,
    /// The probe, which nobody has entered with yet.
    kept: Option<Kept>,
    /// Who asks for the probe.
    asking: Weak<Turns>,
    /// The store could not be had, so often in a row, and is tried again then.
    down: Option<(u32, u64)>,
    /// Refusals of this process that the store has been told of.
    refused: u64,
    /// Rings after every trip.
    back: Arc<Notify>,
    forks: u64,
}

struct Kept {
    ticket: Ticket,
    turns: Weak<Turns>,
    /// The store does not know of it.
    alone: bool,
}

/// How it stands with somebody who wants to go.
pub(super) enum Stand {
    /// Let them go.
    Free,
    /// They may have the probe.
    Probe(Arc<Turns>),
    /// Not now.
    Refused(Open),
    /// What is known is too old, or the store has the probe: wait for it, and hold this.
    Ask(Arc<Turns>),
}

/// What is older is not gone by, if there is time to ask.
const OLD: u64 = 1_000_000_000;

impl Remote {
    pub(super) fn new(fleet: Fleet, rules: BreakerRules) -> Self {
        Self {
            fleet,
            declared: rules,
            base: Machine::new(rules),
            known: None,
            untold: false,
            events: Vec::new(),
            told: 0,
            out: false,
            kept: None,
            asking: Weak::new(),
            down: None,
            refused: 0,
            back: Arc::default(),
            forks: forks(),
        }
    }

    pub(super) fn declare(&mut self, rules: BreakerRules) {
        self.declared = self.declared.stricter(rules);
        self.base.declare(rules);
    }

    /// Whether a request would be let through. The probe is the store's to give.
    pub(super) fn look(&mut self, cache: &Machine, now: u64) -> Result<(), Open> {
        self.forget_parent();
        if self.kept.is_some() {
            return Ok(());
        }
        cache.look(now)?;
        match cache.state(now) {
            BreakerState::Closed => Ok(()),
            BreakerState::Open | BreakerState::HalfOpen => Err(Open {
                left: self.fleet.patience(),
            }),
        }
    }

    pub(super) fn enter(&mut self, cache: &mut Machine, now: u64) -> Result<Ticket, Open> {
        self.look(cache, now)?;
        let Some(kept) = self.kept.take() else {
            return cache.enter(now);
        };
        cache.begin(kept.ticket, now);
        match kept.alone {
            true => self.decide(cache, now),
            false => self.note(kept.ticket, What::Entered, now),
        }
        Ok(kept.ticket)
    }

    /// Takes in what became of a request. What changes nothing here changes nothing there.
    pub(super) fn settle(
        &mut self,
        cache: &mut Machine,
        ticket: Ticket,
        outcome: Outcome,
        now: u64,
    ) {
        let before = cache.clone();
        cache.settle(ticket, outcome, now);
        if *cache != before {
            self.note(ticket, outcome.into(), now);
        }
    }

    /// How it stands with somebody who would wait for an answer, but no longer than until the store
    /// is known to be gone.
    pub(super) fn stand(
        &mut self,
        shared: &Arc<super::Shared>,
        cache: &mut Machine,
        now: u64,
    ) -> Stand {
        self.forget_parent();
        let gone = self.is_gone(now);
        let is_old = self
            .known
            .is_none_or(|known| known.saturating_add(OLD) <= now);
        if is_old && !gone && self.kept.is_none() {
            return Stand::Ask(self.ask(shared));
        }
        if let Some(kept) = &mut self.kept {
            let turns = kept.turns.upgrade();
            let turns = turns.unwrap_or_else(|| Turns::new(shared));
            kept.turns = Arc::downgrade(&turns);
            return Stand::Probe(turns);
        }
        match (cache.look(now), cache.state(now)) {
            (Err(open), _) => Stand::Refused(open),
            (Ok(()), BreakerState::Closed) => Stand::Free,
            (Ok(()), _) if gone => Stand::Probe(self.keep_alone(shared, cache, now)),
            (Ok(()), _) => Stand::Ask(self.ask(shared)),
        }
    }

    /// Asks for the probe in the next trip, for as long as what is returned is held.
    fn ask(&mut self, shared: &Arc<super::Shared>) -> Arc<Turns> {
        let asking = self.asking.upgrade();
        let asking = asking.unwrap_or_else(|| Turns::new(shared));
        self.asking = Arc::downgrade(&asking);
        asking
    }

    /// A probe without the store.
    fn keep_alone(
        &mut self,
        shared: &Arc<super::Shared>,
        cache: &mut Machine,
        now: u64,
    ) -> Arc<Turns> {
        let turns = Turns::new(shared);
        if let Ok(ticket) = cache.enter(now) {
            self.kept = Some(Kept {
                ticket,
                turns: Arc::downgrade(&turns),
                alone: true,
            });
            self.decide(cache, now);
        }
        turns
    }

    /// Nobody wants the probe any more that was kept for `turns`.
    pub(super) fn release(&mut self, cache: &mut Machine, turns: *const Turns, now: u64) {
        let kept = self.kept.take_if(|kept| kept.turns.as_ptr() == turns);
        if let Some(kept) = kept {
            self.settle(cache, kept.ticket, Outcome::Neutral, now);
        }
    }

    /// Something was decided here that the store does not know of.
    fn decide(&mut self, cache: &Machine, now: u64) {
        self.base = cache.clone();
        self.known = Some(now);
        self.untold = true;
        // They are in it.
        self.events.truncate(self.told);
    }

    fn note(&mut self, ticket: Ticket, what: What, now: u64) {
        self.events.push(Event {
            what,
            ticket,
            at: now,
        });
    }
}
