//! The states of a breaker, decided with the time as an argument: no clock, no lock.
//!
//! ```text
//!            failures in a row                 the time is over
//!   closed ───────────────────► tripped: open ──────────────────► tripped: half-open
//!     ▲                              ▲                              │ one probe at a time
//!     │                              └───────── probe failed ───────┤
//!     └───────────────────────────────────── probe succeeded ───────┘
//! ```
//!
//! Each change of state, and each probe, begins an epoch. A ticket is of the epoch in which its
//! request was let through, and a result counts in no other: answers from before a trip neither
//! open nor close anything, and a probe that took longer than its lease has no say any more.

use std::time::Duration;

use crate::machine::words::{Reader, Sink};
use crate::moment::nanos;
use crate::{BreakerRules, BreakerState, Moment, Open};

/// The state of one breaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Machine {
    rules: BreakerRules,
    phase: Phase,
    epoch: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Closed {
        /// In a row.
        failures: u32,
        /// When the latest of them was reported.
        last: u64,
    },
    Tripped {
        /// When the first probe may go.
        end: u64,
        /// When the probe that is out has lost its say.
        lease: Option<u64>,
        /// Whether the last probe was answered, and only what the answer holds is not known yet.
        answered: bool,
    },
}

/// One request that was let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(pub(super) u64);

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    Failure,
    /// An answer of which it is not known yet whether it is a success.
    Answered,
    /// Nothing that says how the vendor is.
    Neutral,
}

const CLOSED: Phase = Phase::Closed {
    failures: 0,
    last: 0,
};

impl Machine {
    pub(super) fn new(rules: BreakerRules) -> Self {
        Self {
            rules,
            phase: CLOSED,
            epoch: 0,
        }
    }

    /// Holds to `rules`, which were worked out elsewhere.
    pub(super) fn follow(&mut self, rules: BreakerRules) {
        self.rules = rules;
    }

    /// Holds to `rules` too.
    pub(super) fn declare(&mut self, rules: BreakerRules) {
        self.rules = self.rules.stricter(rules);
    }

    /// Whether a request would be let through at `now`.
    pub(super) fn look(&self, now: u64) -> Result<(), Open> {
        let Phase::Tripped { end, lease, .. } = self.phase else {
            return Ok(());
        };
        match lease.unwrap_or(end) {
            free if free <= now => Ok(()),
            free => Err(Open {
                left: Moment::from_nanos(free).saturating_duration_since(Moment::from_nanos(now)),
            }),
        }
    }

    /// Lets a request through, as the one probe if the breaker has tripped.
    pub(super) fn enter(&mut self, now: u64) -> Result<Ticket, Open> {
        self.look(now)?;
        if let Phase::Tripped {
            lease, answered, ..
        } = &mut self.phase
        {
            *lease = Some(now.saturating_add(nanos(self.rules.lease())));
            *answered = false;
            self.epoch += 1;
        }
        Ok(Ticket(self.epoch))
    }

    /// Takes in what became of the request of `ticket`.
    pub(super) fn settle(&mut self, ticket: Ticket, outcome: Outcome, now: u64) {
        if ticket.0 != self.epoch {
            return;
        }
        match &mut self.phase {
            Phase::Closed { failures, last } => match outcome {
                Outcome::Success => *failures = 0,
                Outcome::Answered | Outcome::Neutral => {}
                Outcome::Failure => {
                    (*failures, *last) = (*failures + 1, now);
                    if *failures >= self.rules.failures().get() {
                        self.trip(now);
                    }
                }
            },
            Phase::Tripped {
                lease, answered, ..
            } => match (lease.filter(|&end| now < end), outcome) {
                (None, Outcome::Success) if *answered => self.change(CLOSED),
                (None, _) => {}
                (Some(_), Outcome::Success) => self.change(CLOSED),
                (Some(_), Outcome::Failure) => self.trip(now),
                (Some(_), Outcome::Neutral) => *lease = None,
                (Some(_), Outcome::Answered) => (*lease, *answered) = (None, true),
            },
        }
    }

    /// The probe of `ticket`, which was kept for it, goes now: its lease begins.
    #[cfg(feature = "fleet")]
    pub(super) fn begin(&mut self, ticket: Ticket, now: u64) {
        if ticket.0 != self.epoch {
            return;
        }
        if let Phase::Tripped {
            lease: Some(lease), ..
        } = &mut self.phase
            && now < *lease
        {
            *lease = now.saturating_add(nanos(self.rules.lease()));
        }
    }

    /// The ticket of whoever is let through now.
    #[cfg(feature = "fleet")]
    pub(super) fn ticket(&self) -> Ticket {
        Ticket(self.epoch)
    }

    #[cfg(feature = "fleet")]
    pub(super) fn rules(&self) -> BreakerRules {
        self.rules
    }

    fn trip(&mut self, now: u64) {
        self.change(Phase::Tripped {
            end: now.saturating_add(nanos(self.rules.open())),
            lease: None,
            answered: false,
        });
    }

    fn change(&mut self, phase: Phase) {
        self.phase = phase;
        self.epoch += 1;
    }

    /// How long until something changes by itself.
    pub(super) fn left(&self, now: u64) -> Option<Duration> {
        self.look(now).err().map(|open| open.left)
    }

    /// Whether a probe is out.
    pub(super) fn has_probe(&self) -> bool {
        matches!(self.phase, Phase::Tripped { lease: Some(_), .. })
    }

    /// Whoever had the probe is gone, and with it what it knew.
    pub(super) fn abandon(&mut self) {
        if let Phase::Tripped { lease, .. } = &mut self.phase {
            *lease = None;
            self.epoch += 1;
        }
    }

    pub(super) fn save(&self, into: &mut impl Sink) {
        into.put(self.epoch);
        let (tripped, count, time, lease, answered) = match self.phase {
            Phase::Closed { failures, last } => (0, failures, last, None, false),
            Phase::Tripped {
                end,
                lease,
                answered,
            } => (1, 0, end, lease, answered),
        };
        into.put(tripped);
        into.put(u64::from(count));
        into.put(time);
        into.put(u64::from(lease.is_some()));
        into.put(lease.unwrap_or_default());
        into.put(u64::from(answered));
    }

    pub(super) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.epoch = from.take()?;
        let tripped = from.take()? == 1;
        let failures = u32::try_from(from.take()?).ok()?;
        let (time, leased, lease) = (from.take()?, from.take()? == 1, from.take()?);
        let answered = from.take()? == 1;
        self.phase = match tripped {
            false => Phase::Closed {
                failures,
                last: time,
            },
            true => Phase::Tripped {
                end: time,
                lease: leased.then_some(lease),
                answered,
            },
        };
        Some(())
    }

    pub(super) fn state(&self, now: u64) -> BreakerState {
        match self.phase {
            Phase::Closed { .. } => BreakerState::Closed,
            Phase::Tripped { end, .. } if now < end => BreakerState::Open,
            Phase::Tripped { .. } => BreakerState::HalfOpen,
        }
    }

    /// Whether what is known is of no use any more: nothing failed, or so long ago that a breaker
    /// that opened then would have been open and half-open for as long again.
    pub(super) fn is_stale(&self, now: u64) -> bool {
        let open = nanos(self.rules.open());
        match self.phase {
            Phase::Closed { failures: 0, .. } => true,
            Phase::Closed { last, .. } => last.saturating_add(open).saturating_add(open) <= now,
            Phase::Tripped { end, lease, .. } => lease.unwrap_or(end).saturating_add(open) <= now,
        }
    }
}
