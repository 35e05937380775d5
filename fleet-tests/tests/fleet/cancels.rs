//! Who gives up takes nothing with it.

use std::thread::sleep;
use std::time::Duration;

use crate::exact::{assert_kept, departures, nanos, within};
use crate::ground::{Ground, comes_true, harvest};

const SKEW: Duration = Duration::from_millis(10);

#[test]
fn whoever_gives_up_at_random_moments_leaves_the_whole_ceiling_to_those_who_stay() {
    let ground = Ground::new();
    // A burst that outlasts what a busy machine does to the test.
    let limits = "bucket=300/1s/150";
    let said = format!("limits={limits}");
    let options = [&*said, "skew=10", "tasks=20", "cancel=60"];
    let mut workers = ground.crowd(2, "one", &options);
    workers.extend(ground.crowd(2, "two", &options));
    sleep(Duration::from_millis(5_500));
    let entries = harvest(workers);
    assert_kept(&entries, limits, SKEW);
    let moments = departures(&entries, SKEW);
    let start = moments[0] + nanos(Duration::from_secs(1));
    let taken = within(&moments, start, start + nanos(Duration::from_secs(3)));
    eprintln!("{taken} of 900");
    // Whoever gives up every 60 ms at most and took a unit with it would leave next to nothing; the
    // rest is how fast this machine is.
    assert!(taken * 2 >= 900, "{taken} of 900");
}

/// Less than is left of a window when it was filled.
const IN_WINDOW: Duration = Duration::from_secs(20);

#[test]
fn permits_that_are_never_used_are_there_for_other_machines() {
    let ground = Ground::new();
    // Long enough for all of it to happen in one window.
    // What a trip brings that takes longer than the timeout is lost: nobody is not run for so long.
    let options = ["limits=window=20/30s", "timeout=20000"];
    let mut one = ground.obey("one", &options);
    let mut two = ground.obey("two", &options);
    // A store that was just started counts as used up.
    assert_eq!(one.count("take 1 90000"), 1);
    for round in 0..8 {
        assert_eq!(one.count("drop 5 9000"), 5, "round {round}");
        sleep(Duration::from_millis(20));
    }
    // They go back behind, and are there as soon as they have.
    let mut taken = 0;
    comes_true("nineteen are there", IN_WINDOW, || {
        taken += two.count("take 20 100");
        taken >= 19
    });
    assert_eq!((taken, two.count("take 1 100")), (19, 0), "of twenty");
}
