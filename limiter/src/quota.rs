//! What we took from the vendor's quota, and what the vendor says about it.
//!
//! Every unit that is granted gets a position, one after the other. A report names the position
//! of the request that it answered; by that, caps ([`Left`]) and the count of what others spent
//! ([`Foreign`]) know which of our units the vendor cannot have counted yet. Reports only ever
//! lower what is granted.
//!
//! Pure: time comes in as an argument, and there is no clock and no lock in it.

mod foreign;
mod left;
#[cfg(test)]
mod tests;

use self::foreign::{Foreign, Said};
use self::left::{Cap, Left};
use crate::machine::words::{Reader, Sink};

/// What one bucket took from its quota, and what was said about that.
#[derive(Debug, Clone)]
pub(crate) struct Quota {
    /// The position of the latest unit.
    sold: u64,
    /// Units given back whose positions stay used.
    unsold: u64,
    /// The most that was ever taken at once.
    dearest: u64,
    /// The latest position that a report was about.
    newest: u64,
    /// Reports as of this position or an earlier one do not know of a bucket that came in since.
    joined: u64,
    /// What such buckets had taken …
    adopted: u64,
    /// … and how much of it was still under way then.
    adopted_open: u64,
    left: Left,
    foreign: Foreign,
}

/// What the vendor said, as of one request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    pub(crate) remaining: u64,
    pub(crate) limit: Option<u64>,
    pub(crate) end: u64,
    /// The position of the request …
    pub(crate) as_of: u64,
    /// … and how many were open when it was granted, itself included.
    pub(crate) open: u64,
    /// Of which of the vendor's limits, where that is told apart.
    pub(crate) policy: Option<u64>,
}

/// What a bucket leaves to the one that it becomes part of.
#[derive(Debug)]
pub(crate) struct Estate {
    /// How much it would have let go, until when.
    left: Vec<(u64, u64)>,
    taken: u64,
    open: u64,
    limited: bool,
}

impl Quota {
    /// Nothing was taken and nothing said.
    pub(crate) fn new() -> Self {
        Self {
            sold: 0,
            unsold: 0,
            dearest: 0,
            newest: 0,
            joined: 0,
            adopted: 0,
            adopted_open: 0,
            left: Left::new(),
            foreign: Foreign::default(),
        }
    }

    /// Whether the reports let `units` go at `now`.
    #[inline]
    pub(crate) fn fits(&mut self, units: u64, now: u64) -> bool {
        self.left.fits(self.sold + units, now)
    }

    /// From when on the reports let the last of `units` units go.
    pub(crate) fn earliest(&self, units: u64) -> u64 {
        self.left.earliest(self.sold.saturating_add(units))
    }

    /// Takes `units`; the position of the last of them.
    #[inline]
    pub(crate) fn take(&mut self, units: u64) -> u64 {
        self.sold += units;
        self.dearest = self.dearest.max(units);
        self.sold
    }

    /// Takes back `units` up to `position`, which never left.
    ///
    /// What was granted before the request of a report keeps its place: the report may have been
    /// about a quota without it.
    pub(crate) fn give_back(&mut self, units: u64, position: u64) {
        if position <= self.newest.max(self.joined) {
            self.unsold += units;
        } else if position == self.sold {
            self.sold -= units;
        } else {
            self.unsold += units;
            self.left.raise(units);
        }
    }

    /// Takes in what the vendor said; whether it lets less go than before, or more.
    pub(crate) fn hear(&mut self, statement: Statement, now: u64) -> bool {
        let Statement {
            remaining,
            limit,
            end,
            as_of,
            open,
            policy,
        } = statement;
        if end <= now || as_of <= self.joined {
            return false;
        }
        let as_of = as_of.min(self.sold);
        self.newest = self.newest.max(as_of);
        let said = Said {
            remaining,
            limit,
            end,
            as_of,
            sold: self.sold,
            least: self.counted_by(as_of, open),
            most: self.taken(),
        };
        self.foreign.hear(said, now);
        let position = as_of.saturating_add(remaining);
        let heard = self.sold;
        let old = policy.is_some_and(|policy| self.left.supersede(policy, as_of));
        let cap = Cap {
            position,
            end,
            policy,
            heard,
        };
        self.left.enforce(cap, now) || old
    }

    /// What was ever taken and not given back.
    fn taken(&self) -> u64 {
        self.sold - self.unsold + self.adopted
    }

    /// What the vendor has surely counted when it answers the request at `as_of`: that, and all
    /// that was over when it was granted, beside `open` in all.
    fn counted_by(&self, as_of: u64, open: u64) -> u64 {
        let under_way = open.saturating_sub(1).saturating_mul(self.dearest);
        let adopted = self.adopted - self.adopted_open;
        let uncounted = self.unsold.saturating_add(under_way);
        as_of.saturating_add(adopted).saturating_sub(uncounted)
    }

    /// What was ever issued here and not given back.
    pub(crate) fn issued(&self) -> u64 {
        self.sold - self.unsold.min(self.sold)
    }

    /// Units that others spent, as far as the reports prove it.
    pub(crate) fn foreign(&self) -> u64 {
        self.foreign.total()
    }

    /// Whether no report holds any more.
    pub(crate) fn is_over(&mut self, now: u64) -> bool {
        self.left.is_over(now)
    }

    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = 8 + Left::WORDS + Foreign::WORDS;

    pub(crate) fn save(&self, into: &mut impl Sink) {
        let Self {
            sold,
            unsold,
            dearest,
            newest,
            joined,
            adopted,
            adopted_open,
            left,
            foreign,
        } = self;
        into.put(*sold);
        into.put(*dearest);
        let rest = [unsold, newest, joined, adopted, adopted_open];
        let quiet = rest.iter().all(|&&word| word == 0) && left.is_quiet() && foreign.is_quiet();
        into.put(u64::from(!quiet));
        if quiet {
            return;
        }
        for word in rest {
            into.put(*word);
        }
        left.save(into);
        foreign.save(into);
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        *self = Self {
            sold: from.take()?,
            dearest: from.take()?,
            ..Self::new()
        };
        if from.take()? == 0 {
            return Some(());
        }
        self.unsold = from.take()?;
        self.newest = from.take()?;
        self.joined = from.take()?;
        self.adopted = from.take()?;
        self.adopted_open = from.take()?;
        self.left.restore(from)?;
        self.foreign.restore(from)?;
        (self.unsold <= self.sold.saturating_add(self.adopted)).then_some(())
    }

    /// Counts as used at `now`, at the latest, whatever was taken before; what the vendor said
    /// holds until its own end.
    pub(crate) fn shift(&mut self, back: u64) {
        self.left.shift(back);
        self.foreign = Foreign::default();
    }

    /// Leaves everything to the bucket that this one becomes part of, with `open` exchanges.
    pub(crate) fn leave(&self, open: u64) -> Estate {
        let caps = self.left.caps().iter();
        let left = caps.map(|cap| (cap.position.saturating_sub(self.sold), cap.end));
        let open = open
            .saturating_mul(self.dearest)
            .saturating_add(self.adopted_open);
        Estate {
            left: left.collect(),
            taken: self.taken(),
            open: open.min(self.taken()),
            limited: self.foreign.is_limited(),
        }
    }

    /// Takes in another bucket that turns out to draw on the same quota.
    ///
    /// What is left by a report of either may not know of what the other took: all of that is
    /// taken off. Reports that are still under way are as of a time when there were two.
    pub(crate) fn join(&mut self, estate: Estate, now: u64) {
        let Estate {
            left,
            taken,
            open,
            limited,
        } = estate;
        let ours = self.taken();
        self.left.lower(taken);
        for (left, end) in left {
            let position = self.sold.saturating_add(left.saturating_sub(ours));
            let cap = Cap {
                position,
                end,
                policy: None,
                heard: self.sold,
            };
            self.left.enforce(cap, now);
        }
        self.foreign.join(limited);
        self.joined = self.sold;
        self.adopted = self.adopted.saturating_add(taken);
        self.adopted_open = self.adopted_open.saturating_add(open);
    }
}
