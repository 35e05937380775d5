//! A call that nobody polls for a while holds nobody up.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use tollgate_testkit::{Gate, Reply, Vendor};

/// Two requests per 200 ms.
#[tollgate::api(
    base_url = "http://unpolled.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(2 per 200 ms), skew = 20ms),
    default_bucket = main,
)]
trait Unpolled {
    #[get("/{n}")]
    async fn a(&self, n: u32) -> ();
}

async fn vendor() -> Vendor {
    let gate = Gate::window(2, Duration::from_millis(200));
    Vendor::builder()
        .ceiling(gate)
        .otherwise(Reply::empty(204))
        .start()
        .await
}

fn client(vendor: &Vendor) -> Unpolled {
    Unpolled::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client")
}

#[tokio::test]
async fn a_buffer_of_calls_whose_consumer_calls_too_does_not_deadlock() {
    let vendor = vendor().await;
    let client = client(&vendor);
    let calls = stream::iter(0..6).map(|n| client.a(n).into_future());
    let mut calls = std::pin::pin!(calls.buffer_unordered(4));
    let all = async {
        while let Some(answer) = calls.next().await {
            answer.expect("an answer");
            client.a(99).await.expect("an answer");
        }
    };
    tokio::time::timeout(Duration::from_secs(20), all)
        .await
        .expect("it hangs");
    vendor.assert_count(12);
    vendor.assert_none_throttled();
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_drawer_of_calls_that_were_polled_once_is_no_burst() {
    let vendor = vendor().await;
    let client = client(&vendor);
    let mut drawer: Vec<_> = (0..3).map(|n| client.a(n).into_future()).collect();
    for call in &mut drawer {
        let once = std::future::poll_fn(|context| {
            std::task::Poll::Ready(std::pin::Pin::new(&mut *call).poll(context))
        });
        assert!(once.await.is_pending());
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let later = (3..6).map(|n| client.a(n).into_future());
    for answer in futures_util::future::join_all(drawer.into_iter().chain(later)).await {
        answer.expect("never over the ceiling");
    }
    vendor.assert_at_most(2, Duration::from_millis(200));
}
