//! A breaker is one for all processes.

use crate::ground::{Ground, PATIENCE, comes_true};

/// Open for long enough to ask everybody about it, and to start somebody who is asked.
const OPTIONS: [&str; 2] = ["limits=window=100/1s", "breaker=3/5s/100s"];

#[test]
fn a_breaker_that_one_process_opens_is_open_for_all() {
    let ground = Ground::new();
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&OPTIONS));
    for failure in 0..3 {
        let process = if failure == 1 { &mut other } else { &mut one };
        assert_eq!(process.ask("state"), "Closed");
        assert_eq!(process.ask("enter"), "entered");
        assert_eq!(process.ask("fail"), "reported");
    }
    for process in [&mut one, &mut other] {
        assert_eq!(process.ask("state"), "Open");
        assert!(process.ask("enter").starts_with("open "));
    }
    let mut third = ground.obey(&OPTIONS);
    assert!(
        third.ask("enter").starts_with("open "),
        "also for who comes later"
    );
    comes_true("a probe may go", PATIENCE, || {
        third.ask("enter") == "entered"
    });
    assert!(one.ask("enter").starts_with("open "), "one at a time");
    assert_eq!(third.ask("succeed"), "reported");
    for process in [&mut one, &mut other] {
        assert_eq!(process.ask("state"), "Closed");
    }
}

#[test]
fn a_probe_whose_process_was_killed_is_followed_by_another() {
    let ground = Ground::new();
    let [mut one, mut other, mut third] = [(); 3].map(|()| ground.obey(&OPTIONS));
    for _ in 0..3 {
        assert_eq!(one.ask("enter"), "entered");
        assert_eq!(one.ask("fail"), "reported");
    }
    comes_true("a probe may go", PATIENCE, || one.ask("enter") == "entered");
    assert!(other.ask("enter").starts_with("open "));
    one.kill();
    comes_true("another probe may go", PATIENCE, || {
        third.ask("enter") == "entered" || other.ask("enter") == "entered"
    });
}
