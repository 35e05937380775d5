//! Two machines that take turns.

use std::thread;
use std::time::Duration;

use tollgate_fleet_tests::Spec;
use tollgate_limiter::{Ceiling, Rate};
use tollgate_mapped::boottime;

use crate::exact::{left, nanos};
use crate::ground::Ground;

const LONG: Duration = Duration::from_secs(10);

const LIMITS: &str = "limits=bucket=150/1s/150";

/// What two took, ten each by turns.
struct Turns {
    taken: f64,
    took: Duration,
    /// What of that was taken in the second half, when nothing is left of a burst but what nobody
    /// was there to take.
    late: f64,
    passed: Duration,
    left: f64,
}

fn rate() -> Rate {
    match Spec::read(LIMITS.trim_start_matches("limits=")).ceilings[0] {
        Ceiling::TokenBucket { rate, .. } => rate,
        _ => panic!("{LIMITS} is no bucket"),
    }
}

/// With clocks that are off by so many milliseconds.
fn alternate(ground: &Ground, clocks: [i64; 2]) -> Turns {
    let account = format!("account={clocks:?}");
    let mut machines = clocks.map(|clock| {
        let clock = format!("clock={clock}");
        let machine = format!("machine {clock}");
        let options = [&*account, &clock, LIMITS];
        ground.obey(&machine, &options)
    });
    let start = boottime();
    // When each of what was taken was there at the latest.
    let mut moments = Vec::new();
    let mut half = start;
    while boottime() < start + nanos(LONG) {
        if boottime() < start + nanos(LONG / 2) {
            half = boottime();
        }
        for machine in &mut machines {
            let count = machine.count("take 10 2000");
            moments.extend(std::iter::repeat_n(boottime(), count));
        }
    }
    let end = boottime();
    let first = moments.iter().filter(|moment| **moment < half).count();
    #[expect(clippy::cast_precision_loss, reason = "thousands")]
    let [taken, late] = [moments.len(), moments.len() - first].map(|count| count as f64);
    Turns {
        taken,
        took: Duration::from_nanos(end - start),
        late,
        passed: Duration::from_nanos(end - half),
        left: left(&moments, rate(), 150.0, half),
    }
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
            let (clocks, turns) = run.join().unwrap();
            let Turns {
                taken,
                took,
                late,
                passed,
                left,
            } = turns;
            let most = 150.0 * passed.as_secs_f64() * 1.02 + 10.0 + left;
            let best = 150.0 + 150.0 * took.as_secs_f64();
            eprintln!("{clocks:?}: {taken} in {took:?}, of {best:.0}");
            assert!(
                late <= most,
                "{clocks:?}: {late} in {passed:?}, {left} left"
            );
            assert!(taken <= best, "{clocks:?}: {taken} of {best:.0}");
            // A store that was just started counts as used up. How close two get to the rest on a
            // machine of their own is measured elsewhere.
            let least = 0.5 * 150.0 * (took.as_secs_f64() - 1.5);
            assert!(taken >= least, "{clocks:?}: {taken} of {best:.0}");
        }
    });
}
