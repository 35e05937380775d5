//! A slot covers an exchange, to the end of its body.

use std::time::Duration;

use tollgate_testkit::{Reply, Vendor};

/// At most two exchanges at a time.
#[tollgate::api(
    base_url = "http://slots.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second), ceiling(in_flight = 2)),
    default_bucket = main,
)]
trait Slots {
    #[get("/file")]
    async fn file(&self) -> ByteStream;
    #[get("/text")]
    async fn text(&self) -> String;
    #[delete("/file")]
    async fn remove(&self) -> ();
}

fn client(vendor: &Vendor) -> Slots {
    Slots::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client")
}

#[tokio::test]
async fn three_downloads_at_a_cap_of_two_are_never_open_together() {
    let body = Reply::bytes(vec![1; 64])
        .chunked(16)
        .drip(16, Duration::from_millis(50));
    let vendor = Vendor::builder().route("GET /file", body).start().await;
    let client = client(&vendor);
    let downloads = (0..6).map(|_| {
        let client = client.clone();
        tokio::spawn(async move {
            let mut stream = client.file().await.expect("a head");
            while stream.chunk().await.expect("a chunk").is_some() {}
        })
    });
    for download in downloads.collect::<Vec<_>>() {
        download.await.expect("a download");
    }
    assert_eq!(
        vendor.max_open(),
        2,
        "the vendor saw more exchanges open than the ceiling allows"
    );
    vendor.assert_count(6);
    vendor.assert_all_paid(&client.meter());
    assert_eq!(client.meter().in_flight, 0);
}

#[tokio::test]
async fn a_dropped_body_frees_its_slot() {
    let endless = Reply::bytes(vec![1; 1_000_000]).drip(1_000, Duration::from_millis(50));
    let vendor = Vendor::builder()
        .route("GET /file", endless)
        .route("GET /text", Reply::text("ok"))
        .start()
        .await;
    let client = client(&vendor);
    let first = client.file().await.expect("a head");
    let second = client.file().await.expect("a head");
    assert_eq!(client.meter().in_flight, 2);
    let third = tokio::spawn({
        let client = client.clone();
        async move { client.text().await }
    });
    while client.meter().waiting == 0 {
        tokio::task::yield_now().await;
    }
    drop(first);
    third.await.expect("joined").expect("the slot was freed");
    drop(second);
    assert_eq!(client.meter().in_flight, 0);
    vendor.assert_all_paid(&client.meter());
}

#[tokio::test]
async fn answers_without_a_body_free_their_slot_at_once() {
    let vendor = Vendor::builder().otherwise(Reply::empty(204)).start().await;
    let client = client(&vendor);
    for _ in 0..10 {
        client.remove().await.expect("gone");
    }
    assert_eq!(client.meter().in_flight, 0);
    vendor.assert_all_paid(&client.meter());
}
