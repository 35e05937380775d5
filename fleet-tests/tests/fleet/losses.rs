//! Answers that never arrive.

use std::time::Duration;

use tollgate_storekit::Gate;

use crate::ground::{Ground, comes_true};

#[test]
fn a_lost_answer_costs_one_permit_and_nothing_is_asked_twice() {
    const ALL: usize = 20;
    const LOST: usize = 4;
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    let fleet = format!("fleet={}", gate.url());
    let mut worker = ground.obey("one", &[&fleet, "limits=window=20/4s", "timeout=500"]);
    assert_eq!(worker.count("take 1 8000"), 1);
    let mut granted = 1;
    for _ in 0..LOST {
        let trips = ground.trips();
        gate.lose_next();
        // It waits until the store is back.
        granted += worker.count("take 1 2000");
        assert!(!gate.is_about_to_lose());
        let more = ground.trips() - trips;
        // The one that was lost, the one that brought the permit, and one for the counters.
        assert!((2..=3).contains(&more), "{more} trips");
    }
    eprintln!("{granted} of {} came", 1 + LOST);
    let rest = worker.count("take 20 300");
    assert_eq!(
        granted + rest,
        ALL - LOST,
        "each lost answer held one permit"
    );
    // Nobody gets what was lost.
    let mut other = ground.obey("two", &["limits=window=20/4s"]);
    assert_eq!(other.count("take 1 200"), 0);
}

#[test]
fn lines_that_are_cut_all_the_time_break_no_limit_and_hold_up_nobody() {
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    let limits = "bucket=200/1s/20";
    let (said, fleet) = (format!("limits={limits}"), format!("fleet={}", gate.url()));
    let workers = ground.crowd(3, "one", &[&fleet, &said, "skew=10", "tasks=4"]);
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(30));
        gate.cut();
    }
    let before: usize = workers.iter().map(|worker| worker.entries().len()).sum();
    comes_true("they go on", Duration::from_secs(1), || {
        let now: usize = workers.iter().map(|worker| worker.entries().len()).sum();
        now > before + 20
    });
    let entries = crate::ground::harvest(workers);
    eprintln!("{} granted", entries.len());
    crate::exact::assert_kept(&entries, limits, Duration::from_millis(10));
}
