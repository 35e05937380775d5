//! Units that the store has given and nobody has used yet, each with its time.
//!
//! Pure: moments are by the clock of this process, in nanoseconds, and come in as arguments. Knows
//! neither the store nor the queue.

use std::collections::VecDeque;

use super::message::Unit;

/// Units that may leave from one moment to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) from: u64,
    /// The last moment at which they may.
    pub(crate) until: u64,
    pub(crate) unit: Unit,
}

/// What is there to be used, in the order in which it was given.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    held: VecDeque<Lease>,
}

impl Leases {
    pub(crate) fn add(&mut self, lease: Lease) {
        self.held.push_back(lease);
    }

    /// Takes `units` that may leave at `now`, all of one lease, and says since when they may.
    pub(crate) fn take(&mut self, units: u32, now: u64) -> Option<(Unit, u64)> {
        let fits =
            |lease: &Lease| lease.from <= now && now <= lease.until && lease.unit.units >= units;
        let index = self.held.iter().position(fits)?;
        let lease = &mut self.held[index];
        let rest = lease.unit.units - units;
        let taken = Unit {
            units,
            serial: lease.unit.serial - u64::from(rest),
            position: lease.unit.position - u64::from(rest),
            ..lease.unit
        };
        let from = lease.from;
        lease.unit.units = rest;
        if rest == 0 {
            self.held.remove(index);
        }
        Some((taken, from))
    }

    /// From when on `units` may leave of what is there.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> Option<u64> {
        let fits = |lease: &&Lease| now <= lease.until && u64::from(lease.unit.units) >= units;
        self.held.iter().find(fits).map(|lease| lease.from.max(now))
    }

    /// Takes out what can no longer be used at `now`.
    pub(crate) fn expire(&mut self, now: u64) -> Vec<Unit> {
        if self.held.iter().all(|lease| now <= lease.until) {
            return Vec::new();
        }
        let (kept, over) = self.held.drain(..).partition(|lease| now <= lease.until);
        self.held = kept;
        let over: VecDeque<Lease> = over;
        over.into_iter().map(|lease| lease.unit).collect()
    }

    /// Takes out everything.
    pub(crate) fn clear(&mut self) -> Vec<Unit> {
        self.held.drain(..).map(|lease| lease.unit).collect()
    }

    pub(crate) fn units(&self) -> u64 {
        self.held
            .iter()
            .map(|lease| u64::from(lease.unit.units))
            .sum()
    }

    /// How many of them may leave at `now`.
    pub(crate) fn there(&self, now: u64) -> u64 {
        let ready = self
            .held
            .iter()
            .filter(|lease| lease.from <= now && now <= lease.until);
        ready.map(|lease| u64::from(lease.unit.units)).sum()
    }

    /// How many leases there are.
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// When the first of them ends.
    pub(crate) fn first_end(&self) -> Option<u64> {
        self.held.iter().map(|lease| lease.until).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease(from: u64, until: u64, units: u32, serial: u64) -> Lease {
        let unit = Unit {
            lineage: 1,
            at: from,
            units,
            serial,
            position: serial,
        };
        Lease { from, until, unit }
    }

    #[test]
    fn nothing_leaves_before_its_moment_or_after_its_end() {
        let mut leases = Leases::default();
        leases.add(lease(10, 20, 1, 1));
        assert_eq!(leases.take(1, 9), None);
        assert_eq!(leases.take(1, 21), None);
        assert_eq!(leases.earliest(1, 5), Some(10));
        assert_eq!(leases.earliest(1, 21), None);
        assert!(leases.take(1, 20).is_some());
        assert_eq!(leases.take(1, 20), None, "it was one");
    }

    #[test]
    fn a_lease_is_used_bit_by_bit_from_its_first_unit() {
        let mut leases = Leases::default();
        leases.add(lease(10, 20, 5, 105));
        let (taken, _) = leases.take(2, 10).expect("five are there");
        assert_eq!((taken.units, taken.serial), (2, 102));
        assert_eq!(leases.take(4, 10), None);
        let (rest, _) = leases.take(3, 10).expect("three are left");
        assert_eq!((rest.units, rest.serial), (3, 105));
    }

    #[test]
    fn what_is_over_comes_out_once_and_the_rest_stays_in_order() {
        let mut leases = Leases::default();
        for (from, serial) in [(0, 1), (5, 2), (9, 3)] {
            leases.add(lease(from, from + 3, 1, serial));
        }
        let over: Vec<u64> = leases.expire(9).iter().map(|unit| unit.serial).collect();
        assert_eq!(over, [1, 2]);
        assert_eq!((leases.expire(9).len(), leases.units()), (0, 1));
    }
}
