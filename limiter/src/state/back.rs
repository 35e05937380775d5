//! Permits that turn out otherwise: given back, or leaving later than they were granted.

use tollgate_mapped::forks;

use super::{Grant, State};
use crate::rule::GiveBack;

impl State {
    /// Takes back a permit that was never used.
    pub(crate) fn give_back(&mut self, grant: Grant) {
        #[cfg(feature = "fleet")]
        if self.front.is_some() {
            return self.give_back_front(grant);
        }
        self.change(|state| state.put_back(grant));
    }

    fn put_back(&mut self, grant: Grant) {
        if !self.knows(grant) {
            return;
        }
        self.tally.returned += 1;
        let units = u64::from(grant.cost.units());
        self.quota.give_back(units, grant.position);
        if grant.issued <= self.sealed.max(self.moved) {
            return;
        }
        let back = self.returning(grant);
        for rule in &mut self.rules {
            rule.give_back(back);
        }
    }

    fn returning(&mut self, grant: Grant) -> GiveBack {
        let Grant {
            cost,
            open: _,
            at,
            issued,
            position: _,
            forks: _,
            lineage: _,
            ..
        } = grant;
        self.returned += u64::from(cost.units());
        GiveBack {
            cost: cost.units(),
            at,
            since: self.issued - issued,
            last: self.seen,
        }
    }

    /// Counts what `grant` took as leaving at `now` instead, and returns the grant that counts
    /// from here on.
    pub(crate) fn leaves(&mut self, grant: Grant, now: u64) -> Grant {
        #[cfg(feature = "fleet")]
        if self.front.is_some() {
            return self.leave_front(grant, now);
        }
        self.change(|state| state.leave_at(grant, now))
    }

    fn leave_at(&mut self, grant: Grant, now: u64) -> Grant {
        if !is_ours(grant) {
            return grant;
        }
        if self.knows(grant) && grant.issued > self.sealed {
            let back = self.returning(grant);
            for rule in self.rules.iter_mut().filter(|rule| !rule.is_budget()) {
                rule.give_back(back);
            }
        }
        self.count_at(grant, now)
    }

    /// Counts what `grant` took as leaving at `now`, whether there is room or not, beside all
    /// that is counted. What we allow ourselves was spent when the permit was granted.
    pub(crate) fn leaves_again(&mut self, grant: Grant, now: u64) -> Grant {
        #[cfg(feature = "fleet")]
        if self.front.is_some() {
            return self.leave_front(grant, now);
        }
        self.change(|state| state.count_at(grant, now))
    }

    fn count_at(&mut self, grant: Grant, now: u64) -> Grant {
        let now = now.max(self.seen);
        let units = grant.cost.units();
        for rule in self.rules.iter_mut().filter(|rule| !rule.is_budget()) {
            rule.take(units, now);
        }
        self.issued += u64::from(units);
        self.moved = self.issued;
        Grant {
            at: now,
            issued: self.issued,
            lineage: self.lineage,
            ..grant
        }
    }

    /// Whether what `grant` took is counted here: it was granted by this count, and to this process.
    /// A state that began anew does not know it, and the child of a fork has but a copy of it.
    fn knows(&self, grant: Grant) -> bool {
        grant.lineage == self.lineage && is_ours(grant)
    }
}

/// Whether it was granted to this process, and not to the one that it was forked from. In memory
/// of one's own both have all of it.
pub(crate) fn is_ours(grant: Grant) -> bool {
    grant.lineage == 0 || grant.forks == forks()
}
