//! Stores that are made to forget scripts, close lines and pause, all the time.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tollgate_storekit::Server;

use crate::exact::{assert_kept, departures, longest_gap};
use crate::ground::{Ground, harvest};

const SKEW: Duration = Duration::from_millis(10);

/// What four processes took of a ceiling in so long while that happened to the store again
/// and again; the longest time without a departure.
fn disturbed(long: Duration, disturb: impl Fn(&Server)) -> (usize, u64) {
    let ground = Ground::new();
    let limits = "window=100/250ms,bucket=300/1s/100";
    let options = [&*format!("limits={limits}"), "skew=10", "tasks=4"];
    let mut workers = ground.crowd(2, "one", &options);
    workers.extend(ground.crowd(2, "two", &options));
    let start = Instant::now();
    while start.elapsed() < long {
        disturb(&ground.server);
    }
    sleep(Duration::from_millis(300));
    let entries = harvest(workers);
    assert_kept(&entries, limits, SKEW);
    let gap = longest_gap(&departures(&entries, SKEW));
    eprintln!("{} granted, the longest pause {gap} ms", entries.len());
    (entries.len(), gap)
}

/// Far longer than any pause that is allowed for, which a busy machine makes longer.
const LONG: Duration = Duration::from_secs(6);
/// Milliseconds; a pause without an end would be longer.
const PAUSE: u64 = 4_000;

#[test]
fn a_store_that_forgets_the_script_all_the_time_breaks_nothing() {
    let (count, gap) = disturbed(LONG, |server| {
        assert_eq!(server.cli(&["SCRIPT", "FLUSH"]), "OK");
    });
    assert!(count > 600, "{count} of 1900");
    assert!(gap < PAUSE, "{gap} ms");
}

#[test]
fn a_store_that_closes_all_connections_all_the_time_breaks_nothing() {
    let (_, gap) = disturbed(LONG, |server| {
        // Its own among them: what it answers is of no matter.
        let closed = server.cli(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
        assert!(closed.parse::<u32>().is_ok(), "{closed}");
        sleep(Duration::from_millis(20));
    });
    assert!(gap < PAUSE, "{gap} ms");
}

#[test]
fn a_store_that_pauses_for_moments_breaks_nothing() {
    let (_, gap) = disturbed(LONG, |server| {
        assert_eq!(server.cli(&["DEBUG", "SLEEP", "0.05"]), "OK");
        sleep(Duration::from_millis(fastrand::u64(20..120)));
    });
    assert!(gap < PAUSE, "{gap} ms");
}

#[test]
fn a_store_that_pauses_for_half_a_second_breaks_nothing() {
    let (_, gap) = disturbed(LONG, |server| {
        assert_eq!(server.cli(&["DEBUG", "SLEEP", "0.5"]), "OK");
        sleep(Duration::from_millis(500));
    });
    // Units of a trip that takes long count for long.
    assert!(gap < PAUSE, "{gap} ms");
}

#[test]
fn a_store_that_pauses_for_longer_than_it_may_breaks_nothing() {
    let (_, gap) = disturbed(2 * LONG, |server| {
        assert_eq!(server.cli(&["DEBUG", "SLEEP", "2"]), "OK");
        sleep(Duration::from_millis(1_500));
    });
    assert!(gap < 2 * PAUSE, "{gap} ms");
}
