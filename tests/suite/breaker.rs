//! The circuit breaker: what opens it, whom it refuses, and how it closes.

use std::future::IntoFuture as _;
use std::time::{Duration, Instant};

use tollgate::{ErrorKind, GaveUp, Retry};
use tollgate_testkit::{Reply, Script, Vendor};

/// Three failures, and a second, in which there is time to ask.
#[tollgate::api(
    base_url = "http://breaker.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(10_000 per second)),
    bucket(other, ceiling(10_000 per second)),
    default_bucket = main,
    breaker(failures = 3, open = 1 s),
    retry = off,
    attempt_timeout = 5 s,
)]
trait Guarded {
    #[get("/a")]
    async fn a(&self) -> u64;
    #[get("/b", bucket = other)]
    async fn b(&self) -> u64;
}

/// One for each bucket.
#[tollgate::api(
    base_url = "http://breaker.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(10_000 per second)),
    bucket(other, ceiling(10_000 per second)),
    default_bucket = main,
    breaker(failures = 3, open = 10 s, per = bucket),
    retry = off,
)]
trait PerBucket {
    #[get("/a")]
    async fn a(&self) -> u64;
    #[get("/b", bucket = other)]
    async fn b(&self) -> u64;
}

const OPEN: Duration = Duration::from_secs(1);

async fn scene(script: impl Into<Script>) -> (Vendor, Guarded) {
    let vendor = Vendor::builder().otherwise(script).start().await;
    let builder = Guarded::builder().base_url(vendor.url());
    (vendor, builder.build().expect("a client"))
}

fn is_refused<T>(result: Result<T, tollgate::Error>) -> bool {
    matches!(result, Err(error) if matches!(error.kind(), ErrorKind::BreakerOpen { .. }))
}

#[tokio::test]
async fn failures_in_a_row_open_it_and_a_refusal_takes_no_permit_and_no_slot() {
    let (vendor, client) = scene(Reply::empty(503)).await;
    for _ in 0..3 {
        client.a().await.expect_err("503");
    }
    let began = Instant::now();
    for _ in 0..100 {
        assert!(is_refused(client.a().await));
        assert!(is_refused(client.b().await), "the API has one");
    }
    assert!(
        began.elapsed() < OPEN,
        "the test is too slow to say anything"
    );
    let meter = client.meter();
    assert_eq!(
        (
            meter.permits,
            meter.requests,
            meter.in_flight,
            meter.waiting
        ),
        (3, 3, 0, 0)
    );
    assert_eq!((meter.refused, meter.open), (200, 1));
    vendor.assert_count(3);
    vendor.assert_paid_exactly(&meter);
}

#[tokio::test]
async fn one_probe_goes_when_the_time_is_over_and_closes_it() {
    let script = Reply::empty(502)
        .times(3)
        .then(Reply::json(&1).delay(Duration::from_millis(100)));
    let (vendor, client) = scene(script).await;
    for _ in 0..3 {
        client.a().await.expect_err("502");
    }
    tokio::time::sleep(OPEN).await;
    let calls = (0..10).map(|_| client.a().into_future());
    let results = futures_util::future::join_all(calls).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    vendor.assert_count(4);
    client.a().await.expect("closed");
    assert_eq!(client.meter().open, 0);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_probe_that_is_dropped_or_says_nothing_makes_room_for_the_next() {
    let slow = Reply::json(&1).delay(Duration::from_secs(30));
    let script = Reply::empty(500)
        .times(3)
        .then(slow)
        .then(Reply::empty(401))
        .then(Reply::json_text("\"no number\""))
        .then(Reply::json(&1));
    let (vendor, client) = scene(script).await;
    for _ in 0..3 {
        client.a().await.expect_err("500");
    }
    tokio::time::sleep(OPEN).await;
    let dropped = tokio::spawn(client.a().into_future());
    vendor.arrived(4).await;
    assert!(is_refused(client.a().await), "one probe at a time");
    dropped.abort();
    let _ = dropped.await;
    // The task of the call ends soon after its future was dropped.
    let mut error = client.a().await.expect_err("401");
    while matches!(error.kind(), ErrorKind::BreakerOpen { .. }) {
        tokio::task::yield_now().await;
        error = client.a().await.expect_err("401");
    }
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    let error = client.a().await.expect_err("decode");
    assert!(matches!(error.kind(), ErrorKind::Decode { .. }), "{error}");
    assert_eq!(client.meter().open, 1);
    client.a().await.expect("the probe that counts");
    assert_eq!(client.meter().open, 0);
    vendor.assert_count(7);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_probe_that_fails_opens_it_again_for_as_long() {
    let (vendor, client) = scene(Reply::empty(500)).await;
    for _ in 0..3 {
        client.a().await.expect_err("500");
    }
    for probes in 1..4 {
        tokio::time::sleep(OPEN).await;
        assert!(!is_refused(client.a().await));
        assert!(is_refused(client.a().await));
        vendor.assert_count(3 + probes);
    }
}

#[tokio::test]
async fn an_answer_from_before_does_not_move_it() {
    let script = Script::handler(|request| match request.path() {
        "/b" => Reply::json(&1).delay(Duration::from_millis(100)),
        _ => Reply::empty(500),
    });
    let (_vendor, client) = scene(script).await;
    let early = tokio::spawn(client.b().into_future());
    while client.meter().requests == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..3 {
        client.a().await.expect_err("500");
    }
    early.await.expect("joined").expect("its answer");
    assert!(is_refused(client.a().await), "a late success closed it");
}

#[tokio::test]
async fn only_what_the_vendor_is_to_blame_for_counts() {
    let (_vendor, client) = scene(Reply::empty(400)).await;
    for _ in 0..10 {
        client.a().await.expect_err("400");
    }
    assert_eq!(client.meter().open, 0, "bad requests");

    let mixed = Script::handler({
        let count = std::sync::atomic::AtomicUsize::new(0);
        move |_| match count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2 {
            0 => Reply::empty(503),
            _ => Reply::empty(400),
        }
    });
    let (vendor, client) = scene(mixed).await;
    while client.meter().open == 0 {
        client.a().await.expect_err("an error");
    }
    vendor.assert_count(5);

    for reply in [
        Reply::empty(429).header("Retry-After", "0"),
        Reply::json_text("\"no number\""),
        Reply::json(&1).delay(Duration::from_secs(30)),
    ] {
        let (vendor, client) = scene(reply).await;
        for _ in 0..5 {
            let call = client.a().deadline(Duration::from_millis(30));
            let _ = call.await.expect_err("an error");
        }
        vendor.idle().await;
        assert_eq!((client.meter().open, vendor.count()), (0, 5));
    }
}

#[tokio::test]
async fn what_is_on_the_way_counts_too() {
    for reply in [
        Reply::reset(),
        Reply::json(&1).delay(Duration::from_secs(30)),
    ] {
        let (vendor, client) = scene(reply).await;
        for _ in 0..3 {
            let call = client.a().attempt_timeout(Duration::from_millis(30));
            call.await.expect_err("no answer");
        }
        assert!(is_refused(client.a().await));
        vendor.idle().await;
        vendor.assert_count(3);
    }
    let gone = Vendor::start().await;
    let client = Guarded::builder()
        .base_url(gone.url())
        .build()
        .expect("a client");
    drop(gone);
    for _ in 0..3 {
        client.a().await.expect_err("nobody there");
    }
    assert!(is_refused(client.a().await));
}

#[tokio::test]
async fn a_retry_that_it_refuses_ends_the_call_with_what_went_wrong() {
    let (vendor, client) = scene(Reply::empty(500)).await;
    let retry = Retry::new()
        .attempts(9)
        .base(Duration::from_millis(1))
        .jitter(false);
    let error = client.a().retry(retry).await.expect_err("500");
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Breaker));
    vendor.assert_count(3);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn each_bucket_may_have_its_own_and_clients_of_one_account_share_it() {
    let vendor = Vendor::builder()
        .route("GET /a", Reply::empty(500))
        .otherwise(Reply::json(&1))
        .start()
        .await;
    let client = || {
        PerBucket::builder()
            .base_url(vendor.url())
            .build()
            .expect("a client")
    };
    let (one, other) = (client(), client());
    for _ in 0..3 {
        one.a().await.expect_err("500");
    }
    assert!(is_refused(other.a().await));
    other.b().await.expect("another bucket");
    let meters = one.bucket_meters();
    assert_eq!(
        (
            meters["main"].open,
            meters["main"].refused,
            meters["other"].open
        ),
        (1, 1, 0)
    );
}
