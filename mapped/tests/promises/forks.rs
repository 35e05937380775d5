//! The child of a fork is another process, and knows it.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use tollgate_mapped::{Identity, forks};

use crate::kid::Kid;
use crate::scratch::Scratch;
use crate::unsafely::{end, forked};

/// Which of the promises was broken, as an exit code.
fn first_broken(promises: &[bool]) -> i32 {
    let broken = promises.iter().position(|kept| !kept);
    broken.map_or(0, |index| i32::try_from(index).unwrap() + 1)
}

#[test]
fn a_child_and_its_child_have_numbers_and_identities_of_their_own() {
    let (process, own) = (forks(), Identity::own().unwrap());
    let child = forked(|| {
        let (child_process, child) = (forks(), Identity::own().unwrap());
        let grandchild = forked(|| {
            first_broken(&[
                forks() > child_process,
                forks() == forks(),
                Identity::own().unwrap() != child,
                child.is_alive(),
                own.is_alive(),
            ])
        });
        let below = end(grandchild).unwrap_or(-1);
        if below != 0 {
            return 100 + below;
        }
        first_broken(&[
            child_process > process,
            forks() == child_process,
            child != own,
            child.pid() == std::process::id(),
            child.is_alive(),
            own.is_alive(),
        ])
    });
    assert_eq!(end(child), Ok(0));
    assert_eq!((forks(), Identity::own().unwrap()), (process, own));
}

#[test]
fn a_child_does_not_take_its_dead_parent_for_itself() {
    const DEAD: u64 = 1;
    const ALIVE: u64 = 2;

    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 2).unwrap();
    let mapping = file.map().unwrap();
    let [parent_ended, answer] = mapping.words() else {
        unreachable!("it has two words");
    };
    let parent = forked(|| {
        let own = Identity::own().unwrap();
        forked(|| {
            let told = comes(parent_ended);
            let alive = !told || own.is_alive();
            answer.store(if alive { ALIVE } else { DEAD }, Relaxed);
            0
        });
        0
    });
    assert_eq!(end(parent), Ok(0));
    parent_ended.store(1, Relaxed);
    assert!(comes(answer));
    assert_eq!(answer.load(Relaxed), DEAD);
}

/// Waits until another process has written there.
fn comes(word: &AtomicU64) -> bool {
    (0..60_000).any(|_| {
        std::thread::sleep(Duration::from_millis(1));
        word.load(Relaxed) != 0
    })
}

#[test]
fn a_child_that_asks_first_has_a_number_beyond_what_its_parent_asks_later() {
    let scratch = Scratch::new();
    let kid = Kid::start("forks::has_others", &scratch.path());
    assert_eq!(kid.end(), Ok(0));
}

/// In a process that has never asked.
pub(crate) fn has_others(_path: &Path) {
    let child = forked(|| first_broken(&[forks() != 0, Identity::own().is_ok()]));
    assert_eq!(end(child), Ok(0));
    let process = forks();
    let child = forked(|| first_broken(&[forks() > process]));
    assert_eq!(end(child), Ok(0));
}

#[test]
fn a_mapping_goes_on_in_a_child_and_is_guarded_there() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 4096).unwrap();
    let mapping = file.map().unwrap();
    let truncated = std::fs::OpenOptions::new()
        .write(true)
        .open(file.path())
        .unwrap();

    let child = forked(|| {
        mapping.words()[1].fetch_add(1, Relaxed);
        let reached = !mapping.is_lost();
        truncated.set_len(0).unwrap();
        first_broken(&[
            reached,
            mapping.words()[4000].load(Relaxed) == 0,
            mapping.is_lost(),
        ])
    });
    assert_eq!(end(child), Ok(0));
    assert!(!mapping.is_lost(), "what the child met is the child's");
    assert_eq!(mapping.words()[4000].load(Relaxed), 0);
    assert!(mapping.is_lost());
}

#[test]
fn a_child_that_drops_a_lock_leaves_it_to_its_parent() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 1).unwrap();
    let lock = file.lock_for_repair(Duration::ZERO).unwrap();
    let mut copy = Some(lock);
    let child = forked(|| {
        copy.take();
        0
    });
    assert_eq!(end(child), Ok(0));
    assert!(file.lock_for_repair(Duration::ZERO).is_err());
    copy.take();
    assert!(file.lock_for_repair(Duration::ZERO).is_ok());
}

#[test]
fn children_that_are_forked_while_threads_ask_have_numbers_of_their_own() {
    static OVER: AtomicBool = AtomicBool::new(false);
    /// Ends the threads also if this one panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            OVER.store(true, Relaxed);
        }
    }
    std::thread::scope(|scope| {
        let _end = End;
        for _ in 0..2 {
            scope.spawn(|| {
                while !OVER.load(Relaxed) {
                    assert_eq!(forks(), forks());
                    assert!(Identity::own().unwrap().is_alive());
                }
            });
        }
        let (process, own) = (forks(), Identity::own().unwrap());
        for _ in 0..100 {
            let child = forked(|| {
                let child = Identity::own().unwrap();
                first_broken(&[forks() > process, child != own])
            });
            assert_eq!(end(child), Ok(0));
        }
    });
}
