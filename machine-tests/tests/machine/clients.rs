//! Clients in several processes, and what the vendor saw of them.

use std::process::Command;
use std::thread;
use std::time::Duration;

use tollgate_limiter::{AccountView, Meter, survey};
use tollgate_testkit::{Gate, Pages, Reply, Vendor};

use crate::ground::{Ground, Worker};

fn caller(ground: &Ground, vendor: &Vendor, token: &str) -> Worker {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caller"));
    command.arg(vendor.url()).arg(ground.state()).arg(token);
    let mut caller = Worker::start(&mut command);
    caller.says("ready");
    caller
}

/// The accounts of one API, as anybody may look at them.
fn accounts(ground: &Ground, api: &str) -> Vec<AccountView> {
    let survey = survey(Some(&ground.state())).unwrap();
    assert_eq!(survey.unreadable.len(), 0, "{:?}", survey.unreadable);
    let accounts = survey.accounts.into_iter();
    accounts
        .filter(|account| account.api.contains(api))
        .collect()
}

/// What the buckets of an account counted, and what its endpoints did.
fn meters(account: &AccountView) -> [Meter; 2] {
    let endpoints = account.endpoints.iter().map(|endpoint| endpoint.meter);
    let buckets = account.buckets.iter().map(|bucket| bucket.meter);
    [buckets.sum(), endpoints.sum()]
}

/// Every request that the vendor saw paid, none paid more, and the endpoints know of as many.
fn assert_paid(accounts: &[AccountView], seen: u64) {
    for side in 0..2 {
        let meter: Meter = accounts.iter().map(|account| meters(account)[side]).sum();
        assert_eq!((meter.permits, meter.requests), (seen, seen), "{meter:?}");
        assert_eq!((meter.unpaid(), meter.in_flight), (0, 0), "{meter:?}");
    }
}

#[tokio::test]
async fn processes_that_walk_at_once_pay_for_every_request_and_are_never_throttled() {
    const PAGES: usize = 40;
    let ground = Ground::new();
    let vendor = Vendor::builder()
        .ceiling(Gate::token_bucket(200, Duration::from_secs(1), 20))
        .delay(Duration::from_millis(3))
        .route("GET /items", Pages::new(PAGES * 10, 10))
        .route("GET /items/{id}", Reply::json_text("7"))
        .start()
        .await;
    let mut callers: Vec<Worker> = (0..6).map(|_| caller(&ground, &vendor, "K1")).collect();
    thread::scope(|scope| {
        for (index, caller) in callers.iter_mut().enumerate() {
            scope.spawn(move || {
                // Some of them are one call beside the walks, again and again.
                if index < 2 {
                    (0..PAGES).for_each(|_| assert_eq!(caller.ask("item"), "answered"));
                } else {
                    assert_eq!(caller.count("walk"), PAGES * 10);
                }
            });
        }
    });
    let seen = vendor.count() as u64;
    assert_eq!(seen, 6 * PAGES as u64);
    vendor.assert_none_throttled();
    let account = accounts(&ground, &vendor.addr().port().to_string());
    assert_paid(&account, seen);
    // Also of those who have ended.
    drop(callers);
    assert_paid(&accounts(&ground, &vendor.addr().port().to_string()), seen);
}

#[tokio::test]
async fn buckets_of_two_processes_that_the_vendor_calls_the_same_are_one_from_the_next_call_on() {
    let ground = Ground::new();
    let one_name = Reply::empty(204).header("X-RateLimit-Bucket", "q1");
    let vendor = Vendor::builder()
        .ceiling(Gate::window(3, Duration::from_secs(60)).per_bearer())
        .otherwise(one_name)
        .start()
        .await;
    let [mut one, mut two, mut other] =
        ["K1", "K1", "K2"].map(|token| caller(&ground, &vendor, token));
    assert_eq!(one.ask("files"), "answered");
    assert_eq!(two.ask("folders"), "answered", "now it is known");
    assert_eq!(one.ask("folders"), "answered", "the third of three");
    for caller in [&mut one, &mut two, &mut caller(&ground, &vendor, "K1")] {
        assert_eq!(caller.ask("files"), "refused");
        assert_eq!(caller.ask("folders"), "refused");
    }
    assert_eq!(other.ask("folders"), "answered", "another account");
    assert_eq!(other.ask("files"), "answered", "another account");
    let count = |token| {
        let requests = vendor.requests();
        let of_token = requests
            .iter()
            .filter(|request| request.bearer() == Some(token));
        of_token.count()
    };
    assert_eq!((count("K1"), count("K2")), (3, 2));
    vendor.assert_none_throttled();
    assert_paid(&accounts(&ground, &vendor.addr().port().to_string()), 5);
}
