//! Two versions of a program with different limits, side by side and one after the other.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tollgate_machine_tests::Entry;

use crate::exact::{assert_kept, longest_gap, moments};
use crate::ground::{Ground, PATIENCE, comes_true};

const LESS: &str = "limits=window=8/1000s";
const MORE: &str = "limits=window=10/1000s";

#[test]
fn a_lowered_limit_is_no_fresh_burst_and_holds_for_the_old_version_too() {
    let ground = Ground::new();
    let mut old = ground.obey(&[MORE]);
    assert_eq!(old.count("take 6"), 6);
    let mut new = ground.obey(&[LESS]);
    assert_eq!(new.count("take 10"), 2, "six of eight are used");
    assert_eq!(old.count("take 10"), 0, "the stricter hold for all");
}

#[test]
fn a_raised_limit_holds_once_no_process_with_the_old_one_lives() {
    let ground = Ground::new();
    let mut old = ground.obey(&[LESS]);
    assert_eq!(old.count("take 6"), 6);
    let mut new = ground.obey(&[MORE]);
    assert_eq!(new.count("take 10"), 2, "the stricter hold for all");
    assert_eq!(old.count("take 10"), 0);
    old.kill();
    let mut next = ground.obey(&[MORE]);
    assert_eq!(next.count("take 10"), 2, "eight of ten are used");
    assert_eq!(new.count("take 10"), 0);
}

#[test]
fn a_raised_limit_holds_for_those_who_run_as_well() {
    let ground = Ground::new();
    let old = ground.obey(&[LESS]);
    let mut new = ground.obey(&[MORE]);
    assert_eq!(new.count("take 10"), 8);
    old.kill();
    let mut more = 0;
    comes_true("the raised limit holds", PATIENCE, || {
        more += new.count("take 10");
        more == 2
    });
}

#[test]
fn versions_that_are_restarted_by_turns_never_break_the_stricter_limit() {
    let ground = Ground::new();
    let strict = "window=10/50ms";
    let said = ["limits=window=10/50ms", "limits=window=30/50ms"];
    let stays = ground.saturate(100_000, &[said[0]]);
    let mut entries: Vec<Entry> = Vec::new();
    for round in 0..40 {
        let one = ground.saturate(10_000, &[said[round % 2]]);
        let other = ground.saturate(10_000, &[said[(round / 2) % 2]]);
        sleep(Duration::from_millis(fastrand::u64(5..120)));
        entries.extend(one.kill().unwrap().entries());
        entries.extend(other.kill().unwrap().entries());
    }
    let own = stays.kill().unwrap().entries();
    let got: Vec<u64> = own.iter().map(|entry| entry.got).collect();
    // Forty times somebody takes part who has other limits, and nobody is in the way for good.
    assert!(longest_gap(&got) < 2_500, "{} ms", longest_gap(&got));
    entries.extend(own);
    assert_kept(&entries, strict, 1);
    let gap = longest_gap(&moments(&entries));
    assert!(gap < 2_500, "{gap} ms");
    assert!(ground.names().len() < 8, "{:?}", ground.names());
}

/// Each of them builds another file, which takes most of its start, and is killed there.
#[test]
fn versions_that_are_killed_while_they_start_leave_nothing_behind() {
    let ground = Ground::new();
    let said = ["limits=window=100000/1s", "limits=window=300000/1s"];
    let start = Instant::now();
    drop(said.map(|said| ground.obey(&[said])));
    let starting = u64::try_from(start.elapsed().as_micros() / 2).unwrap();
    for round in 0..400 {
        let worker = ground.spawn("obey", &[said[round % 2]]);
        sleep(Duration::from_micros(fastrand::u64(starting / 4..starting)));
        worker.kill();
    }
    let mut last = ground.obey(&[said[0]]);
    comes_true("it goes on", PATIENCE, || last.count("take 1") == 1);
    let names = ground.names();
    eprintln!("{} names", names.len());
    assert!(
        names.len() <= 8,
        "{} names: {:?} …",
        names.len(),
        &names[..8]
    );
}
