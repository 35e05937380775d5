//! What a description says about its exchanges holds, and the narrower word counts.

use std::time::{Duration, Instant};

use tollgate::{Body, ErrorKind, GaveUp, Redirects, Retry};
use tollgate_testkit::{Reply, Script, Vendor};

/// Retries, times and redirects by declaration.
#[tollgate::api(
    base_url = "http://declared.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
    retry(attempts = 3, base = 1ms, jitter = off),
    idempotency_header = "X-Request-Key",
    redirects = never,
    deadline = 400ms,
    attempt_timeout = 100ms,
)]
trait Declared {
    #[get("/a")]
    async fn a(&self) -> ();
    #[get("/a", retry(attempts = 2), redirects = follow, deadline = 5 s, attempt_timeout = 50ms)]
    async fn narrow(&self) -> ();
    #[get("/a", retry = off)]
    async fn once(&self) -> ();
    #[post("/a")]
    async fn plain(&self) -> ();
    #[post("/a", idempotent)]
    async fn idempotent(&self) -> ();
    #[post("/a", idempotency_key)]
    async fn keyed(&self) -> ();
    #[patch("/a", idempotency_key = "X-Order-Key")]
    async fn keyed_otherwise(&self, #[body] body: Body) -> ();
}

async fn scene(script: impl Into<Script>) -> (Vendor, Declared) {
    let vendor = Vendor::builder().otherwise(script).start().await;
    let builder = Declared::builder().base_url(vendor.url());
    (vendor, builder.build().expect("a client"))
}

#[tokio::test]
async fn attempts_are_the_calls_the_endpoints_the_builders_or_the_apis() {
    let (vendor, client) = scene(Reply::empty(503)).await;
    let sent = async |call: tollgate::Call<tollgate::Empty, serde_json::Value>| {
        let before = vendor.count();
        call.await.expect_err("down");
        vendor.count() - before
    };
    assert_eq!(sent(client.a()).await, 3);
    assert_eq!(sent(client.narrow()).await, 2);
    assert_eq!(sent(client.once()).await, 1);
    assert_eq!(sent(client.once().retry(Retry::new().attempts(4))).await, 4);
    assert_eq!(sent(client.narrow().retry(Retry::off())).await, 1);
    assert_eq!(sent(client.plain()).await, 1);
    assert_eq!(sent(client.idempotent()).await, 3);
    assert_eq!(sent(client.keyed()).await, 3);
    vendor.assert_paid_exactly(&client.meter());
    let builder = Declared::builder().base_url(vendor.url());
    let client = builder
        .retry(Retry::new().attempts(5))
        .build()
        .expect("a client");
    assert_eq!(sent(client.a()).await, 5);
    assert_eq!(sent(client.narrow()).await, 2);
}

#[tokio::test]
async fn a_key_is_one_for_all_attempts_of_a_call_and_another_for_the_next() {
    let (vendor, client) = scene(Reply::empty(503)).await;
    client.keyed().await.expect_err("down");
    client.keyed().await.expect_err("down");
    let own = client.keyed_otherwise("x".into()).idempotency_key("mine");
    own.await.expect_err("down");
    let undeclared = client.plain().idempotency_key("one");
    undeclared.await.expect_err("down");
    let requests = vendor.requests();
    let keys: Vec<_> = requests.iter().map(|r| r.header("x-request-key")).collect();
    assert!(keys[0].is_some_and(|key| key.len() >= 32), "{keys:?}");
    assert_eq!(keys[0], keys[1]);
    assert_eq!(keys[0], keys[2]);
    assert_ne!(keys[0], keys[3]);
    assert_eq!(keys[3], keys[5]);
    assert_eq!(keys[9..], [Some("one"); 3]);
    let others = requests[6..9].iter().map(|r| r.header("x-order-key"));
    assert_eq!(others.collect::<Vec<_>>(), [Some("mine"); 3]);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_key_that_cannot_be_sent_is_named_before_anything_is() {
    let (vendor, client) = scene(Reply::empty(204)).await;
    let error = client
        .keyed()
        .idempotency_key("a\nb")
        .await
        .expect_err("a key");
    assert!(
        matches!(error.kind(), ErrorKind::Argument(text) if text.contains("`X-Request-Key`")),
        "{error}"
    );
    vendor.assert_count(0);
}

#[tokio::test]
async fn times_are_declared_and_the_narrower_one_counts() {
    let (vendor, client) = scene(Reply::empty(204).delay(Duration::from_secs(30))).await;
    let began = Instant::now();
    let error = client.a().await.expect_err("slow");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { limit } if limit.as_millis() == 100),
        "{error}"
    );
    assert!(began.elapsed() >= Duration::from_millis(300));
    let error = client.narrow().await.expect_err("slow");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { limit } if limit.as_millis() == 50),
        "{error}"
    );
    let error = client
        .a()
        .attempt_timeout(Duration::from_secs(9))
        .await
        .expect_err("slow");
    assert!(
        matches!(error.kind(), ErrorKind::Deadline { sent: true }),
        "{error}"
    );
    vendor.idle().await;
    assert_eq!(client.meter().unpaid(), 0);
}

#[tokio::test]
async fn redirects_are_declared_and_the_narrower_one_counts() {
    let hop = Script::handler(|request| match request.path() {
        "/a" => Reply::redirect(302, "/b"),
        _ => Reply::empty(204),
    });
    let (vendor, client) = scene(hop).await;
    client.a().await.expect_err("never");
    client.narrow().await.expect("followed");
    client
        .a()
        .redirects(Redirects::Follow)
        .await
        .expect("followed");
    client
        .narrow()
        .redirects(Redirects::Never)
        .await
        .expect_err("never");
    vendor.assert_count(6);
    vendor.assert_paid_exactly(&client.meter());
}

/// Further addresses, each with its bucket.
#[tollgate::api(
    base_url = "http://hosts.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    bucket(exports, ceiling(10_000 per second)),
    bucket(files, ceiling(10_000 per second)),
    default_bucket = main,
    host("http://hosts.invalid/exports", bucket = exports),
    host("http://127.0.0.2:1/files", bucket = files),
)]
trait Hosts {
    #[get("/go")]
    async fn go(&self) -> ();
}

#[tokio::test]
async fn an_address_that_is_named_as_a_host_is_paid_from_its_bucket() {
    let vendor = Vendor::builder()
        .otherwise(Reply::redirect(307, "http://127.0.0.2:1/files/7").header("connection", "close"))
        .start()
        .await;
    let builder = Hosts::builder().base_url(vendor.url()).bearer("t");
    let client = builder.retry(Retry::off()).build().expect("a client");
    let error = client.go().await.expect_err("nobody listens there");
    assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
    let meters = client.bucket_meters();
    assert_eq!((meters["main"].permits, meters["main"].calls), (1, 1));
    // The hop's permit came from the other bucket, and went back since nothing was sent.
    assert_eq!((meters["files"].permits, meters["files"].exhausted), (0, 0));
    assert_eq!(error.attempts().sends(), 1);
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Attempts));
}

#[tokio::test]
async fn parts_of_the_api_that_are_named_move_with_its_base_url() {
    let script = Script::handler(|request| match request.path() {
        "/v9/go" => Reply::redirect(302, "/v9/exports/7"),
        _ => Reply::empty(204),
    });
    let vendor = Vendor::builder().otherwise(script).start().await;
    let base = format!("{}/v9/", vendor.url());
    let builder = Hosts::builder().base_url(base).bearer("t");
    let client = builder.build().expect("a client");
    client.go().await.expect("followed");
    let meters = client.bucket_meters();
    assert_eq!((meters["main"].permits, meters["exports"].permits), (1, 1));
    vendor.assert_targets(&["/v9/go", "/v9/exports/7"]);
    vendor.assert_paid_exactly(&client.meter());
}
