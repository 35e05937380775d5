//! The lock for repairs excludes everybody else, and ends with its holder.

use std::path::Path;
use std::time::Duration;

use tollgate_mapped::{Directory, ErrorKind};

use crate::kid::{Kid, hear, say};
use crate::scratch::Scratch;

const AT_ONCE: Duration = Duration::ZERO;

#[test]
fn a_locked_file_is_locked_for_other_threads_and_unlocked_by_dropping() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 1).unwrap();
    let lock = file.lock_for_repair(AT_ONCE).unwrap();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| file.lock_for_repair(Duration::from_millis(5)));
        let error = other.join().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Locked);
        assert!(error.to_string().contains("5ms"), "{error}");
    });
    drop(lock);
    drop(file.lock_for_repair(AT_ONCE).unwrap());
}

#[test]
fn who_waits_gets_the_lock_when_it_is_free() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 1).unwrap();
    let lock = file.lock_for_repair(AT_ONCE).unwrap();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| file.lock_for_repair(Duration::from_secs(20)).map(drop));
        drop(lock);
        other.join().unwrap().unwrap();
    });
}

#[test]
fn a_process_that_is_killed_unlocks() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let file = directory.create("a", 1).unwrap();
    let mut kid = Kid::start("lock::locks", &scratch.path());
    kid.says("locked");
    let error = file.lock_for_repair(AT_ONCE).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Locked);
    kid.kill();
    drop(file.lock_for_repair(AT_ONCE).unwrap());
}

pub(crate) fn locks(path: &Path) {
    let directory = Directory::open(path).unwrap();
    let file = directory.file("a").unwrap().unwrap();
    let _lock = file.lock_for_repair(AT_ONCE).unwrap();
    say("locked");
    hear();
}

#[test]
fn a_file_that_was_deleted_can_still_be_locked() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let file = directory.create("a", 1).unwrap();
    directory.remove("a").unwrap();
    drop(file.lock_for_repair(AT_ONCE).unwrap());
}
