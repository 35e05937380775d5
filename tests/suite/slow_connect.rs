//! Permit time is not wire time: a slow connect must not turn paced requests into a burst.

use std::time::Duration;

use tollgate_testkit::{Gate, Vendor};

/// One request per 100 ms.
#[tollgate::api(
    base_url = "http://paced.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1 per 100 ms), skew = 20ms),
    default_bucket = main,
)]
trait Paced {
    #[get("/a")]
    async fn a(&self) -> ();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paced_requests_arrive_paced_after_a_slow_connect() {
    let gate = Gate::window(1, Duration::from_millis(100));
    let mut vendor = Vendor::builder().ceiling(gate).slow_connect().start().await;
    let client = Paced::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    let calls: Vec<_> = (0..5)
        .map(|_| client.a())
        .map(|call| tokio::spawn(async move { call.await }))
        .collect();
    tokio::time::sleep(Duration::from_millis(600)).await;
    vendor.accept();
    for call in calls {
        call.await.expect("joined").expect("never over the ceiling");
    }
    vendor.assert_at_most(1, Duration::from_millis(100));
    vendor.assert_none_throttled();
    vendor.assert_all_paid(&client.meter());
}
