//! A request under way, and what it reports.

use tollgate_mapped::forks;

use super::Breaker;
use super::machine::{Outcome, Ticket};

/// A request that a breaker let through.
///
/// Dropped, it reports a neutral result: the request was cancelled, refused by a limit, or
/// answered in a way that says nothing of how the vendor is.
///
/// ```compile_fail,E0599
/// fn twice(pass: tollgate_limiter::Pass) {
///     let copy = pass.clone();
/// }
/// ```
#[must_use = "a pass that is dropped reports that nothing is known of its request"]
#[derive(Debug)]
pub struct Pass {
    breaker: Breaker,
    /// `None` when it has reported.
    ticket: Option<Ticket>,
    /// How often this process had been forked: a child has but a copy of it.
    forks: u64,
}

impl Pass {
    pub(super) fn new(breaker: Breaker, ticket: Ticket) -> Self {
        Self {
            breaker,
            ticket: Some(ticket),
            forks: forks(),
        }
    }

    /// Reports that the vendor has answered as it should.
    pub fn succeeded(self) {
        self.report(Outcome::Success);
    }

    /// Reports that the vendor has failed.
    pub fn failed(self) {
        self.report(Outcome::Failure);
    }

    /// Reports that the vendor has answered, and that it is not known yet whether as it should.
    ///
    /// The next probe may go: what is done with an answer, and when, is not the vendor's. A success
    /// that is reported later still closes the breaker, unless that probe has gone.
    pub fn answered(&self) {
        if let Some(ticket) = self.ticket {
            self.settle(ticket, Outcome::Answered);
        }
    }

    fn report(mut self, outcome: Outcome) {
        if let Some(ticket) = self.ticket.take() {
            self.settle(ticket, outcome);
        }
    }

    fn settle(&self, ticket: Ticket, outcome: Outcome) {
        if self.forks == forks() {
            self.breaker.settle(ticket, outcome);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.take() {
            self.settle(ticket, Outcome::Neutral);
        }
    }
}
