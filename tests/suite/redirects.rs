//! Redirects: each hop pays, and nothing secret follows one to another origin.

use std::time::{Duration, Instant};

use tollgate::{Body, Cause, ErrorKind, GaveUp, RedirectRefusal, Redirects, Retry};
use tollgate_testkit::{Gate, Reply, Script, Vendor};

use crate::shop::{Item, settle, shop};

/// Where the credential is, and a header of the caller's.
#[tollgate::api(
    base_url = "http://hops.invalid",
    scope = process,
    auth = header("X-Api-Key"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Hops {
    #[get("/start")]
    async fn start(&self, #[header("Cookie")] cookie: Option<&str>) -> ();
    #[post("/start")]
    async fn write(&self, #[json] item: &Item) -> ();
    #[put("/start")]
    async fn put(&self, #[body] body: Body) -> ();
}

fn hops(vendor: &Vendor) -> Hops {
    let builder = Hops::builder().base_url(vendor.url()).key("S3CR3T");
    builder.retry(Retry::off()).build().expect("a client")
}

/// The key in the query.
#[tollgate::api(
    base_url = "http://hops.invalid",
    scope = process,
    auth = query("api_key"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait QueryHops {
    #[get("/start")]
    async fn start(&self) -> ();
}

#[tokio::test]
async fn a_chain_of_three_hops_spends_four_permits() {
    let vendor = Vendor::builder()
        .route("GET /items/1", Reply::redirect(302, "/b"))
        .route("GET /b", Reply::redirect(307, "c?d=%2F"))
        .route("GET /c", Reply::redirect(301, "/d#here"))
        .route("GET /d", Reply::json(&Item { id: 1 }))
        .start()
        .await;
    let client = shop(&vendor);
    let whole = client.item_whole(1).await.expect("the end");
    vendor.assert_request_lines(&[
        "GET /items/1 HTTP/1.1",
        "GET /b HTTP/1.1",
        "GET /c?d=%2F HTTP/1.1",
        "GET /d HTTP/1.1",
    ]);
    let causes: Vec<_> = whole.attempts().iter().map(|sent| sent.cause).collect();
    assert_eq!(
        causes,
        [
            Cause::First,
            Cause::Redirect,
            Cause::Redirect,
            Cause::Redirect
        ]
    );
    assert_eq!(client.meter().permits, 4);
    assert_eq!(client.meter().retries, 0);
    settle(&vendor, &client);
}

#[tokio::test]
async fn hops_are_paced_like_everything_else() {
    #[tollgate::api(
        base_url = "http://paced.invalid",
        scope = process,
        auth = none,
        bucket(main, ceiling(50 per second, burst = 1)),
        default_bucket = main,
    )]
    trait Paced {
        #[get("/{n}")]
        async fn one(&self, n: u32) -> ();
    }
    let hop = Script::handler(|request| match request.path().strip_prefix("/hop") {
        Some(_) => Reply::empty(204),
        None => Reply::redirect(302, format!("/hop{}", request.path())),
    });
    let vendor = Vendor::builder()
        .ceiling(Gate::token_bucket(50, Duration::from_secs(1), 2))
        .otherwise(hop)
        .start()
        .await;
    let client = Paced::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    let began = Instant::now();
    let calls = (0..10).map(|n| client.one(n).into_future());
    for result in futures_util::future::join_all(calls).await {
        result.expect("an answer");
    }
    assert!(
        began.elapsed() >= Duration::from_millis(19 * 20),
        "{:?}",
        began.elapsed()
    );
    vendor.assert_count(20);
    vendor.assert_none_throttled();
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn the_same_origin_keeps_everything_and_any_other_gets_nothing_secret() {
    let other = Vendor::builder().otherwise(Reply::empty(204)).start().await;
    let port = other.addr().port();
    for location in [
        format!("http://127.0.0.1:{port}/x"),
        format!("//127.0.0.1:{port}/x"),
    ] {
        let vendor = Vendor::builder()
            .otherwise(Reply::redirect(302, location))
            .start()
            .await;
        let client = hops(&vendor);
        client
            .start()
            .cookie("c=S3CR3T")
            .header("X-Note", "S3CR3T")
            .await
            .expect("followed");
        vendor.assert_count(1);
        vendor.assert_paid_exactly(&partial(&client, 1));
    }
    for request in other.requests() {
        let head = String::from_utf8_lossy(request.raw_head()).into_owned();
        assert!(!head.contains("S3CR3T"), "a secret followed: {head}");
        assert!(request.header("referer").is_none());
    }
    other.assert_count(2);

    let vendor = Vendor::builder()
        .route("GET /start", Reply::redirect(302, "/x"))
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = hops(&vendor);
    client
        .start()
        .cookie("c=1")
        .header("X-Note", "n")
        .await
        .expect("followed");
    let request = &vendor.requests()[1];
    for (name, value) in [("x-api-key", "S3CR3T"), ("cookie", "c=1"), ("x-note", "n")] {
        assert_eq!(request.header(name), Some(value), "{name}");
    }
    vendor.assert_paid_exactly(&client.meter());
}

/// What the meter would be without the `elsewhere` requests that went to another vendor.
fn partial(client: &Hops, elsewhere: u64) -> tollgate::Meter {
    let mut meter = client.meter();
    meter.requests -= elsewhere;
    meter.permits -= elsewhere;
    meter
}

#[tokio::test]
async fn what_was_dropped_stays_dropped_when_the_chain_comes_back() {
    let vendor = Vendor::start().await;
    let other = Vendor::builder()
        .otherwise(Reply::redirect(302, format!("{}/home", vendor.url())))
        .start()
        .await;
    vendor.route(
        "GET /start",
        Reply::redirect(302, format!("{}/away", other.url())),
    );
    vendor.route("GET /home", Reply::empty(204));
    let client = hops(&vendor);
    client.start().await.expect("home again");
    let home = &vendor.requests()[1];
    assert_eq!(home.target(), "/home");
    assert_eq!(home.header("x-api-key"), None);
    assert_eq!(client.meter().permits, 3);
}

#[tokio::test]
async fn a_key_in_the_query_follows_within_the_origin_only() {
    let other = Vendor::builder().otherwise(Reply::empty(204)).start().await;
    let away = format!("{}/x?a=b&api_key=S3CR3T", other.url());
    let vendor = Vendor::builder()
        .route("GET /start", Reply::redirect(302, "/next"))
        .route("GET /next", Reply::redirect(302, away))
        .start()
        .await;
    let builder = QueryHops::builder()
        .base_url(vendor.url())
        .query_key("S3CR3T");
    let client = builder.build().expect("a client");
    client.start().await.expect("followed");
    vendor.assert_targets(&["/start?api_key=S3CR3T", "/next?api_key=S3CR3T"]);
    other.assert_targets(&["/x?a=b"]);
    assert_eq!(client.meter().permits, 3);
}

#[tokio::test]
async fn methods_and_bodies_go_on_as_the_standard_says() {
    for (status, line, body) in [
        (303, "GET /next HTTP/1.1", ""),
        (307, "POST /next HTTP/1.1", r#"{"id":1}"#),
        (308, "POST /next HTTP/1.1", r#"{"id":1}"#),
    ] {
        let vendor = Vendor::builder()
            .route("POST /start", Reply::redirect(status, "/next"))
            .otherwise(Reply::empty(204))
            .start()
            .await;
        let client = hops(&vendor);
        client
            .write(&Item { id: 1 })
            .idempotency_key("K")
            .await
            .expect("followed");
        let next = &vendor.requests()[1];
        assert_eq!((next.line(), &*next.body_text()), (line, body), "{status}");
        assert_eq!(next.header("content-type").is_some(), !body.is_empty());
        assert_eq!(next.header("idempotency-key"), Some("K"));
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn a_write_is_not_turned_into_a_read_unless_that_was_asked_for() {
    for status in [301, 302] {
        let vendor = Vendor::builder()
            .route("POST /start", Reply::redirect(status, "/next"))
            .otherwise(Reply::empty(204))
            .start()
            .await;
        let client = hops(&vendor);
        let error = client.write(&Item { id: 1 }).await.expect_err("a write");
        let refusal = RedirectRefusal::Write;
        assert!(
            matches!(error.kind(), ErrorKind::Redirect { refusal: why, .. } if *why == refusal)
        );
        vendor.assert_count(1);
        let call = client
            .write(&Item { id: 1 })
            .redirects(Redirects::FollowWrites);
        call.await.expect("followed");
        assert_eq!(vendor.requests()[2].line(), "GET /next HTTP/1.1");
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn what_cannot_be_followed_is_an_error_that_says_why() {
    let foreign = Vendor::start().await;
    let refusals = [
        ("", Some(RedirectRefusal::Loop)),
        ("/start", Some(RedirectRefusal::Loop)),
        ("mailto:a@b", Some(RedirectRefusal::Target)),
        ("http://[::1", Some(RedirectRefusal::Target)),
        ("http://u:p@127.0.0.1:1/", Some(RedirectRefusal::Target)),
        ("http://127.0.0.1:99999/", Some(RedirectRefusal::Target)),
    ];
    for (location, refusal) in refusals {
        let vendor = Vendor::builder()
            .otherwise(Reply::redirect(302, location))
            .start()
            .await;
        let client = hops(&vendor);
        let error = client.start().await.expect_err(location);
        let ErrorKind::Redirect { refusal: why, .. } = error.kind() else {
            panic!("{location}: {error}")
        };
        assert_eq!(Some(*why), refusal, "{location}");
        vendor.assert_count(1);
        vendor.assert_paid_exactly(&client.meter());
    }
    let vendor = Vendor::builder()
        .otherwise(Reply::redirect(307, format!("{}/x", foreign.url())))
        .start()
        .await;
    let client = hops(&vendor);
    let error = client.write(&Item { id: 1 }).await.expect_err("a body");
    assert!(error.to_string().contains("another origin"), "{error}");
    foreign.assert_count(0);
}

#[tokio::test]
async fn a_stream_that_is_gone_cannot_follow() {
    let vendor = Vendor::builder()
        .otherwise(Reply::redirect(307, "/next"))
        .start()
        .await;
    let client = hops(&vendor);
    let chunks = futures_util::stream::iter([Ok::<_, std::io::Error>("x")]);
    let error = client.put(Body::stream(chunks)).await.expect_err("gone");
    let refusal = RedirectRefusal::Body;
    assert!(matches!(error.kind(), ErrorKind::Redirect { refusal: why, .. } if *why == refusal));
    vendor.assert_count(1);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn hops_without_end_are_bounded_and_named() {
    let vendor = Vendor::builder()
        .otherwise(Script::handler(|request| {
            Reply::redirect(302, format!("{}x", request.path()))
        }))
        .start()
        .await;
    let client = hops(&vendor);
    let error = client.start().await.expect_err("no end");
    let refusal = RedirectRefusal::TooMany { hops: 10 };
    assert!(matches!(error.kind(), ErrorKind::Redirect { refusal: why, .. } if *why == refusal));
    assert_eq!(error.attempts().sends(), 11);
    let hosts = error.attempts().iter().map(|sent| sent.host.to_string());
    assert!(hosts.into_iter().all(|host| host.starts_with("127.0.0.1:")));
    vendor.assert_count(11);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_redirect_may_ask_for_a_pause_and_it_counts() {
    let soon = Reply::redirect(302, "/next").header("Retry-After", "0.2");
    let vendor = Vendor::builder()
        .route("GET /start", soon)
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = hops(&vendor);
    client.start().await.expect("followed");
    let at = vendor.arrivals();
    assert!(at[1] - at[0] >= Duration::from_millis(200));
    vendor.route(
        "GET /start",
        Reply::redirect(302, "/next").header("Retry-After", "60"),
    );
    let error = client.start().deadline(Duration::from_secs(1)).await;
    let error = error.expect_err("too late");
    assert_eq!(
        error.attempts().gave_up(),
        Some(GaveUp::Deadline),
        "{error}"
    );
    vendor.assert_count(3);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_hop_to_a_described_vendor_is_paid_from_its_bucket() {
    #[tollgate::api(
        base_url = "http://other.invalid",
        scope = process,
        auth = none,
        bucket(theirs, ceiling(10_000 per second)),
        default_bucket = theirs,
    )]
    trait Other {}
    let other = Vendor::builder().otherwise(Reply::empty(204)).start().await;
    let theirs = Other::builder()
        .base_url(other.url())
        .build()
        .expect("a client");
    let vendor = Vendor::builder()
        .otherwise(Reply::redirect(302, format!("{}/x", other.url())))
        .start()
        .await;
    let client = hops(&vendor);
    client.start().await.expect("followed");
    vendor.assert_paid_exactly(&client.meter());
    other.assert_paid_exactly(&theirs.meter());
    assert_eq!(theirs.meter().permits, 1);
}
