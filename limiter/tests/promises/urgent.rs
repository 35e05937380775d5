//! Who is urgent goes first, and nobody else pays for it with more than their place.

use std::sync::{Arc, Mutex};

use tollgate_limiter::{Ceiling, Cost, NotYet, RefusedKind, Terms};

use crate::world::{World, budget, limits, ms, window};

/// Who left, and when.
#[derive(Clone, Default)]
struct Order(Arc<Mutex<Vec<(&'static str, u64)>>>);

impl Order {
    fn call(&self, world: &World, name: &'static str, terms: Terms) -> tokio::task::JoinHandle<()> {
        let (order, bucket) = (self.clone(), world.bucket.clone());
        tokio::spawn(async move {
            let Ok(permit) = bucket.acquire(Cost::ONE, terms).await else {
                return;
            };
            let millis = bucket.clock().now().as_nanos() / 1_000_000;
            order.0.lock().unwrap().push((name, millis));
            drop(permit.spend());
        })
    }

    fn seen(&self) -> Vec<(&'static str, u64)> {
        self.0.lock().unwrap().clone()
    }
}

/// One every 100 ms, and that one taken.
fn used() -> World {
    let world = World::new(limits(&[], budget(1, 100, 1)));
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    world
}

#[tokio::test]
async fn the_urgent_go_before_all_others_and_keep_their_own_order() {
    let (world, order) = (used(), Order::default());
    for (name, terms) in [
        ("first", Terms::new()),
        ("second", Terms::new()),
        ("token", Terms::new().urgent()),
        ("another token", Terms::new().urgent()),
        ("third", Terms::new()),
    ] {
        order.call(&world, name, terms);
        world.settle().await;
    }
    world.pass(500).await;
    let left = [
        ("token", 100),
        ("another token", 200),
        ("first", 300),
        ("second", 400),
        ("third", 500),
    ];
    assert_eq!(order.seen(), left);
}

#[tokio::test]
async fn the_urgent_take_what_is_there_while_others_wait_for_more() {
    let world = World::new(limits(&[], budget(1, 100, 4)));
    drop(
        world
            .bucket
            .try_acquire(Cost::new(3).unwrap())
            .unwrap()
            .spend(),
    );
    let heavy = tokio::spawn({
        let bucket = world.bucket.clone();
        async move {
            let permit = bucket.acquire(Cost::new(4).unwrap(), None).await.unwrap();
            drop(permit.spend());
            bucket.clock().now()
        }
    });
    world.settle().await;
    assert_eq!(
        world.bucket.try_acquire(Cost::ONE).unwrap_err(),
        NotYet::Queued
    );
    let token = tokio::spawn(world.call_on(Terms::new().urgent()));
    world.settle().await;
    assert!(token.await.unwrap(), "one unit was there");
    world.pass(400).await;
    assert_eq!(
        heavy.await.unwrap(),
        World::at(400),
        "one unit later, and no more"
    );
}

#[tokio::test]
async fn the_urgent_obey_every_limit_and_the_block() {
    let world = World::new(limits(&[window(2, 1_000)], None));
    world.bucket.block_until(World::at(300));
    for _ in 0..5 {
        tokio::spawn(world.call_on(Terms::new().urgent()));
    }
    world.pass(3_000).await;
    assert_eq!(world.sent(), [300, 800, 1_300, 1_800, 2_300]);
}

#[tokio::test]
async fn only_urgent_units_are_ahead_of_who_is_urgent() {
    let world = used();
    for terms in [Terms::new(), Terms::new(), Terms::new().urgent()] {
        tokio::spawn(world.call_on(terms));
    }
    world.settle().await;
    let needed = |refused: tollgate_limiter::Refused| match refused.kind() {
        RefusedKind::Deadline { needed, .. } => needed,
        other => panic!("{other:?}"),
    };
    let hasty = Terms::new().deadline(World::at(1));
    let patient = world.acquire(hasty).await.unwrap_err();
    let urgent = world.acquire(hasty.urgent()).await.unwrap_err();
    assert_eq!((needed(patient), needed(urgent)), (ms(400), ms(200)));
    let in_time = world.acquire(Terms::new().urgent().deadline(World::at(200)));
    let in_time = tokio::spawn(in_time);
    world.pass(200).await;
    assert!(in_time.await.unwrap().is_ok());
}

#[tokio::test]
async fn who_is_moved_beyond_the_deadline_is_refused_at_once() {
    let world = used();
    let late = tokio::spawn(world.acquire(Terms::new().deadline(World::at(199))));
    let in_time = tokio::spawn(world.call(Some(World::at(200))));
    world.settle().await;
    assert_eq!(world.bucket.meter().waiting, 2);
    tokio::spawn(world.call_on(Terms::new().urgent()));
    world.settle().await;
    assert!(late.is_finished(), "it is told at once");
    let refused = late.await.unwrap().unwrap_err();
    let (needed, left) = (ms(200), ms(199));
    assert_eq!(refused.kind(), RefusedKind::Deadline { needed, left });
    world.pass(200).await;
    assert!(
        in_time.await.unwrap(),
        "behind the urgent one, and exactly in time"
    );
}

#[tokio::test]
async fn who_is_overtaken_by_a_permit_that_was_there_is_judged_again() {
    let world = World::new(limits(&[], budget(1, 100, 4)));
    drop(
        world
            .bucket
            .try_acquire(Cost::new(3).unwrap())
            .unwrap()
            .spend(),
    );
    let bucket = world.bucket.clone();
    let heavy = tokio::spawn(async move {
        let four = Cost::new(4).unwrap();
        bucket.acquire(four, World::at(399)).await.map(drop)
    });
    world.pass(50).await;
    assert!(!heavy.is_finished(), "300 ms are enough");
    assert!(world.call_on(Terms::new().urgent()).await);
    world.settle().await;
    assert!(
        heavy.is_finished(),
        "not enough any more, and it is told at once"
    );
    let (needed, left) = (ms(350), ms(349));
    let refused = heavy.await.unwrap().unwrap_err();
    assert_eq!(refused.kind(), RefusedKind::Deadline { needed, left });
}

#[tokio::test]
async fn an_urgent_call_that_gives_up_delays_nobody() {
    let (world, order) = (used(), Order::default());
    order.call(&world, "first", Terms::new());
    order.call(&world, "second", Terms::new());
    world.settle().await;
    let asleep = order.call(&world, "dropped asleep", Terms::new().urgent());
    let behind = order.call(&world, "dropped behind", Terms::new().urgent());
    world.pass(50).await;
    asleep.abort();
    behind.abort();
    world.pass(50).await;
    let at_its_turn = order.call(&world, "dropped at its turn", Terms::new().urgent());
    world.settle().await;
    world.hands.advance(ms(100));
    at_its_turn.abort(); // woken, and gone before it runs
    world.settle().await;
    assert_eq!(order.seen(), [("first", 100), ("second", 200)]);
    let meter = world.bucket.meter();
    assert_eq!((meter.permits, meter.waiting, meter.in_flight), (3, 0, 0));
}

#[tokio::test]
async fn a_slot_that_is_given_up_goes_to_the_urgent_first() {
    let one = Ceiling::InFlight(1.try_into().unwrap());
    let (world, order) = (
        World::new(limits(&[window(100, 1_000), one], None)),
        Order::default(),
    );
    let open = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    order.call(&world, "first", Terms::new());
    world.settle().await;
    order.call(&world, "token", Terms::new().urgent());
    world.settle().await;
    drop(open);
    world.settle().await;
    assert_eq!(order.seen(), [("token", 0), ("first", 0)]);
}

#[tokio::test]
async fn who_is_urgent_stays_so_when_a_bucket_becomes_part_of_another() {
    let (world, order) = (used(), Order::default());
    let other = world.other("other");
    drop(other.try_acquire(Cost::ONE).unwrap().spend());
    let there = tokio::spawn({
        let other = other.clone();
        async move { other.acquire(Cost::ONE, World::at(299)).await.map(drop) }
    });
    order.call(&world, "first", Terms::new());
    order.call(&world, "token", Terms::new().urgent());
    world.settle().await;
    world.bucket.merge(&other); // which counts as just used up, for one more unit
    world.settle().await;
    assert_eq!(
        (world.bucket.meter().waiting, other.meter().waiting),
        (0, 3)
    );
    world.pass(300).await;
    assert!(
        there.await.unwrap().is_ok(),
        "one urgent unit is ahead of it"
    );
    world.pass(200).await;
    let names: Vec<_> = order.seen().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["token", "first"]);
}
