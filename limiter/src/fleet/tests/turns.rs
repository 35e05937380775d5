//! Several processes: whose turn it is, who holds what, and what others declare.

use tollgate_limits::{Period, Rate};

use super::driven::{Driven, START, ask, topic, wanting};
use crate::fleet::answer::Answer;
use crate::fleet::message::{Ask, News, Reply, Stop};
use crate::rule::Spec;

const SECOND: u64 = 1_000_000;

fn window(count: u32, seconds: u64) -> Vec<Spec> {
    let rate = Rate::per(count, Period::from_secs(seconds).expect("a time")).expect("a rate");
    vec![Spec::Window { rate, skew: 0 }]
}

fn of(process: u64, rules: &[Spec], wants: &[u32]) -> Ask {
    Ask {
        process,
        ..wanting(rules, wants)
    }
}

async fn tell(driven: &Driven, ask: &Ask) -> Reply {
    driven.tell(&topic("read"), ask).await
}

/// Goes on asking every half second until `end`, as whoever waits does.
async fn wait(driven: &mut Driven, ask: &Ask, end: u64) {
    while driven.now + SECOND / 2 < end {
        driven.now += SECOND / 2;
        assert_eq!(tell(driven, ask).await.given, []);
    }
    driven.now = end;
}

#[tokio::test]
async fn one_beside_a_thousand_waits_for_one_or_two_of_theirs() {
    let mut driven = Driven::start();
    let rules = window(1, 1);
    let mut given = [0, 0];
    for turn in 0..80 {
        // The one with many asks first, whenever there is something.
        for (process, wants) in [(0, &[1; 100][..]), (1, &[1][..])] {
            let reply = tell(&driven, &of(process as u64, &rules, wants)).await;
            given[process] += reply.given.len();
        }
        driven.now = START + (turn + 1) * SECOND / 2;
    }
    assert!(given[1] >= 13 && given[0] + given[1] == 40, "{given:?}");
}

#[tokio::test]
async fn who_saves_up_is_not_starved_by_those_who_want_less() {
    let mut driven = Driven::start();
    let rules = window(4, 4);
    assert_eq!(tell(&driven, &of(1, &rules, &[4])).await.given.len(), 1);
    driven.now += 1;
    let large = tell(&driven, &of(1, &rules, &[4])).await;
    assert_eq!(large.stop, Stop::Until(START + 4 * SECOND));
    wait(&mut driven, &of(1, &rules, &[4]), START + 4 * SECOND).await;
    let small = tell(&driven, &of(2, &rules, &[1])).await;
    assert_eq!(small.given, [], "the other has waited longer");
    assert_eq!(tell(&driven, &of(1, &rules, &[4])).await.given.len(), 1);
}

#[tokio::test]
async fn what_is_left_beside_those_who_go_first_is_given() {
    let driven = Driven::start();
    let rules = window(10, 1);
    let stuck = Ask {
        news: vec![News::Spent {
            units: 5,
            ago: 0,
            away: 0,
        }],
        waited: Some(SECOND),
        ..of(1, &rules, &[7])
    };
    assert_eq!(tell(&driven, &stuck).await.given, []);
    // Five are there, and seven wanted before: nothing is left for the younger one.
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given, []);
    let modest = Ask {
        waited: Some(5),
        ..of(1, &rules, &[3])
    };
    // Now it wants less, and gets it at once.
    assert_eq!(tell(&driven, &modest).await.given.len(), 1);
    assert_eq!(
        tell(&driven, &of(2, &rules, &[1, 1, 1])).await.given.len(),
        2
    );
}

#[tokio::test]
async fn an_elder_that_is_late_loses_its_turn() {
    let mut driven = Driven::start();
    let rules = window(1, 10);
    tell(&driven, &of(1, &rules, &[1])).await;
    let elder = of(1, &rules, &[1]);
    let free = START + 10 * SECOND;
    assert_eq!(tell(&driven, &elder).await.stop, Stop::Until(free));
    wait(&mut driven, &elder, free - 100).await;
    let younger = tell(&driven, &of(2, &rules, &[1])).await;
    // Beside the elder it would be twenty seconds; it looks again when that one has lost its turn.
    let due = free + 100_000;
    assert_eq!(younger.stop, Stop::Until(due));
    driven.now = due - 1;
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given, []);
    driven.now = due;
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given.len(), 1);
}

#[tokio::test]
async fn an_elder_that_is_dead_stands_in_nobodys_way_for_longer_than_it_would_have_stayed_away() {
    let mut driven = Driven::start();
    let rules = window(100, 86_400);
    tell(&driven, &of(1, &rules, &[50])).await;
    // It saves up for a day, and is killed. Nothing is saved for one who may have hardly begun.
    tell(&driven, &of(1, &rules, &[90])).await;
    driven.now += 100;
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given.len(), 1);
    driven.now += SECOND / 4;
    tell(&driven, &of(1, &rules, &[90])).await;
    driven.now += 100;
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given, []);
    driven.now += SECOND;
    let reply = tell(&driven, &of(2, &rules, &[1; 60])).await;
    assert_eq!(reply.given.len(), 49);
}

#[tokio::test]
async fn who_gives_up_waiting_stands_in_nobodys_way() {
    let mut driven = Driven::start();
    let rules = window(1, 10);
    tell(&driven, &of(1, &rules, &[1])).await;
    tell(&driven, &of(1, &rules, &[1])).await;
    tell(
        &driven,
        &Ask {
            process: 1,
            ..ask(rules.clone())
        },
    )
    .await;
    driven.now += 10 * SECOND;
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given.len(), 1);
}

#[tokio::test]
async fn what_is_fetched_ahead_comes_after_all_who_wait() {
    let mut driven = Driven::start();
    let rules = window(1, 10);
    tell(&driven, &of(1, &rules, &[1])).await;
    driven.now += 19 * SECOND / 2;
    tell(&driven, &of(2, &rules, &[1])).await;
    driven.now += SECOND / 2;
    let ahead = Ask {
        waited: None,
        ..of(1, &rules, &[1])
    };
    assert_eq!(tell(&driven, &ahead).await.given, []);
    assert_eq!(tell(&driven, &of(2, &rules, &[1])).await.given.len(), 1);
}

#[tokio::test]
async fn slots_are_counted_over_all_processes_and_end_with_the_dead() {
    let mut driven = Driven::start();
    let rules = window(100, 1);
    let slotted = |process, open, wants: &[u32]| Ask {
        slots: Some(3),
        open,
        ..of(process, &rules, wants)
    };
    let first = tell(&driven, &slotted(1, 0, &[1, 1])).await;
    assert_eq!((first.given.len(), first.in_flight), (2, 2));
    driven.now += 1;
    let second = tell(&driven, &slotted(2, 0, &[1, 1])).await;
    assert_eq!(
        (second.given.len(), second.stop, second.in_flight),
        (1, Stop::Slot, 3)
    );
    // The first has ended one; the second has waited for it, and goes before the first.
    driven.now += 1;
    assert_eq!(tell(&driven, &slotted(1, 1, &[1])).await.given, []);
    assert_eq!(tell(&driven, &slotted(2, 1, &[1])).await.given.len(), 1);
    // The second is gone, and says so to nobody.
    driven.now += 5 * SECOND;
    assert_eq!(tell(&driven, &slotted(1, 1, &[1])).await.stop, Stop::Slot);
    driven.now += 5 * SECOND - 1;
    assert_eq!(tell(&driven, &slotted(1, 1, &[1])).await.stop, Stop::Slot);
    driven.now += 1;
    assert_eq!(tell(&driven, &slotted(1, 1, &[1, 1])).await.given.len(), 2);
}

#[tokio::test]
async fn the_fewest_slots_that_anybody_declares_bind_all() {
    let driven = Driven::start();
    let rules = window(100, 1);
    let slotted = |process, slots, wants: &[u32]| Ask {
        slots,
        ..of(process, &rules, wants)
    };
    assert_eq!(
        tell(&driven, &slotted(1, Some(2), &[1])).await.given.len(),
        1
    );
    assert_eq!(
        tell(&driven, &slotted(2, Some(9), &[1, 1]))
            .await
            .given
            .len(),
        1
    );
    assert_eq!(
        tell(&driven, &slotted(3, None, &[1])).await.stop,
        Stop::Slot
    );
}

#[tokio::test]
async fn the_limits_of_others_bind_and_are_told_and_nothing_is_taken_before() {
    let driven = Driven::start();
    let (loose, strict) = (window(10, 1), window(2, 60));
    tell(&driven, &of(1, &strict, &[1])).await;
    let asking = of(2, &loose, &[1, 1]);
    let Answer::Foreign(specs) = driven.answer(&topic("read"), &asking).await else {
        panic!("there are other limits")
    };
    assert_eq!(specs, strict);
    let both = [loose.clone(), strict].concat();
    let reply = tell(&driven, &of(2, &both, &[1, 1])).await;
    assert_eq!(
        (reply.given.len(), reply.given[0].serial),
        (1, 2),
        "nothing had been taken"
    );
    let Answer::Foreign(specs) = driven
        .answer(&topic("read"), &of(1, &window(2, 60), &[1]))
        .await
    else {
        panic!("there are other limits")
    };
    assert_eq!(specs, loose);
}

#[tokio::test]
async fn a_limit_declared_late_counts_what_was_granted() {
    let mut driven = Driven::start();
    let (long, short) = (window(10, 60), window(3, 10));
    tell(&driven, &of(1, &long, &[1, 1])).await;
    driven.now += 5 * SECOND;
    let both = [long, short].concat();
    let reply = tell(&driven, &of(2, &both, &[1, 1])).await;
    assert_eq!(
        (reply.given.len(), reply.stop),
        (1, Stop::Until(START + 10 * SECOND))
    );
    // What nobody remembers counts as badly as it can have been.
    driven.now += 60 * SECOND;
    assert_eq!(tell(&driven, &of(2, &both, &[1])).await.given.len(), 1);
    let longer = [both, window(50, 3_600)].concat();
    let reply = tell(&driven, &of(2, &longer, &[1])).await;
    assert_eq!(reply.given, []);
}

#[tokio::test]
async fn limits_that_nobody_declares_any_more_are_dropped() {
    let mut driven = Driven::start();
    let (old, new) = (window(1, 1), window(100, 3_600));
    let both = [old.clone(), new.clone()].concat();
    tell(&driven, &of(1, &both, &[1])).await;
    driven.now += 3_500 * SECOND;
    let Answer::Foreign(specs) = driven.answer(&topic("read"), &of(1, &new, &[1])).await else {
        panic!("not yet")
    };
    assert_eq!(specs, old);
    driven.now += 101 * SECOND;
    // The keys are there still: the real clock of the server has not moved.
    assert_eq!(tell(&driven, &of(1, &new, &[1, 1])).await.given.len(), 2);
}

#[tokio::test]
async fn units_that_nobody_gave_count_against_all_limits() {
    let driven = Driven::start();
    let rules = window(10, 1);
    let spent = Ask {
        news: vec![News::Spent {
            units: 8,
            ago: 0,
            away: 0,
        }],
        ..of(1, &rules, &[1, 1, 1])
    };
    assert_eq!(tell(&driven, &spent).await.given.len(), 2);
}

#[tokio::test]
async fn a_report_from_before_the_keys_ended_still_lowers() {
    let driven = Driven::start();
    let rules = window(10, 1);
    let first = tell(&driven, &of(1, &rules, &[1])).await;
    let () = redis::cmd("FLUSHALL")
        .query(&mut driven.server.door())
        .expect("it does");
    let left = News::Left {
        unit: first.given[0],
        remaining: 2,
        left: 9 * SECOND,
        policy: None,
    };
    let late = Ask {
        news: vec![left],
        ..of(1, &rules, &[1, 1, 1])
    };
    let mut driven = driven;
    driven.now += 1;
    let reply = tell(&driven, &late).await;
    assert_eq!(
        (reply.given.len(), reply.stop),
        (2, Stop::Until(START + 1 + 9 * SECOND))
    );
}

#[tokio::test]
async fn slots_are_kept_for_those_who_could_not_come_and_time_to_come_again_is_theirs() {
    let mut driven = Driven::start();
    let rules = window(100, 1);
    let slotted = |process, open, wants: &[u32]| Ask {
        slots: Some(2),
        open,
        ..of(process, &rules, wants)
    };
    assert_eq!(tell(&driven, &slotted(1, 0, &[1, 1])).await.given.len(), 2);
    // The store could not be had by anybody.
    driven.now += 33 * SECOND;
    assert_eq!(tell(&driven, &slotted(2, 0, &[1])).await.stop, Stop::Slot);
    driven.now += 5 * SECOND;
    assert_eq!(tell(&driven, &slotted(1, 2, &[])).await.in_flight, 2);
    driven.now += 9 * SECOND;
    assert_eq!(tell(&driven, &slotted(2, 0, &[1])).await.stop, Stop::Slot);
}

#[tokio::test]
async fn the_first_that_is_back_after_all_were_away_finds_everything_used_and_the_others_do_not_again()
 {
    let mut driven = Driven::start();
    let rules = window(10, 5);
    tell(&driven, &of(1, &rules, &[1])).await;
    driven.now += 60 * SECOND;
    let back = |process, away| Ask {
        news: vec![News::Spent {
            units: 1,
            ago: 0,
            away,
        }],
        ..of(process, &rules, &[1])
    };
    let first = tell(&driven, &back(1, 59 * SECOND)).await;
    assert_eq!(first.given, []);
    driven.now += 5 * SECOND;
    let second = tell(&driven, &back(2, 64 * SECOND)).await;
    assert_eq!(second.given.len(), 1, "what it spent counts, and no more");
}

#[tokio::test]
async fn what_a_bucket_granted_that_turns_out_to_be_another_counts_there_once() {
    let driven = Driven::start();
    let rules = window(10, 60);
    let other = async |wants: &[u32]| {
        let reply = driven.tell(&topic("two"), &of(7, &rules, wants)).await;
        assert_eq!(reply.given.len(), wants.len());
    };
    let join = async |process, wants: &[u32]| {
        let ask = Ask {
            joined: vec!["two".into()],
            waited: None,
            ..of(process, &rules, wants)
        };
        driven.tell(&topic("one"), &ask).await.given.len()
    };
    other(&[1; 5]).await;
    assert_eq!(join(1, &[1, 1]).await, 2);
    // Others learn it too, and nothing counts again.
    assert_eq!(join(2, &[1, 1]).await, 2);
    // One who did not know yet goes on for a while.
    other(&[1]).await;
    assert_eq!(join(3, &[1; 5]).await, 0, "five and one there, four here");
}
