//! Units that come back, from processes that hold theirs for different times.

use tollgate_limits::{Period, Rate};

use super::driven::{Driven, telling, topic, wanting};
use crate::fleet::message::{Ask, News, Stop, Unit};
use crate::rule::Spec;

const MILLI: u64 = 1_000;

fn three_a_minute() -> Vec<Spec> {
    let rate = Rate::per(3, Period::MINUTE).expect("a rate");
    vec![Spec::Window { rate, skew: 0 }]
}

/// One process with slow trips takes one, one with fast trips the other two, which stand behind it.
async fn taken(driven: &mut Driven) -> [Unit; 3] {
    let slow = Ask {
        hold: 50 * MILLI,
        ..wanting(&three_a_minute(), &[1])
    };
    let first = driven.tell(&topic("read"), &slow).await.given;
    driven.now += MILLI;
    let fast = Ask {
        process: 2,
        ..wanting(&three_a_minute(), &[1, 1])
    };
    let rest = driven.tell(&topic("read"), &fast).await.given;
    [first[0], rest[0], rest[1]]
}

async fn wants(driven: &Driven) -> (usize, Stop) {
    let ask = wanting(&three_a_minute(), &[1, 1, 1]);
    let reply = driven.tell(&topic("read"), &ask).await;
    (reply.given.len(), reply.stop)
}

#[tokio::test]
async fn what_comes_back_is_there_again_though_it_stood_behind_what_others_hold_for_longer() {
    let mut driven = Driven::start();
    let [_, second, third] = taken(&mut driven).await;
    for unit in [third, second] {
        let unsent = telling(&three_a_minute(), News::Unsent { unit });
        driven.tell(&topic("read"), &unsent).await;
    }
    assert_eq!(wants(&driven).await.0, 2, "and no more");
}

#[tokio::test]
async fn what_comes_back_when_its_time_is_over_takes_nothing_off_what_others_hold() {
    let mut driven = Driven::start();
    let [first, second, _] = taken(&mut driven).await;
    // The second has ended to count, but for its place behind the first.
    driven.now = second.at + 60_000 * MILLI + 10 * MILLI;
    let unsent = telling(&three_a_minute(), News::Unsent { unit: second });
    driven.tell(&topic("read"), &unsent).await;
    let end = first.at + 60_000 * MILLI + 50 * MILLI;
    assert_eq!(wants(&driven).await, (0, Stop::Until(end)));
}
