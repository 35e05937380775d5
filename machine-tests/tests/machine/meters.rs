//! What all processes did is counted, also of those that have ended.

use std::thread;

use crate::ground::Ground;

#[test]
fn counters_of_many_processes_that_have_ended_are_exact() {
    let ground = Ground::new();
    let limits = "limits=window=100000/1000s,inflight=1000";
    thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                for _ in 0..3 {
                    let mut worker = ground.obey(&[limits]);
                    assert_eq!(worker.count("take 3"), 3);
                    for _ in 0..3 {
                        assert_eq!(worker.ask("request"), "counted");
                    }
                    if fastrand::bool() {
                        worker.kill();
                    } else {
                        worker.tell("exit");
                        worker.end();
                    }
                }
            });
        }
    });
    let meter = &ground.view().buckets[0].meter;
    assert_eq!((meter.permits, meter.requests), (360, 360));
    assert_eq!((meter.in_flight, meter.waiting), (0, 0));
}
