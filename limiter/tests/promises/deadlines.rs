//! A call that cannot be in time fails at once, and says what it would have needed.

use tollgate_limiter::{Ceiling, Cost, NotYet, RefusedKind};

use crate::world::{World, budget, limits, ms, window};

#[tokio::test]
async fn a_permit_beyond_the_deadline_is_refused_at_once() {
    let world = World::new(limits(&[window(2, 1_000)], None));
    for _ in 0..2 {
        drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    }
    let refused = world
        .bucket
        .acquire(Cost::ONE, Some(World::at(999)))
        .await
        .unwrap_err();
    assert_eq!(refused.bucket(), "read");
    assert_eq!(
        refused.kind(),
        RefusedKind::Deadline {
            needed: ms(1_000),
            left: ms(999)
        }
    );
    assert_eq!(
        refused.to_string(),
        "bucket `read`: the next permit is 1s away, 999ms is left"
    );
}

#[tokio::test]
async fn the_units_ahead_in_the_queue_count() {
    let world = World::new(limits(&[], budget(10, 1_000, 1)));
    for _ in 0..11 {
        tokio::spawn(world.call(None)); // one leaves, ten wait for a second
    }
    world.settle().await;
    let refused = world
        .bucket
        .acquire(Cost::ONE, Some(World::at(1_099)))
        .await
        .unwrap_err();
    assert_eq!(
        refused.kind(),
        RefusedKind::Deadline {
            needed: ms(1_100),
            left: ms(1_099)
        }
    );
    let in_time = tokio::spawn(world.call(Some(World::at(1_100))));
    world.pass(1_100).await;
    assert!(in_time.await.unwrap(), "exactly at the deadline is in time");
}

#[tokio::test]
async fn a_cost_above_the_burst_is_refused_with_both_numbers() {
    let world = World::new(limits(&[window(20, 1_000)], budget(10, 1_000, 5)));
    let six = Cost::new(6).unwrap();
    let never = NotYet::Never(5.try_into().unwrap());
    assert_eq!(world.bucket.try_acquire(six).unwrap_err(), never);
    let refused = world.bucket.acquire(six, None).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "bucket `read`: a cost of 6 can never be paid: at most 5 units leave at once; \
         declare a smaller cost or a larger burst"
    );
}

#[tokio::test]
async fn a_wait_that_cannot_be_foreseen_ends_at_the_deadline() {
    let world = World::new(limits(
        &[window(9, 1_000), Ceiling::InFlight(1.try_into().unwrap())],
        None,
    ));
    let open = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
    let first = tokio::spawn(world.call(Some(World::at(50))));
    let second = tokio::spawn(world.call(Some(World::at(30))));
    world.pass(30).await;
    assert!(!second.await.unwrap(), "not the first, and over");
    assert!(!first.is_finished());
    world.pass(20).await;
    assert!(!first.await.unwrap(), "the first, and over");
    drop(open);
    assert_eq!(world.bucket.meter().waited, ms(80));
}

#[tokio::test]
async fn a_deadline_that_has_passed_takes_no_permit() {
    let world = World::new(limits(&[window(2, 1_000)], None));
    world.hands.advance(ms(10));
    let refused = world
        .bucket
        .acquire(Cost::ONE, Some(World::at(9)))
        .await
        .unwrap_err();
    assert_eq!(
        refused.kind(),
        RefusedKind::Deadline {
            needed: ms(0),
            left: ms(0)
        }
    );
    assert_eq!(world.bucket.meter().permits, 0);
}
