//! State belongs to (API, bucket, account), however many clients there are.

use std::time::Duration;

use tollgate_limiter::{Bucket, Cost, Key, Limits, ManualClock, NotYet, Registry};

use crate::world::{World, budget, limits, ms, window};

fn key(api: &str, bucket: &str, account: &str) -> Key {
    Key::new(api, bucket, account)
}

fn take_all(bucket: &Bucket) -> usize {
    let taken = |_: &u32| {
        bucket
            .try_acquire(Cost::ONE)
            .map(|permit| drop(permit.spend()))
            .is_ok()
    };
    (0..100).take_while(taken).count()
}

#[test]
fn clients_of_one_account_share_what_there_is_and_other_accounts_do_not() {
    let registry = Registry::with_clock(ManualClock::new().clock());
    let bucket = |account| {
        registry.bucket(
            key("api", "read", account),
            limits(&[window(6, 1_000)], None),
        )
    };
    let (first, second) = (bucket("one"), bucket("one"));
    let clone = first.clone();
    for handle in [&first, &second, &clone, &first, &second, &clone] {
        drop(handle.try_acquire(Cost::ONE).unwrap().spend());
    }
    assert_eq!(take_all(&first) + take_all(&second) + take_all(&clone), 0);
    assert_eq!(take_all(&bucket("two")), 6);
}

#[test]
fn another_bucket_or_another_api_has_its_own() {
    let registry = Registry::with_clock(ManualClock::new().clock());
    let keys = [
        key("api", "read", "me"),
        key("api", "write", "me"),
        key("other", "read", "me"),
    ];
    for key in keys {
        assert_eq!(
            take_all(&registry.bucket(key, limits(&[window(6, 1_000)], None))),
            6
        );
    }
}

#[test]
fn where_two_descriptions_differ_the_stricter_holds_for_both() {
    let hands = ManualClock::new();
    let registry = Registry::with_clock(hands.clock());
    let loose = registry.bucket(key("api", "read", "me"), limits(&[window(10, 1_000)], None));
    assert_eq!(take_all(&loose), 10);
    let strict = registry.bucket(key("api", "read", "me"), limits(&[window(3, 1_000)], None));
    assert_eq!(strict.limits().len(), 2);
    assert_eq!(
        take_all(&strict),
        0,
        "no fresh burst for a second description"
    );
    hands.advance(ms(1_000));
    assert_eq!(take_all(&loose), 3, "the first description is bound too");
}

#[test]
fn a_second_description_stops_those_already_waiting() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let hands = ManualClock::new();
        let registry = Registry::with_clock(hands.clock());
        let bucket = registry.bucket(key("api", "read", "me"), limits(&[], budget(1, 100, 5)));
        assert_eq!(take_all(&bucket), 5);
        let deadline = Some(World::at(500));
        let heavy = tokio::spawn({
            let bucket = bucket.clone();
            async move {
                bucket
                    .acquire(Cost::new(5).unwrap(), deadline)
                    .await
                    .map(drop)
            }
        });
        tokio::task::yield_now().await;
        let _strict = registry.bucket(key("api", "read", "me"), limits(&[], budget(1, 100, 4)));
        let refused = heavy.await.unwrap().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "bucket `read`: a cost of 5 can never be paid: at most 4 units leave at once; \
             declare a smaller cost or a larger burst"
        );
    });
}

/// More keys than are kept without looking for idle ones.
fn crowd(registry: &Registry) {
    for number in 0..300 {
        let _bucket = registry.bucket(
            key("api", "read", &format!("crowd {number}")),
            limits(&[window(1, 1)], None),
        );
    }
}

fn three_a_second() -> Limits {
    limits(&[window(3, 1_000)], budget(2, 1_000, 2))
}

#[test]
fn a_bucket_in_use_is_kept_and_an_idle_one_is_forgotten_without_a_fresh_burst() {
    let hands = ManualClock::new();
    let registry = Registry::with_clock(hands.clock());
    let bucket = || registry.bucket(key("api", "read", "me"), three_a_second());
    assert_eq!(take_all(&bucket()), 2);
    for _ in 0..9 {
        crowd(&registry);
        assert_eq!(
            bucket().meter().permits,
            2,
            "not idle: the window is not empty"
        );
        assert!(matches!(
            bucket().try_acquire(Cost::new(2).unwrap()),
            Err(NotYet::Until(_))
        ));
        hands.advance(ms(111));
    }
    hands.advance(ms(1));
    crowd(&registry);
    assert_eq!(
        bucket().meter().permits,
        0,
        "idle: forgotten, with its counters"
    );
    assert_eq!(take_all(&bucket()), 2);
}

#[test]
fn a_bucket_with_a_permit_out_or_a_block_is_not_forgotten() {
    let hands = ManualClock::new();
    let registry = Registry::with_clock(hands.clock());
    let bucket = || registry.bucket(key("api", "read", "me"), three_a_second());
    let permit = bucket().try_acquire(Cost::ONE).unwrap();
    hands.advance(Duration::from_secs(60));
    crowd(&registry);
    assert_eq!(bucket().meter().in_flight, 1);
    drop(permit.spend());

    bucket().block_until(World::at(600_000));
    hands.advance(Duration::from_secs(60));
    crowd(&registry);
    assert_eq!(take_all(&bucket()), 0, "the vendor's pause is remembered");
}

#[test]
fn a_bucket_that_somebody_holds_is_not_forgotten() {
    let registry = Registry::with_clock(ManualClock::new().clock());
    let bucket = || registry.bucket(key("api", "read", "me"), three_a_second());
    let held = bucket();
    crowd(&registry);
    assert_eq!(
        (take_all(&held), take_all(&bucket())),
        (2, 0),
        "no second budget beside the held one"
    );
}
