//! Numbers and keys: nothing is cut, nothing outlives its use, and all keys go to one slot.

use redis::Value;
use tollgate_limits::{Budget, Period, Rate};

use super::driven::{Driven, START, ask, topic, wanting};
use crate::fleet::limit::{check_rules, limits_of, spec_named};
use crate::fleet::message::{Ask, News, Stop};
use crate::fleet::script::{Call, Mode};
use crate::rule::Spec;

const SECOND: u64 = 1_000_000;

fn rate(count: u32, micros: u64) -> Rate {
    Rate::per(count, Period::from_nanos(micros * 1_000).expect("a time")).expect("a rate")
}

fn window(count: u32, micros: u64) -> Spec {
    Spec::Window {
        rate: rate(count, micros),
        skew: 0,
    }
}

fn budget(count: u32, micros: u64, burst: u32) -> Spec {
    Spec::Budget(Budget::new(rate(count, micros), burst).expect("a burst"))
}

#[tokio::test]
async fn nine_tenths_of_a_second_are_never_read_as_nothing() {
    let mut driven = Driven::start();
    let rules = [budget(1, SECOND, 1)];
    let topic = topic("read");
    assert_eq!(
        driven
            .tell(&topic, &wanting(&rules, &[1]))
            .await
            .given
            .len(),
        1
    );
    driven.now += SECOND / 10;
    let reply = driven.tell(&topic, &wanting(&rules, &[1])).await;
    assert_eq!(
        (reply.given.len(), reply.stop),
        (0, Stop::Until(driven.now + 900_000))
    );
}

#[tokio::test]
async fn a_microsecond_later_is_later_across_a_round_number() {
    let mut driven = Driven::start();
    assert_eq!(driven.now % SECOND, 999);
    let rules = [window(1, 2)];
    let topic = topic("read");
    let mut given = 0;
    for _ in 0..4 {
        given += driven
            .tell(&topic, &wanting(&rules, &[1]))
            .await
            .given
            .len();
        driven.now += 1;
    }
    assert_eq!(given, 2, "at .000999 and .001001");
}

#[tokio::test]
async fn a_time_of_sixteen_digits_keeps_all_of_them() {
    let mut driven = Driven::start();
    let topic = topic("read");
    // 5,000 a second: 200 µs for each.
    let rules = [budget(5_000, SECOND, 1)];
    driven.now = 1_796_006_676_673_123 - 200;
    assert_eq!(
        driven.tell(&topic, &wanting(&rules, &[1])).await.given[0].at,
        driven.now
    );
    let key = &Call::new(&topic, &ask(rules.to_vec()), Mode::Ask).keys[0];
    let kept: String = redis::cmd("HGET")
        .arg(key)
        .arg("b5000/1000000*1")
        .query(&mut driven.server.door())
        .expect("it is there");
    assert!(kept.ends_with(" 1796006676673123 0"), "{kept}");
    let reply = driven.tell(&topic, &wanting(&rules, &[1])).await;
    assert_eq!(reply.stop, Stop::Until(1_796_006_676_673_123));
    driven.now = 1_796_006_676_673_122;
    assert_eq!(driven.tell(&topic, &wanting(&rules, &[1])).await.given, []);
    driven.now = 1_796_006_676_673_123;
    assert_eq!(
        driven
            .tell(&topic, &wanting(&rules, &[1]))
            .await
            .given
            .len(),
        1
    );
}

#[tokio::test]
async fn what_is_free_within_the_horizon_is_given_with_its_moment() {
    let driven = Driven::start();
    let rules = [budget(5_000, SECOND, 1)];
    let ask = Ask {
        horizon: 1_000,
        ..wanting(&rules, &[1; 9])
    };
    let reply = driven.tell(&topic("read"), &ask).await;
    let moments: Vec<u64> = reply.given.iter().map(|unit| unit.at - START).collect();
    assert_eq!(moments, [0, 200, 400, 600, 800, 1_000]);
    assert_eq!(reply.stop, Stop::Until(START + 1_200));
    let serials: Vec<u64> = reply.given.iter().map(|unit| unit.serial).collect();
    assert_eq!(serials, [1, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn keys_live_no_longer_than_a_second_after_their_use_and_never_for_ever() {
    for (rules, span) in [
        (vec![window(3, 2 * SECOND)], 2_000),
        (vec![budget(7, 300, 2)], 1),
        (vec![window(1, 1), budget(1, 60 * SECOND, 2)], 120_000),
    ] {
        let driven = Driven::start();
        let topic = topic("read");
        let reply = driven.tell(&topic, &wanting(&rules, &[1, 1, 1])).await;
        assert!(!reply.given.is_empty());
        let mut door = driven.server.door();
        let keys: Vec<String> = redis::cmd("KEYS").arg("*").query(&mut door).expect("keys");
        assert!(!keys.is_empty());
        for key in keys {
            if key.ends_with(":m") {
                continue; // a day, see below
            }
            let left: i64 = redis::cmd("PTTL")
                .arg(&key)
                .query(&mut door)
                .expect("a time");
            assert!((1..=span + 1_000 + 100).contains(&left), "{key}: {left} ms");
            // Who waits has its grace.
            assert!(reply.alive <= START + (span.unsigned_abs() + 1_100) * 1_000);
        }
    }
}

#[test]
fn all_keys_of_an_account_have_one_tag_whatever_its_buckets_are_called() {
    let rules = vec![window(1, 1), window(2, 5), budget(1, 1, 1)];
    let keys = ["read", "write", "{x}", "a:s"]
        .map(|bucket| Call::new(&topic(bucket), &ask(rules.clone()), Mode::Ask).keys);
    let mut all = keys.concat();
    // What stands in the first braces decides about the slot.
    let tag = |key: &String| key.split(['{', '}']).nth(1).map(str::to_owned);
    let tags: Vec<_> = all.iter().filter_map(tag).collect();
    assert_eq!(tags.len(), 16);
    assert!(
        tags.iter().all(|tag| tag.len() == 24 && tag == &tags[0]),
        "{tags:?}"
    );
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 16, "and none is that of another bucket");
}

#[tokio::test]
async fn counters_are_kept_for_a_day() {
    let driven = Driven::start();
    let topic = topic("read");
    let mut ask = wanting(&[window(3, SECOND)], &[1]);
    ask.counts.requests = 3;
    ask.counts.waited = 5;
    ask.news = vec![News::Blocked { left: 7 }];
    driven.tell(&topic, &ask).await;
    driven.tell(&topic, &ask).await;
    let key = &Call::new(&topic, &ask, Mode::Ask).keys[1];
    let mut door = driven.server.door();
    let meter: Vec<Option<u64>> = redis::cmd("HMGET")
        .arg(key)
        .arg(&["requests", "waited", "blocks", "calls"])
        .query(&mut door)
        .expect("numbers");
    assert_eq!(meter, [Some(6), Some(10), Some(1), None]);
    let left: i64 = redis::cmd("TTL").arg(key).query(&mut door).expect("a time");
    assert!((86_390..=86_400).contains(&left), "{left}");
}

#[test]
fn limits_have_names_that_say_everything() {
    let specs = [
        window(60, 60 * SECOND),
        Spec::Window {
            rate: rate(9, 1),
            skew: 50_000_000,
        },
        Spec::Vendor {
            rate: rate(3, 1_000),
            burst: 7.try_into().expect("more than none"),
            skew: 1_000,
        },
        budget(10_000, SECOND, 200),
    ];
    for (spec, limit) in specs.into_iter().zip(limits_of(&specs, 5)) {
        assert_eq!(spec_named(&limit.id), Some(spec), "{}", limit.id);
    }
    for name in [
        "", "w", "w1", "w0/1+0", "w1/0+0", "x1/1+0", "w1/1*1+0", "b1/1", "v1/1*0+0", "w1/1+",
    ] {
        assert_eq!(spec_named(name), None, "{name}");
    }
}

#[test]
fn what_cannot_be_kept_exactly_is_refused_with_the_cure() {
    let nanos = |nanos| Rate::per(1, Period::from_nanos(nanos).expect("a time")).expect("a rate");
    let refused = [
        (
            Spec::Window {
                rate: nanos(1_500),
                skew: 0,
            },
            "whole microseconds",
        ),
        (budget(u32::MAX, 1, 1), "rounder"),
        (budget(1, SECOND, u32::MAX), "67108864"),
        (budget(1, 3_600 * SECOND, 1 << 26), "17 years"),
        (window(1, 1 << 50), "17 years"),
        (
            Spec::Window {
                rate: nanos(1_000),
                skew: u64::MAX,
            },
            "17 years",
        ),
    ];
    for (spec, cure) in refused {
        let error = check_rules(&[window(1, 1), spec]).expect_err("it cannot be kept");
        assert!(error.to_string().contains(cure), "{error}");
    }
    let kept = [
        window(1 << 26, 24 * 3_600 * SECOND),
        budget(1_000_000_000, SECOND, 5_000),
        budget(1_000_000, 30 * 24 * 3_600 * SECOND, 1_000_000),
        budget(10_000, SECOND, 1),
    ];
    check_rules(&kept).expect("all of these can be kept");
}

#[tokio::test]
async fn numbers_that_no_vendor_means_break_nothing() {
    let driven = Driven::start();
    let topic = topic("read");
    let rules = [window(3, SECOND), budget(1, SECOND, 2)];
    let unit = driven.tell(&topic, &wanting(&rules, &[1])).await.given[0];
    let most = u64::MAX;
    let news = vec![
        News::Left {
            unit,
            remaining: most,
            left: most,
            policy: Some(most),
        },
        News::Spent {
            away: 0,
            units: u32::MAX,
            ago: most,
        },
        News::Moved { unit, ago: most },
        News::Unsent { unit },
        News::Blocked { left: most },
    ];
    let ask = Ask {
        news,
        open: u32::MAX,
        slots: Some(u32::MAX),
        waited: Some(most),
        horizon: most,
        hold: most,
        grace: most,
        ..wanting(&rules, &[1, 9])
    };
    let reply = driven.tell(&topic, &ask).await;
    assert!(reply.given.is_empty());
    let value = driven
        .value(&topic, &wanting(&rules, &[1]), Mode::Ask)
        .await;
    let Value::Array(_) = value else {
        panic!("{value:?}")
    };
    assert!(
        driven
            .tell(&topic, &wanting(&rules, &[1]))
            .await
            .given
            .is_empty(),
        "still blocked"
    );
}
