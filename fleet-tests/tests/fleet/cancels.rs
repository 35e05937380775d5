//! Who gives up takes nothing with it.

use std::thread::sleep;
use std::time::Duration;

use crate::exact::{assert_kept, departures, nanos, within};
use crate::ground::{Ground, harvest};

const SKEW: Duration = Duration::from_millis(10);

#[test]
fn whoever_gives_up_at_random_moments_leaves_the_whole_ceiling_to_those_who_stay() {
    let ground = Ground::new();
    let limits = "bucket=300/1s/30";
    let said = format!("limits={limits}");
    let options = [&*said, "skew=10", "tasks=20", "cancel=60"];
    let mut workers = ground.crowd(2, "one", &options);
    workers.extend(ground.crowd(2, "two", &options));
    sleep(Duration::from_millis(5_000));
    let entries = harvest(workers);
    assert_kept(&entries, limits, SKEW);
    let moments = departures(&entries, SKEW);
    let start = moments[0] + nanos(Duration::from_millis(500));
    let taken = within(&moments, start, start + nanos(Duration::from_secs(3)));
    eprintln!("{taken} of 900");
    assert!(taken * 100 >= 97 * 900, "{taken} of 900");
}
