//! A process that forks is two from then on, and one that becomes another program is that.

use crate::ground::{Ground, PATIENCE, comes_true};

#[test]
fn a_process_that_forks_is_two_under_one_ceiling() {
    let ground = Ground::new();
    let limits = "limits=window=100/1000s,inflight=6";
    let mut worker = ground.spawn("fork", &[limits]);
    assert_eq!(worker.says("parent"), "2");
    assert_eq!(worker.says("child"), "3", "its own");
    assert_eq!(
        worker.says("parent"),
        "3",
        "six are held, two of which by nobody else"
    );
    assert_eq!(worker.line(), "in flight 6, permits 6");
    assert_eq!(
        worker.says("parent"),
        "6",
        "the child is gone, and with it its slots"
    );
    worker.end();
    let mut next = ground.obey(&[limits]);
    assert_eq!(ground.view().buckets[0].meter.permits, 9);
    let mut taken = 0;
    comes_true("the rest can be taken", PATIENCE, || {
        taken += next.count("take 100");
        taken == 91
    });
}

#[test]
fn a_process_that_becomes_another_program_gives_up_its_slots_and_keeps_the_limit() {
    let ground = Ground::new();
    let limits = "limits=window=10/1000s,inflight=3";
    let mut worker = ground.obey(&[limits]);
    assert_eq!(worker.count("hold 3"), 3);
    worker.tell("exec");
    worker.says("ready");
    let mut taken = 0;
    comes_true("its slots are there again", PATIENCE, || {
        taken += worker.count("hold 3");
        taken == 3
    });
    assert_eq!(worker.ask("release"), "3");
    // Three at a time, and six of ten were used.
    assert_eq!([worker.count("take 10"), worker.count("take 10")], [3, 1]);
}

#[test]
fn a_process_that_becomes_another_program_again_and_again_has_one_place() {
    let ground = Ground::new();
    let mut worker = ground.obey(&["limits=window=10/200ms"]);
    for _ in 0..20 {
        worker.tell("exec");
        worker.says("ready");
    }
    let places = ground.view().processes.len();
    assert!(places <= 2, "{places} places of one process");
}
