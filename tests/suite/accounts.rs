//! One account, one budget: over clones, clients and descriptions, and never over two accounts.

use std::time::Duration;

use tollgate::ErrorKind;
use tollgate_testkit::{Gate, Vendor};

/// Three requests a minute.
#[tollgate::api(
    base_url = "http://narrow.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(3 per minute), skew = 0ms),
    default_bucket = main,
)]
trait Narrow {
    #[get("/a")]
    async fn a(&self) -> ();
    #[get("/b")]
    async fn b(&self) -> ();
}

/// Another description of the same vendor, with a bucket of the same name and another limit.
#[tollgate::api(
    base_url = "http://narrow.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(2 per minute), skew = 0ms),
    default_bucket = main,
)]
trait Narrower {
    #[get("/c")]
    async fn c(&self) -> ();
}

fn narrow(vendor: &Vendor, token: &str) -> Narrow {
    let builder = Narrow::builder()
        .base_url(vendor.url())
        .bearer(token)
        .deadline(Duration::from_secs(1));
    builder.build().expect("a client")
}

async fn vendor() -> Vendor {
    Vendor::builder()
        .ceiling(Gate::window(3, Duration::from_secs(60)).per_bearer())
        .start()
        .await
}

#[tokio::test]
async fn clones_and_clients_of_one_credential_share_one_budget_and_another_has_its_own() {
    let vendor = vendor().await;
    let first = narrow(&vendor, "K1");
    let clone = first.clone();
    let second = narrow(&vendor, "K1");
    first.a().await.expect("the first");
    clone.b().await.expect("the second");
    second.a().await.expect("the third");
    for client in [&first, &clone, &second, &narrow(&vendor, "K1")] {
        let error = client
            .a()
            .await
            .expect_err("the fourth is beyond the deadline");
        let ErrorKind::LimiterWait {
            bucket,
            needed,
            left,
        } = error.kind()
        else {
            panic!("{error}")
        };
        assert_eq!(bucket, "main");
        assert!(
            *needed > Duration::from_secs(50) && *left <= Duration::from_secs(1),
            "{needed:?} {left:?}"
        );
    }
    let other = narrow(&vendor, "K2");
    for _ in 0..3 {
        other.a().await.expect("its own budget");
    }
    vendor.assert_count(6);
    vendor.assert_none_throttled();
}

#[tokio::test]
async fn a_client_that_is_dropped_leaves_its_spending_behind() {
    let vendor = vendor().await;
    for _ in 0..3 {
        narrow(&vendor, "K").a().await.expect("within the budget");
    }
    let error = narrow(&vendor, "K").a().await.expect_err("spent");
    assert!(matches!(error.kind(), ErrorKind::LimiterWait { .. }));
    vendor.assert_count(3);
}

#[tokio::test]
async fn a_named_account_joins_several_credentials() {
    let vendor = vendor().await;
    let named = |token: &str| {
        let builder = Narrow::builder()
            .base_url(vendor.url())
            .bearer(token)
            .account("acme");
        builder
            .deadline(Duration::from_secs(1))
            .build()
            .expect("a client")
    };
    named("K1").a().await.expect("the first");
    named("K2").a().await.expect("the second");
    named("K3").a().await.expect("the third");
    assert!(named("K4").a().await.is_err());
    vendor.assert_count(3);
}

#[tokio::test]
async fn two_descriptions_of_one_vendor_meet_in_one_bucket_and_the_stricter_holds() {
    let vendor = vendor().await;
    let wide = narrow(&vendor, "K");
    wide.a().await.expect("the first");
    let builder = Narrower::builder()
        .base_url(vendor.url())
        .bearer("K")
        .deadline(Duration::from_secs(1));
    let strict = builder.build().expect("a client");
    strict.c().await.expect("the second");
    assert!(strict.c().await.is_err(), "the stricter limit is used up");
    assert!(
        wide.a().await.is_err(),
        "and holds for the other description too"
    );
    vendor.assert_count(2);
}

/// Two buckets that the vendor counts as one, which it says in a header.
#[tollgate::api(
    base_url = "http://learn.invalid",
    scope = process,
    auth = bearer,
    bucket(files, ceiling(3 per minute), skew = 0ms),
    bucket(folders, ceiling(3 per minute), skew = 0ms),
    bucket_header = "X-RateLimit-Bucket",
)]
trait Learn {
    #[get("/files", bucket = files)]
    async fn files(&self) -> ();
    #[get("/folders", bucket = folders)]
    async fn folders(&self) -> ();
}

#[tokio::test]
async fn a_bucket_learnt_from_a_header_is_shared_from_the_next_call_on() {
    let one_name = tollgate_testkit::Reply::empty(204).header("X-RateLimit-Bucket", "q1");
    let vendor = Vendor::builder()
        .ceiling(Gate::window(3, Duration::from_secs(60)).per_bearer())
        .otherwise(one_name)
        .start()
        .await;
    let client = |token: &str| {
        let builder = Learn::builder().base_url(vendor.url()).bearer(token);
        builder
            .deadline(Duration::from_secs(1))
            .build()
            .expect("a client")
    };
    let (first, second, other) = (client("K1"), client("K1"), client("K2"));
    first.files().await.expect("the first");
    second
        .folders()
        .await
        .expect("the second, after which the two are known to be one");
    first.clone().folders().await.expect("the third");
    for client in [&first, &second] {
        assert!(client.files().await.is_err() && client.folders().await.is_err());
    }
    other.folders().await.expect("another account");
    other.files().await.expect("another account");
    vendor.assert_count(5);
    vendor.assert_none_throttled();
    assert_eq!(first.meter().unpaid(), 0);
}

#[tokio::test]
async fn spellings_of_one_server_share_one_budget() {
    let vendor = vendor().await;
    let mut sent = 0;
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"] {
        let builder = Narrow::builder()
            .base_url(vendor.url().replace("127.0.0.1", host))
            .bearer("spelt")
            .deadline(Duration::from_secs(1));
        let client = builder.build().expect("a client");
        for _ in 0..2 {
            sent += usize::from(client.a().await.is_ok());
        }
        assert!(
            sent <= 3,
            "the ceiling is 3, and {sent} were sent with {host}"
        );
    }
    assert_eq!(sent, 3);
    vendor.assert_none_throttled();
}
