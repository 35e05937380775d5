//! Three machines of four processes each, with clocks that disagree: never above the ceiling, and
//! close to it.

use std::thread::sleep;
use std::time::Duration;

use tollgate_fleet_tests::{Entry, Spec};
use tollgate_limiter::{Ceiling, Rate};

use crate::exact::{assert_in_flight, assert_kept, departures, left, nanos, per_second, within};
use crate::ground::{Ground, Worker, alone, harvest};

const MACHINES: [&str; 3] = ["one", "two", "three"];
/// How far their clocks are off, in milliseconds, and how late requests may leave: where that is
/// nothing, grants are held against the limit with nothing in between.
const CLOCKS: [([i64; 3], Duration); 2] = [
    ([-60_000, 0, 60_000], Duration::ZERO),
    ([-1_000, 0, 1_000], Duration::from_millis(10)),
];
type Clocks = ([i64; 3], Duration);
/// A store that was just started counts as used up, and then there is a burst.
const WARM: Duration = Duration::from_millis(3_300);
/// The part of the optimum that is to be reached, also where other programs have the processors. On
/// a machine of its own it is more, and that is measured where there is one: see `benches/fleet`.
const SHARE: f64 = 0.5;

/// What twelve processes took of `limits` in so long, none of which was there at first.
fn twelve(limits: &str, (clocks, skew): Clocks, more: &[&str], long: Duration) -> Vec<Entry> {
    let ground = Ground::new();
    let workers = start(&ground, limits, (clocks, skew), more);
    sleep(long);
    let trips = ground.trips();
    let entries = harvest(workers);
    eprintln!("{limits}, {clocks:?}: {} in {trips} trips", entries.len());
    assert_kept(&entries, limits, skew);
    entries
}

fn start(ground: &Ground, limits: &str, (clocks, skew): Clocks, more: &[&str]) -> Vec<Worker> {
    let (limits, skew) = (
        format!("limits={limits}"),
        format!("skew={}", skew.as_millis()),
    );
    let crowds = MACHINES.iter().zip(clocks).map(|(machine, clock)| {
        let clock = format!("clock={clock}");
        let mut options = vec![&*limits, &skew, &clock, "tasks=8"];
        options.extend(more);
        ground.crowd(4, machine, &options)
    });
    crowds.flatten().collect()
}

/// Both sets of clocks, one after the other, and nothing else that counts processor time.
fn for_all_clocks(run: impl Fn(Clocks)) {
    let _alone = alone();
    CLOCKS.into_iter().for_each(run);
}

/// How much of what the best could have done by the moment of the last burst was done.
fn share_of_window(entries: &[Entry], rate: Rate) -> f64 {
    let moments = departures(entries, Duration::ZERO);
    let count = rate.count().get() as usize;
    let bursts = (moments.len() - 1) / count;
    assert!(bursts > 1, "{} in all", moments.len());
    let took = Duration::from_nanos(moments[bursts * count] - moments[0]);
    let best = rate.period().as_duration() * u32::try_from(bursts).unwrap();
    best.as_secs_f64() / took.as_secs_f64()
}

/// The same of what goes on evenly, once the burst is over: of `most`, nothing is left then but what
/// nobody was there to take.
#[expect(clippy::cast_precision_loss, reason = "thousands at most")]
fn share_of_flow(entries: &[Entry], rate: Rate, most: f64, long: Duration) -> f64 {
    let moments = departures(entries, Duration::ZERO);
    let start = moments[0] + nanos(Duration::from_millis(1_200));
    let count = within(&moments, start, start + nanos(long)) as f64;
    let best = per_second(rate) * long.as_secs_f64();
    let left = left(&moments, rate, most, start);
    assert!(
        count <= best * 1.02 + left,
        "{count} of {best}, {left} left"
    );
    count / best
}

fn assert_reached(limits: &str, share: f64) {
    eprintln!("{limits}: {share:.3} of the optimum");
    assert!(share >= SHARE, "{limits}: {share:.3} of the optimum");
}

fn window(limits: &str) -> Rate {
    match Spec::read(limits).ceilings[0] {
        Ceiling::Window(rate) => rate,
        _ => panic!("{limits} is no window"),
    }
}

#[test]
fn twelve_processes_on_three_machines_keep_a_window_and_use_it() {
    let limits = "window=200/2s";
    for_all_clocks(|clocks| {
        let entries = twelve(limits, clocks, &[], Duration::from_millis(7_000));
        let share = share_of_window(&entries, window(limits));
        assert!(share <= 1.0, "{limits}: {share:.3} of the optimum");
        assert_reached(limits, share);
    });
}

#[test]
fn twelve_processes_on_three_machines_keep_a_token_bucket_and_use_it() {
    let limits = "bucket=150/1s/150";
    for_all_clocks(|clocks| {
        let long = Duration::from_secs(3);
        let entries = twelve(limits, clocks, &[], long + WARM);
        let Ceiling::TokenBucket { rate, burst } = Spec::read(limits).ceilings[0] else {
            panic!("{limits} is no bucket");
        };
        let most = f64::from(burst.get());
        assert_reached(limits, share_of_flow(&entries, rate, most, long));
    });
}

#[test]
fn twelve_processes_on_three_machines_keep_a_fast_budget_and_use_it() {
    let limits = "bucket=2000/1s/2000,budget=1000/1s/50";
    for_all_clocks(|clocks| {
        let long = Duration::from_secs(2);
        let entries = twelve(limits, clocks, &[], long + WARM);
        let budget = Spec::read(limits).budget.unwrap();
        // And what machines have at hand, for a tenth of a second.
        let most = f64::from(budget.burst().get()) + 0.1 * per_second(budget.rate());
        let share = share_of_flow(&entries, budget.rate(), most, long);
        assert_reached(limits, share);
    });
}

#[test]
fn twelve_processes_on_three_machines_hold_no_more_slots_than_there_are() {
    let limits = "window=1000/1s,inflight=6";
    for_all_clocks(|clocks| {
        let more = ["hold=40", "tasks=2"];
        let entries = twelve(limits, clocks, &more, Duration::from_millis(4_200));
        let held: Vec<(Entry, u64)> = entries.iter().map(|&entry| (entry, u64::MAX)).collect();
        let ended = held.iter().filter(|(entry, _)| entry.ended > 0).copied();
        let ended: Vec<(Entry, u64)> = ended.collect();
        assert_in_flight(&ended, 6);
        // Six at a time, 25 of each in a second.
        let moments = departures(&entries, Duration::ZERO);
        let second = nanos(Duration::from_secs(1));
        let count = within(&moments, moments[0] + second / 2, moments[0] + 2 * second);
        #[expect(clippy::cast_precision_loss, reason = "hundreds")]
        let share = count as f64 / (6.0 * 25.0 * 1.5);
        eprintln!("{limits}: {share:.3} of the optimum");
        // Who holds a slot and is not run holds it for longer.
        assert!(share > 0.2, "{share:.3} of what six slots allow");
    });
}
