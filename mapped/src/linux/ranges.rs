//! Which addresses are those of our mappings; read by a signal handler.
//!
//! In: ranges, when a mapping is made and before it is unmapped. Out: the range that an address is
//! in. No lock, no allocation and no wait: the handler may run in the middle of everything.
//!
//! Each slot is a seqlock whose number counts how far its present use has come. A handler looks
//! for an address that its own thread has just accessed through a mapping, so that mapping is alive
//! and its slot does not change meanwhile. What changes is not what it looks for, and is passed over.

//!
//! The model test in `tests/loom.rs` compiles this file with loom's atomics.

use std::ffi::c_void;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::atomics::{AtomicBool, AtomicPtr, AtomicUsize, fence};

/// A table of ranges of addresses.
pub(super) struct Ranges<const SLOTS: usize>(pub(super) [Slot; SLOTS]);

#[derive(Debug)]
pub(super) struct Slot {
    /// Modulo four: 0 free, 1 taken, 2 guarding a range, 3 not guarding it any more.
    pub(super) turn: AtomicUsize,
    pub(super) start: AtomicPtr<c_void>,
    pub(super) bytes: AtomicUsize,
    pub(super) lost: AtomicBool,
}

impl<const SLOTS: usize> Ranges<SLOTS> {
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
