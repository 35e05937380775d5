//! Files that are replaced while they are in use.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tollgate_mapped::Identity;

use super::{Process, hands, plan, take, window};
use crate::Plan;
use crate::machine::file::line;
use crate::machine::wanted;

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn other_limits_are_no_fresh_burst_and_break_nobody() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let old = Process::new(dir.path(), hands.clock());
    let old = old.open(&plan(&window(10, SECOND)));
    assert_eq!(take(&old, 6), 6);
    let new = Process::new(dir.path(), hands.clock());
    let new = new.open(&plan(&window(8, SECOND)));
    assert_eq!(take(&new, 10), 2, "six of eight are used");
    assert_eq!(take(&old, 10), 0, "the stricter hold for all");
    hands.advance(SECOND);
    assert_eq!(take(&old, 3) + take(&new, 10), 8);
}

#[test]
fn another_bucket_is_added_to_a_file_in_use() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let limits = window(10, SECOND);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&one, 6), 6);
    let more = Plan::new("api.example", "me").bucket("write", limits.clone());
    let other = Process::new(dir.path(), hands.clock()).open(&more);
    assert!(other.bucket("write").is_some());
    assert_eq!(take(&one, 6), 4);
}

#[test]
fn a_deleted_file_does_not_split_the_world() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let limits = window(10, SECOND);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&one, 6), 6);
    for file in std::fs::read_dir(dir.path()).expect("a directory") {
        std::fs::remove_file(file.expect("a file").path()).expect("removed");
    }
    let other = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&other, 10), 4);
    assert_eq!(take(&one, 10), 0);
}

#[test]
fn counters_of_a_damaged_file_may_be_any_numbers() {
    let dir = tempfile::tempdir().expect("a directory");
    let process = Process::new(dir.path(), hands().clock());
    let account = process.open(&plan(&window(1, SECOND)));
    let bucket = account.bucket("read").expect("declared");
    let nothing_more = wanted(&Plan::new("api.example", "me"));
    let at = process.desk.declare(&nothing_more).expect("a file");
    let file = &at.file;
    file.raise_high(3);
    for member in 1..3 {
        for word in [line::TAKEN, line::WAITING] {
            file.line(0, member)[word].store(u64::MAX, Ordering::Relaxed);
        }
        file.member(member)
            .store(Identity::own().expect("alive").word(), Ordering::Relaxed);
    }
    let meter = bucket.meter();
    assert_eq!((meter.in_flight, meter.waiting), (u64::MAX, u64::MAX));
}
