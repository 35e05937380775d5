//! Several processes, one account.

use std::time::Duration;

use super::{Process, hands, plan, take, window};
use crate::{Account, Cost, Event, ManualClock};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn processes_share_what_there_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let limits = window(10, SECOND);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let other = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&one, 4), 4);
    assert_eq!(take(&other, 9), 6);
    assert_eq!(take(&one, 9), 0);
    hands.advance(SECOND);
    assert_eq!(take(&other, 3) + take(&one, 99), 10);
    let meter = one.bucket("read").expect("declared").meter();
    assert_eq!((meter.permits, meter.in_flight), (20, 0));
}

#[test]
fn a_permit_that_is_given_back_is_there_for_others() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let limits = window(2, SECOND);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let other = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let bucket = one.bucket("read").expect("declared");
    let permit = bucket.try_acquire(Cost::ONE).expect("the first");
    assert_eq!(take(&other, 2), 1);
    drop(permit);
    assert_eq!(take(&other, 2), 1);
    assert_eq!(take(&one, 2), 0);
}

#[test]
fn a_block_holds_for_all() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let limits = window(10, SECOND);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let other = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let end = hands.clock().now() + 5 * SECOND;
    one.bucket("read").expect("declared").block_until(end);
    hands.advance(5 * SECOND - Duration::from_nanos(1));
    assert_eq!(take(&other, 1), 0);
    hands.advance(Duration::from_nanos(1));
    assert_eq!(take(&other, 10), 1, "the paced rate, not a burst");
    hands.advance(Duration::from_millis(100));
    assert_eq!(take(&one, 10), 1);
}

/// What the client does for each request of a program that has just started: a permit, a connection,
/// and then it leaves.
fn commands(account: &Account, hands: &ManualClock, at_once: usize) -> usize {
    let bucket = account.bucket("read").expect("declared");
    let mut left = 0;
    loop {
        let permits: Vec<_> = (0..at_once)
            .map_while(|_| bucket.try_acquire(Cost::ONE).ok())
            .collect();
        if permits.is_empty() {
            return left;
        }
        left += permits.len();
        hands.advance(Duration::from_millis(1));
        for permit in &permits {
            permit.mark().leaves_now();
            hands.advance(Duration::from_nanos(10));
        }
        permits.into_iter().for_each(|permit| drop(permit.spend()));
    }
}

#[test]
fn a_request_that_waited_for_its_connection_counts_once() {
    for at_once in [1, 8, 64] {
        let dir = tempfile::tempdir().expect("a directory");
        let hands = hands();
        let account = Process::new(dir.path(), hands.clock()).open(&plan(&window(50, 10 * SECOND)));
        assert_eq!(commands(&account, &hands, at_once), 50, "{at_once} at once");
    }
}

#[test]
fn endpoints_are_counted_by_name_in_whatever_order_they_are_declared() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let declared = |names: &[&str]| {
        let plan = plan(&window(1, SECOND));
        let plan = names.iter().fold(plan, |plan, &name| plan.endpoint(name));
        Process::new(dir.path(), hands.clock()).open(&plan)
    };
    let one = declared(&["a", "b"]);
    let other = declared(&["c", "b", "a"]);
    for (account, name, times) in [
        (&one, "a", 1),
        (&other, "a", 2),
        (&other, "c", 4),
        (&one, "b", 8),
    ] {
        let endpoint = account.endpoint(name).expect("declared");
        (0..times).for_each(|_| endpoint.count(Event::Call));
    }
    for (name, calls) in [("a", 3), ("b", 8), ("c", 4)] {
        let endpoint = other.endpoint(name).expect("declared");
        assert_eq!(endpoint.meter().calls, calls, "{name}");
    }
}
