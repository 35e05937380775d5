//! A vendor that fails is left alone for a while, and then tried by one request at a time.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tollgate_limiter::{
    Breaker, BreakerRules, BreakerState, Cost, Key, ManualClock, Meter, Pass, Registry,
};

use crate::world::{World, limits, ms, window};

fn rules(failures: u32, open: u64) -> BreakerRules {
    BreakerRules::new(NonZeroU32::new(failures).unwrap(), ms(open))
}

fn key(name: &str) -> Key {
    Key::new("api", name, "me")
}

struct Vendor {
    hands: ManualClock,
    registry: Registry,
}

impl Vendor {
    fn new() -> Self {
        let hands = ManualClock::new();
        let registry = Registry::with_clock(hands.clock());
        Self { hands, registry }
    }

    /// Opens after three failures for a second.
    fn breaker(&self) -> Breaker {
        self.registry.breaker(key("read"), rules(3, 1_000))
    }
}

fn fail(breaker: &Breaker, times: u32) {
    for _ in 0..times {
        breaker.enter().unwrap().failed();
    }
}

#[test]
fn all_who_have_the_key_share_it_and_others_do_not() {
    let vendor = Vendor::new();
    let (one, other) = (vendor.breaker(), vendor.breaker());
    assert!(one.is(&other) && one.is(&one.clone()));
    fail(&one, 2);
    fail(&other, 1);
    assert_eq!(one.state(), BreakerState::Open);
    assert!(one.look().is_err() && other.enter().is_err());
    assert_eq!((one.refused(), other.refused()), (2, 2), "one count");
    let theirs = vendor
        .registry
        .breaker(Key::new("api", "read", "you"), rules(3, 1_000));
    assert_eq!(theirs.state(), BreakerState::Closed);
    assert!(theirs.look().is_ok());
    assert_eq!(theirs.refused(), 0);
}

#[test]
fn a_dropped_pass_moves_nothing_and_gives_the_probe_to_the_next() {
    let vendor = Vendor::new();
    let breaker = vendor.breaker();
    fail(&breaker, 2);
    drop(breaker.enter().unwrap());
    fail(&breaker, 1);
    vendor.hands.advance(ms(1_000));
    let probe = breaker.enter().unwrap();
    assert!(breaker.look().is_err());
    drop(probe);
    assert!(breaker.look().is_ok(), "looking takes no probe");
    breaker.enter().unwrap().succeeded();
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn a_probe_that_is_never_heard_of_does_not_keep_it_half_open_for_ever() {
    let vendor = Vendor::new();
    let breaker = vendor.breaker();
    fail(&breaker, 3);
    vendor.hands.advance(ms(1_000));
    let lost = breaker.enter().unwrap();
    vendor.hands.advance(ms(59_999));
    assert_eq!(breaker.enter().unwrap_err().left, ms(1));
    vendor.hands.advance(ms(1));
    let second = breaker.enter().unwrap();
    lost.failed();
    assert_eq!(
        breaker.state(),
        BreakerState::HalfOpen,
        "too late to have a say"
    );
    second.succeeded();
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn a_slow_answer_from_before_the_trip_moves_nothing() {
    let vendor = Vendor::new();
    let breaker = vendor.breaker();
    let slow: [Pass; 3] = std::array::from_fn(|_| breaker.enter().unwrap());
    fail(&breaker, 3);
    vendor.hands.advance(ms(1_000));
    let [good, bad, dropped] = slow;
    good.succeeded();
    assert_eq!(breaker.state(), BreakerState::HalfOpen);
    let probe = breaker.enter().unwrap();
    bad.failed();
    drop(dropped);
    assert!(breaker.enter().is_err(), "the probe is still out");
    probe.succeeded();
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn where_two_descriptions_differ_the_stricter_holds_for_both() {
    let vendor = Vendor::new();
    let loose = vendor.breaker();
    let strict = vendor.registry.breaker(key("read"), rules(2, 500));
    fail(&loose, 2);
    assert_eq!(
        strict.enter().unwrap_err().left,
        ms(1_000),
        "two failures, one second"
    );
    assert!(loose.is(&vendor.registry.breaker(key("read"), rules(9, 5_000))));
    vendor.hands.advance(ms(1_000));
    loose.enter().unwrap().failed();
    assert_eq!(loose.look().unwrap_err().left, ms(5_000));
}

/// More keys than are kept without looking for those that can be forgotten.
fn crowd(vendor: &Vendor, from: u32) {
    for number in from..from + 300 {
        let _breaker = vendor
            .registry
            .breaker(key(&number.to_string()), rules(1, 1));
    }
}

#[test]
fn one_that_knows_something_is_kept_and_forgotten_when_that_is_old() {
    let vendor = Vendor::new();
    fail(&vendor.breaker(), 3);
    crowd(&vendor, 0);
    assert_eq!(vendor.breaker().state(), BreakerState::Open);
    vendor.hands.advance(ms(1_999));
    crowd(&vendor, 1_000);
    assert_eq!(vendor.breaker().state(), BreakerState::HalfOpen);
    vendor.hands.advance(ms(1));
    crowd(&vendor, 2_000);
    assert_eq!(vendor.breaker().state(), BreakerState::Closed);
}

#[test]
fn one_that_somebody_holds_is_kept() {
    let vendor = Vendor::new();
    let held = vendor.breaker();
    crowd(&vendor, 0);
    assert!(held.is(&vendor.breaker()));
    let pass = vendor.breaker().enter().unwrap();
    drop(held);
    crowd(&vendor, 1_000);
    pass.failed();
    fail(&vendor.breaker(), 2);
    assert_eq!(
        vendor.breaker().state(),
        BreakerState::Open,
        "a pass holds it too"
    );
}

#[test]
fn of_many_threads_one_gets_through_in_each_half_open_period() {
    let vendor = Vendor::new();
    let breaker = vendor.breaker();
    fail(&breaker, 3);
    for period in 0..200 {
        vendor.hands.advance(ms(1_000));
        let passed = AtomicU32::new(0);
        let probes: Vec<Option<Pass>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let pass = breaker.enter().ok();
                        passed.fetch_add(u32::from(pass.is_some()), Ordering::Relaxed);
                        pass
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert_eq!(passed.into_inner(), 1, "in period {period}");
        probes.into_iter().flatten().for_each(Pass::failed);
    }
    assert_eq!(breaker.refused(), 600);
}

#[test]
fn a_refusal_takes_no_permit() {
    let world = World::new(limits(&[window(1, 1_000)], None));
    let vendor = Vendor::new();
    fail(&vendor.breaker(), 3);
    assert!(vendor.breaker().enter().is_err());
    assert!(world.bucket.try_acquire(Cost::ONE).is_ok());
}

#[test]
fn a_client_adds_its_breakers_to_the_meter() {
    let vendor = Vendor::new();
    let breaker = vendor.breaker();
    fail(&breaker, 3);
    assert!(breaker.look().is_err());
    let mut meter = Meter::default();
    meter.refused = breaker.refused();
    meter.open = u64::from(breaker.state() != BreakerState::Closed);
    let total: Meter = [meter, meter].into_iter().sum();
    assert_eq!((total.refused, total.open), (2, 2));
    let error = breaker.look().unwrap_err();
    assert_eq!(error.left, Duration::from_secs(1));
    assert_eq!(error.to_string(), "the breaker is open for another 1s");
}
