//! A process that is stopped for seconds.

use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;
use tollgate_mapped::boottime;

use crate::exact::{assert_kept, longest_gap};
use crate::ground::{Ground, PATIENCE, comes_true, harvest};

const STOPPED: Duration = Duration::from_secs(5);

#[test]
fn processes_stopped_for_seconds_hold_up_nobody_and_break_no_limit() {
    let ground = Ground::new();
    let limits = "window=100/200ms,bucket=400/1s/100";
    let options = [&*format!("limits={limits}"), "skew=0", "tasks=4"];
    let stopped = ground.crowd(2, "one", &options);
    let others = ground.crowd(2, "two", &options);
    sleep(Duration::from_millis(700));
    for _ in 0..20 {
        for worker in &stopped {
            worker.signal(Signal::STOP);
            sleep(Duration::from_millis(fastrand::u64(1..40)));
            worker.signal(Signal::CONT);
        }
    }
    stopped
        .iter()
        .for_each(|worker| worker.signal(Signal::STOP));
    sleep(STOPPED);
    let goes_on = boottime();
    stopped
        .iter()
        .for_each(|worker| worker.signal(Signal::CONT));
    for worker in &stopped {
        comes_true("who was stopped goes on", PATIENCE, || {
            worker
                .entries()
                .last()
                .is_some_and(|last| last.got > goes_on)
        });
    }
    let gaps: Vec<u64> = others
        .iter()
        .map(|worker| {
            let got: Vec<u64> = worker.entries().iter().map(|entry| entry.got).collect();
            longest_gap(&got)
        })
        .collect();
    let entries = harvest(stopped.into_iter().chain(others));
    eprintln!("{} granted; the longest pauses {gaps:?} ms", entries.len());
    assert_kept(&entries, limits, Duration::ZERO);
    // Who waited for the stopped would have waited for as long.
    let few = |gap: &u64| Duration::from_millis(*gap) < STOPPED / 2;
    assert!(gaps.iter().all(few), "{gaps:?}");
}
