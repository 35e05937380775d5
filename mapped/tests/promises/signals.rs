//! A SIGBUS that is not about our files does what it did before.

use std::path::Path;

use tollgate_mapped::{Directory, Mapping};

use crate::kid::{Kid, say};
use crate::scratch::Scratch;
use crate::unsafely;

/// Plays the role, and tells how it ended.
fn ends(role: &str) -> Result<i32, i32> {
    let scratch = Scratch::new();
    let mut kid = Kid::start(role, &scratch.path());
    kid.says("mapped");
    kid.end()
}

fn map(path: &Path) -> Mapping {
    let mapping = Directory::open(path)
        .and_then(|directory| directory.create("a", 8))
        .and_then(|file| file.map())
        .unwrap();
    say("mapped");
    mapping
}

const KILLED: Result<i32, i32> = Err(libc::SIGBUS);

#[test]
fn a_fault_in_foreign_memory_still_ends_the_process() {
    assert_eq!(ends("signals::foreign_fault"), KILLED);
}

pub(crate) fn foreign_fault(path: &Path) {
    let _mapping = map(path);
    unsafely::foreign_fault();
}

#[test]
fn a_fault_in_foreign_memory_still_comes_to_its_handler() {
    assert_eq!(ends("signals::handled_fault"), Ok(unsafely::PLAIN));
    assert_eq!(
        ends("signals::handled_fault_with_facts"),
        Ok(unsafely::WITH_FACTS)
    );
}

pub(crate) fn handled_fault(path: &Path) {
    unsafely::handle();
    foreign_fault(path);
}

pub(crate) fn handled_fault_with_facts(path: &Path) {
    unsafely::handle_with_facts();
    foreign_fault(path);
}

#[test]
fn a_fault_cannot_be_ignored() {
    assert_eq!(ends("signals::ignored_fault"), KILLED);
}

pub(crate) fn ignored_fault(path: &Path) {
    unsafely::ignore();
    foreign_fault(path);
}

#[test]
fn a_signal_that_was_sent_still_ends_the_process_unless_it_is_ignored() {
    assert_eq!(ends("signals::sent"), KILLED);
    assert_eq!(ends("signals::sent_and_ignored"), Ok(0));
}

pub(crate) fn sent(path: &Path) {
    unsafely::default();
    let _mapping = map(path);
    unsafely::send();
    unreachable!("the signal has arrived");
}

pub(crate) fn sent_and_ignored(path: &Path) {
    unsafely::ignore();
    let _mapping = map(path);
    unsafely::send();
}
