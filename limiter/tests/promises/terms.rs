//! A pause that is not worth waiting for ends the wait, and nothing else does.

use tollgate_limiter::{Cost, Moment, Refused, RefusedKind, Terms};

use crate::world::{World, budget, limits, ms};

fn no_block_after(millis: u64) -> Terms {
    Terms::new().longest_block(World::at(millis))
}

fn pause(refused: &Refused) -> (u64, u64) {
    let RefusedKind::Blocked { needed, left } = refused.kind() else {
        panic!("refused for another reason: {refused}");
    };
    let whole = |wait: std::time::Duration| u64::try_from(wait.as_millis()).unwrap();
    (whole(needed), whole(left))
}

#[tokio::test]
async fn a_block_that_is_too_long_refuses_at_once_without_a_deadline() {
    let world = World::new(limits(&[], budget(10, 1_000, 5)));
    world.bucket.block_until(World::at(1_001));
    let refused = world.acquire(no_block_after(1_000)).await.unwrap_err();
    assert_eq!(pause(&refused), (1_001, 1_000));
    let late = no_block_after(1_000).deadline(World::at(9_000));
    assert_eq!(
        pause(&world.acquire(late).await.unwrap_err()),
        (1_001, 1_000)
    );
    assert_eq!(world.bucket.meter().waiting, 0);

    let patient = tokio::spawn(world.call_on(no_block_after(1_001)));
    world.pass(1_001).await;
    assert!(
        patient.await.unwrap(),
        "a block that ends in time is waited for"
    );
}

#[tokio::test]
async fn a_block_that_is_too_long_refuses_those_who_wait_already() {
    let world = World::new(limits(&[], budget(10, 1_000, 1)));
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    let waiting = |terms: Terms| tokio::spawn(world.acquire(terms));
    let hasty = [
        waiting(no_block_after(500)),
        waiting(no_block_after(500).deadline(World::at(60_000))),
        waiting(no_block_after(999)),
    ];
    let patient = [waiting(no_block_after(1_000)), waiting(Terms::new())];
    world.settle().await;
    world.bucket.block_until(World::at(400));
    world.settle().await;
    assert_eq!(world.bucket.meter().waiting, 5, "worth waiting for");
    world.bucket.block_until(World::at(1_000));
    world.settle().await;
    for (waiter, left) in hasty.into_iter().zip([500, 500, 999]) {
        assert!(waiter.is_finished(), "it is told at once");
        let refused = waiter.await.unwrap().unwrap_err();
        assert_eq!(pause(&refused).1, left);
    }
    world.pass(1_100).await;
    for waiter in patient {
        assert!(waiter.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn waiting_for_the_rate_is_no_pause() {
    let world = World::new(limits(&[], budget(1, 1_000, 1)));
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    let call = tokio::spawn(world.call_on(Terms::new().longest_block(Moment::ORIGIN)));
    world.pass(1_000).await;
    assert!(call.await.unwrap());
}

#[tokio::test]
async fn terms_go_along_when_a_bucket_becomes_part_of_another() {
    let world = World::new(limits(&[], budget(1, 1_000, 1)));
    let other = world.other("other");
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    let waiter = tokio::spawn(world.acquire(no_block_after(5_000)));
    world.settle().await;
    world.bucket.merge(&other);
    world.settle().await;
    assert_eq!(other.meter().waiting, 1);
    other.block_until(World::at(5_001));
    world.settle().await;
    assert!(waiter.is_finished(), "it is told at once");
    let refused = waiter.await.unwrap().unwrap_err();
    assert_eq!(pause(&refused).1, 5_000);
    assert_eq!(refused.bucket(), "other");
}

#[tokio::test]
async fn a_bucket_whose_block_is_too_long_refuses_who_comes_from_another() {
    let world = World::new(limits(&[], budget(1, 1_000, 1)));
    let other = world.other("other");
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    let waiter = tokio::spawn(world.acquire(no_block_after(5_000)));
    world.settle().await;
    other.block_until(Moment::ORIGIN + ms(5_001));
    world.bucket.merge(&other);
    world.settle().await;
    assert!(waiter.is_finished(), "it is told at once");
    assert_eq!(pause(&waiter.await.unwrap().unwrap_err()).1, 5_000);
}
