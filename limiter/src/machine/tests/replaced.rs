//! Files that are replaced while they are in use.

use std::time::Duration;

use super::{Process, hands, plan, take, window};
use crate::{Cost, Plan, RefusedKind};

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

#[tokio::test]
async fn without_a_file_nothing_is_granted_and_nobody_waits_for_ever() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("state");
    let hands = hands();
    let account = Process::new(&dir, hands.clock()).open(&plan(&window(10, SECOND)));
    assert_eq!(take(&account, 6), 6);
    // Neither this directory nor another can be had.
    std::fs::remove_dir_all(&dir).expect("removed");
    std::fs::write(&dir, "in the way").expect("written");
    hands.advance(Duration::from_millis(50));
    assert_eq!(take(&account, 1), 0);
    let bucket = account.bucket("read").expect("declared").clone();
    let waits = tokio::spawn(async move { bucket.acquire(Cost::ONE, None).await });
    for _ in 0..110 {
        tokio::task::yield_now().await;
        hands.advance(Duration::from_millis(50));
    }
    let refused = waits.await.expect("joined").expect_err("lost");
    assert_eq!(refused.kind(), RefusedKind::StateLost);
    // When there is a place for it again, it goes on.
    std::fs::remove_file(&dir).expect("removed");
    hands.advance(Duration::from_millis(50));
    assert_eq!(take(&account, 99), 10, "a second has passed long ago");
    assert_eq!(
        account.bucket("read").expect("declared").meter().permits,
        16
    );
}

#[test]
fn a_block_that_is_asked_for_while_there_is_no_file_holds_when_there_is_one() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("state");
    let hands = hands();
    let account = Process::new(&dir, hands.clock()).open(&plan(&window(10, SECOND)));
    let bucket = account.bucket("read").expect("declared");
    std::fs::remove_dir_all(&dir).expect("removed");
    std::fs::write(&dir, "in the way").expect("written");
    hands.advance(Duration::from_millis(50));
    assert_eq!(take(&account, 1), 0);
    bucket.block_until(hands.clock().now() + 60 * SECOND);
    std::fs::remove_file(&dir).expect("removed");
    hands.advance(59 * SECOND);
    assert_eq!(take(&account, 1), 0, "the vendor asked for a minute");
    hands.advance(SECOND);
    assert_eq!(take(&account, 9), 1);
}
