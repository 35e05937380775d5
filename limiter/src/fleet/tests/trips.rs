//! What a process makes of replies, by moments that are given.

use std::time::Duration;

use tollgate_limits::{Ceiling, Period, Rate};

use crate::Limits;
use crate::fleet::courier::Line;
use crate::fleet::fault::Fault;
use crate::fleet::front::Front;
use crate::fleet::message::{Counts, News, Reply, Stop, Topic, Unit};
use crate::fleet::trip::{Demand, Next, Trip};
use crate::fleet::{Fleet, StoreFault};
use crate::rule::Spec;

const MILLI: u64 = 1_000_000;
/// A moment of the store, in microseconds, which has nothing to do with ours.
const STORE: u64 = 1_796_006_676_673_123;

fn front() -> Front {
    let topic = Topic {
        api: "api".into(),
        account: "me".into(),
        bucket: "read".into(),
    };
    let fleet = Fleet::new("redis://127.0.0.1:1").timeout(Duration::from_millis(500));
    Front::new(Line::new(fleet, topic, None), 0)
}

fn waiting(units: &[u32]) -> Demand {
    let ten = Ceiling::Window(Rate::per(10, Period::SECOND).expect("a rate"));
    let limits = Limits::new(vec![ten], None, Duration::ZERO).expect("a rate");
    Demand {
        waiting: units.to_vec(),
        in_flight: 0,
        counts: Counts::default(),
        rules: Spec::all(&limits).collect(),
    }
}

fn unit(at: u64, serial: u64) -> Unit {
    Unit {
        lineage: 7,
        at,
        units: 1,
        serial,
        position: serial,
    }
}

fn reply(now: u64, given: &[Unit], stop: Stop) -> Reply {
    Reply {
        now,
        lineage: 7,
        alive: now + 1_000_000,
        given: given.to_vec(),
        stop,
        moved: Vec::new(),
        blocked: 0,
        in_flight: 0,
        anew: None,
    }
}

/// A front that has made some trips of a millisecond, the last at `now`.
fn settled(now: u64) -> Front {
    let mut front = front();
    for back in (1..100).rev() {
        let sent = now - back * 10 * MILLI;
        let trip = front.set_out(waiting(&[1]), sent);
        let store = STORE - back * 10_000;
        let _ = front.hear(&trip, &reply(store, &[], Stop::Nothing), sent, sent + MILLI);
    }
    front
}

const START: u64 = 3_600_000 * MILLI;

fn out(front: &mut Front, wants: &[u32]) -> Trip {
    front.set_out(waiting(wants), START)
}

#[test]
fn a_unit_leaves_neither_before_its_moment_nor_after_it_has_ended_for_the_store() {
    let mut front = settled(START);
    let trip = out(&mut front, &[1]);
    let hold = trip.ask.hold * 1_000;
    let given = [unit(STORE + 5_000, 1)];
    let _ = front.hear(
        &trip,
        &reply(STORE, &given, Stop::Nothing),
        START,
        START + 2 * MILLI,
    );
    // The store decided between the two, so its five milliseconds end between these.
    let (from, until) = (START + 7 * MILLI, START + 5 * MILLI + hold);
    assert_eq!(front.earliest(1, START), from);
    assert_eq!(front.take(1, from - 1), None);
    assert!(front.take(1, from).is_some());

    let mut late = settled(START);
    let trip = out(&mut late, &[1]);
    let _ = late.hear(
        &trip,
        &reply(STORE, &given, Stop::Nothing),
        START,
        START + 2 * MILLI,
    );
    assert_eq!(late.take(1, until + 1), None);
    assert_eq!(late.lost, 1);
    let told = out(&mut late, &[]);
    let unit = as_told(given[0], &trip, &told);
    assert_eq!(
        told.ask.news,
        [News::Unsent { unit }],
        "the store has it back"
    );
}

#[test]
fn a_reply_that_took_longer_than_units_hold_gives_none_and_they_go_back() {
    let mut front = settled(START);
    let trip = out(&mut front, &[1]);
    let late = START + trip.ask.hold * 1_000 + 1;
    let given = [unit(STORE, 1)];
    let _ = front.hear(&trip, &reply(STORE, &given, Stop::Nothing), START, late);
    assert_eq!(front.take(1, late), None);
    let told = out(&mut front, &[1]);
    let unit = as_told(given[0], &trip, &told);
    assert_eq!(told.ask.news, [News::Unsent { unit }]);
}

/// A unit that was given in one trip, as it is told in another: by when it ends to count.
fn as_told(given: Unit, by: &Trip, told: &Trip) -> Unit {
    Unit {
        at: given.at + by.ask.hold - told.ask.hold,
        ..given
    }
}

#[test]
fn what_is_not_known_to_have_been_heard_is_told_again_unless_that_would_give_it_twice() {
    for (may_have_run, told_again) in [(false, 2), (true, 1)] {
        let mut front = settled(START);
        front.give_back(unit(STORE, 1));
        front.block(START + 50 * MILLI);
        let trip = out(&mut front, &[1]);
        assert_eq!(trip.ask.news.len(), 2);
        let fault = match may_have_run {
            true => Fault::answer("cut off"),
            false => Fault::new(
                StoreFault::Unreachable,
                crate::fleet::fault::Stage::Connecting,
                "",
            ),
        };
        front.miss(trip, &fault, START, START + MILLI);
        let again = front.set_out(waiting(&[1]), START + 10 * MILLI).ask.news;
        assert_eq!(again.len(), told_again, "{again:?}");
        assert_eq!(again.last(), Some(&News::Blocked { left: 40_000 }));
    }
}

#[test]
fn a_store_whose_clock_runs_ahead_between_two_trips_is_not_believed() {
    let mut front = settled(START);
    let trip = out(&mut front, &[1]);
    let hour = STORE + 3_600_000_000;
    let heard = front.hear(
        &trip,
        &reply(hour, &[unit(hour, 1)], Stop::Nothing),
        START,
        START + MILLI,
    );
    assert_eq!(heard.anew, Some(crate::fleet::message::Anew::Clock));
    assert_eq!(front.take(1, START + MILLI), None);
    let told = out(&mut front, &[1]).ask.news;
    let [News::Jumped { by, since }] = told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(since, STORE - 10_000);
    assert!(by > 3_599_000_000 && by < 3_600_000_000, "{by}");
}

#[test]
fn units_that_left_later_are_told_where_the_store_counts_them_and_forgotten_when_they_are_over() {
    let mut front = settled(START);
    let (first, given) = taken(&mut front);
    front.moves(first, START - 3 * MILLI);
    let trip = out(&mut front, &[]);
    let there = as_told(unit(STORE, 1), &given, &trip);
    assert_eq!(
        trip.ask.news,
        [News::Moved {
            unit: there,
            ago: 3_000
        }]
    );
    let counted = STORE + 9;
    let mut answer = reply(STORE + 12, &[], Stop::Nothing);
    answer.moved = vec![(counted, 5)];
    let _ = front.hear(&trip, &answer, START, START + MILLI);

    front.moves(first, START + MILLI);
    let again = front.set_out(waiting(&[]), START + 2 * MILLI);
    let there = Unit {
        serial: 5,
        ..as_told(unit(counted, 1), &trip, &again)
    };
    assert_eq!(
        again.ask.news,
        [News::Moved {
            unit: there,
            ago: 1_000
        }]
    );
    front.end(1);
    let _ = front.hear(&again, &answer, START + 2 * MILLI, START + 3 * MILLI);
    assert!(front.moved.is_empty(), "{front:?}");
}

#[test]
fn a_unit_goes_back_to_where_it_counts_however_long_trips_take_by_then() {
    let mut front = settled(START);
    let (first, given) = taken(&mut front);
    // The store is slow now, so units are held for longer.
    let trip = out(&mut front, &[1]);
    let _ = front.hear(
        &trip,
        &reply(STORE, &[], Stop::Nothing),
        START,
        START + 90 * MILLI,
    );
    front.give_back(first);
    let told = front.set_out(waiting(&[]), START + 90 * MILLI);
    assert!(told.ask.hold > given.ask.hold);
    let unit = as_told(unit(STORE, 1), &given, &told);
    assert_eq!(told.ask.news, [News::Unsent { unit }]);
}

/// A unit that was given at [`STORE`], and the trip that brought it.
fn taken(front: &mut Front) -> (Unit, Trip) {
    let trip = out(front, &[1]);
    let given = [unit(STORE, 1)];
    let answer = reply(STORE, &given, Stop::Nothing);
    let _ = front.hear(&trip, &answer, START, START);
    let (taken, _) = front.leases.take(1, START).expect("it was given");
    (taken, trip)
}

#[test]
fn who_is_told_to_come_later_sets_out_early_enough_and_looks_now_and_then() {
    let mut front = settled(START);
    let trip = out(&mut front, &[1, 1]);
    let next = STORE + 10_000_000;
    let _ = front.hear(
        &trip,
        &reply(STORE, &[], Stop::Until(next)),
        START,
        START + MILLI,
    );
    let demand = waiting(&[1, 1]);
    assert_eq!(
        front.next(&demand, START + MILLI),
        Next::At(START + 500 * MILLI)
    );
    let later = START + 9_800 * MILLI;
    let trip = front.set_out(waiting(&[1, 1]), later);
    let store = STORE + 9_800_000;
    let _ = front.hear(
        &trip,
        &reply(store, &[], Stop::Until(next)),
        later,
        later + MILLI,
    );
    let Next::At(moment) = front.next(&demand, later + MILLI) else {
        panic!("it has to go before the unit is free");
    };
    let free = START + 10_001 * MILLI;
    assert!(
        moment < free - 2 * MILLI && moment > free - 10 * MILLI,
        "{}",
        free - moment
    );
    assert_eq!(
        front.next(&waiting(&[]), later + MILLI),
        Next::Now,
        "it says that nobody waits"
    );
}

#[test]
fn nobody_waits_longer_for_a_store_that_is_gone_than_is_said() {
    let mut front = settled(START);
    let patience = 500 * MILLI;
    assert_eq!(
        front.hopeless(START, patience, START + 10 * patience),
        None,
        "it is there"
    );
    let trip = out(&mut front, &[1]);
    let fault = Fault::new(
        StoreFault::Unreachable,
        crate::fleet::fault::Stage::Connecting,
        "",
    );
    front.miss(trip, &fault, START, START + MILLI);
    let early = front.hopeless(START, patience, START + patience - 1);
    assert_eq!(early, None, "it may be back in time");
    let over = front.hopeless(START, patience, START + patience);
    assert_eq!(over, Some(StoreFault::Unreachable));
    let demand = waiting(&[1]);
    assert!(
        matches!(front.next(&demand, START + MILLI), Next::At(_)),
        "it is tried again"
    );
    let denied = Fault::new(StoreFault::Denied, crate::fleet::fault::Stage::Asking, "");
    let trip = front.set_out(waiting(&[1]), START + 200 * MILLI);
    front.miss(trip, &denied, START + 200 * MILLI, START + 201 * MILLI);
    let soon = START + 202 * MILLI;
    assert_eq!(
        front.hopeless(soon, patience, soon),
        Some(StoreFault::Denied),
        "at once"
    );
}

#[test]
fn one_front_is_told_from_another() {
    let (one, other) = (front(), front());
    assert_ne!(one.process, other.process);
    assert!(one.process < 1 << 53, "a script keeps all of its digits");
}

#[test]
fn slots_that_are_given_up_are_told_at_once_where_none_is_left_and_else_soon() {
    let soon = Next::At(1_015 * MILLI);
    for (in_flight, next) in [(3, Next::Now), (2, soon)] {
        let mut front = settled(1_000 * MILLI);
        front.slots = Some(3);
        let trip = front.set_out(waiting(&[1, 1]), 1_000 * MILLI);
        let mut reply = reply(STORE, &[unit(STORE, 1), unit(STORE, 2)], Stop::Nothing);
        reply.in_flight = in_flight;
        front.hear(&trip, &reply, 1_000 * MILLI, 1_000 * MILLI);
        assert!(front.take(1, 1_000 * MILLI).is_some());
        assert!(front.take(1, 1_000 * MILLI).is_some());
        let mut demand = waiting(&[]);
        demand.in_flight = 2;
        let Next::At(renewed) = front.next(&demand, 1_001 * MILLI) else {
            panic!("nothing is new");
        };
        assert_eq!(renewed, 4_000 * MILLI);
        demand.in_flight = 1;
        assert_eq!(front.next(&demand, 1_001 * MILLI), next);
    }
}
