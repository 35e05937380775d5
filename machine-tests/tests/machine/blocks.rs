//! A block that the vendor asked one process for holds for all.

use std::time::{Duration, Instant};

use crate::ground::Ground;

/// Nobody who is not told of anything looks again in the time of a test.
const OPTIONS: [&str; 1] = ["limits=window=10/100s"];

#[test]
fn a_block_by_one_process_refuses_those_at_once_who_wait_in_another() {
    let ground = Ground::new();
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&OPTIONS));
    assert_eq!(other.count("take 10"), 10);
    for id in ["a", "b", "c"] {
        other.tell(&format!("wait {id} 300000"));
    }
    ground.waiting("read", 3);
    let start = Instant::now();
    assert_eq!(one.ask("block 600000"), "blocked");
    for _ in 0..3 {
        let line = other.line();
        assert!(
            line.contains("refused") && line.contains("blocked"),
            "{line}"
        );
    }
    let took = start.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
    for process in [&mut one, &mut other, &mut ground.obey(&OPTIONS)] {
        assert_eq!(process.count("take 1"), 0);
        process.tell("wait d 30000");
        let line = process.line();
        assert!(line.starts_with("d refused"), "{line}");
    }
}

#[test]
fn a_block_stays_when_the_process_that_was_asked_for_it_is_gone() {
    let ground = Ground::new();
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&OPTIONS));
    let start = Instant::now();
    assert_eq!(one.ask("block 700"), "blocked");
    one.kill();
    other.tell("wait a 60000");
    assert!(other.line().starts_with("a granted"));
    assert!(start.elapsed() >= Duration::from_millis(700));
    assert_eq!(other.count("take 9"), 0, "the paced rate, and no burst");
}
