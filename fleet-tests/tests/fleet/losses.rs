//! Answers that never arrive.

use std::time::{Duration, Instant};

use tollgate_storekit::Gate;

use crate::ground::{Ground, PATIENCE, comes_true};

#[test]
fn a_lost_answer_costs_one_permit_and_nothing_is_asked_twice() {
    const ALL: usize = 20;
    const LOST: usize = 4;
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    let fleet = format!("fleet={}", gate.url());
    // A lost line is seen at once. Whatever takes longer than the timeout is lost too, so that has to
    // be more than any moment for which nobody is run.
    let options = [&*fleet, "limits=window=20/30s", "timeout=20000"];
    let mut worker = ground.obey("one", &options);
    assert_eq!(worker.count("take 1 90000"), 1);
    let mut granted = 1;
    for _ in 0..LOST {
        let (trips, start) = (ground.trips(), Instant::now());
        gate.lose_next();
        // It waits until the store is back.
        granted += worker.count("take 1 9000");
        assert!(!gate.is_about_to_lose());
        let more = ground.trips() - trips;
        // The one that was lost, the one that brought the permit, and one a second for the counters.
        let most = 3 + start.elapsed().as_secs();
        assert!((2..=most).contains(&more), "{more} trips");
    }
    eprintln!("{granted} of {} came", 1 + LOST);
    // In the same window. What came too late to be used goes back behind.
    let start = Instant::now();
    while granted < ALL - LOST && start.elapsed() < Duration::from_secs(15) {
        granted += worker.count("take 20 100");
    }
    granted += worker.count("take 1 100");
    // One on a machine that is run. On one that is not, what goes back may be lost with its trip.
    let allowed = ALL - 2 * LOST..=ALL - LOST;
    assert!(
        allowed.contains(&granted),
        "each lost answer held one permit: {granted} of {ALL}"
    );
    // Nobody gets what was lost.
    let mut other = ground.obey("two", &["limits=window=20/30s"]);
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
    comes_true("they go on", PATIENCE, || {
        let now: usize = workers.iter().map(|worker| worker.entries().len()).sum();
        now > before + 20
    });
    let entries = crate::ground::harvest(workers);
    eprintln!("{} granted", entries.len());
    crate::exact::assert_kept(&entries, limits, Duration::from_millis(10));
}
