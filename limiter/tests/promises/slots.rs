//! In-flight slots cover exchanges: from the grant to the end of the body.

use tollgate_limiter::{Ceiling, Cost, NotYet};

use crate::world::{World, limits, window};

fn capped(slots: u32) -> World {
    let slots = Ceiling::InFlight(slots.try_into().unwrap());
    World::new(limits(&[window(100, 1_000), slots], None))
}

#[tokio::test]
async fn the_third_waits_until_a_body_has_ended() {
    let world = capped(2);
    let first = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    let _second = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    assert!(matches!(
        world.bucket.try_acquire(Cost::ONE),
        Err(NotYet::InFlight)
    ));
    let third = tokio::spawn(world.call(None));
    world.pass(500).await;
    assert!(!third.is_finished());
    drop(first);
    world.settle().await;
    assert!(third.await.unwrap());
    assert_eq!(world.bucket.meter().in_flight, 1);
}

#[tokio::test]
async fn between_two_attempts_no_slot_is_held() {
    let world = capped(1);
    let attempt = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    let other = tokio::spawn(world.call(None));
    world.settle().await;
    drop(attempt); // answered, and now backing off
    world.settle().await;
    assert!(
        other.await.unwrap(),
        "the other goes while the first backs off"
    );
}

#[tokio::test]
async fn what_was_not_sent_frees_its_slot_and_its_units() {
    let world = World::new(limits(
        &[window(1, 1_000), Ceiling::InFlight(1.try_into().unwrap())],
        None,
    ));
    let flight = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    let next = tokio::spawn(world.call(None));
    world.settle().await;
    flight.not_sent();
    world.settle().await;
    assert!(next.await.unwrap());
    assert_eq!(world.bucket.meter().permits, 1);
}

#[tokio::test]
async fn a_waiter_for_a_slot_that_gives_up_hands_the_turn_on() {
    let world = capped(1);
    let open = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    let first = tokio::spawn(world.call(None));
    let second = tokio::spawn(world.call(None));
    world.settle().await;
    drop(open); // wakes the first …
    first.abort(); // … which is gone before it runs
    world.settle().await;
    assert!(second.await.unwrap());
}
