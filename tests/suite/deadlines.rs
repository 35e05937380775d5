//! A deadline is kept, and its error says whose fault it was.

use std::time::{Duration, Instant};

use tollgate::{ErrorKind, Timeouts};
use tollgate_testkit::{Reply, Vendor};

use crate::shop::{Shop, settle, shop_once};

/// One request an hour.
#[tollgate::api(
    base_url = "http://slow.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1 per hour)),
    default_bucket = main,
)]
trait Slow {
    #[get("/a")]
    async fn a(&self) -> ();
}

#[tokio::test]
async fn a_permit_beyond_the_deadline_fails_at_once_and_names_the_bucket() {
    let vendor = Vendor::start().await;
    let client = Slow::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    client.a().await.expect("the first");
    let began = Instant::now();
    let error = client
        .a()
        .deadline(Duration::from_secs(600))
        .await
        .expect_err("an hour is too long");
    assert!(began.elapsed() < Duration::from_secs(10), "it slept first");
    let ErrorKind::LimiterWait {
        bucket,
        needed,
        left,
    } = error.kind()
    else {
        panic!("{error}")
    };
    assert_eq!((bucket.as_str(), error.attempts().sends()), ("main", 0));
    assert!(*needed > Duration::from_secs(3_500) && *left <= Duration::from_secs(600));
    assert!(error.to_string().contains("`main`"), "{error}");
    vendor.assert_count(1);
    vendor.assert_all_paid(&client.meter());
}

#[tokio::test]
async fn the_two_timeouts_are_two_errors() {
    let vendor = Vendor::builder()
        .otherwise(Reply::empty(204).delay(Duration::from_secs(60)))
        .start()
        .await;
    let client = shop_once(&vendor);
    let error = client
        .delete("1")
        .attempt_timeout(Duration::from_millis(50))
        .await
        .expect_err("too slow");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { limit } if limit.as_millis() == 50),
        "{error}"
    );
    let error = client
        .delete("1")
        .deadline(Duration::from_millis(50))
        .await
        .expect_err("too late");
    assert!(
        matches!(error.kind(), ErrorKind::Deadline { sent: true }),
        "{error}"
    );
    assert_eq!(error.attempts().sends(), 1);
    vendor.arrived(2).await;
    settle(&vendor, &client);
}

#[tokio::test]
async fn the_attempt_timeout_covers_a_buffered_body_and_each_chunk_of_a_stream() {
    let drip = Reply::bytes(vec![1; 8]).drip(1, Duration::from_millis(40));
    let vendor = Vendor::builder()
        .route("GET /blobs/{name}", drip)
        .start()
        .await;
    let client = shop_once(&vendor);
    let limit = Duration::from_millis(150);
    let error = client
        .blob("x")
        .attempt_timeout(limit)
        .await
        .expect_err("320 ms in all");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { .. }),
        "{error}"
    );
    let mut stream = client
        .download("x")
        .attempt_timeout(limit)
        .await
        .expect("a head");
    while stream
        .chunk()
        .await
        .expect("each chunk is in time")
        .is_some()
    {}
    assert_eq!(stream.received(), 8);
    settle(&vendor, &client);
}

#[tokio::test]
async fn the_clients_deadline_and_timeouts_are_the_defaults_of_its_calls() {
    let vendor = Vendor::builder()
        .otherwise(Reply::empty(204).delay(Duration::from_secs(60)))
        .start()
        .await;
    let timeouts = Timeouts::default().attempt(Duration::from_millis(50));
    let built = Shop::builder()
        .base_url(vendor.url())
        .bearer("t1")
        .timeouts(timeouts)
        .build();
    let error = built
        .expect("a client")
        .delete("1")
        .await
        .expect_err("too slow");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { .. }),
        "{error}"
    );
    let built = Shop::builder()
        .base_url(vendor.url())
        .bearer("t2")
        .deadline(Duration::from_millis(50))
        .build();
    let error = built
        .expect("a client")
        .delete("1")
        .await
        .expect_err("too late");
    assert!(
        matches!(error.kind(), ErrorKind::Deadline { sent: true }),
        "{error}"
    );
}
