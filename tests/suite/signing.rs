//! Signatures are made after the permit, for each request, and go nowhere else.

use std::future::IntoFuture as _;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tollgate::{BoxError, ErrorKind, Retry, Signature, Unsigned};
use tollgate_testkit::{Reply, Vendor};

/// Twenty a second, one at a time.
#[tollgate::api(
    base_url = "http://signed.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(20 per second, burst = 1)),
    default_bucket = main,
    retry(base = 1ms, jitter = off),
)]
trait Signed {
    #[get("/a")]
    async fn a(&self) -> ();
    #[put("/a")]
    async fn put(&self, #[json] text: &str) -> ();
}

fn millis() -> u128 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.expect("after 1970").as_millis()
}

fn stamped(request: &Unsigned<'_>, signature: &mut Signature) -> Result<(), BoxError> {
    let body = request.body().ok_or("a stream cannot be signed")?;
    let text = format!("{} {} {}", millis(), request.path(), body.len());
    signature.header("Authorization", format!("S3CR3T {text}"))?;
    signature.query("stamp", &text)
}

fn client(vendor: &Vendor) -> Signed {
    let builder = Signed::builder().base_url(vendor.url()).account("one");
    builder.signer(stamped).build().expect("a client")
}

/// When the vendor's requests were signed, and when they arrived, in milliseconds since `began`.
fn delays(vendor: &Vendor, wall: u128, began: Instant) -> Vec<(u128, u128)> {
    let requests = vendor.requests();
    let stamps = requests.iter().map(|request| {
        let header = request.header("authorization").expect("signed");
        let stamp = header
            .split(' ')
            .nth(1)
            .and_then(|text| text.parse::<u128>().ok());
        stamp.expect("a number") - wall
    });
    let arrived = vendor
        .arrivals()
        .into_iter()
        .map(|at| (at - began).as_millis());
    stamps.zip(arrived).collect()
}

#[tokio::test]
async fn a_signature_is_as_old_as_its_request_however_long_the_queue_was() {
    let script = Reply::empty(204)
        .times(3)
        .then_times(2, Reply::empty(503))
        .then(Reply::empty(204));
    let vendor = Vendor::builder().otherwise(script).start().await;
    let client = client(&vendor);
    let (wall, began) = (millis(), Instant::now());
    let calls = (0..8).map(|_| client.put("x").into_future());
    for result in futures_util::future::join_all(calls).await {
        result.expect("an answer");
    }
    let delays = delays(&vendor, wall, began);
    assert_eq!(delays.len(), 10);
    assert!(
        delays.last().is_some_and(|(_, arrived)| *arrived >= 440),
        "{delays:?}"
    );
    for (signed, arrived) in &delays {
        // Half of what the last one waited.
        assert!(arrived.abs_diff(*signed) <= 220, "signed early: {delays:?}");
    }
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_signature_does_not_follow_to_another_origin() {
    let other = Vendor::builder().otherwise(Reply::empty(204)).start().await;
    let vendor = Vendor::builder()
        .otherwise(Reply::redirect(302, format!("{}/x", other.url())))
        .start()
        .await;
    client(&vendor).a().await.expect("followed");
    let request = &other.requests()[0];
    assert_eq!(
        (request.target(), request.header("authorization")),
        ("/x", None)
    );
}

#[tokio::test]
async fn a_signer_that_fails_sends_nothing_and_costs_nothing() {
    let vendor = Vendor::start().await;
    let fails = |_: &Unsigned<'_>, _: &mut Signature| Err("the key is locked".into());
    let builder = Signed::builder().base_url(vendor.url()).account("two");
    let client = builder.signer(fails).build().expect("a client");
    let error = client.a().retry(Retry::off()).await.expect_err("unsigned");
    assert!(matches!(error.kind(), ErrorKind::Signature), "{error}");
    let source = std::error::Error::source(&error).expect("a source");
    assert_eq!(source.to_string(), "the key is locked");
    assert_eq!((client.meter().permits, client.meter().requests), (0, 0));
    vendor.assert_count(0);

    for (name, value) in [
        ("Host", "x"),
        ("Content-Length", "9"),
        ("X-A", "a\nb"),
        ("a b", "c"),
    ] {
        let bad = move |_: &Unsigned<'_>, signature: &mut Signature| signature.header(name, value);
        let builder = Signed::builder().base_url(vendor.url()).account("three");
        let client = builder.signer(bad).build().expect("a client");
        let error = client
            .a()
            .await
            .expect_err("a header that is not its to set");
        assert!(
            matches!(error.kind(), ErrorKind::Signature),
            "{name}: {error}"
        );
    }
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_signer_needs_to_know_for_whom() {
    let error = Signed::builder()
        .signer(stamped)
        .build()
        .expect_err("no account");
    assert!(error.to_string().contains("`account`"), "{error}");
}
