//! Processes that are killed at random instants hold up nobody, and take little with them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use tollgate_fleet_tests::Entry;
use tollgate_mapped::boottime;

use crate::exact::{assert_kept, departures, longest_gap};
use crate::ground::{Ground, PATIENCE, Worker, comes_true};

const KILLS: usize = 200;
/// So many milliseconds nobody waits for who was killed, however busy the machine is: whatever is
/// held for the dead is held for twice as long.
const HELD_UP: u64 = 5_000;
const SKEW: Duration = Duration::from_millis(10);

/// What was granted, with the moment at which its process was killed.
struct Outcome {
    entries: Vec<(Entry, u64)>,
    /// For each who was not killed, the longest time without a grant, in milliseconds.
    gaps: Vec<u64>,
}

impl Outcome {
    fn granted(&self) -> Vec<Entry> {
        self.entries.iter().map(|(entry, _)| *entry).collect()
    }
}

/// Six at a time: four that are killed at random instants and replaced, and two that stay.
fn kills(ground: &Ground, options: &[&str]) -> Outcome {
    let left = AtomicUsize::new(KILLS);
    let entries = Mutex::new(Vec::new());
    let stay = ground.crowd(2, "two", options);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let one_less = |left: usize| left.checked_sub(1);
                let next = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
                while next().is_ok() {
                    let mut worker = ground.saturate("one", options);
                    worker.says("ready");
                    sleep(Duration::from_micros(fastrand::u64(10_000..300_000)));
                    entries.lock().unwrap().extend(kill(worker));
                }
            });
        }
    });
    let mut outcome = Outcome {
        entries: entries.into_inner().unwrap(),
        gaps: Vec::new(),
    };
    for worker in stay {
        let own = kill(worker);
        let got = own.iter().map(|(entry, _)| entry.got);
        let moments: Vec<u64> = got.chain(own.last().map(|(_, killed)| *killed)).collect();
        outcome.gaps.push(longest_gap(&moments));
        outcome.entries.extend(own);
    }
    outcome
}

fn kill(worker: Worker) -> Vec<(Entry, u64)> {
    let killed = boottime();
    let entries = worker.kill().into_iter();
    entries.map(|entry| (entry, killed)).collect()
}

fn assert_alive(outcome: &Outcome) {
    let gap = longest_gap(&departures(&outcome.granted(), Duration::ZERO));
    eprintln!(
        "{} grants, {KILLS} kills; the longest pause of all {gap} ms, of those who stayed {:?} ms",
        outcome.entries.len(),
        outcome.gaps
    );
    assert!(gap < HELD_UP, "nobody was granted anything for {gap} ms");
    for gap in &outcome.gaps {
        assert!(*gap < HELD_UP, "one who lived waited for {gap} ms");
    }
}

#[test]
fn two_hundred_kills_hold_up_nobody_and_break_no_limit() {
    let ground = Ground::new();
    let limits = "window=200/200ms,bucket=600/1s/100";
    let said = format!("limits={limits}");
    let outcome = kills(&ground, &[&said, "skew=10", "tasks=8"]);
    assert_kept(&outcome.granted(), limits, SKEW);
    assert_alive(&outcome);
}

#[test]
fn slots_of_the_killed_are_held_for_ten_seconds_and_no_longer() {
    let ground = Ground::new();
    let limits = "limits=window=1000/1s,inflight=5";
    let mut killed = ground.obey("one", &[limits]);
    assert_eq!(killed.ask("hold 4 60000"), "4");
    drop(killed);
    let death = boottime();
    let mut other = ground.obey("two", &[limits]);
    assert_eq!(other.count("hold 2 2000"), 1, "the fifth of five");
    let mut held = 1;
    comes_true("the slots can be taken", PATIENCE, || {
        held += other.count("hold 4 500");
        held == 5
    });
    let took = Duration::from_nanos(boottime() - death);
    eprintln!("the slots of the killed came back after {took:?}");
    assert!(
        took > Duration::from_secs(5),
        "too soon to be sure: {took:?}"
    );
    assert_eq!(other.count("hold 1 300"), 0, "there are five");
}
