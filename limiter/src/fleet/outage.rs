//! What a process does while the store is gone: for how long it is waited for, and what this machine has
//! until it is back.
//!
//! Moments are by the clock of this process, in nanoseconds, and come in as arguments.

use super::fault::StoreFault;
use super::front::{Down, Front};
use super::trip::RARELY;
use crate::Moment;

/// A block that ends so soon does no more than to keep what comes after it from being a burst.
const SOON: u64 = 1_000_000;

impl Front {
    /// Takes in that a trip was never finished. What it told and brought is lost.
    pub(crate) fn lose(&mut self, now: u64) {
        self.telling = false;
        self.note_down(StoreFault::Answer, now, now);
    }

    pub(super) fn note_down(&mut self, fault: StoreFault, since: u64, now: u64) {
        let down = self.down.unwrap_or(Down {
            since,
            fault,
            tries: 0,
            tried: now,
        });
        self.down = Some(Down {
            fault,
            tries: down.tries.saturating_add(1),
            tried: now,
            ..down
        });
    }

    /// Since when the store cannot be had, and why.
    pub(crate) fn outage(&self) -> Option<(u64, StoreFault)> {
        self.down.map(|down| (down.since, down.fault))
    }

    /// Has the part of this machine know, now and then, that the store was heard at `now`, for all
    /// processes here that begin when it is gone.
    pub(crate) fn mark(&mut self, wait: impl FnOnce() -> u64, now: u64) {
        /// So often.
        const EVERY: u64 = 1_000_000_000;
        let Some(stand_in) = self.line.stand_in() else {
            return;
        };
        if now >= self.marked.saturating_add(EVERY) {
            self.marked = now;
            let end = now.saturating_add(wait()).saturating_add(EVERY);
            stand_in.block_until(Moment::from_nanos(end));
        }
    }

    /// What there is to be had without the store, which begins used up: until `wait` after the store
    /// was heard last, nothing of it leaves.
    pub(crate) fn stand_in(&mut self, wait: u64, now: u64) -> Option<&crate::Bucket> {
        let stand_in = self.line.stand_in()?;
        let down = self.down?;
        let patience = crate::moment::nanos(self.line.patience());
        if !down.fault.is_lasting() && down.since.saturating_add(patience) > now {
            return None;
        }
        if !self.away {
            self.away = true;
            // Another process of this machine may have heard of it, and told the part.
            let heard = self.clock.map(|clock| clock.received);
            let meter = stand_in.meter();
            let untouched = meter.permits == 0 && meter.blocks == 0;
            let heard = heard.or(untouched.then_some(self.begun));
            if let Some(heard) = heard {
                let end = heard.saturating_add(wait).max(now.saturating_add(SOON));
                stand_in.block_until(Moment::from_nanos(end));
            }
        }
        Some(stand_in)
    }

    /// Why one who waits since `arrived` is not to wait any longer for a store that may be gone for
    /// `patience`.
    pub(crate) fn hopeless(&self, arrived: u64, patience: u64, now: u64) -> Option<StoreFault> {
        let down = self.down?;
        let tried = down.tried >= arrived;
        let over = down.since.saturating_add(patience) <= now;
        let lasting = down.fault.is_lasting() && now < down.tried.saturating_add(RARELY);
        let late = arrived.max(down.since).saturating_add(patience) <= now;
        (late || lasting || (tried && over)).then_some(down.fault)
    }
}
