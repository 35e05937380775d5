//! What somebody else spends from the account, as far as the vendor's reports prove it.
//!
//! What is left, and what we spent, together are what was left in the beginning less what others
//! spent: without others, this level stands still. It is known only between two bounds, since a
//! report does not say which of our requests under way it has counted: all that were ever issued
//! at the most, and at the least those that had been answered when its own was issued. Others
//! spent at least by how much the highest lower bound lies above a later upper bound. That counts;
//! and the level is then where it was seen, so nothing counts twice.
//!
//! - A report counts against an earlier one only if its request was issued after that one had
//!   arrived. So reports that overtake each other, here or at the vendor, add nothing; neither do
//!   they lose anything, since the next one shows the same.
//! - Reports are compared within one period: with the same limit, and ends that differ by no more
//!   than what vendors round to. One with a later end begins another period, one with an earlier
//!   end is about something else.
//! - The first report with a limit counts from nothing: what is missing beside all that we ever
//!   issued.
//!
//! It is a lower bound, with these limits: what others spent before the first report is seen only
//! by its limit, and hidden by what we spent in earlier periods. What comes back in the middle of
//! a period (a sliding window, a token bucket) hides as much. While many requests are under way,
//! as many units are not proved until fewer are. A vendor that counts roughly, or counts a request
//! as more than its cost here, is taken at its word, and the difference looks foreign.

use crate::machine::words::{Reader, Sink};

/// By how much the ends of one period differ: whole seconds, of two clocks.
const ROUNDING: u64 = 2_000_000_000;

/// What was heard of others.
#[derive(Debug, Default, Clone)]
pub(crate) struct Foreign {
    total: u64,
    /// Whether a report had a limit.
    limited: bool,
    level: Option<Level>,
}

/// One report, and what we know of our own units in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) remaining: u64,
    pub(crate) limit: Option<u64>,
    pub(crate) end: u64,
    /// The position of its request …
    pub(crate) as_of: u64,
    /// … and the latest position now.
    pub(crate) sold: u64,
    /// How many of our units the vendor has counted at the least …
    pub(crate) least: u64,
    /// … and at the most.
    pub(crate) most: u64,
}

/// What is left and what we spent together, in one period.
#[derive(Debug, Clone)]
struct Level {
    /// No more than it was when last heard of, and not counted as foreign yet.
    height: u64,
    limit: Option<u64>,
    end: u64,
    /// The latest position when this was heard.
    heard: u64,
}

impl Foreign {
    /// Whether there is nothing to write down.
    pub(crate) fn is_quiet(&self) -> bool {
        self.total == 0 && !self.limited && self.level.is_none()
    }

    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = 8;

    pub(crate) fn save(&self, into: &mut impl Sink) {
        let Self {
            total,
            limited,
            level,
        } = self;
        into.put(*total);
        into.put(u64::from(*limited));
        into.put(u64::from(level.is_some()));
        let Some(level) = level else { return };
        let Level {
            height,
            limit,
            end,
            heard,
        } = level;
        into.put(*height);
        into.put(u64::from(limit.is_some()));
        into.put(limit.unwrap_or_default());
        into.put(*end);
        into.put(*heard);
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.total = from.take()?;
        self.limited = from.take()? == 1;
        self.level = match from.take()? {
            0 => None,
            _ => Some(Level::restore(from)?),
        };
        Some(())
    }

    /// Units that others spent, proved so far.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Whether a report had a limit.
    pub(crate) fn is_limited(&self) -> bool {
        self.limited
    }

    /// Goes on for two buckets together; what was missing from a limit, the other may have counted.
    pub(crate) fn join(&mut self, limited: bool) {
        self.limited |= limited;
    }

    /// Takes in a report that arrives at `now`.
    pub(crate) fn hear(&mut self, said: Said, now: u64) {
        if said.limit.is_some_and(|limit| said.remaining > limit) {
            return; // nothing that could be compared
        }
        let spent = match &mut self.level {
            Some(level) if said.as_of <= level.heard => 0,
            Some(level) if level.is_of_the_period(said) => level.compare(said),
            Some(level) if level.end > now && !level.ends_before(said) => 0,
            _ => {
                self.level = Some(Level::new(said));
                0
            }
        };
        self.total = self.total.saturating_add(spent);
        if let Some(limit) = said.limit.filter(|_| !self.limited) {
            self.limited = true;
            self.start(limit, said);
        }
    }

    /// Counts from `limit`, as if nothing had been spent before our first unit.
    fn start(&mut self, limit: u64, said: Said) {
        let spent = limit.saturating_sub(said.highest());
        let Some(level) = &mut self.level else {
            return;
        };
        if spent > self.total {
            self.total = spent;
            level.height = said.highest();
            level.heard = said.sold;
        } else if self.total == 0 {
            level.height = level.height.max(limit);
        }
    }
}

impl Said {
    fn highest(self) -> u64 {
        self.remaining.saturating_add(self.most)
    }

    fn lowest(self) -> u64 {
        self.remaining.saturating_add(self.least)
    }
}

impl Level {
    fn new(said: Said) -> Self {
        Self {
            height: said.lowest(),
            limit: said.limit,
            end: said.end,
            heard: said.sold,
        }
    }

    fn restore(from: &mut Reader<'_>) -> Option<Self> {
        let height = from.take()?;
        let (known, limit) = (from.take()?, from.take()?);
        Some(Self {
            height,
            limit: (known == 1).then_some(limit),
            end: from.take()?,
            heard: from.take()?,
        })
    }

    fn is_of_the_period(&self, said: Said) -> bool {
        self.limit == said.limit && self.end.abs_diff(said.end) <= ROUNDING
    }

    fn ends_before(&self, said: Said) -> bool {
        self.end <= said.end.saturating_add(ROUNDING)
    }

    /// How far the level has fallen for certain since it was heard of.
    fn compare(&mut self, said: Said) -> u64 {
        let fallen = self.height.saturating_sub(said.highest());
        let height = self.height.min(said.highest()).max(said.lowest());
        if height != self.height {
            self.height = height;
            self.heard = said.sold;
        }
        self.end = self.end.max(said.end);
        fallen
    }
}
