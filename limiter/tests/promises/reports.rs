//! What the vendor says is left holds everybody back, and lets nobody go early.

use tollgate_limiter::{
    Ceiling, Cost, Key, Limits, ManualClock, Meter, Moment, NotYet, RefusedKind, Registry, Report,
    Serial, Terms,
};

use crate::world::{World, budget, limits, ms, window};

/// Twenty a second, of which one was sent.
fn world() -> (World, Serial) {
    let world = World::new(limits(&[window(20, 1_000)], None));
    let serial = send(&world);
    (world, serial)
}

fn send(world: &World) -> Serial {
    let permit = world.bucket.try_acquire(Cost::ONE).unwrap();
    let serial = permit.serial();
    drop(permit.spend());
    serial
}

fn report(world: &World, remaining: u64, until: u64, as_of: Serial) {
    let report = Report::new(remaining, World::at(until), as_of);
    world.bucket.report(report);
}

fn take_all(world: &World) -> usize {
    let sent = |_: &u32| {
        world
            .bucket
            .try_acquire(Cost::ONE)
            .map(|permit| drop(permit.spend()))
    };
    (0..100).take_while(|number| sent(number).is_ok()).count()
}

#[tokio::test]
async fn no_more_leaves_than_is_left_until_the_end_and_then_what_the_limits_say() {
    let (world, serial) = world();
    report(&world, 3, 700, serial);
    for _ in 0..30 {
        tokio::spawn(world.call(None));
    }
    world.pass(699).await;
    assert_eq!(world.sent(), [0, 0, 0]);
    world.pass(1).await;
    assert_eq!(
        world.sent()[3..],
        [700; 16],
        "20 in a second, 4 of them sent before"
    );
    world.pass(1_000).await;
    assert_eq!(world.sent().len(), 30);
}

#[tokio::test]
async fn what_was_issued_after_the_request_of_the_report_is_taken_off() {
    let (world, serial) = world();
    let heavy = world.bucket.try_acquire(Cost::new(4).unwrap()).unwrap();
    report(&world, 6, 700, serial);
    assert_eq!(take_all(&world), 2);
    drop(heavy); // it never left
    assert_eq!(take_all(&world), 4);
}

#[tokio::test]
async fn a_report_raises_nothing_and_shortens_no_block() {
    let (world, serial) = world();
    report(&world, u64::MAX, u64::MAX, serial);
    assert_eq!(take_all(&world), 19, "the window");
    world.bucket.block_until(World::at(2_000));
    report(&world, 500, 1_500, serial);
    world.hands.advance(ms(1_999));
    assert_eq!(take_all(&world), 0);
    world.hands.advance(ms(1));
    assert_eq!(take_all(&world), 1, "paced, as after any block");
}

#[tokio::test]
async fn a_report_whose_end_has_passed_is_none() {
    let (world, serial) = world();
    world.hands.advance(ms(10));
    report(&world, 0, 10, serial);
    world
        .bucket
        .report(Report::new(0, Moment::ORIGIN, serial).limit(u64::MAX));
    assert_eq!(take_all(&world), 19);
    assert_eq!(world.bucket.meter().foreign, 0);
}

#[tokio::test]
async fn a_late_report_loosens_nothing() {
    let (world, first) = world();
    let second = send(&world);
    report(&world, 2, 700, second);
    report(&world, 18, 700, first);
    report(&world, 18, 900, first);
    assert_eq!(take_all(&world), 2);
    world.hands.advance(ms(700));
    assert_eq!(
        take_all(&world),
        15,
        "of 18 after the first, the second and two more have left"
    );
}

#[tokio::test]
async fn a_cost_above_what_is_left_waits_and_nobody_overtakes_it() {
    let (world, serial) = world();
    report(&world, 2, 700, serial);
    let heavy = tokio::spawn({
        let bucket = world.bucket.clone();
        async move {
            let permit = bucket.acquire(Cost::new(3).unwrap(), None).await.unwrap();
            drop(permit.spend());
            bucket.clock().now()
        }
    });
    world.settle().await;
    let light = tokio::spawn(world.call(None));
    world.pass(700).await;
    assert_eq!(heavy.await.unwrap(), World::at(700));
    assert!(light.await.unwrap());
    assert_eq!(world.sent(), [700]);
}

#[tokio::test]
async fn the_urgent_obey_it_and_take_what_is_left_first() {
    let (world, serial) = world();
    report(&world, 0, 300, serial);
    let patient = tokio::spawn(world.call(None));
    world.settle().await;
    let urgent = tokio::spawn(world.call_on(Terms::new().urgent()));
    world.pass(299).await;
    assert!(world.sent().is_empty());
    world.bucket.report(Report::new(1, World::at(500), serial));
    world.pass(2).await;
    assert!(urgent.is_finished() && !patient.is_finished());
}

#[tokio::test]
async fn who_waits_is_refused_at_once_when_too_little_is_left() {
    let world = World::new(limits(&[], budget(10, 1_000, 1)));
    let serial = send(&world);
    let waiting = |millis| tokio::spawn(world.acquire(Terms::from(World::at(millis))));
    let waiters = [waiting(900), waiting(900), waiting(900)];
    let patient = tokio::spawn(world.call(Some(World::at(1_000))));
    world.settle().await;
    report(&world, 1, 1_000, serial);
    world.settle().await;
    let [first, second, third] = waiters;
    for waiter in [second, third] {
        assert!(waiter.is_finished(), "it is told at once");
        let refused = waiter.await.unwrap().unwrap_err();
        let (needed, left) = (ms(1_000), ms(900));
        assert_eq!(refused.kind(), RefusedKind::Deadline { needed, left });
    }
    let late = world
        .acquire(Terms::from(World::at(999)))
        .await
        .unwrap_err();
    assert!(matches!(late.kind(), RefusedKind::Deadline { needed, .. } if needed == ms(1_000)));
    let now = world.bucket.try_acquire(Cost::ONE).unwrap_err();
    assert_eq!(now, NotYet::Queued);
    world.pass(1_000).await;
    assert!(first.await.unwrap().is_ok(), "one was left");
    assert!(patient.await.unwrap(), "exactly at the end is in time");
}

#[tokio::test]
async fn waiting_for_more_to_be_left_is_no_pause_of_the_vendors() {
    let (world, serial) = world();
    report(&world, 0, 300, serial);
    let call = tokio::spawn(world.call_on(Terms::new().longest_block(Moment::ORIGIN)));
    world.pass(300).await;
    assert!(call.await.unwrap());
}

#[test]
fn a_report_as_of_another_buckets_permit_is_ignored() {
    let (world, _) = world();
    let other = world.other("other");
    let permit = other.try_acquire(Cost::ONE).unwrap();
    report(&world, 0, 300, permit.serial());
    drop(permit.spend());
    assert_eq!(take_all(&world), 19);
}

#[test]
fn what_was_reported_goes_along_when_a_bucket_becomes_part_of_another() {
    let (world, ours) = world();
    let other = world.other("other");
    let permit = other.try_acquire(Cost::new(2).unwrap()).unwrap();
    let theirs = permit.serial();
    drop(permit.spend());
    report(&world, 9, 700, ours);
    other.report(Report::new(12, World::at(900), theirs));
    world.bucket.merge(&other);
    // Reports that were under way say nothing of the bucket as it is now.
    for as_of in [ours, theirs] {
        world.bucket.report(Report::new(0, World::at(950), as_of));
        other.report(Report::new(0, World::at(950), as_of));
    }
    assert_eq!(take_all(&world), 7, "of 9, the other may have had two");
    world.hands.advance(ms(700));
    assert_eq!(
        take_all(&world),
        4,
        "of 12, we may have had one, and seven more have left"
    );
    world.hands.advance(ms(200));
    let serial = send(&world);
    report(&world, 3, 1_900, serial);
    assert_eq!(
        take_all(&world),
        3,
        "reports of either handle reach the one bucket"
    );
}

#[test]
fn a_bucket_of_which_little_is_left_is_not_forgotten() {
    let hands = ManualClock::new();
    let registry = Registry::with_clock(hands.clock());
    let bucket = || {
        registry.bucket(
            Key::new("api", "read", "me"),
            limits(&[window(9, 1_000)], None),
        )
    };
    let permit = bucket().try_acquire(Cost::ONE).unwrap();
    let serial = permit.serial();
    drop(permit.spend());
    bucket().report(Report::new(0, World::at(60_000), serial));
    let crowd = |from: u64| {
        for number in from..from + 300 {
            let key = Key::new("api", "read", number.to_string());
            let _bucket = registry.bucket(key, limits(&[window(1, 1)], None));
        }
    };
    hands.advance(ms(59_999));
    crowd(0);
    assert!(bucket().try_acquire(Cost::ONE).is_err());
    hands.advance(ms(1));
    crowd(1_000);
    assert_eq!(bucket().meter(), Meter::default(), "forgotten");
}

#[test]
fn what_others_spent_is_on_the_meter() {
    let (world, serial) = world();
    world
        .bucket
        .report(Report::new(900, World::at(60_000), serial).limit(1_000));
    let serial = send(&world);
    world
        .bucket
        .report(Report::new(890, World::at(60_000), serial).limit(1_000));
    let meter = world.bucket.meter();
    assert_eq!(meter.foreign, 99 + 9);
    assert_eq!([meter, meter].into_iter().sum::<Meter>().foreign, 216);
    assert_eq!(
        meter.to_string(),
        "calls 0, waited 0.0 s, retries 0, exhausted 0, unpaid 0"
    );
}

#[test]
fn what_never_left_is_not_foreign() {
    let one = Ceiling::InFlight(5.try_into().unwrap());
    let limits = Limits::new(vec![window(90, 1_000), one], None, ms(0)).unwrap();
    let world = World::new(limits);
    let first = send(&world);
    world
        .bucket
        .report(Report::new(99, World::at(60_000), first).limit(100));
    let lost = world
        .bucket
        .try_acquire(Cost::new(4).unwrap())
        .unwrap()
        .spend();
    let second = send(&world);
    lost.not_sent();
    world
        .bucket
        .report(Report::new(98, World::at(60_000), second).limit(100));
    let third = send(&world);
    world
        .bucket
        .report(Report::new(95, World::at(60_000), third).limit(100));
    assert_eq!(world.bucket.meter().foreign, 2);
}

#[test]
fn the_paid_share_compares_units_with_units_whatever_requests_cost() {
    let world = World::new(limits(&[window(1_000, 1_000)], None));
    let ten = Cost::new(10).unwrap();
    drop(world.bucket.try_acquire(ten).unwrap());
    world.bucket.try_acquire(ten).unwrap().spend().not_sent();
    let mut latest = send(&world);
    for _ in 0..4 {
        let permit = world.bucket.try_acquire(ten).unwrap();
        latest = permit.serial();
        drop(permit.spend());
    }
    let meter = world.bucket.meter();
    assert_eq!(
        (meter.permits, meter.units),
        (5, 41),
        "what went back is not counted"
    );
    let all = meter.paid_share();
    assert!((0.999..1.001).contains(&all), "nobody else is known: {all}");
    let said = Report::new(1_000 - 41 - 59, World::at(60_000), latest).limit(1_000);
    world.bucket.report(said);
    let meter = world.bucket.meter();
    assert_eq!((meter.units, meter.foreign), (41, 59));
    assert!((0.409..0.411).contains(&meter.paid_share()));
    let twice: Meter = [meter, meter].into_iter().sum();
    assert_eq!((twice.units, twice.foreign), (82, 118));
}
