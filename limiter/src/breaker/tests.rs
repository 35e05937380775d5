//! The states case by case, and any story against what must hold in all of them.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;

use super::machine::{Machine, Outcome, Ticket};
use crate::BreakerRules;
use crate::BreakerState::{Closed, HalfOpen, Open};

/// Three failures open it for 100, and a probe has 50.
fn machine() -> Machine {
    Machine::new(rules(3, 100, 50))
}

fn rules(failures: u32, open: u64, probe: u64) -> BreakerRules {
    let failures = NonZeroU32::new(failures).unwrap();
    BreakerRules::new(failures, Duration::from_nanos(open)).probe(Duration::from_nanos(probe))
}

/// Tells a story to a breaker:
///
/// - `in`: a request is let through, they are numbered from zero; `refused 5`: one is refused,
///   with five to go;
/// - `ok 3`, `fail 3`, `answered 3`, `drop 3`: what became of the request with this number;
/// - `at 7`: time goes on to 7;
/// - `trip`: three are let through and fail;
/// - `closed`, `open`, `half-open`: how it has to be.
fn tell(name: &str, story: &str) {
    let (mut machine, mut now) = (machine(), 0);
    let mut tickets = BTreeMap::new();
    let story = story.replace("trip", "in in in fail 0 fail 1 fail 2");
    let mut words = story.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().unwrap().parse::<u64>().unwrap();
        match word {
            "in" => {
                let ticket = machine.enter(now).expect(name);
                tickets.insert(tickets.len() as u64, ticket);
            }
            "refused" => {
                let left = Duration::from_nanos(number());
                assert_eq!(machine.look(now).expect_err(name).left, left, "{name}");
                assert_eq!(machine.enter(now).expect_err(name).left, left, "{name}");
            }
            "at" => now = number(),
            "ok" => machine.settle(tickets[&number()], Outcome::Success, now),
            "fail" => machine.settle(tickets[&number()], Outcome::Failure, now),
            "answered" => machine.settle(tickets[&number()], Outcome::Answered, now),
            "drop" => machine.settle(tickets[&number()], Outcome::Neutral, now),
            "closed" => assert_eq!(machine.state(now), Closed, "{name}"),
            "open" => assert_eq!(machine.state(now), Open, "{name}"),
            "half-open" => assert_eq!(machine.state(now), HalfOpen, "{name}"),
            other => panic!("{name}: what is `{other}`?"),
        }
    }
}

#[test]
fn a_breaker_opens_after_failures_in_a_row_and_closes_after_a_probe() {
    let stories = [
        (
            "an answered probe holds nobody up, and its success still counts",
            "trip at 100 in refused 50 answered 3 half-open ok 3 closed",
        ),
        (
            "an answered probe says nothing when it is dropped",
            "trip at 100 in answered 3 drop 3 half-open in ok 4 closed",
        ),
        (
            "the next probe takes the word from an answered one",
            "trip at 100 in answered 3 in ok 3 half-open fail 3 half-open ok 4 closed",
        ),
        (
            "an answer of a closed breaker is no success",
            "in in in in fail 0 fail 1 answered 2 fail 3 open",
        ),
        (
            "failures in a row",
            "in fail 0 in fail 1 closed in fail 2 open refused 100",
        ),
        (
            "a success in between",
            "in in in in in fail 0 fail 1 ok 2 fail 3 fail 4 closed in fail 5 open",
        ),
        (
            "neutral results in between",
            "in in in in in fail 0 drop 1 fail 2 drop 3 fail 4 open",
        ),
        (
            "only neutral results",
            "in drop 0 in drop 1 in drop 2 in drop 3 closed",
        ),
        (
            "the time it is open",
            "at 7 trip at 106 open refused 1 at 107 half-open in half-open refused 50",
        ),
        (
            "the probe succeeds",
            "trip at 100 in ok 3 closed in in fail 4 fail 5 closed",
        ),
        (
            "the probe fails",
            "trip at 110 in at 120 fail 3 open refused 100 at 219 refused 1 at 220 in",
        ),
        (
            "the probe is dropped",
            "trip at 110 in refused 50 drop 3 half-open in refused 50 ok 4 closed",
        ),
        (
            "the probe never reports",
            "trip at 110 in at 159 refused 1 at 160 half-open in refused 50",
        ),
        (
            "a probe that lost its lease has no say",
            "trip at 110 in at 160 ok 3 half-open fail 3 half-open \
             in ok 3 fail 3 drop 3 half-open refused 50 ok 4 closed",
        ),
        (
            "results from before the trip",
            "in in in in in fail 0 fail 1 fail 2 ok 3 open at 100 ok 3 half-open fail 4 half-open \
             in drop 4 refused 50 ok 5 fail 4 closed",
        ),
        (
            "results from before the probe's success do not open it again",
            "in in in in in in fail 0 fail 1 fail 2 at 100 in ok 6 fail 3 fail 4 fail 5 closed",
        ),
        (
            "a second trip begins its own time",
            "trip at 100 in fail 3 at 200 in fail 4 at 299 refused 1 at 300 in ok 5 closed",
        ),
    ];
    for (name, story) in stories {
        tell(name, story);
    }
}

#[test]
fn the_stricter_of_two_rules_holds() {
    let mut machine = machine();
    machine.declare(rules(2, 40, 80));
    for _ in 0..2 {
        let ticket = machine.enter(0).unwrap();
        machine.settle(ticket, Outcome::Failure, 0);
    }
    assert_eq!(
        machine.state(99),
        Open,
        "fewer failures, and the longer time"
    );
    machine.enter(100).unwrap();
    assert!(machine.look(179).is_err(), "the longer lease");
    assert!(machine.look(180).is_ok());
}

#[test]
fn what_is_known_goes_stale_when_nothing_has_failed_for_twice_the_time_it_opens() {
    let mut machine = machine();
    assert!(machine.is_stale(0));
    let ticket = machine.enter(5).unwrap();
    machine.settle(ticket, Outcome::Failure, 5);
    assert!(!machine.is_stale(204) && machine.is_stale(205));
    machine.settle(ticket, Outcome::Success, 6);
    assert!(machine.is_stale(6));
    for _ in 0..3 {
        machine.settle(ticket, Outcome::Failure, 7);
    }
    assert!(!machine.is_stale(206) && machine.is_stale(207));
    machine.enter(150).unwrap();
    assert!(!machine.is_stale(299), "a probe was out until 200");
}

#[test]
fn no_time_is_too_long() {
    let mut machine = Machine::new(rules(1, u64::MAX, u64::MAX));
    let ticket = machine.enter(9).unwrap();
    machine.settle(ticket, Outcome::Failure, 9);
    assert!(machine.look(u64::MAX - 1).is_err());
    assert!(!machine.is_stale(u64::MAX - 1));
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        3 => Just(Outcome::Failure),
        1 => Just(Outcome::Success),
        1 => Just(Outcome::Neutral),
    ]
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Pass(u64),
    Come,
    Settle(usize, Outcome),
}

fn story() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        1 => (0..60_u64).prop_map(Event::Pass),
        3 => Just(Event::Come),
        3 => (0..6_usize, outcomes()).prop_map(|(index, outcome)| Event::Settle(index, outcome)),
    ];
    prop::collection::vec(event, 1..120)
}

proptest! {
    #[test]
    fn nothing_passes_while_it_is_open_and_one_at_a_time_while_it_is_half_open(events in story()) {
        let mut machine = machine();
        let mut now = 0;
        let mut under_way: Vec<Ticket> = Vec::new();
        // The probe that is out, and when it has lost its say.
        let mut probe: Option<(Ticket, u64)> = None;
        for event in events {
            let before = machine.state(now);
            match event {
                Event::Pass(by) => now += by,
                Event::Come => {
                    let looked = machine.look(now).is_ok();
                    let entered = machine.enter(now);
                    prop_assert_eq!(looked, entered.is_ok());
                    let out = probe.is_some_and(|(_, end)| now < end);
                    match before {
                        Closed => prop_assert!(entered.is_ok()),
                        Open => prop_assert!(entered.is_err()),
                        HalfOpen => prop_assert_eq!(entered.is_ok(), !out),
                    }
                    if let (HalfOpen, Ok(ticket)) = (before, entered) {
                        probe = Some((ticket, now + 50));
                    }
                    under_way.extend(entered);
                }
                Event::Settle(index, outcome) if index < under_way.len() => {
                    let ticket = under_way.remove(index);
                    machine.settle(ticket, outcome, now);
                    let probed = probe.take_if(|(out, _)| *out == ticket);
                    let counts = probed.is_some_and(|(_, end)| now < end);
                    let after = machine.state(now);
                    match (before, outcome) {
                        (Closed, Outcome::Failure) => {}
                        (HalfOpen, Outcome::Failure) if counts => prop_assert_eq!(after, Open),
                        (HalfOpen, Outcome::Success) if counts => prop_assert_eq!(after, Closed),
                        _ => prop_assert_eq!(after, before, "moved by what does not count"),
                    }
                    if after != HalfOpen {
                        probe = None;
                    }
                }
                Event::Settle(..) => {}
            }
        }
    }
}
