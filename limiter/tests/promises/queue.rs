//! First come first served, and whoever gives up leaves nothing behind.

use std::sync::{Arc, Mutex};

use tollgate_limiter::Cost;

use crate::world::{World, budget, limits, most_within, ms, window};

#[tokio::test]
async fn a_hundred_calls_released_together_leave_one_by_one() {
    let world = World::new(limits(&[], budget(1, 50, 1)));
    let barrier = Arc::new(tokio::sync::Barrier::new(100));
    for _ in 0..100 {
        let (call, barrier) = (world.call(None), Arc::clone(&barrier));
        tokio::spawn(async move {
            barrier.wait().await;
            call.await
        });
    }
    world.pass(5_000).await;
    let sent = world.sent();
    assert_eq!(sent.len(), 100, "one at once and one every 50 ms");
    assert_eq!(most_within(&sent, 50), 1);
    assert_eq!(most_within(&sent, 1_000), 20);
}

#[tokio::test]
async fn a_storm_of_cancelled_calls_costs_no_capacity() {
    let world = World::new(limits(&[window(20, 1_000)], budget(5, 1_000, 10)));
    for _ in 0..100 {
        let now = world.bucket.clock().now();
        for number in 0..20 {
            let call = world.call(Some(now + ms(200)));
            let task = tokio::spawn(call);
            if number % 2 == 0 {
                // Half of them are dropped in the middle of their wait.
                world.settle().await;
                task.abort();
            }
        }
        world.pass(100).await;
    }
    let sent_by_deadline = world.sent().len();
    assert!(
        sent_by_deadline >= 10 + 45,
        "{sent_by_deadline} of 60 were sent during the storm"
    );
    assert!(sent_by_deadline <= 60);
    let last = tokio::spawn(world.call(Some(World::at(40_000))));
    world.pass(201).await;
    assert!(last.await.unwrap(), "the next one has its turn at once");
    assert_eq!(world.bucket.meter().waiting, 0);
}

#[tokio::test]
async fn nobody_overtakes_who_waits() {
    let world = World::new(limits(&[], budget(1, 10, 4)));
    let order = Arc::new(Mutex::new(Vec::new()));
    for (number, cost) in [4, 4, 1, 3, 1].into_iter().enumerate() {
        let (bucket, order) = (world.bucket.clone(), Arc::clone(&order));
        tokio::spawn(async move {
            let permit = bucket
                .acquire(Cost::new(cost).unwrap(), None)
                .await
                .unwrap();
            order
                .lock()
                .unwrap()
                .push((number, bucket.clock().now().as_nanos() / 1_000_000));
            drop(permit.spend());
        });
    }
    world.pass(15).await;
    // One unit is there, and the head wants four: who wants one has to wait behind it.
    assert!(world.bucket.try_acquire(Cost::ONE).is_err());
    world.pass(100).await;
    assert_eq!(
        *order.lock().unwrap(),
        [(0, 0), (1, 40), (2, 50), (3, 80), (4, 90)]
    );
}

#[tokio::test]
async fn dropping_the_first_or_a_middle_waiter_moves_the_others_up() {
    let world = World::new(limits(&[], budget(1, 100, 1)));
    let tasks: Vec<_> = (0..5).map(|_| tokio::spawn(world.call(None))).collect();
    world.settle().await;
    world.pass(50).await;
    tasks[1].abort(); // the head, asleep until 100 ms
    tasks[3].abort();
    world.pass(251).await;
    assert_eq!(world.sent(), [0, 100, 200]);
    assert_eq!(world.bucket.meter().permits, 3);
}

#[tokio::test]
async fn a_permit_dropped_unspent_is_there_for_the_next() {
    let world = World::new(limits(&[window(1, 1_000)], budget(1, 1_000, 1)));
    let permit = world.bucket.acquire(Cost::ONE, None).await.unwrap();
    let next = tokio::spawn(world.call(None));
    world.settle().await;
    assert!(!next.is_finished());
    drop(permit);
    world.settle().await;
    assert!(
        next.await.unwrap(),
        "the head looks again when something is given back"
    );
    let meter = world.bucket.meter();
    assert_eq!((meter.permits, meter.in_flight, meter.exhausted), (1, 0, 1));
}
