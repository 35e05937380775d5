//! Every interleaving of a few threads at one bucket.
//!
//! Run with
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test --release -p tollgate-limiter --test loom
//! ```
//!
//! which exchanges the lock and the counter of `src/sync.rs` for loom's. Loom then reports any
//! order of events in which an assertion fails or somebody sleeps for ever.

#![cfg(loom)]

use std::future::Future;
use std::num::NonZeroU32;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use loom::future::block_on;
use loom::thread;
use tollgate_limiter::{
    BreakerRules, BreakerState, Bucket, Ceiling, Cost, Key, Limits, ManualClock, Moment, Period,
    Rate, Registry, Terms,
};

fn bucket(hands: &ManualClock, window: u32, slots: Option<u32>) -> Bucket {
    let rate = Rate::per(window, Period::SECOND).expect("not zero");
    let mut ceilings = vec![Ceiling::Window(rate)];
    if let Some(slots) = slots {
        ceilings.push(Ceiling::InFlight(slots.try_into().expect("not zero")));
    }
    let limits = Limits::new(ceilings, None, Duration::ZERO).expect("fits");
    Registry::with_clock(hands.clock()).bucket(Key::new("api", "read", "me"), limits)
}

fn model(body: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(body);
}

async fn send(bucket: &Bucket) {
    let permit = bucket.acquire(Cost::ONE, None).await.expect("no deadline");
    drop(permit.spend());
}

/// Polls once and drops the future, wherever it stands.
fn give_up(bucket: &Bucket, terms: Terms) -> bool {
    let mut acquire = pin!(bucket.acquire(Cost::ONE, terms));
    let mut context = Context::from_waker(Waker::noop());
    match acquire.as_mut().poll(&mut context) {
        Poll::Ready(permit) => permit.map(|permit| drop(permit.spend())).is_ok(),
        Poll::Pending => false,
    }
}

#[test]
fn no_two_take_the_last_unit() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 1, None);
        let other = bucket.clone();
        let take = |bucket: &Bucket| {
            bucket
                .try_acquire(Cost::ONE)
                .map(|permit| drop(permit.spend()))
        };
        let thread = thread::spawn(move || take(&other).is_ok());
        let mine = take(&bucket).is_ok();
        assert!(
            mine != thread.join().expect("no panic"),
            "exactly one of two"
        );
        assert_eq!(bucket.meter().permits, 1);
    });
}

#[test]
fn whoever_waits_for_a_slot_is_woken_when_one_is_given_up() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 9, Some(1));
        let other = bucket.clone();
        let thread = thread::spawn(move || block_on(send(&other)));
        block_on(send(&bucket));
        thread.join().expect("no panic");
        let meter = bucket.meter();
        assert_eq!((meter.permits, meter.in_flight, meter.waiting), (2, 0, 0));
    });
}

#[test]
fn a_waiter_that_gives_up_hands_its_turn_on() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 9, Some(1));
        let open = bucket.try_acquire(Cost::ONE).expect("free").spend();
        let (patient, hasty) = (bucket.clone(), bucket.clone());
        let patient = thread::spawn(move || block_on(send(&patient)));
        let hasty = thread::spawn(move || give_up(&hasty, Terms::new()));
        drop(open);
        patient.join().expect("no panic");
        let granted = hasty.join().expect("no panic");
        let meter = bucket.meter();
        assert_eq!(meter.permits, 2 + u64::from(granted));
        assert_eq!((meter.in_flight, meter.waiting), (0, 0));
    });
}

#[test]
fn what_is_given_back_wakes_the_head() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 1, None);
        let permit = bucket.try_acquire(Cost::ONE).expect("free");
        let other = bucket.clone();
        // The clock stands still: only what is given back can end this wait.
        let thread = thread::spawn(move || block_on(send(&other)));
        drop(permit);
        thread.join().expect("no panic");
        assert_eq!(bucket.meter().permits, 1);
    });
}

#[test]
fn a_block_reaches_who_is_about_to_sleep() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 1, None);
        drop(bucket.try_acquire(Cost::ONE).expect("free").spend());
        let other = bucket.clone();
        let deadline = Moment::ORIGIN + Duration::from_secs(1);
        // In time without the block; with it, only being called can end this wait.
        let thread =
            thread::spawn(move || block_on(other.acquire(Cost::ONE, Some(deadline))).is_err());
        bucket.block_until(deadline + Duration::from_secs(1));
        assert!(thread.join().expect("no panic"), "refused, not asleep");
        assert_eq!(bucket.meter().waiting, 0);
    });
}

#[test]
fn the_clock_wakes_the_head_and_the_head_the_next() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 1, None);
        drop(bucket.try_acquire(Cost::ONE).expect("free").spend());
        let other = bucket.clone();
        let thread = thread::spawn(move || block_on(send(&other)));
        hands.advance(Duration::from_secs(1));
        thread.join().expect("no panic");
        assert_eq!(bucket.meter().permits, 2);
    });
}

#[test]
fn an_urgent_waiter_that_gives_up_hands_its_turn_on() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 9, Some(1));
        let open = bucket.try_acquire(Cost::ONE).expect("free").spend();
        let (patient, urgent) = (bucket.clone(), bucket.clone());
        let patient = thread::spawn(move || block_on(send(&patient)));
        let urgent = thread::spawn(move || give_up(&urgent, Terms::new().urgent()));
        drop(open);
        patient.join().expect("no panic");
        let granted = urgent.join().expect("no panic");
        let meter = bucket.meter();
        assert_eq!(meter.permits, 2 + u64::from(granted));
        assert_eq!((meter.in_flight, meter.waiting), (0, 0));
    });
}

#[test]
fn who_is_about_to_sleep_hears_of_somebody_urgent() {
    model(|| {
        let hands = ManualClock::new();
        let bucket = bucket(&hands, 1, None);
        drop(bucket.try_acquire(Cost::ONE).expect("free").spend());
        let other = bucket.clone();
        let deadline = Moment::ORIGIN + Duration::from_secs(1);
        // In time, unless the urgent one takes the unit; then only being called ends this wait.
        let thread = thread::spawn(move || {
            let permit = block_on(other.acquire(Cost::ONE, deadline));
            permit.map(|permit| drop(permit.spend())).is_ok()
        });
        let mut urgent = pin!(bucket.acquire(Cost::ONE, Terms::new().urgent()));
        let mut context = Context::from_waker(Waker::noop());
        assert!(urgent.as_mut().poll(&mut context).is_pending());
        assert!(!thread.join().expect("no panic"), "refused, not asleep");
    });
}

#[test]
fn one_of_two_gets_through_a_breaker_that_is_half_open() {
    model(|| {
        let hands = ManualClock::new();
        let rules = BreakerRules::new(NonZeroU32::MIN, Duration::from_secs(1));
        let key = Key::new("api", "read", "me");
        let breaker = Registry::with_clock(hands.clock()).breaker(key, rules);
        breaker.enter().expect("closed").failed();
        hands.advance(Duration::from_secs(1));
        let other = breaker.clone();
        let thread = thread::spawn(move || other.enter().ok());
        let mine = breaker.enter().ok();
        let theirs = thread.join().expect("no panic");
        assert!(mine.is_some() != theirs.is_some(), "exactly one of two");
        // Whoever it is: dropped, it gives the probe to the next, and that closes it.
        drop((mine, theirs));
        breaker.enter().expect("half-open").succeeded();
        assert_eq!(breaker.state(), BreakerState::Closed);
    });
}
