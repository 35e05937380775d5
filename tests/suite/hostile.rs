//! What servers, third parties and idle runtimes do to others, and what must not come of it.

use std::future::IntoFuture as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use tollgate::{BoxError, ErrorKind, GaveUp, Payer, RedirectRefusal, Token, TokenSource};
use tollgate_testkit::{Reply, Script, Vendor};

/// The key in the path.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = path("token"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait PathKey {
    #[get("/bot{token}/me")]
    async fn me(&self) -> u64;
}

/// The key in the query.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = query("key"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait QueryKey {
    #[get("/me")]
    async fn me(&self) -> u64;
}

/// The key in a header.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait HeaderKey {
    #[get("/me")]
    async fn me(&self) -> u64;
}

fn is_secret<T: std::fmt::Debug>(result: Result<T, tollgate::Error>) -> bool {
    let error = result.expect_err("refused");
    let text = format!("{error} {error:?}");
    assert!(!text.contains("S3CR3T"), "{text}");
    matches!(error.kind(), ErrorKind::Redirect { refusal, .. } if *refusal == RedirectRefusal::Secret)
}

#[tokio::test]
async fn an_address_that_holds_the_credential_is_not_followed_to_another_origin() {
    let foreign = Vendor::builder().otherwise(Reply::json(&1)).start().await;
    let origin = foreign.url();
    let mirror = {
        let origin = origin.clone();
        Script::handler(move |request| {
            Reply::redirect(302, format!("{origin}{}", request.target()))
        })
    };
    let vendor = Vendor::builder().otherwise(mirror).start().await;
    let builder = PathKey::builder().base_url(vendor.url());
    let client = builder.path_key("S3CR3T").build().expect("a client");
    assert!(is_secret(client.me().await));

    for address in [
        "/login?continue=http%3A%2F%2Fapi%2Fme%3Fkey%3DS3CR3T",
        "/login?continue=http%253A%252F%252Fapi%252Fme%253Fkey%253DS3CR3T",
        "/login?Key=S3CR3T",
        "/login;key=S3CR3T",
        "/S%33CR3T",
    ] {
        let reply = Reply::redirect(302, format!("{origin}{address}"));
        let vendor = Vendor::builder().otherwise(reply).start().await;
        let builder = QueryKey::builder().base_url(vendor.url());
        let client = builder.query_key("S3CR3T").build().expect("a client");
        assert!(is_secret(client.me().await), "{address}");
        let builder = HeaderKey::builder().base_url(vendor.url());
        let client = builder.bearer("S3CR3T").build().expect("a client");
        assert!(is_secret(client.me().await), "{address}");
    }
    foreign.assert_count(0);
}

/// Any header names the key.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
    retry(base = 1ms),
)]
trait Orders {
    #[post("/plain")]
    async fn plain(&self, #[header("Idempotency-Key")] key: Option<&str>) -> ();
    #[post("/keyed", idempotency_key)]
    async fn keyed(&self) -> ();
}

#[tokio::test]
async fn a_key_that_is_none_makes_no_write_repeatable() {
    let vendor = Vendor::builder().otherwise(Reply::empty(500)).start().await;
    let client = Orders::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    for empty in ["", " ", "\t", " k", "k "] {
        let calls = [
            client.plain().idempotency_key(empty).into_future(),
            client.plain().key(empty).into_future(),
            client
                .plain()
                .header("idempotency-key", empty)
                .into_future(),
        ];
        for call in calls {
            let error = call.await.expect_err("no key");
            assert!(
                matches!(error.kind(), ErrorKind::Argument(_)),
                "{empty:?}: {error}"
            );
        }
        let error = client
            .keyed()
            .idempotency_key(empty)
            .await
            .expect_err("no key");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(_)),
            "{empty:?}: {error}"
        );
    }
    vendor.assert_count(0);
}

/// Two buckets, and an endpoint that is redirected.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second)),
    bucket(other, ceiling(1_000 per second)),
    default_bucket = main,
    retry = off,
)]
trait Far {
    #[get("/go")]
    async fn go(&self) -> u64;
    #[get("/a")]
    async fn a(&self) -> u64;
    #[get("/b", bucket = other)]
    async fn b(&self) -> u64;
}

#[tokio::test]
async fn a_host_that_is_no_party_to_the_account_cannot_stop_it() {
    let days = "259200";
    for reply in [
        Reply::empty(509).header("Retry-After", days),
        Reply::empty(429).header("Retry-After", days),
        Reply::json(&1).header("RateLimit", format!("\"d\";r=0;t={days}")),
    ] {
        let foreign = Vendor::builder().otherwise(reply).start().await;
        let vendor = Vendor::builder()
            .route(
                "GET /go",
                Reply::redirect(302, format!("{}/x", foreign.url())),
            )
            .otherwise(Reply::json(&1))
            .start()
            .await;
        let client = Far::builder()
            .base_url(vendor.url())
            .build()
            .expect("a client");
        let _ = client.go().await;
        foreign.assert_count(1);
        client
            .a()
            .deadline(Duration::from_secs(5))
            .await
            .expect("not its to block");
        client
            .b()
            .deadline(Duration::from_secs(5))
            .await
            .expect("not its to block");
    }
}

#[tokio::test]
async fn a_limit_that_is_used_up_for_long_is_a_block_and_is_named() {
    let far = Reply::json(&1).header("RateLimit", r#""d";r=0;t=9460800000"#);
    let vendor = Vendor::builder().otherwise(far).start().await;
    let client = Far::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    client.a().await.expect("an answer");
    let began = Instant::now();
    let error = client.a().await.expect_err("blocked");
    assert!(began.elapsed() < Duration::from_secs(20));
    let ErrorKind::Blocked { needed, .. } = error.kind() else {
        panic!("{error}")
    };
    assert!(*needed <= Duration::from_secs(3 * 86_400));
    client.b().await.expect("another bucket");
    vendor.assert_count(2);
}

/// One second for retries.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(1_000 per second)),
    default_bucket = main,
    retry(attempts = 5, base = 10ms, within = 3 s),
)]
trait Within {
    #[get("/a")]
    async fn a(&self) -> u64;
}

struct SlowSecond(AtomicUsize);

impl TokenSource for SlowSecond {
    async fn token(&self, _: &Payer) -> Result<Token, BoxError> {
        match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => Ok(Token::new("T0").expires_in(Duration::from_millis(800))),
            _ => std::future::pending().await,
        }
    }
}

#[tokio::test]
async fn a_retry_waits_for_its_token_no_longer_than_it_has_time() {
    let slow = Reply::empty(503).delay(Duration::from_secs(1));
    let vendor = Vendor::builder().otherwise(slow).start().await;
    let builder = Within::builder().base_url(vendor.url()).account("w");
    let client = builder.token_source(SlowSecond(AtomicUsize::new(0)));
    let client = client.build().expect("a client");
    let began = Instant::now();
    let error = client.a().await.expect_err("no token");
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "{:?}",
        began.elapsed()
    );
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Time));
    vendor.assert_paid_exactly(&client.meter());
}

/// One failure opens the breaker.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second)),
    default_bucket = main,
    breaker(failures = 1, open = 50ms),
    retry = off,
)]
trait Probed {
    #[get("/a")]
    async fn a(&self) -> u64;
    #[get("/list")]
    #[paginate(page = page, items = "items")]
    fn list(&self) -> Pages<u64>;
}

#[tokio::test]
async fn an_answer_that_nobody_takes_holds_no_probe() {
    let pages = Script::handler(|request| {
        Reply::json_text(format!(
            r#"{{"items":[{}]}}"#,
            request.query_value("page").unwrap_or_default()
        ))
    });
    let vendor = Vendor::builder()
        .route("GET /a", Reply::empty(500).then(Reply::json(&1)))
        .route("GET /list", pages)
        .start()
        .await;
    let client = Probed::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    let mut pages = client.list().prefetch(2).pages();
    pages.try_next().await.expect("a page").expect("the first");
    vendor.arrived(3).await;
    client.a().await.expect_err("500: it opens");
    tokio::time::sleep(Duration::from_millis(80)).await;
    // Half open. One page is taken, another is fetched ahead as the probe, and lies there.
    pages.try_next().await.expect("a page").expect("the second");
    vendor.arrived(5).await;
    vendor.idle().await;
    let served = async {
        while client.a().await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let served = tokio::time::timeout(Duration::from_secs(60), served).await;
    served.expect("a page that nobody reads keeps the breaker half-open");
}

#[tokio::test]
async fn a_stream_ends_with_its_calls_deadline() {
    let drip = Reply::bytes(vec![1; 300]).drip(1, Duration::from_millis(100));
    let vendor = Vendor::builder().otherwise(drip).start().await;
    let client = crate::shop::shop(&vendor);
    let began = Instant::now();
    let call = client.download("x").deadline(Duration::from_secs(1));
    let mut body = call.await.expect("a head");
    let error = loop {
        match body.next().await.expect("no end yet") {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(
        matches!(error.kind(), ErrorKind::Deadline { sent: true }),
        "{error}"
    );
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "{:?}",
        began.elapsed()
    );
    assert!(body.received() > 0);
    assert_eq!(client.meter().in_flight, 0);
}

/// Few, and one at a time.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = none,
    bucket(few, ceiling(5 per 3 s)),
    bucket(one, ceiling(1_000 per second), ceiling(in_flight = 1)),
    default_bucket = few,
    retry = off,
)]
trait Idle {
    #[get("/few")]
    async fn few(&self) -> ();
    #[get("/slow", bucket = one)]
    async fn slow(&self) -> ();
    #[get("/one", bucket = one)]
    async fn one(&self) -> ();
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// A call is given up in a runtime that nobody drives afterwards. Others must not wait for it.
#[test]
fn a_runtime_that_is_not_driven_keeps_nothing_of_a_dropped_call() {
    let driven = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let vendor = driven.block_on(
        Vendor::builder()
            .route(
                "GET /slow",
                Reply::empty(204).delay(Duration::from_secs(60)),
            )
            .otherwise(Reply::empty(204))
            .start(),
    );
    let build = || {
        Idle::builder()
            .base_url(vendor.url())
            .build()
            .expect("a client")
    };
    let (here, there) = (driven.block_on(async { build() }), runtime());
    let gone = there.block_on(async { build() });
    driven.block_on(async {
        for _ in 0..5 {
            here.few().await.expect("an answer");
        }
    });
    let (queued, sent) = there.block_on(async {
        let soon = Duration::from_millis(50);
        let sent = tokio::time::timeout(soon, gone.slow().into_future()).await;
        let queued = tokio::time::timeout(soon, gone.few().into_future()).await;
        (queued.is_err(), sent.is_err())
    });
    assert!(queued && sent, "both were given up");
    let meter = here.meter();
    assert_eq!((meter.waiting, meter.in_flight), (0, 0));
    driven.block_on(async {
        let soon = Duration::from_secs(20);
        here.few()
            .deadline(soon)
            .await
            .expect("nobody stands before it");
        here.one().deadline(soon).await.expect("the slot is free");
    });
    drop(there);
}

/// Calls the client that it serves.
struct Circular(std::sync::OnceLock<Within>);

impl TokenSource for Circular {
    async fn token(&self, _: &Payer) -> Result<Token, BoxError> {
        let client = self.0.get().ok_or("no client yet")?;
        let number = client.a().await?;
        Ok(Token::new(number.to_string()))
    }
}

#[tokio::test]
async fn a_source_that_calls_its_own_client_is_told() {
    let vendor = Vendor::builder().otherwise(Reply::json(&1)).start().await;
    let source = std::sync::Arc::new(Circular(std::sync::OnceLock::new()));
    let builder = Within::builder().base_url(vendor.url()).account("circle");
    let client = builder
        .token_source(source.clone())
        .build()
        .expect("a client");
    let _ = source.0.set(client.clone());
    let call = tokio::time::timeout(Duration::from_secs(10), client.a().into_future()).await;
    let error = call.expect("it waits for itself").expect_err("no token");
    let mut text = String::new();
    let mut source = std::error::Error::source(&error);
    while let Some(inner) = source {
        text.push_str(&inner.to_string());
        source = inner.source();
    }
    assert!(text.contains("with the payer"), "{text}");
    vendor.assert_count(0);
}

/// The vendor names its buckets in a header.
#[tollgate::api(
    base_url = "http://hostile.invalid",
    scope = process,
    auth = none,
    bucket(one, ceiling(5 per minute)),
    bucket(two, ceiling(5 per minute)),
    default_bucket = one,
    bucket_header = "X-Bucket",
)]
trait Named {
    #[get("/one")]
    async fn one(&self) -> ();
    #[get("/two", bucket = two)]
    async fn two(&self) -> ();
    #[get("/go")]
    async fn go(&self) -> ();
    #[get("/go", bucket = two)]
    async fn go_two(&self) -> ();
}

#[tokio::test]
async fn names_of_buckets_are_the_vendors_to_give() {
    let named = Reply::empty(204).header("X-Bucket", "q");
    let foreign = Vendor::builder().otherwise(named).start().await;
    let vendor = Vendor::builder()
        .route(
            "GET /go",
            Reply::redirect(302, format!("{}/x", foreign.url())),
        )
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = Named::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    client.go().await.expect("followed");
    client.go_two().await.expect("followed");
    // Three are left in each: two went into the redirect.
    let soon = Duration::from_secs(1);
    for _ in 0..3 {
        client.one().deadline(soon).await.expect("its own bucket");
        client.two().deadline(soon).await.expect("its own bucket");
    }
}

/// Little time for retries, and a part of the API with its own bucket.
#[tollgate::api(
    base_url = "http://hostile.invalid/v1",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second)),
    bucket(exports, ceiling(1 per minute)),
    default_bucket = main,
    host("http://hostile.invalid/v1/exports", bucket = exports),
    retry(attempts = 4, base = 1ms, within = 500ms),
)]
trait Exports {
    #[get("/go")]
    async fn go(&self) -> ();
}

fn exports(vendor: &Vendor) -> Exports {
    let base = format!("{}/v1", vendor.url());
    Exports::builder().base_url(base).build().expect("a client")
}

#[tokio::test]
async fn a_redirect_needs_no_time_for_retries() {
    let late = Reply::redirect(302, "/v1/x").delay(Duration::from_millis(700));
    let vendor = Vendor::builder()
        .route("GET /v1/go", late)
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = exports(&vendor);
    client.go().await.expect("a hop is no retry");
    vendor.route(
        "GET /v1/go",
        Reply::redirect(302, "/v1/x").header("Retry-After", "9"),
    );
    let error = client.go().redirects(tollgate::Redirects::Never).await;
    let error = error.expect_err("not followed");
    assert!(
        matches!(error.kind(), ErrorKind::Redirect { .. }),
        "{error}"
    );
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn paths_that_mean_the_same_are_paid_from_the_same_bucket() {
    for path in [
        "/v1/%65xports/7",
        "/v1//exports/7",
        "/v1/x/%2e%2e/exports/7",
    ] {
        let vendor = Vendor::builder()
            .route("GET /v1/go", Reply::redirect(302, path))
            .otherwise(Reply::empty(204))
            .start()
            .await;
        let client = exports(&vendor);
        client.go().await.expect("followed");
        assert_eq!(client.bucket_meters()["exports"].permits, 1, "{path}");
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn what_follows_a_retry_waits_no_longer_than_the_retry_could() {
    let vendor = Vendor::builder()
        .route("GET /v1/go", Reply::redirect(302, "/v1/exports/7"))
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = exports(&vendor);
    client.go().await.expect("the one of this minute");
    vendor.route(
        "GET /v1/go",
        Reply::empty(503).then(Reply::redirect(302, "/v1/exports/7")),
    );
    let began = Instant::now();
    let error = client.go().await.expect_err("no export for a minute");
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "{:?}",
        began.elapsed()
    );
    assert!(
        matches!(error.kind(), ErrorKind::LimiterWait { .. }),
        "{error}"
    );
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_pause_that_a_failing_vendor_asks_for_is_the_calls_own() {
    let sick = Reply::empty(500).header("Retry-After", "0.2");
    let vendor = Vendor::builder()
        .route("GET /v1/go", sick.then(Reply::empty(204)))
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = exports(&vendor);
    client.go().await.expect("the second");
    let at = vendor.arrivals();
    assert!(
        at[1] - at[0] >= Duration::from_millis(200),
        "{:?}",
        at[1] - at[0]
    );
    assert_eq!(client.meter().blocks, 0);
}

#[tokio::test]
async fn who_will_not_wait_is_told_at_once_whatever_the_body_does() {
    let drip = Reply::bytes(vec![b'x'; 1_000])
        .status(429)
        .header("Retry-After", "100");
    let vendor = Vendor::builder()
        .otherwise(drip.drip(1, Duration::from_millis(30)))
        .start()
        .await;
    let client = exports(&vendor);
    let began = Instant::now();
    let error = client.go().deadline(Duration::from_secs(30)).await;
    let error = error.expect_err("throttled for longer");
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    assert!(
        matches!(error.kind(), ErrorKind::Throttled { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn an_error_of_the_last_request_does_not_hide_what_an_earlier_one_may_have_done() {
    let gone = Vendor::start().await;
    let place = format!("{}/x", gone.url());
    drop(gone);
    let vendor = Vendor::builder()
        .route("POST /keyed", Reply::redirect(303, place))
        .otherwise(Reply::empty(429).header("Retry-After", "60"))
        .start()
        .await;
    let client = Orders::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    let error = client.keyed().await.expect_err("the place is down");
    assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
    assert!(error.may_have_been_received());
    assert!(
        error.to_string().contains("may have been carried out"),
        "{error}"
    );

    let error = client.plain().deadline(Duration::from_secs(1)).await;
    let error = error.expect_err("throttled");
    assert!(!error.may_have_been_received(), "{error}");
}

#[tokio::test]
async fn texts_of_errors_are_short_whatever_the_answer_is() {
    let long = "x".repeat(3 << 20);
    let vendor = Vendor::builder()
        .route("GET /a", Reply::json(&long))
        .otherwise(Reply::json_text(format!(r#"{{"{long}":1}}"#)))
        .start()
        .await;
    let client = Far::builder()
        .base_url(vendor.url())
        .build()
        .expect("a client");
    for call in [client.a(), client.b()] {
        let error = call.await.expect_err("no number");
        assert!(
            matches!(error.kind(), ErrorKind::Decode { .. }),
            "{:.300}",
            error.to_string()
        );
        assert!(
            error.to_string().len() < 1_000,
            "{}",
            error.to_string().len()
        );
        assert!(format!("{error:?}").len() < 4_000);
    }
}
