//! A vendor's token bucket over a [`Trail`]: the same rule as in one process, with other memory.
//!
//! The trail holds when each unit has surely arrived. Units from [`landed`](SharedVendor) on may
//! still be under way and count in full.

use std::num::NonZeroU32;

use tollgate_limits::Rate;

use super::trail::{Places, Trail};
use super::words::{Reader, Sink};
use crate::gcra::Gcra;
use crate::vendor::VendorBucket;

/// The state of one vendor's token bucket.
#[derive(Debug)]
pub(crate) struct SharedVendor {
    arrived: Gcra,
    burst: u64,
    skew: u64,
    trail: Trail,
    /// The first unit that the vendor's bucket does not know of.
    landed: u64,
    /// How many units can be under way.
    room: u64,
}

impl SharedVendor {
    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = Trail::WORDS + 3;

    /// How many places a bucket of this burst needs.
    pub(crate) fn room(burst: NonZeroU32) -> u64 {
        Trail::room(u64::from(burst.get()))
    }

    /// A bucket over places that hold what [`restore`](Self::restore) knows of.
    pub(crate) fn new(rate: Rate, burst: NonZeroU32, skew: u64, places: Places) -> Self {
        Self {
            arrived: Gcra::new(rate, burst),
            burst: u64::from(burst.get()),
            skew,
            room: places.count(),
            trail: Trail::new(places),
            landed: 0,
        }
    }

    /// Starts as `bucket` is, in a file that nobody else has seen yet.
    pub(crate) fn fill(&mut self, bucket: &VendorBucket) {
        let (arrived, mut dues) = bucket.parts();
        self.arrived = arrived;
        // More than ever fit at once only after requests that waited for a connection.
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let surplus = dues.len().saturating_sub(room);
        for due in dues.drain(..surplus) {
            self.arrived.take(1, due);
        }
        self.trail.fill(&dues);
    }

    /// The same in memory of one's own.
    pub(crate) fn copy(&self) -> VendorBucket {
        let units = self.landed..self.trail.next();
        let dues = units.filter(|&unit| !self.trail.is_void(unit));
        let dues: Vec<u64> = dues.map(|unit| self.trail.at(unit)).collect();
        VendorBucket::of_parts(self.arrived.clone(), self.burst, self.skew, &dues)
    }

    pub(crate) fn span(&self) -> u128 {
        self.arrived.span()
    }

    /// Whether `cost` units may leave at `now`.
    #[inline]
    pub(crate) fn fits(&mut self, cost: u32, now: u64) -> bool {
        self.land(now);
        let in_transit = self.trail.since(self.landed);
        self.arrived.fits(in_transit + u64::from(cost), now)
    }

    /// The earliest moment at which the last of `units` units can leave, if nobody else comes.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        let mut bucket = self.arrived.clone();
        let mut ahead = self.trail.since(self.landed).saturating_add(units);
        let mut at = now;
        let under_way = self.landed..self.trail.next();
        for unit in under_way.filter(|&unit| !self.trail.is_void(unit)) {
            let due = self.trail.at(unit);
            if due > now {
                if units > self.burst {
                    break;
                }
                let earliest = bucket.earliest(ahead, at);
                if earliest < due && ahead <= self.burst {
                    return earliest;
                }
            }
            bucket.take(1, due);
            ahead -= 1;
            at = at.max(due);
        }
        bucket.earliest(ahead, at)
    }

    /// Counts `cost` units that leave at `now`.
    #[inline]
    pub(crate) fn take(&mut self, cost: u32, now: u64) {
        let units = u64::from(cost);
        if self.skew == 0 {
            return self.arrived.take(units, now);
        }
        while self.landed < self.trail.next() && self.trail.next() + units - self.landed > self.room
        {
            self.land_one();
        }
        let due = now.saturating_add(self.skew);
        let surplus = self.trail.push(units, due, self.landed);
        if surplus > 0 {
            self.arrived.take(surplus, due);
        }
    }

    /// Gives back `cost` units granted at `at`, after which `since` units were granted,
    /// none of them after `last`.
    pub(crate) fn give_back(&mut self, cost: u32, at: u64, since: u64, last: u64) {
        let units = u64::from(cost);
        let due = at.saturating_add(self.skew);
        let first = self.landed;
        if first < self.trail.next() && self.trail.at(first) <= due {
            // Those that cannot be remembered stay counted.
            self.trail.withdraw(units, due, first);
        } else {
            let last = last.saturating_add(self.skew);
            self.arrived.give_back(units, since, last);
        }
    }

    /// Counts as used up by sends at an even pace that ended at `end`.
    pub(crate) fn pace_from(&mut self, end: u64) {
        self.land(u64::MAX);
        self.arrived.pace_from(end);
    }

    /// Hands what has surely arrived at `now` to the vendor's bucket.
    #[inline]
    fn land(&mut self, now: u64) {
        while self.landed < self.trail.next() && self.trail.at(self.landed) <= now {
            self.land_one();
        }
    }

    fn land_one(&mut self) {
        if !self.trail.is_void(self.landed) {
            self.arrived.take(1, self.trail.at(self.landed));
        }
        self.landed += 1;
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
        self.arrived.save(into);
        into.put(self.landed);
        self.trail.save(into);
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.arrived.restore(from)?;
        self.landed = from.take()?;
        self.trail.restore(from)?;
        let under_way = self.trail.next().checked_sub(self.landed)?;
        (under_way <= self.room).then_some(())
    }
}
