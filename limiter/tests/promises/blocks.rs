//! A pause that the vendor asked for holds for everybody and ends without a stampede.

use tollgate_limiter::{Cost, RefusedKind};

use crate::world::{World, budget, limits, most_within, ms, window};

#[tokio::test]
async fn a_block_stops_waiters_the_later_end_wins_and_sends_resume_one_by_one() {
    let world = World::new(limits(&[window(50, 1_000)], budget(10, 1_000, 5)));
    for _ in 0..20 {
        tokio::spawn(world.call(None));
    }
    world.settle().await;
    assert_eq!(world.sent().len(), 5, "the burst");
    world.bucket.block_until(World::at(2_000)); // the head sleeps until 100 ms
    world.pass(1_000).await;
    world.bucket.block_until(World::at(4_000));
    world.bucket.block_until(World::at(1_500)); // shorter: nothing
    world.pass(2_999).await;
    assert_eq!(world.sent().len(), 5, "nothing leaves before the later end");
    world.pass(1_500).await;
    let after: Vec<u64> = world.sent().split_off(5);
    let paced: Vec<u64> = (0..15).map(|number| 4_000 + 100 * number).collect();
    assert_eq!(after, paced);
    assert_eq!(world.bucket.meter().blocks, 2);
}

#[tokio::test]
async fn without_a_budget_the_shortest_window_is_spread() {
    let world = World::new(limits(
        &[window(10, 1_000), window(1_000, 86_400_000)],
        None,
    ));
    world.bucket.block_until(World::at(500));
    for _ in 0..20 {
        tokio::spawn(world.call(None));
    }
    world.pass(2_500).await;
    assert_eq!(world.sent().len(), 20);
    assert_eq!(most_within(&world.sent(), 100), 1, "{:?}", world.sent());
}

#[tokio::test]
async fn a_block_beyond_the_deadline_fails_every_waiter_at_once() {
    let world = World::new(limits(&[], budget(10, 1_000, 1)));
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    let waiters: Vec<_> = (0..5)
        .map(|_| {
            let bucket = world.bucket.clone();
            tokio::spawn(async move {
                bucket
                    .acquire(Cost::ONE, Some(World::at(900)))
                    .await
                    .map(drop)
            })
        })
        .collect();
    let patient = tokio::spawn(world.call(None));
    world.settle().await;
    world.bucket.block_until(World::at(1_000));
    for (ahead, waiter) in waiters.into_iter().enumerate() {
        let refused = waiter.await.unwrap().unwrap_err();
        let RefusedKind::Blocked { needed, left } = refused.kind() else {
            panic!("refused for another reason: {refused}");
        };
        assert_eq!((needed, left), (ms(1_000), ms(900)), "waiter {ahead}");
    }
    world.pass(1_000).await;
    assert!(patient.await.unwrap(), "who has the time waits on");
}

#[tokio::test]
async fn a_recorded_block_holds_for_calls_that_come_later() {
    let world = World::new(limits(&[], budget(10, 1_000, 5)));
    world.bucket.block_until(World::at(1_000));
    let refused = world
        .bucket
        .acquire(Cost::ONE, Some(World::at(300)))
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "bucket `read`: blocked at the vendor's request: the next permit is 1s away, 300ms is left"
    );
    assert!(world.bucket.try_acquire(Cost::ONE).is_err());
}
