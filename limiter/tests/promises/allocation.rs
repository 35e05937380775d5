//! Where a permit is there, nothing is allocated.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use allocation_counter::measure;
use tollgate_limiter::{Ceiling, Cost, Event, Limits, Period, Rate};

use crate::world::{World, budget, limits, ms, window};

#[test]
fn a_permit_that_is_there_costs_no_allocation() {
    let bucket = Ceiling::TokenBucket {
        rate: Rate::per(100, Period::SECOND).unwrap(),
        burst: 50.try_into().unwrap(),
    };
    let slots = Ceiling::InFlight(3.try_into().unwrap());
    let limits = Limits::new(
        vec![window(100, 1_000), bucket, slots],
        budget(90, 1_000, 40),
        ms(50),
    );
    let world = World::new(limits.unwrap());
    let allocated = measure(|| {
        for _ in 0..20 {
            let flight = world.bucket.try_acquire(Cost::ONE).unwrap().spend();
            world.bucket.count(Event::Request);
            drop(flight);
            let acquire = pin!(world.bucket.acquire(Cost::ONE, None));
            let Poll::Ready(permit) = acquire.poll(&mut Context::from_waker(Waker::noop())) else {
                panic!("a permit is there");
            };
            drop(permit.unwrap().spend());
        }
    });
    assert_eq!(allocated.count_total, 0);
    assert_eq!(world.bucket.meter().permits, 40);
}

#[test]
fn a_refusal_costs_no_allocation_either() {
    let world = World::new(limits(&[window(1, 1_000)], None));
    drop(world.bucket.try_acquire(Cost::ONE).unwrap().spend());
    let allocated = measure(|| assert!(world.bucket.try_acquire(Cost::ONE).is_err()));
    assert_eq!(allocated.count_total, 0);
}
