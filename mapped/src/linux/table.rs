//! The one table of this process's mappings; what it does is in `ranges.rs`.

use std::ptr;

use super::atomics::{AtomicBool, AtomicPtr, AtomicUsize};
use super::ranges::{Ranges, Slot};

/// More mappings than accounts that one process serves at a time.
pub(super) const SLOTS: usize = 1024;

pub(super) static RANGES: Ranges<SLOTS> = free();

const fn free<const SLOTS: usize>() -> Ranges<SLOTS> {
    Ranges(
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

#[cfg(test)]
mod tests {
    use std::ffi::c_void;
    use std::sync::atomic::Ordering::Relaxed;

    use super::super::ranges::Claim;
    use super::*;

    /// An address that is never accessed.
    fn at(address: usize) -> *mut c_void {
        ptr::without_provenance_mut(address)
    }

    #[test]
    fn an_address_is_found_from_the_first_byte_to_the_last_while_it_is_guarded() {
        static TABLE: Ranges<2> = free();
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
        static TABLE: Ranges<2> = free();
        let mut all: Vec<Claim> = (0..2).map(|_| TABLE.claim().unwrap()).collect();
        assert!(TABLE.claim().is_none());
        all.pop();
        assert!(TABLE.claim().is_some());
    }

    #[test]
    fn what_was_lost_in_a_place_is_not_lost_in_its_next_use() {
        static TABLE: Ranges<2> = free();
        let mut first = TABLE.claim().unwrap();
        first.guard(at(0x1000), 0x1000);
        TABLE.find(at(0x1000)).unwrap().lost.store(true, Relaxed);
        assert!(first.is_lost());
        drop(first);

        let mut second = TABLE.claim().unwrap();
        second.guard(at(0x1000), 0x1000);
        assert!(!second.is_lost());
    }
}
