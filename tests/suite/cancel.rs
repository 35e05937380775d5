//! Giving up takes nothing, delays nobody and lets nobody go early.

use std::time::{Duration, Instant};

use tollgate::ErrorKind;
use tollgate_testkit::{Gate, Reply, Vendor};

use crate::shop::{settle, shop};

/// Fifty a second, burst ten: the storm of the field, ten times as fast.
#[tollgate::api(
    base_url = "http://storm.invalid",
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
        .deadline(Duration::from_secs(3))
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
        seen as f64 >= 0.9 * entitled,
        "{seen} of {entitled:.1} arrived during the storm"
    );
    assert!(
        waited < Duration::from_millis(250),
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
