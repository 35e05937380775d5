//! One account has one scope in one process.

use std::sync::Arc;
use std::time::Duration;

use crate::account::Home;
use crate::{
    Bucket, Ceiling, Cost, Key, Limits, ManualClock, Period, Plan, Rate, Registry, Scope,
    StoreError, StoreErrorKind,
};

fn limits() -> Limits {
    let one = Ceiling::Window(Rate::per(1, Period::MINUTE).expect("a rate"));
    Limits::new(vec![one], None, Duration::ZERO).expect("a rate")
}

fn plan() -> Plan {
    Plan::new("api", "me").bucket("read", limits())
}

fn machine() -> Scope {
    Scope::Machine(Some("/state".into()))
}

fn spend(bucket: &Bucket) {
    drop(bucket.try_acquire(Cost::ONE).expect("unused").spend());
}

#[track_caller]
fn refused(home: Result<Arc<Home>, StoreError>, words: &str) {
    let error = home.expect_err("a second scope");
    assert_eq!(error.kind(), StoreErrorKind::OtherScope);
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn an_account_that_is_held_keeps_its_scope() {
    let registry = Registry::with_clock(ManualClock::new().clock());
    let account = registry.account(&plan(), &Scope::Process).expect("new");
    refused(
        registry.home(&plan(), machine()),
        "has the scope process in this process, and the scope machine (in /state) beside it",
    );
    drop(account);
    let held = registry.home(&plan(), machine()).expect("nothing was used");
    refused(
        registry.home(&plan(), Scope::Process),
        "scope process beside",
    );
    let elsewhere = Scope::Machine(Some("/elsewhere".into()));
    refused(
        registry.home(&plan(), elsewhere),
        "(in /elsewhere) beside it would be a second budget; name the same directory",
    );
    assert!(registry.home(&plan(), machine()).is_ok(), "the same again");
    drop(held);
    assert!(registry.home(&plan(), Scope::Process).is_ok());
}

#[test]
fn an_account_of_which_something_is_used_keeps_its_scope_without_a_holder() {
    let hands = ManualClock::new();
    let registry = Registry::with_clock(hands.clock());
    let account = registry.account(&plan(), &Scope::Process).expect("new");
    spend(account.bucket("read").expect("planned"));
    drop(account);
    refused(registry.home(&plan(), machine()), "second budget");
    hands.advance(Duration::from_secs(60));
    assert!(registry.home(&plan(), machine()).is_ok());
}

#[test]
fn what_is_used_in_a_wider_scope_keeps_it_too() {
    let dir = tempfile::tempdir().expect("a directory");
    let machine = Scope::Machine(Some(dir.path().into()));
    let hands = ManualClock::new();
    let registry = Registry::with_clock(hands.clock());
    let account = registry.account(&plan(), &machine).expect("new");
    spend(account.bucket("read").expect("planned"));
    drop(account);
    refused(registry.home(&plan(), Scope::Process), "second budget");
    hands.advance(Duration::from_secs(60));
    assert!(registry.home(&plan(), Scope::Process).is_ok());
}

#[test]
fn a_bucket_that_was_found_alone_is_of_the_process() {
    let registry = Registry::with_clock(ManualClock::new().clock());
    let bucket = registry.bucket(Key::new("api", "read", "me"), limits());
    refused(registry.home(&plan(), machine()), "scope process");
    let theirs = Plan::new("api", "you");
    assert!(registry.home(&theirs, machine()).is_ok());
    drop(bucket);
    assert!(registry.home(&plan(), machine()).is_ok());
}

#[test]
fn accounts_that_nobody_holds_are_forgotten() {
    let registry = Registry::with_clock(ManualClock::new().clock());
    for number in 0..10_000 {
        let plan = Plan::new("api", number.to_string()).endpoint("notes");
        registry.account(&plan, &Scope::Process).expect("new");
    }
    assert!(registry.homes_kept() <= 128, "{}", registry.homes_kept());
}
