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
    sleep(Duration::from_millis(4_200));
    let entries = harvest(workers);
    assert_kept(&entries, limits, SKEW);
    let moments = departures(&entries, SKEW);
    let long = Duration::from_secs(4);
    let taken = within(&moments, 0, moments[0] + nanos(long));
    eprintln!("{taken} of 1230");
    assert!(taken * 100 >= 97 * 1_230, "{taken} of 1230");
}
