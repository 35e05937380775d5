//! A permit and its request as their endpoint counts them.
//!
//! They go beside the limiter's [`Permit`] and [`Flight`], and end with them: whoever drops a
//! permit unspent gives it back here too.
//!
//! [`Flight`]: tollgate_limiter::Flight
//! [`Permit`]: tollgate_limiter::Permit

use tollgate_limiter::{Event, Tally};

use super::facade::Labels;
use super::names;

/// A permit that is counted, and given back on drop.
#[must_use = "dropped, it says that the permit was given back"]
pub(crate) struct Granted {
    tally: Tally,
    labels: Labels,
    kept: bool,
}

/// A request that is counted, and has no answer yet.
#[must_use = "dropped, it says that the exchange is over"]
pub(crate) struct Departed {
    granted: Granted,
    open: Open,
}

/// An exchange that is open, as this process tells it.
#[must_use = "dropped, it says that the exchange is over"]
pub(crate) struct Open(Labels);

impl Granted {
    pub(super) fn new(tally: Tally, labels: Labels) -> Self {
        tally.count(Event::Granted);
        labels.count(names::PERMITS);
        Self {
            tally,
            labels,
            kept: false,
        }
    }

    /// The request leaves.
    pub(crate) fn departs(mut self) -> Departed {
        self.kept = true;
        self.tally.count(Event::Request);
        self.labels.count(names::REQUESTS);
        self.labels.departs();
        Departed {
            open: Open(self.labels.clone()),
            granted: self,
        }
    }
}

impl Departed {
    /// The request provably was not sent, and its permit goes back.
    pub(crate) fn unsent(mut self) {
        self.granted.tally.count(Event::Unsent);
        self.granted.labels.count(names::UNSENT);
        self.granted.kept = false;
    }

    /// It has an answer, of which the body has to come.
    pub(crate) fn answered(self) -> Open {
        self.open
    }
}

impl Drop for Granted {
    fn drop(&mut self) {
        if !self.kept {
            self.tally.count(Event::GivenBack);
            self.labels.count(names::RETURNED);
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.lands();
    }
}
