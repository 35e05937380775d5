//! Giving up takes nothing, delays nobody and lets nobody go early.

use std::future::IntoFuture;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tollgate::{BoxError, ErrorKind, Method, Payer, Token, TokenSource};
use tollgate_testkit::{Gate, Reply, Script, Vendor};

use crate::shop::{settle, shop};

/// Fifty a second, burst ten: the storm of the field, ten times as fast.
#[tollgate::api(
    base_url = "http://storm.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(50 per second, burst = 10)),
    default_bucket = main,
)]
trait Storm {
    #[get("/a")]
    async fn a(&self) -> ();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_callers_who_give_up_costs_no_capacity() {
    let gate = Gate::token_bucket(50, Duration::from_secs(1), 10);
    let vendor = Vendor::builder().ceiling(gate).start().await;
    let client = Storm::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    client.a().await.expect("a warm connection");
    let began = Instant::now();
    let mut calls = Vec::new();
    for round in 0..100_u32 {
        for _ in 0..20 {
            let call = client.a().deadline(Duration::from_millis(20));
            calls.push(tokio::spawn(async move { call.await }));
        }
        tokio::time::sleep_until((began + Duration::from_millis(10) * (round + 1)).into()).await;
    }
    let storm = began.elapsed();
    let seen = vendor.count();
    let last = Instant::now();
    client
        .a()
        .deadline(Duration::from_secs(20))
        .await
        .expect("the last call is served");
    let waited = last.elapsed();
    for call in calls {
        match call.await.expect("joined") {
            Ok(()) => {}
            Err(error) => match error.kind() {
                ErrorKind::LimiterWait { bucket, .. } => assert_eq!(bucket, "main"),
                ErrorKind::Deadline { .. } => {}
                _ => panic!("{error}"),
            },
        }
    }
    let entitled = storm.as_secs_f64() * 50.0;
    assert!(
        // Those who give up and take something with them would leave next to nothing.
        seen as f64 >= 0.5 * entitled,
        "{seen} of {entitled:.1} arrived during the storm"
    );
    assert!(
        waited < Duration::from_secs(2),
        "the last call waited {waited:?} after the storm"
    );
    vendor.idle().await;
    vendor.assert_none_throttled();
    vendor.assert_all_paid(&client.meter());
}

#[tokio::test]
async fn a_call_dropped_at_any_await_leaves_the_books_right() {
    let vendor = Vendor::builder()
        .otherwise(Reply::bytes(vec![1; 64]).drip(8, Duration::from_millis(1)))
        .start()
        .await;
    let client = shop(&vendor);
    for patience in 0..40_u64 {
        let call = client.blob("x").into_future();
        let _ = tokio::time::timeout(Duration::from_micros(300 * patience), call).await;
    }
    client.blob("x").await.expect("the next call is served");
    // What was dropped before its bytes left keeps its permit: spent is never less than seen.
    vendor.idle().await;
    let meter = client.meter();
    assert!(
        meter.permits >= vendor.count() as u64,
        "{} permits, {} requests",
        meter.permits,
        vendor.count()
    );
    assert_eq!((meter.unpaid(), meter.waiting, meter.in_flight), (0, 0, 0));
}

#[tokio::test]
async fn a_call_that_is_never_polled_sends_nothing() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    drop(client.blob("x"));
    drop(client.blob("x").into_future());
    drop(client.items().items());
    assert_eq!(
        (vendor.count(), vendor.connections(), client.meter().calls),
        (0, 0, 0)
    );
    settle(&vendor, &client);
}

/// A vendor that answers in every way after which a call goes on.
#[tollgate::api(
    base_url = "http://fickle.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(2_000 per second), ceiling(in_flight = 2)),
    default_bucket = main,
    retry(attempts = 12, base = 1ms),
)]
trait Fickle {
    #[get("/a")]
    async fn a(&self) -> Bytes;
}

struct Desk;

impl TokenSource for Desk {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        let token: String = payer.request(Method::POST, "/token").await?;
        Ok(Token::new(token))
    }
}

fn fickle() -> Script {
    let (answered, issued) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let drip = |reply: Reply| reply.drip(8, Duration::from_micros(500));
    let pause = |status| {
        Reply::bytes(vec![1; 32])
            .status(status)
            .header("Retry-After", "0.003")
    };
    Script::handler(move |request| {
        if request.path() == "/token" {
            let token = format!("T{}", issued.fetch_add(1, Ordering::Relaxed));
            return Reply::json(&token).delay(Duration::from_millis(2));
        }
        match answered.fetch_add(1, Ordering::Relaxed) % 7 {
            0 => drip(Reply::bytes(vec![1; 32]).status(503)),
            1 => drip(pause(302).header("Location", "/a?again")),
            2 => Reply::empty(401),
            3 => drip(pause(429)),
            4 => drip(Reply::bytes(vec![1; 64])).reset_after(20),
            5 => Reply::empty(307).header("Location", "/a?and-again"),
            _ => drip(Reply::bytes(vec![1; 64])),
        }
    })
}

/// Wherever a call is given up (in the queue, in an exchange, while a refusal's body is read, in a
/// pause, while it waits for a token), nothing stays behind and nothing is sent unpaid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_dropped_anywhere_on_its_way_leaves_the_books_right() {
    let vendor = Vendor::builder().otherwise(fickle()).start().await;
    let builder = Fickle::builder().base_url(vendor.url()).account("fickle");
    let client = builder.token_source(Desk).build().expect("a client");
    for step in 0..250_u64 {
        let pair = [client.a(), client.a()].map(IntoFuture::into_future);
        let both = futures_util::future::join_all(pair);
        let _ = tokio::time::timeout(Duration::from_micros(200 * step), both).await;
    }
    let last = async { while client.a().await.is_err() {} };
    let served = tokio::time::timeout(Duration::from_secs(30), last).await;
    served.expect("somebody who gave up stands in the way");
    vendor.idle().await;
    let meter = client.meter();
    assert!(
        meter.permits >= vendor.count() as u64,
        "{} permits, {} requests",
        meter.permits,
        vendor.count()
    );
    assert!(vendor.count() > 250, "the storm did not reach the vendor");
    assert_eq!((meter.unpaid(), meter.waiting, meter.in_flight), (0, 0, 0));
}
