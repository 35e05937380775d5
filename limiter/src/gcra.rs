//! A token bucket as one number: the generic cell rate algorithm, without rounding.
//!
//! The state is the theoretical arrival time (TAT): when the bucket will be full again. At
//! `count` units per `period` one unit takes `period / count` nanoseconds, rarely a whole
//! number; so the TAT is kept in units of `1 / count` ns, in which a unit takes exactly
//! `period` and a nanosecond exactly `count`. A moment times a count needs 96 bits, hence
//! `u128`; nothing is divided where a permit is there, and nothing drifts.
//!
//! Times are given by the caller and never go back; this file knows no clock and no lock.

use std::num::NonZeroU32;

use tollgate_limits::Rate;

use crate::history::History;
use crate::machine::words::{Reader, Sink};

/// The state of one token bucket.
#[derive(Clone, Debug)]
pub(crate) struct Gcra {
    count: u64,
    period: u64,
    /// What the whole burst takes: `burst * period`.
    full: u128,
    /// When the bucket is full again.
    tat: u128,
}

impl Gcra {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, burst: NonZeroU32) -> Self {
        let period = rate.period().as_nanos();
        Self {
            count: u64::from(rate.count().get()),
            period,
            full: product(u64::from(burst.get()), period),
            tat: 0,
        }
    }

    #[inline]
    pub(crate) fn save(&self, into: &mut impl Sink) {
        into.put_wide(self.tat);
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.tat = from.take_wide()?;
        Some(())
    }

    /// How long the whole burst takes to come back, in nanoseconds.
    pub(crate) fn span(&self) -> u128 {
        self.full / u128::from(self.count)
    }

    /// Whether `units` may leave at `now`.
    #[inline]
    pub(crate) fn fits(&self, units: u64, now: u64) -> bool {
        let now = self.scaled(now);
        self.tat.max(now) + product(units, self.period) <= now + self.full
    }

    /// The earliest moment at which the last of `units` units can leave, if nobody else comes.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        let last = (self.tat.max(self.scaled(now)))
            .saturating_add(product(units, self.period))
            .saturating_sub(self.full);
        let earliest = last.div_ceil(u128::from(self.count));
        u64::try_from(earliest).unwrap_or(u64::MAX).max(now)
    }

    /// Counts `units` that leave at `now`.
    #[inline]
    pub(crate) fn take(&mut self, units: u64, now: u64) {
        self.tat = self.tat.max(self.scaled(now)) + product(units, self.period);
    }

    /// Gives back `units` after which `since` units were granted, none of them after `last`.
    ///
    /// The TAT is the largest, over all grants `j`, of `t_j` plus what `j` and all later ones
    /// take. Without the units given back, the sums of earlier grants shrink by what those
    /// took, while the sums of later grants stay, and none of these is above `last` plus
    /// what all `since` units take. So the larger of both is never too early; it is exact when
    /// nothing was granted since. Simply subtracting would be too early after a pause: it
    /// would hand out again the time in which the bucket stood full.
    pub(crate) fn give_back(&mut self, units: u64, since: u64, last: u64) {
        let later = match since {
            0 => 0,
            _ => self
                .scaled(last)
                .saturating_add(product(since, self.period)),
        };
        let earlier = self.tat.saturating_sub(product(units, self.period));
        self.tat = self.tat.min(earlier.max(later));
    }

    /// Counts as used up by sends at an even pace: at `end` one unit is there, the next one
    /// unit's time later.
    pub(crate) fn pace_from(&mut self, end: u64) {
        let paced = self.scaled(end) + self.full - u128::from(self.period);
        self.tat = self.tat.max(paced);
    }

    /// Counts what was granted, each unit `delay` nanoseconds later, before this bucket was
    /// declared. More than it would have allowed leaves it empty, not in debt.
    pub(crate) fn replay(&mut self, history: &History, delay: u64) {
        if let Some(oldest) = history.worst_before() {
            self.tat = self.scaled(oldest.saturating_add(delay)) + self.full;
        }
        for &at in history.times() {
            let at = at.saturating_add(delay);
            self.take(1, at);
            self.tat = self.tat.min(self.scaled(at) + self.full);
        }
    }

    /// Counts what another bucket granted as if it came at `now`; more than there is leaves this
    /// one empty, not in debt.
    pub(crate) fn absorb(&mut self, history: &History, now: u64) {
        let empty = self.scaled(now) + self.full;
        let units = history.times().len() as u64;
        let added = self.tat.max(self.scaled(now)) + product(units, self.period);
        let counted = if history.worst_before().is_some() {
            empty
        } else {
            added.min(empty)
        };
        self.tat = self.tat.max(counted);
    }

    /// The same by a clock that is `back` behind.
    pub(crate) fn shift(&mut self, back: u64) {
        self.tat = self.tat.saturating_sub(self.scaled(back));
    }

    /// Whether this cannot be told from a bucket that was never used.
    pub(crate) fn is_idle(&self, now: u64) -> bool {
        self.tat <= self.scaled(now)
    }

    #[inline]
    fn scaled(&self, at: u64) -> u128 {
        product(at, self.count)
    }
}

#[inline]
fn product(one: u64, other: u64) -> u128 {
    u128::from(one) * u128::from(other)
}
