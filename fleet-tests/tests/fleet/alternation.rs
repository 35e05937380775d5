//! Two machines that take turns.

use std::thread;
use std::time::{Duration, Instant};

use crate::ground::Ground;

const LONG: Duration = Duration::from_secs(10);

/// What two take, ten each by turns, with clocks that are off by so many milliseconds; in all, and
/// in the second half, when nothing is left of a burst.
fn alternate(ground: &Ground, clocks: [i64; 2]) -> [(usize, Duration); 2] {
    let account = format!("account={clocks:?}");
    let mut machines = clocks.map(|clock| {
        let clock = format!("clock={clock}");
        let machine = format!("machine {clock}");
        let options = [&*account, &clock, "limits=bucket=150/1s/150"];
        ground.obey(&machine, &options)
    });
    let start = Instant::now();
    let mut taken = 0;
    let mut half = None;
    while start.elapsed() < LONG {
        if start.elapsed() >= LONG / 2 {
            half.get_or_insert((taken, start.elapsed()));
        }
        for machine in &mut machines {
            taken += machine.count("take 10 2000");
        }
    }
    let (first, passed) = half.expect("a turn takes no five seconds");
    let took = start.elapsed();
    [(taken, took), (taken - first, took - passed)]
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
            let (clocks, [(taken, took), (late, passed)]) = run.join().unwrap();
            let most = 150.0 * passed.as_secs_f64() * 1.02 + 10.0;
            let best = 150.0 + 150.0 * took.as_secs_f64();
            eprintln!("{clocks:?}: {taken} in {took:?}, of {best:.0}");
            #[expect(clippy::cast_precision_loss, reason = "thousands")]
            let (taken, late) = (taken as f64, late as f64);
            assert!(late <= most, "{clocks:?}: {late} in {passed:?}");
            assert!(taken <= best, "{clocks:?}: {taken} of {best:.0}");
            // A store that was just started counts as used up.
            let least = 0.97 * 150.0 * (took.as_secs_f64() - 1.5);
            assert!(taken >= least, "{clocks:?}: {taken} of {best:.0}");
        }
    });
}
