//! Two machines that take turns.

use std::thread;
use std::time::{Duration, Instant};

use crate::ground::Ground;

const LONG: Duration = Duration::from_secs(10);

/// What two take, ten each by turns, one of which has a clock that is off by so many milliseconds.
fn alternate(ground: &Ground, clocks: [i64; 2]) -> (usize, Duration) {
    let account = format!("account={clocks:?}");
    let mut machines = clocks.map(|clock| {
        let clock = format!("clock={clock}");
        let machine = format!("machine {clock}");
        let options = [&*account, &clock, "limits=bucket=150/1s/150"];
        ground.obey(&machine, &options)
    });
    let start = Instant::now();
    let mut taken = 0;
    while start.elapsed() < LONG {
        for machine in &mut machines {
            taken += machine.count("take 10 2000");
        }
    }
    (taken, start.elapsed())
}

#[test]
fn two_machines_by_turns_take_no_more_than_the_burst_and_the_rate_whatever_their_clocks_say() {
    let ground = Ground::new();
    let clocks = [
        [-60_000, 0],
        [-1_000, 0],
        [0, 0],
        [1_000, 0],
        [60_000, 0],
        [-60_000, 60_000],
    ];
    thread::scope(|scope| {
        let ground = &ground;
        let runs = clocks.map(|clocks| scope.spawn(move || (clocks, alternate(ground, clocks))));
        for run in runs {
            let (clocks, (taken, took)) = run.join().unwrap();
            let best = 150.0 + 150.0 * took.as_secs_f64();
            eprintln!("{clocks:?}: {taken} in {took:?}, of {best:.0}");
            #[expect(clippy::cast_precision_loss, reason = "thousands")]
            let taken = taken as f64;
            assert!(taken <= best, "{clocks:?}: {taken} of {best:.0}");
            // A store that was just started counts as used up.
            let least = 0.97 * 150.0 * (took.as_secs_f64() - 1.5);
            assert!(taken >= least, "{clocks:?}: {taken} of {best:.0}");
        }
    });
}
