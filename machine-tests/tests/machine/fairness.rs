//! Nobody is starved by others, and all get about the same.

use std::thread::sleep;
use std::time::Duration;

use crate::ground::{Ground, Worker};

/// What each of eight processes got in four seconds, each with so many who wait.
fn shares(limits: &str, tasks: usize) -> Vec<usize> {
    let ground = Ground::new();
    let said = [limits, &format!("tasks={tasks}")];
    let start = |_| {
        let mut worker = ground.saturate(20_000, &said);
        worker.says("ready");
        worker
    };
    let workers: Vec<Worker> = (0..8).map(start).collect();
    // What was there at once went to the first.
    sleep(Duration::from_millis(500));
    let before: Vec<usize> = workers
        .iter()
        .map(|worker| worker.entries().len())
        .collect();
    sleep(Duration::from_secs(4));
    let after = workers.iter().map(|worker| worker.entries().len());
    let got: Vec<usize> = after
        .zip(before)
        .map(|(after, before)| after - before)
        .collect();
    eprintln!("{limits}, {tasks} tasks: {got:?}");
    got
}

/// That nobody has more than so many times the mean, nor less than its part.
fn assert_even(got: &[usize], times: usize) {
    let mean = got.iter().sum::<usize>() / got.len();
    for share in got {
        assert!(
            share * times >= mean && *share <= mean * times,
            "more than {times} times away from the mean of {mean}: {got:?}"
        );
    }
}

#[test]
fn eight_processes_with_a_budget_get_the_same() {
    // Alone on the machine they are within a tenth; beside other programs timers are late, and one
    // runs less than another. Whoever was starved would have next to nothing.
    assert_even(&shares("limits=budget=200/1s/1", 20), 4);
    assert_even(&shares("limits=budget=50/1s/1", 3), 4);
}

#[test]
fn eight_processes_with_a_fast_budget_get_the_same() {
    assert_even(&shares("limits=budget=1000/1s/1", 20), 4);
}

#[test]
fn eight_processes_with_a_window_that_comes_back_at_once_get_the_same() {
    assert_even(&shares("limits=window=100/400ms", 20), 6);
}

#[test]
fn one_call_beside_a_thousand_waits_for_a_few_of_them() {
    let ground = Ground::new();
    let limits = "limits=budget=100/1s/1";
    let mut crowd = ground.saturate(100_000, &[limits, "tasks=1000"]);
    crowd.says("ready");
    let mut one = ground.obey(&[limits]);
    let mut waits: Vec<u64> = Vec::new();
    for round in 0..100 {
        sleep(Duration::from_micros(fastrand::u64(..15_000)));
        let asked = tollgate_mapped::boottime();
        let line = one.ask(&format!("wait {round} 60000"));
        let granted: u64 = line.split(' ').nth(2).unwrap().parse().unwrap();
        waits.push(granted.saturating_sub(asked) / 10_000_000);
        assert_eq!(one.ask("release"), "1");
    }
    waits.sort_unstable();
    eprintln!(
        "in slots: median {}, 95th {}, most {}",
        waits[50], waits[94], waits[99]
    );
    // Of a thousand: 4 and 25 at most on a machine of its own, and those who are served while a busy
    // one does not run it.
    assert!(waits[94] <= 60, "{waits:?}");
    assert!(waits[99] <= 400, "{waits:?}");
}

#[test]
fn who_wants_several_units_at_once_is_not_starved_by_those_who_want_one() {
    for limits in [
        "limits=window=10/200ms",
        "limits=bucket=50/1s/10",
        "limits=budget=50/1s/10",
    ] {
        let ground = Ground::new();
        let mut small = ground.saturate(20_000, &[limits, "tasks=2"]);
        small.says("ready");
        sleep(Duration::from_millis(500));
        let mut large = ground.saturate(20_000, &[limits, "tasks=1", "cost=5"]);
        large.says("ready");
        let before = small.entries().len();
        sleep(Duration::from_secs(4));
        let (ones, fives) = (small.entries().len() - before, large.entries().len());
        eprintln!("{limits}: {ones} of cost one, {fives} of cost five");
        // By turns each would get one request, so five of six units go to the larger ones.
        assert!(
            fives >= 4,
            "{limits}: {ones} of cost one, {fives} of cost five"
        );
        assert!(
            ones >= 10,
            "{limits}: {ones} of cost one, {fives} of cost five"
        );
    }
}
