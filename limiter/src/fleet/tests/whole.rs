//! Buckets by way of a real store, from the queue to the script and back.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tollgate_limits::{Ceiling, Cost, Period, Rate};

use super::server::Server;
use crate::fleet::{Fleet, StoreFault, Without};
use crate::{Account, Clock, Limits, Plan, RefusedKind, Registry, Scope};

fn window(count: u32, millis: u64) -> Limits {
    let period = Period::from_millis(millis).expect("a period");
    let rate = Rate::per(count, period).expect("a rate");
    Limits::new(vec![Ceiling::Window(rate)], None, Duration::ZERO).expect("limits")
}

/// A machine of its own, with a clock that is so much ahead.
fn machine(ahead: u64) -> Registry {
    Registry::with_clock(Clock::ahead(Duration::from_secs(ahead)))
}

fn account(registry: &Registry, fleet: &Fleet, limits: Limits) -> Account {
    let plan = Plan::new("whole.example", "me").bucket("read", limits);
    let scope = Scope::Fleet(fleet.clone());
    registry.account(&plan, &scope).expect("an account")
}

/// Now, as permits count it.
fn departed_now() -> Duration {
    Duration::from_nanos(Clock::monotonic().now().as_nanos())
}

/// The moments at which permits count, by the clock of a machine that is `ahead`, as that of all.
fn departed(permit: &crate::Permit, ahead: u64) -> Duration {
    Duration::from_nanos(permit.granted().as_nanos()) - Duration::from_secs(ahead)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn machines_with_other_clocks_keep_one_window() {
    let server = Server::start();
    let fleet = Fleet::new(server.url());
    let machines = [0, 60, 120].map(|ahead| (ahead, machine(ahead)));
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for (ahead, registry) in &machines {
        let (ahead, account) = (*ahead, account(registry, &fleet, window(50, 500)));
        for _ in 0..4 {
            let bucket = account.bucket("read").expect("declared").clone();
            tasks.push(tokio::spawn(async move {
                let mut departures = Vec::new();
                while begun.elapsed() < Duration::from_secs(3) {
                    let permit = bucket.acquire(Cost::ONE, None).await.expect("no deadline");
                    departures.push(departed(&permit, ahead));
                    drop(permit.spend());
                }
                departures
            }));
        }
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("joined"));
    }
    all.sort_unstable();
    for pair in all.windows(51) {
        let apart = pair[50] - pair[0];
        assert!(apart >= Duration::from_millis(500), "{apart:?}");
    }
    // How much of it can be used is measured elsewhere; here others may need the processor.
    assert!(all.len() > 100, "{}", all.len());
}

fn nowhere(dir: &tempfile::TempDir) -> Fleet {
    let socket = dir.path().join("nobody");
    Fleet::new(format!("redis+unix://{}", socket.display())).timeout(Duration::from_millis(200))
}

#[tokio::test]
async fn without_a_store_nothing_is_granted_and_that_is_said_in_time() {
    let dir = tempfile::tempdir().expect("a directory");
    let account = account(&machine(0), &nowhere(&dir), window(50, 500));
    let bucket = account.bucket("read").expect("declared");
    for _ in 0..3 {
        let begun = Instant::now();
        let refused = bucket.acquire(Cost::ONE, None).await.expect_err("no store");
        assert_eq!(
            refused.kind(),
            RefusedKind::StoreDown(StoreFault::Unreachable)
        );
        let took = begun.elapsed();
        // It has no deadline: who is not refused waits for ever.
        assert!(took < Duration::from_secs(20), "{took:?}");
    }
    let meter = bucket.meter();
    assert_eq!((meter.permits, meter.leases), (0, 0));
}

#[tokio::test]
async fn without_a_store_a_machine_has_its_part_once_what_the_store_gave_is_over() {
    let dir = tempfile::tempdir().expect("a directory");
    let four = NonZeroU32::new(4).expect("not zero");
    let fleet = nowhere(&dir).without(Without::Share(four));
    let registry = Registry::with_clock(Clock::monotonic());
    let plan =
        Plan::new(format!("share {}", std::process::id()), "me").bucket("read", window(20, 400));
    let begun = departed_now();
    let account = registry
        .account(&plan, &Scope::Fleet(fleet))
        .expect("an account");
    let bucket = account.bucket("read").expect("declared");
    let mut granted = Vec::new();
    // By the moments of the grants: when they are heard of is no matter of the limiter's.
    while granted.len() < 25 {
        let permit = bucket.acquire(Cost::ONE, None).await.expect("its part");
        granted.push(departed(&permit, 0));
        drop(permit.spend());
    }
    let first = granted[0] - begun;
    assert!(first >= Duration::from_millis(400), "{first:?}");
    for pair in granted.windows(6) {
        assert!(
            pair[5] - pair[0] >= Duration::from_millis(400),
            "{granted:?}"
        );
    }
    assert_eq!(bucket.meter().permits, granted.len() as u64);
}

#[tokio::test]
async fn a_store_that_comes_back_gives_again_and_is_told_what_was_had_without_it() {
    let mut server = Server::start();
    let four = NonZeroU32::new(4).expect("not zero");
    let fleet = Fleet::new(server.url())
        .timeout(Duration::from_millis(200))
        .without(Without::Share(four));
    let registry = Registry::with_clock(Clock::monotonic());
    let plan =
        Plan::new(format!("back {}", std::process::id()), "me").bucket("read", window(20, 400));
    let account = registry
        .account(&plan, &Scope::Fleet(fleet))
        .expect("an account");
    let bucket = account.bucket("read").expect("declared").clone();
    let granted = Arc::new(Mutex::new(Vec::new()));
    let walk = tokio::spawn({
        let granted = Arc::clone(&granted);
        async move {
            loop {
                let permit = bucket.acquire(Cost::ONE, None).await.expect("some way");
                granted.lock().unwrap().push(departed(&permit, 0));
                drop(permit.spend());
            }
        }
    });
    let since = |moment| {
        let granted = granted.lock().unwrap();
        granted.iter().filter(|at| **at >= moment).count()
    };
    // Each of these is waited for.
    let wait_for = async |what: &str, holds: &dyn Fn() -> bool| {
        let end = Instant::now() + Duration::from_secs(60);
        while !holds() {
            assert!(Instant::now() < end, "never came: {what}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    wait_for("what the store gives", &|| since(Duration::ZERO) > 40).await;
    server.kill();
    // What it gave in the end may leave until then.
    let gone = departed_now() + Duration::from_millis(100);
    wait_for("the part without it", &|| since(gone) > 8).await;
    // It may give as soon as it runs.
    let back = departed_now();
    server.restart_dead();
    wait_for("the whole again", &|| {
        let second = departed_now().saturating_sub(Duration::from_secs(1));
        since(back.max(second)) > 25
    })
    .await;
    walk.abort();
    let granted = granted.lock().unwrap().clone();
    for pair in granted.windows(21) {
        assert!(
            pair[20] - pair[0] >= Duration::from_millis(400),
            "{granted:?}"
        );
    }
    let alone = granted.iter().filter(|at| (gone..back).contains(at));
    let alone: Vec<Duration> = alone.copied().collect();
    for pair in alone.windows(6) {
        let apart = pair[5] - pair[0];
        assert!(apart >= Duration::from_millis(400), "{granted:?}");
    }
}

#[tokio::test]
async fn wherever_two_buckets_turn_out_to_be_one_the_same_one_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    for order in [["one", "two"], ["two", "one"]] {
        let registry = machine(0);
        let plan = Plan::new("whole.example", "me")
            .bucket("one", window(5, 500))
            .bucket("two", window(5, 500));
        let scope = Scope::Fleet(nowhere(&dir));
        let account = registry.account(&plan, &scope).expect("an account");
        for name in order {
            registry.learn(account.bucket(name).expect("declared"), "q1");
        }
        let two = account.bucket("two").expect("declared");
        let root = two.merged_into().expect("part of another");
        assert_eq!(root.name(), "one");
    }
}

#[tokio::test]
async fn a_pause_that_the_vendor_asked_for_is_known_elsewhere_once_it_has_settled() {
    let server = Server::start();
    let fleet = Fleet::new(server.url());
    let (here, there) = (machine(0), machine(60));
    let limits = || window(50, 100);
    let (here, there) = (
        account(&here, &fleet, limits()),
        account(&there, &fleet, limits()),
    );
    let (here, there) = (
        here.bucket("read").expect("declared"),
        there.bucket("read").expect("declared"),
    );
    let permit = here.acquire(Cost::ONE, None).await.expect("the first");
    drop(permit.spend());
    here.block_until(here.clock().now() + Duration::from_secs(60));
    assert!(here.settled(Duration::from_secs(5)).await);
    let soon = there.clock().now() + Duration::from_secs(2);
    let refused = there.acquire(Cost::ONE, soon).await.expect_err("a pause");
    assert!(
        matches!(refused.kind(), RefusedKind::Blocked { needed, .. } if needed > Duration::from_secs(50)),
        "{refused}"
    );
}
