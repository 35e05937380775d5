//! Limits decided the slow and obvious way: over the list of everything that was granted.

use crate::rule::Spec;

/// Every grant that was not given back, oldest first.
#[derive(Debug, Default)]
pub(super) struct Log(pub(super) Vec<Sent>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) at: u64,
    pub(super) cost: u32,
}

impl Log {
    pub(super) fn send(&mut self, cost: u32, at: u64) {
        self.0.push(Sent { at, cost });
    }

    /// Forgets one grant of `cost` at `at`; its index.
    pub(super) fn forget(&mut self, cost: u32, at: u64) -> usize {
        let sent = Sent { at, cost };
        let index = self.0.iter().rposition(|&known| known == sent);
        let index = index.expect("only what was sent is forgotten");
        self.0.remove(index);
        index
    }

    /// Whether `cost` units may leave at `now`, which is not before anything in the log.
    pub(super) fn allows(&self, spec: Spec, cost: u32, now: u64) -> bool {
        match spec {
            Spec::Window { rate, skew } => {
                let span = rate.period().as_nanos() + skew;
                let recent = self.0.iter().filter(|sent| now - sent.at < span);
                let units: u64 = recent.map(|sent| u64::from(sent.cost)).sum();
                units + u64::from(cost) <= u64::from(rate.count().get())
            }
            Spec::Vendor { rate, burst, skew } => {
                self.bucket_allows(rate, burst.get(), skew, cost, now)
            }
            Spec::Budget(budget) => {
                self.bucket_allows(budget.rate(), budget.burst().get(), 0, cost, now)
            }
        }
    }

    /// For every earlier grant: what left since, it included, is at most the burst plus what
    /// the bucket surely got in between at the far side, where two requests may arrive `skew`
    /// closer together than they left.
    fn bucket_allows(
        &self,
        rate: tollgate_limits::Rate,
        burst: u32,
        skew: u64,
        cost: u32,
        now: u64,
    ) -> bool {
        let count = u128::from(rate.count().get());
        let period = u128::from(rate.period().as_nanos());
        let mut units = u128::from(cost);
        let mut fits = units <= u128::from(burst);
        for sent in self.0.iter().rev() {
            units += u128::from(sent.cost);
            let refilled = u128::from((now - sent.at).saturating_sub(skew)) * count;
            fits &= units * period <= u128::from(burst) * period + refilled;
        }
        fits
    }

    /// The earliest moment from `now` on at which `cost` units may leave.
    pub(super) fn earliest(&self, spec: Spec, cost: u32, now: u64) -> u64 {
        // What a grant forbids, time allows and never forbids again: a binary search will do.
        let (mut low, mut high) = (now, now + 1_000_000_000_000_000);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.allows(spec, cost, middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Whether no stretch of length `span`, wherever it starts, holds more than `most` units.
    pub(super) fn keeps_window(&self, span: u64, most: u64) -> bool {
        self.0.iter().enumerate().all(|(index, first)| {
            let inside = self.0[index..]
                .iter()
                .take_while(|sent| sent.at - first.at < span);
            inside.map(|sent| u64::from(sent.cost)).sum::<u64>() <= most
        })
    }
}
