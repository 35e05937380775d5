//! Slots of exchanges in flight: those of the dead come back, those of the living never.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::ground::{Ground, PATIENCE, Worker, comes_true};

const OPTIONS: [&str; 1] = ["limits=window=1000/1s,inflight=3"];

fn has(process: &mut Worker, count: usize) {
    let mut held = 0;
    comes_true("the slots can be taken", PATIENCE, || {
        held += process.count(&format!("hold {}", count - held));
        held == count
    });
}

#[test]
fn slots_of_a_dead_process_come_to_waiters_of_another() {
    let ground = Ground::new();
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&OPTIONS));
    has(&mut one, 3);
    for id in ["a", "b", "c"] {
        other.tell(&format!("wait {id} 60000"));
    }
    ground.waiting("read", 3);
    assert_eq!(ground.view().buckets[0].meter.in_flight, 3);
    let start = Instant::now();
    one.kill();
    let granted: Vec<String> = (0..3).map(|_| other.line()).collect();
    let took = start.elapsed();
    // Within a second where nobody else has the processors, and not at the end of their time.
    assert!(took < Duration::from_secs(20), "{took:?}: {granted:?}");
    assert!(
        granted.iter().all(|line| line.contains("granted")),
        "{granted:?}"
    );
    assert_eq!(other.count("hold 1"), 0, "there are three");
}

#[test]
fn slots_that_are_given_up_come_to_waiters_of_another_process_at_once() {
    let ground = Ground::new();
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&OPTIONS));
    // Who is not told looks again too late every time; who is told is late when it is not run.
    let rounds = (0..10).map(|_| {
        has(&mut one, 3);
        other.tell("wait a 60000");
        ground.waiting("read", 1);
        let start = Instant::now();
        assert_eq!(one.ask("release"), "3");
        assert!(other.line().starts_with("a granted"));
        let waited = start.elapsed();
        assert_eq!(other.ask("release"), "1");
        waited
    });
    let waited = rounds.min().expect("ten");
    assert!(waited < Duration::from_millis(100), "{waited:?} at best");
}

#[test]
fn slots_of_a_process_that_lives_or_was_stopped_are_never_taken_from_it() {
    let ground = Ground::new();
    let [mut one, mut other, mut third] = [(); 3].map(|()| ground.obey(&OPTIONS));
    has(&mut one, 2);
    has(&mut other, 1);
    other.signal(Signal::STOP);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        assert_eq!(third.count("hold 1"), 0, "after {:?}", start.elapsed());
        std::thread::sleep(Duration::from_millis(100));
    }
    other.signal(Signal::CONT);
    assert_eq!(other.ask("release"), "1");
    has(&mut third, 1);
    assert_eq!(one.ask("release"), "2");
    has(&mut third, 2);
}
