//! `N per W` over a [`Trail`]: the same rule as in one process, with other memory.
//!
//! A request of cost `c` fits when the `c` oldest of the last `N` units no longer count. What
//! units stop counting at stands in the trail. After a block they come back at an even pace: not
//! by raising each of them, as memory of one's own allows, but by a floor that rises with the
//! number of the unit.

use tollgate_limits::Rate;

use super::trail::{Places, Trail};
use super::words::{Reader, Sink};
use crate::window::Window;

/// The state of one window.
#[derive(Debug)]
pub(crate) struct SharedWindow {
    trail: Trail,
    /// `N`.
    size: u64,
    /// `W` and the skew, in nanoseconds.
    span: u64,
    pace: Pace,
}

/// The `N` units before number `next` come back no earlier than one by one from `end` on.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    next: u64,
    end: u64,
}

impl SharedWindow {
    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = Trail::WORDS + 2;

    /// How many places a window of this rate needs.
    pub(crate) fn room(rate: Rate) -> u64 {
        Trail::room(u64::from(rate.count().get()))
    }

    /// A window over places that hold what [`restore`](Self::restore) knows of.
    pub(crate) fn new(rate: Rate, skew: u64, places: Places) -> Self {
        let size = u64::from(rate.count().get());
        Self {
            trail: Trail::new(places),
            size,
            span: rate.period().as_nanos().saturating_add(skew),
            pace: Pace::default(),
        }
    }

    /// Starts as `window` is, in a file that nobody else has seen yet.
    pub(crate) fn fill(&mut self, window: &Window) {
        self.trail.fill(&window.frees());
    }

    /// The same in memory of one's own.
    pub(crate) fn copy(&self) -> Window {
        let units = (1..=self.size).rev().map(|age| self.trail.newest(age));
        Window::holding(units.map(|unit| self.free(unit)).collect(), self.span)
    }

    pub(crate) fn span(&self) -> u64 {
        self.span
    }

    /// Whether `cost` units may leave at `now`.
    #[inline]
    pub(crate) fn fits(&self, cost: u32, now: u64) -> bool {
        let cost = u64::from(cost);
        cost <= self.size && self.free(self.trail.newest(self.size - cost + 1)) <= now
    }

    /// The earliest moment at which the last of `units` units can leave, if nobody else comes.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        let last = units.saturating_sub(1);
        let (rounds, age) = (last / self.size, last % self.size);
        let free = self.free(self.trail.newest(self.size - age)).max(now);
        free.saturating_add(rounds.saturating_mul(self.span))
    }

    /// Counts `cost` units that leave at `now`.
    #[inline]
    pub(crate) fn take(&mut self, cost: u32, now: u64) {
        // As many as this counts are at the same moment if some have no place, which changes nothing.
        self.trail.push(
            u64::from(cost),
            now.saturating_add(self.span),
            self.pace.next,
        );
    }

    /// Forgets `cost` units that were granted at `at` and never left.
    pub(crate) fn give_back(&mut self, cost: u32, at: u64) {
        let free = at.saturating_add(self.span);
        self.trail.withdraw(u64::from(cost), free, 0);
    }

    /// Counts as used up by sends at an even pace that ended at `end`.
    pub(crate) fn pace_from(&mut self, end: u64) {
        // Nothing comes back earlier than by the pace that held so far.
        let end = end.max(self.floor(self.trail.newest(self.size)));
        let next = self.trail.next();
        self.pace = Pace { next, end };
    }

    /// When `unit` stops counting.
    #[inline]
    fn free(&self, unit: u64) -> u64 {
        self.trail.at(unit).max(self.floor(unit))
    }

    #[inline]
    fn floor(&self, unit: u64) -> u64 {
        if unit < self.pace.next {
            self.paced(unit)
        } else {
            0
        }
    }

    #[cold]
    fn paced(&self, unit: u64) -> u64 {
        let Pace { next, end } = self.pace;
        let age = self.size.saturating_sub(self.trail.between(unit, next));
        let wait = (u128::from(age) * u128::from(self.span)).div_ceil(u128::from(self.size));
        end.saturating_add(u64::try_from(wait).unwrap_or(u64::MAX))
    }

    pub(crate) fn is_damaged(&self) -> bool {
        self.trail.is_damaged()
    }

    #[inline]
    pub(crate) fn settle(&self) {
        self.trail.settle();
    }

    #[inline]
    pub(crate) fn save(&self, into: &mut impl Sink) {
        self.trail.save(into);
        into.put(self.pace.next);
        into.put(self.pace.end);
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.trail.restore(from)?;
        let (next, end) = (from.take()?, from.take()?);
        self.pace = Pace { next, end };
        (self.trail.next() >= self.size.max(next)).then_some(())
    }
}
