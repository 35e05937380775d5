//! A declared part of the limits while the store is gone.

use std::thread::sleep;
use std::time::Duration;

use tollgate_mapped::boottime;

use crate::exact::{assert_kept, departures, within};
use crate::ground::{Ground, PATIENCE, Worker, comes_true, harvest};

const SKEW: Duration = Duration::from_millis(10);

#[test]
fn machines_without_the_store_go_on_at_their_part_and_are_whole_when_it_is_back() {
    let ground = Ground::new();
    // Each of four machines has 25 of it.
    let limits = "window=100/500ms";
    let said = format!("limits={limits}");
    let options = [&*said, "skew=10", "share=4", "timeout=200", "tasks=4"];
    let mut workers = ground.crowd(2, "one", &options);
    workers.extend(ground.crowd(2, "two", &options));
    sleep(Duration::from_millis(1_200));
    ground.server.kill();
    let gone = boottime();
    sleep(Duration::from_secs(3));
    // It may give as soon as it runs.
    let back = boottime();
    ground.server.restart();
    comes_true("all is served by the store again", PATIENCE, || {
        ground.trips() > 20
    });
    // Without it there are a hundred in a second.
    comes_true("the whole is used again", PATIENCE, || {
        let granted = workers.iter().flat_map(Worker::entries);
        let granted: Vec<u64> = granted.map(|entry| entry.granted).collect();
        let now = boottime();
        within(&granted, now - 1_000_000_000, now) > 110
    });
    let entries = harvest(workers);
    assert_kept(&entries, limits, SKEW);
    let moments = departures(&entries, SKEW);
    // The part begins when the timeout and a window are over.
    let begun = gone + 1_000_000_000;
    let without = within(&moments, begun, back);
    let seconds = Duration::from_nanos(back - begun).as_secs_f64();
    // Two machines, each with 25 in half a second and its skew.
    let best = 2.0 * 25.0 * (seconds / 0.51 + 1.0);
    eprintln!("{without} without the store in {seconds:.2} s, of at most {best:.0}");
    #[expect(clippy::cast_precision_loss, reason = "hundreds")]
    let share = without as f64 / best;
    assert!(share <= 1.0, "{without} of {best:.0}");
    assert!(share > 0.25, "{without} of {best:.0}");
}
