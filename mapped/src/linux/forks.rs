//! Whether this process is still the one it was.
//!
//! Out: a number that is larger in the child of a fork. It must not cost a system call.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::raw::word_wiped_by_forks;
use crate::boottime;

/// A number that stays the same in a process, and is larger in the child of a fork.
///
/// What a process has written down about itself (who it is, which slots are its own) is not true any
/// more in a child that inherited the memory. Compare the number with the one of that time.
/// One load, of a page that the system wipes in a child (MADV_WIPEONFORK, Linux 4.14); where
/// that is not to be had, one system call.
///
/// A child that shares its parent's memory (`vfork`, `clone` with CLONE_VM) cannot be told from it; such
/// a child may do no more than call `exec` or `_exit` anyway.
///
/// ```
/// assert_eq!(tollgate_mapped::forks(), tollgate_mapped::forks());
/// ```
#[must_use]
#[inline]
pub fn forks() -> u64 {
    let Some(word) = word_wiped_by_forks() else {
        return by_number();
    };
    match word.load(Relaxed) {
        0 => renewed(word),
        forks => forks,
    }
}

/// The last number that was given out; before it is, so that no child gets it again.
static LAST: AtomicU64 = AtomicU64::new(0);

#[cold]
fn renewed(word: &AtomicU64) -> u64 {
    let next = next();
    match word.compare_exchange(0, next, Relaxed, Relaxed) {
        Ok(_) => next,
        Err(other) => other,
    }
}

/// Larger than every number that was given out in this process or in one that it descends from.
///
/// The time alone would do but for a clock that stands still, and counting alone but for a fork
/// in the middle of it: a copy of this memory may have the number and not the count.
fn next() -> u64 {
    let now = boottime().max(1);
    let last = LAST.fetch_max(now, Relaxed);
    if last < now {
        return now;
    }
    LAST.fetch_add(1, Relaxed).wrapping_add(1)
}

/// Without the page: by the number of the process, at the price of asking for it.
#[cold]
fn by_number() -> u64 {
    static WORD: AtomicU64 = AtomicU64::new(0);
    let pid = rustix::process::getpid().as_raw_nonzero().get();
    numbered(&WORD, u64::from(pid.unsigned_abs()), boottime())
}

/// A word whose lower bits say whose it is, and whose upper bits grow whenever that changes.
fn numbered(word: &AtomicU64, pid: u64, now: u64) -> u64 {
    /// As in an identity: no process has a larger number.
    const PID_BITS: u32 = 22;
    /// About a millisecond, so that the rest lasts for a century.
    const TICK_BITS: u32 = 20;

    let mut seen = word.load(Relaxed);
    loop {
        if seen != 0 && seen & ((1 << PID_BITS) - 1) == pid {
            return seen;
        }
        let tick = (now >> TICK_BITS).max((seen >> PID_BITS) + 1);
        let next = tick << PID_BITS | pid;
        match word.compare_exchange(seen, next, Relaxed, Relaxed) {
            Ok(_) => return next,
            Err(other) => seen = other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_given_out_only_grow() {
        let numbers: Vec<u64> = (0..1000).map(|_| next()).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn without_the_page_a_child_has_a_larger_number_whatever_its_own() {
        let word = AtomicU64::new(0);
        let parent = numbered(&word, 4_000_000, 5);
        assert_eq!(numbered(&word, 4_000_000, 1 << 40), parent);
        let child = numbered(&word, 7, 5);
        assert!(child > parent);
        assert_eq!(numbered(&word, 7, 6), child);
        assert!(numbered(&word, 8, 1 << 40) > child);
    }
}
