//! A process that is stopped for seconds.

use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;

use crate::exact::{assert_kept, longest_gap};
use crate::ground::{Ground, harvest};

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
    sleep(Duration::from_secs(2));
    stopped
        .iter()
        .for_each(|worker| worker.signal(Signal::CONT));
    sleep(Duration::from_millis(500));
    let gaps: Vec<u64> = others
        .iter()
        .map(|worker| {
            let got: Vec<u64> = worker.entries().iter().map(|entry| entry.got).collect();
            longest_gap(&got)
        })
        .collect();
    for worker in &stopped {
        let last = worker.entries().last().expect("it was served").got;
        let ago = Duration::from_nanos(tollgate_mapped::boottime() - last);
        assert!(
            ago < Duration::from_millis(450),
            "it does not go on: {ago:?}"
        );
    }
    let entries = harvest(stopped.into_iter().chain(others));
    eprintln!("{} granted; the longest pauses {gaps:?} ms", entries.len());
    assert_kept(&entries, limits, Duration::ZERO);
    assert!(gaps.iter().all(|gap| *gap < 500), "{gaps:?}");
}
