//! A process that is stopped holds up nobody, and breaks no limit when it goes on.

use std::thread::{self, sleep};
use std::time::Duration;

use rustix::process::Signal;
use tollgate_machine_tests::Entry;

use crate::exact::{assert_kept, longest_gap};
use crate::ground::{Ground, PATIENCE, Worker, comes_true};

const LIMITS: &str = "window=40/20ms,budget=1900/1s/40";
const SAID: [&str; 1] = ["limits=window=40/20ms,budget=1900/1s/40"];

/// Three that are stopped by turns, and two that are not; the gaps of those two.
fn stop(
    ground: &Ground,
    limits: &str,
    cost: usize,
    times: usize,
    stopped_for: Duration,
    said: &[&str],
) -> Vec<u64> {
    let start = |_| ground.saturate(100_000, said);
    let stopped: Vec<Worker> = (0..3).map(start).collect();
    let others: Vec<Worker> = (0..2).map(start).collect();
    let all = || stopped.iter().chain(&others).enumerate();
    for (number, worker) in all() {
        served(number, worker, 0);
    }
    thread::scope(|scope| {
        for worker in &stopped {
            scope.spawn(move || {
                for _ in 0..times {
                    sleep(Duration::from_micros(fastrand::u64(500..20_000)));
                    worker.signal(Signal::STOP);
                    sleep(stopped_for);
                    worker.signal(Signal::CONT);
                }
            });
        }
    });
    for (number, worker) in all() {
        served(number, worker, 10);
    }
    sleep(Duration::from_millis(300));
    let mut gaps = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    for (number, worker) in stopped.into_iter().chain(others).enumerate() {
        let own = worker.kill().unwrap().entries();
        let got: Vec<u64> = own.iter().map(|entry| entry.got).collect();
        if number >= 3 {
            gaps.push(longest_gap(&got));
        }
        entries.extend(own);
    }
    eprintln!(
        "{} grants; the longest pauses of the others {gaps:?} ms",
        entries.len()
    );
    assert_kept(&entries, limits, cost);
    gaps
}

/// Waits until that worker was granted more than so many.
fn served(number: usize, worker: &Worker, many: usize) {
    let what = format!("worker {number} is granted more than {many}");
    comes_true(&what, PATIENCE, || worker.entries().len() > many);
}

#[test]
fn processes_stopped_for_seconds_hold_up_nobody() {
    let ground = Ground::new();
    // Who waited for the stopped would have waited for as long.
    for gap in stop(&ground, LIMITS, 1, 3, Duration::from_secs(5), &SAID) {
        assert!(gap < 2_500, "{gap} ms");
    }
}

#[test]
fn processes_stopped_for_moments_at_many_instants_hold_up_nobody() {
    let ground = Ground::new();
    for gap in stop(&ground, LIMITS, 1, 400, Duration::from_millis(5), &SAID) {
        assert!(gap < 2_500, "{gap} ms");
    }
}

#[test]
fn processes_stopped_in_the_middle_of_decisions_hold_up_nobody() {
    let ground = Ground::new();
    let limits = "window=400000/50ms";
    let said = [&*format!("limits={limits}"), "hasty=1", "cost=10000"];
    for gap in stop(
        &ground,
        limits,
        10_000,
        300,
        Duration::from_millis(30),
        &said,
    ) {
        assert!(gap < 2_500, "{gap} ms");
    }
}
