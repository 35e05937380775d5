//! Which addresses are those of our mappings; read by a signal handler.
//!
//! In: ranges, when a mapping is made and before it is unmapped. Out: the range that an address is
//! in. No lock, no allocation and no wait: the handler may run in the middle of everything.
//!
//! Each slot is a seqlock whose number counts how far its present use has come. A handler looks
//! for an address that its own thread has just accessed through a mapping, so that mapping is alive
//! and its slot does not change meanwhile. What changes is not what it looks for, and is passed over.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, fence};

/// More mappings than accounts that one process serves at a time.
pub(super) const SLOTS: usize = 1024;

pub(super) static RANGES: Ranges = Ranges::new();

/// A table of ranges of addresses.
pub(super) struct Ranges([Slot; SLOTS]);

#[derive(Debug)]
struct Slot {
    /// Modulo four: 0 free, 1 taken, 2 guarding a range, 3 not guarding it any more.
    turn: AtomicUsize,
    start: AtomicPtr<c_void>,
    bytes: AtomicUsize,
    lost: AtomicBool,
}

impl Ranges {
    const fn new() -> Self {
        Self(
            [const {
                Slot {
                    turn: AtomicUsize::new(0),
                    start: AtomicPtr::new(ptr::null_mut()),
                    bytes: AtomicUsize::new(0),
                    lost: AtomicBool::new(false),
                }
            }; SLOTS],
        )
    }

    /// Takes a place in the table; none if it is full.
    pub(super) fn claim(&'static self) -> Option<Claim> {
        self.0.iter().find(|slot| slot.take()).map(Claim)
    }

    /// The range that the address is in.
    pub(super) fn find(&self, address: *const c_void) -> Option<Found<'_>> {
        self.0.iter().find_map(|slot| slot.holds(address))
    }
}

/// A range that an address is in.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub(super) start: *mut c_void,
    pub(super) bytes: usize,
    pub(super) lost: &'a AtomicBool,
}

impl Slot {
    fn take(&self) -> bool {
        let turn = self.turn.load(Relaxed);
        turn.is_multiple_of(4)
            && self
                .turn
                .compare_exchange(turn, turn.wrapping_add(1), Acquire, Relaxed)
                .is_ok()
    }

    fn holds(&self, address: *const c_void) -> Option<Found<'_>> {
        let turn = self.turn.load(Acquire);
        if turn % 4 != 2 {
            return None;
        }
        let (start, bytes) = (self.start.load(Relaxed), self.bytes.load(Relaxed));
        fence(Acquire);
        let steady = self.turn.load(Relaxed) == turn;
        let inside = address.addr().wrapping_sub(start.addr()) < bytes;
        (steady && inside).then_some(Found {
            start,
            bytes,
            lost: &self.lost,
        })
    }
}

/// A place in the table; dropping it makes the place free.
#[derive(Debug)]
pub(super) struct Claim(&'static Slot);

impl Claim {
    /// From now on, an address in this range is found.
    pub(super) fn guard(&mut self, start: *mut c_void, bytes: usize) {
        let Self(slot) = self;
        // Nobody sees what follows under the number of the slot's last use.
        fence(Release);
        slot.start.store(start, Relaxed);
        slot.bytes.store(bytes, Relaxed);
        slot.lost.store(false, Relaxed);
        slot.turn.store(self.turn(2), Release);
    }

    /// From now on, no address in the range is found.
    ///
    /// Has to be said before the memory is unmapped: the next one there would pass for ours.
    pub(super) fn withdraw(&mut self) {
        self.0.turn.store(self.turn(3), Release);
    }

    /// Whether the range was marked lost.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        // Not looked at before what was read of the mapping. The other side, which puts zeros there,
        // has set the mark before it asked the system to.
        fence(Acquire);
        self.0.lost.load(Relaxed)
    }

    /// The number of the slot at that stage of its present use.
    fn turn(&self, stage: usize) -> usize {
        self.0.turn.load(Relaxed) / 4 * 4 + stage
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.0.turn.store(self.turn(0).wrapping_add(4), Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An address that is never accessed.
    fn at(address: usize) -> *mut c_void {
        ptr::without_provenance_mut(address)
    }

    #[test]
    fn an_address_is_found_from_the_first_byte_to_the_last_while_it_is_guarded() {
        static TABLE: Ranges = Ranges::new();
        let mut claim = TABLE.claim().unwrap();
        assert!(TABLE.find(at(0x1000)).is_none());

        claim.guard(at(0x1000), 0x2000);
        for (address, inside) in [
            (0xfff, false),
            (0x1000, true),
            (0x2fff, true),
            (0x3000, false),
            (0, false),
            (usize::MAX, false),
        ] {
            let found = TABLE.find(at(address));
            assert_eq!(found.is_some(), inside, "{address:x}");
            if let Some(found) = found {
                assert_eq!((found.start, found.bytes), (at(0x1000), 0x2000));
            }
        }
        claim.withdraw();
        assert!(TABLE.find(at(0x1000)).is_none());
    }

    #[test]
    fn a_full_table_takes_no_more_until_a_place_is_free() {
        static TABLE: Ranges = Ranges::new();
        let mut all: Vec<Claim> = (0..SLOTS).map(|_| TABLE.claim().unwrap()).collect();
        assert!(TABLE.claim().is_none());
        all.pop();
        assert!(TABLE.claim().is_some());
    }

    #[test]
    fn what_was_lost_in_a_place_is_not_lost_in_its_next_use() {
        static TABLE: Ranges = Ranges::new();
        let mut first = TABLE.claim().unwrap();
        first.guard(at(0x1000), 0x1000);
        TABLE.find(at(0x1000)).unwrap().lost.store(true, Relaxed);
        assert!(first.is_lost());
        drop(first);

        let mut second = TABLE.claim().unwrap();
        second.guard(at(0x1000), 0x1000);
        assert!(!second.is_lost());
    }

    #[test]
    fn nobody_sees_a_range_that_is_made_of_two() {
        static TABLE: Ranges = Ranges::new();
        static OVER: AtomicBool = AtomicBool::new(false);
        // Each range begins at a multiple of its own length, and no two overlap.
        let ranges = [(0x10_000, 0x1000), (0x100_000, 0x8000), (0x40_000, 0x2000)];
        std::thread::scope(|scope| {
            for (start, bytes) in ranges {
                scope.spawn(move || {
                    while !OVER.load(Relaxed) {
                        let mut claim = TABLE.claim().unwrap();
                        claim.guard(at(start), bytes);
                        claim.withdraw();
                    }
                });
            }
            for round in 0..20_000_usize {
                let address = 0x10_000 + round * 0x1000 % 0x100_000;
                if let Some(found) = TABLE.find(at(address)) {
                    assert!(ranges.contains(&(found.start.addr(), found.bytes)));
                }
            }
            OVER.store(true, Relaxed);
        });
    }
}
