//! Processes that are killed at random instants hold up nobody, take nothing with them, and leave
//! nothing behind.

use crate::exact::{assert_in_flight, assert_kept, longest_gap, moments};
use crate::ground::{Ground, PATIENCE, comes_true};
use crate::party::{self, Outcome};

const KILLS: usize = 1_000;
/// So many milliseconds nobody waits for who was killed, however busy the machine is; without them
/// being found dead it would be for ever.
const HELD_UP: u64 = 10_000;

#[test]
fn a_thousand_kills_at_the_ceiling_hold_up_nobody_and_break_no_limit() {
    let ground = Ground::new();
    let limits = "window=400/100ms,budget=3500/1s/200";
    let said = format!("limits={limits}");
    let outcome = party::kills(&ground, KILLS, &[&said]);
    assert_kept(&outcome.granted(), limits, 1);
    assert_alive(&outcome);
    assert_few_lost(&ground, &outcome);
    assert_tidy(&ground, outcome.kills);
}

/// Nobody sleeps here, so most kills come in the middle of a decision.
#[test]
fn a_thousand_kills_in_the_middle_of_decisions_break_no_limit() {
    let ground = Ground::new();
    let limits = "window=400000/50ms";
    let said = format!("limits={limits}");
    // Costs that many units take long to write down: a decision is killed there most of all.
    let options = [&*said, "cost=10000", "hasty=1", "returns=2", "tasks=1"];
    let outcome = party::kills(&ground, KILLS, &options);
    assert_kept(&outcome.granted(), limits, 10_000);
    // Who asks without waiting has no turn of its own, so only all together get on.
    assert_busy(&outcome);
    assert_few_lost(&ground, &outcome);
    assert_tidy(&ground, outcome.kills);
}

#[test]
fn a_thousand_kills_leave_no_slot_taken_and_no_probe_out() {
    let ground = Ground::new();
    let limits = "window=400/100ms,inflight=4";
    let options = [
        &*format!("limits={limits}"),
        "breaker=3/20ms/100s",
        "hold=500",
        "fails=25",
    ];
    let outcome = party::kills(&ground, KILLS, &options);
    assert_kept(&outcome.granted(), limits, 1);
    assert_in_flight(&outcome.entries, 4);
    assert_alive(&outcome);
    assert_few_lost(&ground, &outcome);
    assert_tidy(&ground, outcome.kills);

    let mut last = ground.obey(&options);
    let mut taken = 0;
    comes_true("all slots can be taken", PATIENCE, || {
        taken += last.count("hold 4");
        taken == 4
    });
    assert_eq!(last.count("hold 1"), 0, "there are four");
    assert_eq!(last.ask("release"), "4");
    comes_true("nothing is in flight", PATIENCE, || {
        ground.view().buckets[0].meter.in_flight == 0
    });
    comes_true("a probe may go", PATIENCE, || {
        last.ask("enter") == "entered"
    });
    assert_eq!(last.ask("succeed"), "reported");
    assert_eq!(last.ask("state"), "Closed");
}

/// Somebody was granted something all the time, and so was each who lived.
fn assert_alive(outcome: &Outcome) {
    assert_busy(outcome);
    for gap in &outcome.gaps {
        assert!(*gap < HELD_UP, "one who lived waited for {gap} ms");
    }
}

fn assert_busy(outcome: &Outcome) {
    let gap = longest_gap(&moments(&outcome.granted()));
    eprintln!(
        "{} grants, {} kills; the longest pause of all {gap} ms, of those who stayed {:?} ms",
        outcome.entries.len(),
        outcome.kills,
        outcome.gaps
    );
    assert!(gap < HELD_UP, "nobody was granted anything for {gap} ms");
}

/// Not more than one permit for each kill was granted and never seen.
fn assert_few_lost(ground: &Ground, outcome: &Outcome) {
    let permits = ground.view().buckets[0].meter.permits;
    let seen = outcome.entries.len() as u64;
    eprintln!("{} permits were lost", permits - seen);
    assert!(
        permits >= seen,
        "{seen} were granted, and {permits} are known of"
    );
    assert!(
        permits - seen <= outcome.kills as u64,
        "{permits} permits, {seen} seen"
    );
}

/// What is left in the directory does not grow with the number of kills.
fn assert_tidy(ground: &Ground, kills: usize) {
    let names = ground.names();
    assert!(names.len() <= 8, "{kills} kills left {names:?}");
}
