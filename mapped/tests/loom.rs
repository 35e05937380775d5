//! Every interleaving of mappings that come and go while a signal handler looks for an address.
//!
//! Run with
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test --release -p tollgate-mapped --test loom
//! ```
//!
//! The file under test is compiled here with loom's atomics, which cannot stand in a `static`: the
//! table is made anew for each run.

#![cfg(all(loom, target_os = "linux"))]

use std::ffi::c_void;
use std::ptr;

use loom::sync::atomic::Ordering::Relaxed;
use loom::thread;

use crate::atomics::{AtomicBool, AtomicPtr, AtomicUsize};
use crate::ranges::{Claim, Ranges, Slot};

mod atomics {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, fence};
}
#[path = "../src/linux/ranges.rs"]
mod ranges;

/// A table with one slot, which all have to use one after the other.
fn table() -> &'static Ranges<1> {
    Box::leak(Box::new(Ranges([Slot {
        turn: AtomicUsize::new(0),
        start: AtomicPtr::new(ptr::null_mut()),
        bytes: AtomicUsize::new(0),
        lost: AtomicBool::new(false),
    }])))
}

/// An address that is never accessed.
fn at(address: usize) -> *mut c_void {
    ptr::without_provenance_mut(address)
}

const SHORT: (usize, usize) = (0x10_000, 0x1000);
const LONG: (usize, usize) = (0x20_000, 0x8000);
/// In neither of them, but in what begins like the first and is as long as the second.
const BETWEEN: usize = 0x14_000;

fn guard(claim: &mut Claim, (start, bytes): (usize, usize)) {
    claim.guard(at(start), bytes);
}

/// What the handler would put zeros over, for a fault at that address.
fn found(table: &Ranges<1>, address: usize) -> Option<(usize, usize)> {
    let found = table.find(at(address))?;
    Some((found.start.addr(), found.bytes))
}

// Whoever looks is the thread that is started, and whoever changes the table is the one that starts it:
// loom remembers only the last access to an atomic, and would not see that a look could come earlier
// than a change whose thread has looked too.

#[test]
fn an_address_is_never_found_in_a_range_that_is_made_of_two() {
    for address in [BETWEEN, SHORT.0, LONG.0] {
        loom::model(move || {
            let table = table();
            let handler = thread::spawn(move || {
                let expected = match address {
                    BETWEEN => None,
                    address => Some(if address == SHORT.0 { SHORT } else { LONG }),
                };
                let found = found(table, address);
                assert!(found.is_none() || found == expected, "{found:x?}");
            });
            for range in [SHORT, LONG] {
                let mut claim = table.claim().expect("nobody else claims");
                guard(&mut claim, range);
                claim.withdraw();
            }
            handler.join().expect("does not panic");
        });
    }
}

#[test]
fn two_that_claim_a_slot_never_have_it_together() {
    loom::model(|| {
        let table = table();
        let other = thread::spawn(move || {
            if let Some(mut claim) = table.claim() {
                guard(&mut claim, LONG);
                assert_eq!(found(table, LONG.0), Some(LONG));
                claim.withdraw();
            }
        });
        if let Some(mut claim) = table.claim() {
            guard(&mut claim, SHORT);
            assert_eq!(found(table, SHORT.0), Some(SHORT));
            claim.withdraw();
            assert_eq!(found(table, SHORT.0), None);
        }
        other.join().expect("does not panic");
    });
}

#[test]
fn who_reads_a_zero_of_the_handler_sees_that_the_mapping_is_lost() {
    loom::model(|| {
        let table = table();
        let word: &AtomicUsize = Box::leak(Box::new(AtomicUsize::new(7)));
        let mut claim = table.claim().expect("nobody else claims");
        guard(&mut claim, SHORT);

        let handler = thread::spawn(move || {
            let found = table.find(at(SHORT.0)).expect("it is guarded");
            found.lost.store(true, Relaxed);
            // The system changes the page between two barriers of its own.
            atomics::fence(loom::sync::atomic::Ordering::SeqCst);
            word.store(0, Relaxed);
        });
        if word.load(Relaxed) == 0 {
            assert!(claim.is_lost());
        }
        handler.join().expect("does not panic");
    });
}
