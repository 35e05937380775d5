//! Who waits for a new token, who goes first, and who gives up.

use std::time::Duration;

use tollgate::ErrorKind;
use tollgate_testkit::{Reply, Request, Vendor};

use super::{Session, guarded, joined, start};
use crate::desk::{Desk, answered, exchanges, paid};

/// One request at a time, and nothing saved up.
#[tollgate::api(
    base_url = "http://narrow-tokens.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(100 per second), ceiling(in_flight = 1), budget(100 per second, burst = 1)),
    default_bucket = main,
)]
trait Narrow {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> u64;
}

fn narrow(vendor: &Vendor) -> Narrow {
    let builder = Narrow::builder().base_url(vendor.url()).account("acme");
    builder
        .token_source(Session::new())
        .build()
        .expect("a client")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_slot_and_one_permit_are_enough_for_a_refresh() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = narrow(&vendor);
    // A deadlock ends in these.
    let patience = Duration::from_secs(10);
    client.item(0).deadline(patience).await.expect("a token");
    desk.expire();
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item(id).deadline(patience).await })
    };
    for answer in joined((0..10).map(call).collect()).await {
        answer.expect("an answer");
    }
    assert_eq!(vendor.max_open(), 1);
    assert_eq!(exchanges(&vendor), 2);
    // Whoever queued with the old token leaves with the new one: it is put on after the permit.
    assert_eq!(answered(&vendor, 401), 1);
    paid(&vendor, &client.meter(), 2 + 1 + 1 + 10);
}

/// Twenty a second and nothing saved up: fifty who wait are two and a half seconds.
#[tollgate::api(
    base_url = "http://slow-tokens.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(100 per second), budget(20 per second, burst = 1)),
    default_bucket = main,
)]
trait Slow {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> u64;
    #[get("/others")]
    async fn other(&self) -> ();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_goes_before_fifty_who_wait_and_is_paced_all_the_same() {
    let desk = Desk::default();
    let guard = desk.clone();
    let item = move |request: &_| guard.guard(request).delay(Duration::from_millis(150));
    let vendor = desk.vendor().handle("GET /items/{id}", item);
    let vendor = vendor.route("GET /others", Reply::empty(204)).start().await;
    let builder = || Slow::builder().base_url(vendor.url()).account("acme");
    let client = builder().token_source(Session::new()).build();
    let client = client.expect("a client");
    client.item(0).await.expect("a token");
    desk.expire();
    // They spend from the same budget, and no token of ours.
    let others = builder().bearer("another").build().expect("a client");
    let call = tokio::spawn({
        let client = client.clone();
        async move { client.item(1).await }
    });
    vendor.arrived(3).await;
    let waiting: Vec<_> = (0..50)
        .map(|_| {
            let others = others.clone();
            tokio::spawn(async move { others.other().await })
        })
        .collect();
    while exchanges(&vendor) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
    call.await.expect("no panic").expect("an answer");
    let requests = vendor.requests();
    let refused = requests
        .iter()
        .find(|request| request.status() == Some(401));
    let refused = refused.and_then(Request::finished);
    let refused = refused.expect("a refusal that ended");
    let refresh = requests.iter().rfind(|request| request.path() == "/token");
    let refresh = refresh.expect("a refresh").arrived();
    let between = requests.iter().filter(|request| {
        request.path() == "/others" && request.arrived() > refused && request.arrived() < refresh
    });
    let between = between.count();
    assert!(between <= 2, "{between} of those who waited went first");
    vendor.idle().await;
    vendor.assert_at_most(2, Duration::from_millis(50));
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_dropped_in_the_middle_of_a_refresh_costs_the_others_nothing() {
    let desk = Desk::default().slow(Duration::from_millis(300));
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item(id).await })
    };
    let first = call(0);
    vendor.arrived(1).await;
    let others: Vec<_> = (1..=5).map(call).collect();
    first.abort();
    assert!(first.await.is_err(), "it was dropped");
    for answer in joined(others).await {
        answer.expect("an answer");
    }
    assert_eq!(exchanges(&vendor), 1);
    paid(&vendor, &client.meter(), 1 + 5);
}

#[tokio::test]
async fn a_deadline_that_passes_during_a_refresh_is_named_and_the_refresh_goes_on() {
    let desk = Desk::default().slow(Duration::from_millis(400));
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    let hasty = client.item(0).deadline(Duration::from_millis(100)).await;
    let error = hasty.expect_err("the refresh takes longer");
    assert!(
        matches!(error.kind(), ErrorKind::Token { late: true }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("time passed while it waited for a token")
    );
    assert_eq!(error.attempts().sends(), 0);
    client
        .item(1)
        .await
        .expect("the refresh that the other began");
    paid(&vendor, &client.meter(), 2);
}

/// How many seconds a token lives. It is to be replaced in the last tenth.
const LIFE: u64 = 20;

/// In that last tenth of a token that was had just now, in which there is time for what follows.
async fn towards_the_end() {
    tokio::time::sleep(Duration::from_millis(18_100)).await;
}

#[tokio::test]
async fn a_token_that_holds_is_used_while_its_replacement_hangs() {
    let desk = Desk::default().life(LIFE);
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.fault(Reply::empty(503).delay(Duration::from_secs(60)));
    towards_the_end().await;
    for id in 1..=10 {
        let call = client.item(id).deadline(Duration::from_millis(1_500));
        call.await.expect("the token holds");
    }
    vendor.arrived(13).await;
    assert_eq!(exchanges(&vendor), 2, "one that hangs, for all of them");
    assert_eq!(answered(&vendor, 401), 0);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let call = client.item(0).deadline(Duration::from_millis(100)).await;
    let error = call.expect_err("the token has ended");
    assert!(
        matches!(error.kind(), ErrorKind::Token { late: true }),
        "{error}"
    );
    paid(&vendor, &client.meter(), 13);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_slot_is_enough_for_an_early_refresh_and_those_whom_it_makes_late() {
    let desk = Desk::default().life(LIFE).slow(Duration::from_millis(50));
    let vendor = start(&desk).await;
    let client = narrow(&vendor);
    client.item(0).await.expect("a token");
    towards_the_end().await;
    let call = |id| {
        let client = client.clone();
        let call = async move { client.item(id).deadline(Duration::from_secs(10)).await };
        tokio::spawn(call)
    };
    // The desk takes the old token no more once it has given the new one.
    for answer in joined((0..10).map(call).collect()).await {
        answer.expect("an answer");
    }
    assert_eq!(exchanges(&vendor), 2);
    assert_eq!(vendor.max_open(), 1);
    vendor.assert_paid_exactly(&client.meter());
}
