//! A vendor's token bucket, as the vendor sees it: requests arrive up to the skew later.
//!
//! The guarantee is about arrivals. Of two requests `d` apart at departure the vendor may see
//! the later one only `d - skew` after the earlier, so a unit gives nothing back before it has
//! surely arrived. Units in transit therefore count in full; `skew` after departure each is
//! handed to the vendor's bucket ([`Gcra`]), where it begins to be refilled. A request of cost
//! `c` fits when the bucket with everything in transit and `c` still holds:
//!
//! ```text
//! max(TAT, now) + (in transit + c) * T  <=  now + burst * T
//! ```
//!
//! This is exact in both directions: every pattern of arrivals that the skew permits conforms,
//! and whatever is refused could have broken the limit. Adding the skew to a plain TAT instead
//! would take `skew * rate` off every burst and strangle buckets that hold less than that.

use std::collections::VecDeque;
use std::num::NonZeroU32;

use tollgate_limits::Rate;

use crate::gcra::Gcra;
use crate::history::History;

/// The state of one vendor's token bucket.
#[derive(Debug)]
pub(crate) struct VendorBucket {
    arrived: Gcra,
    burst: u64,
    skew: u64,
    /// Units that may not have arrived yet, oldest first.
    transit: VecDeque<Shipment>,
    in_transit: u64,
}

/// Units that left together.
#[derive(Clone, Copy, Debug)]
struct Shipment {
    /// When they have surely arrived.
    due: u64,
    units: u64,
}

impl VendorBucket {
    /// A full bucket, with room for all that can ever be in transit.
    pub(crate) fn new(rate: Rate, burst: NonZeroU32, skew: u64) -> Self {
        let room = if skew == 0 { 0 } else { burst.get() };
        Self {
            arrived: Gcra::new(rate, burst),
            burst: u64::from(burst.get()),
            skew,
            transit: VecDeque::with_capacity(room as usize),
            in_transit: 0,
        }
    }

    /// A bucket of these parts: what has arrived, and when each unit in transit has, the first
    /// first.
    pub(crate) fn of_parts(arrived: Gcra, burst: u64, skew: u64, dues: &[u64]) -> Self {
        let together = dues.chunk_by(|one, next| one == next);
        let shipments = together.map(|units| Shipment {
            due: units[0],
            units: units.len() as u64,
        });
        Self {
            arrived,
            burst,
            skew,
            transit: shipments.collect(),
            in_transit: dues.len() as u64,
        }
    }

    /// The same by a clock that is `back` behind.
    pub(crate) fn shift(&mut self, back: u64) {
        self.arrived.shift(back);
        for shipment in &mut self.transit {
            shipment.due = shipment.due.saturating_sub(back);
        }
    }

    /// What has arrived, and when each unit in transit has.
    pub(crate) fn parts(&self) -> (Gcra, Vec<u64>) {
        let units = self.transit.iter().flat_map(|shipment| {
            let units = usize::try_from(shipment.units).unwrap_or(usize::MAX);
            std::iter::repeat_n(shipment.due, units)
        });
        (self.arrived.clone(), units.collect())
    }

    /// How long the whole burst takes to come back, in nanoseconds.
    pub(crate) fn span(&self) -> u128 {
        self.arrived.span()
    }

    /// Whether `cost` units may leave at `now`.
    pub(crate) fn fits(&mut self, cost: u32, now: u64) -> bool {
        self.land(now);
        self.arrived.fits(self.in_transit + u64::from(cost), now)
    }

    /// The earliest moment at which the last of `units` units can leave, if nobody else comes;
    /// above the burst a lower bound of it.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        let mut bucket = self.arrived.clone();
        let mut ahead = self.in_transit.saturating_add(units);
        let mut at = now;
        for shipment in &self.transit {
            if shipment.due > now {
                if units > self.burst {
                    break;
                }
                let earliest = bucket.earliest(ahead, at);
                if earliest < shipment.due && ahead <= self.burst {
                    return earliest;
                }
            }
            bucket.take(shipment.units, shipment.due);
            ahead -= shipment.units;
            at = at.max(shipment.due);
        }
        bucket.earliest(ahead, at)
    }

    /// Counts `cost` units that leave at `now`.
    pub(crate) fn take(&mut self, cost: u32, now: u64) {
        let units = u64::from(cost);
        if self.skew == 0 {
            return self.arrived.take(units, now);
        }
        let due = now.saturating_add(self.skew);
        self.in_transit += units;
        match self.transit.back_mut() {
            Some(last) if last.due == due => last.units += units,
            _ => self.transit.push_back(Shipment { due, units }),
        }
    }

    /// Gives back `cost` units granted at `at`, after which `since` units were granted,
    /// none of them after `last`. Exact while they count as in transit, else as [`Gcra`] does it.
    pub(crate) fn give_back(&mut self, cost: u32, at: u64, since: u64, last: u64) {
        let units = u64::from(cost);
        let due = at.saturating_add(self.skew);
        let Ok(index) = self
            .transit
            .binary_search_by_key(&due, |shipment| shipment.due)
        else {
            let last = last.saturating_add(self.skew);
            return self.arrived.give_back(units, since, last);
        };
        let shipment = &mut self.transit[index];
        let gone = units.min(shipment.units);
        shipment.units -= gone;
        self.in_transit -= gone;
        if shipment.units == 0 {
            self.transit.remove(index);
        }
    }

    /// Counts as used up by sends at an even pace that ended at `end`.
    pub(crate) fn pace_from(&mut self, end: u64) {
        self.land(u64::MAX);
        self.arrived.pace_from(end);
    }

    /// Counts what was granted before this bucket was declared.
    pub(crate) fn replay(&mut self, history: &History) {
        self.arrived.replay(history, self.skew);
    }

    /// Counts what another bucket granted.
    pub(crate) fn absorb(&mut self, history: &History, now: u64) {
        self.arrived.absorb(history, now.saturating_add(self.skew));
    }

    /// Whether this cannot be told from a bucket that was never used.
    pub(crate) fn is_idle(&mut self, now: u64) -> bool {
        self.land(now);
        self.transit.is_empty() && self.arrived.is_idle(now)
    }

    /// Hands what has surely arrived at `now` to the vendor's bucket.
    fn land(&mut self, now: u64) {
        while let Some(&Shipment { due, units }) = self.transit.front()
            && due <= now
        {
            self.transit.pop_front();
            self.in_transit -= units;
            self.arrived.take(units, due);
        }
    }
}
