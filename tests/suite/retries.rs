//! What is tried again, how often, when, and at what price: counted at the vendor.

use std::future::IntoFuture as _;
use std::time::{Duration, Instant};

use futures_util::stream;
use tollgate::{Body, Cause, ErrorKind, GaveUp, Multipart, Part, Retry, RetryQuota};
use tollgate_testkit::{Reply, Script, Vendor};

use crate::shop::{Item, Shop, settle};

/// Pauses of one, two and four milliseconds.
const QUICK: Retry = Retry::new().base(Duration::from_millis(1)).jitter(false);

/// What is declared about repeating.
#[tollgate::api(
    base_url = "http://retries.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Retries {
    #[get("/read")]
    async fn read(&self) -> ();
    #[post("/plain")]
    async fn plain(&self, #[json] item: &Item) -> ();
    #[post("/plain")]
    async fn upload(&self, #[body] body: Body) -> ();
    #[put("/put")]
    async fn put(&self, #[body] body: Body) -> ();
    #[post("/form")]
    async fn form(&self, #[multipart] form: Multipart) -> ();
    #[get("/stream")]
    async fn stream(&self) -> ByteStream;
}

fn client(vendor: &Vendor) -> Retries {
    let account = format!("{:?}", std::thread::current().id());
    let builder = Retries::builder().base_url(vendor.url()).account(account);
    builder.retry(QUICK).build().expect("a client")
}

async fn vendor(script: impl Into<Script>) -> Vendor {
    Vendor::builder().otherwise(script).start().await
}

fn is_api<E>(error: &tollgate::Error<E>, status: u16) -> bool {
    matches!(error.kind(), ErrorKind::Api { status: known } if known.as_u16() == status)
}

#[tokio::test]
async fn a_503_and_then_a_200_cost_two_permits_and_the_ledger_tells_it() {
    let script = Reply::empty(503).then(Reply::json(&Item { id: 7 }));
    let vendor = vendor(script).await;
    let builder = Shop::builder().base_url(vendor.url()).bearer("t");
    let client = builder.retry(QUICK).build().expect("a client");
    let whole = client.item_whole(7).await.expect("the second answer");
    let attempts: Vec<_> = whole.attempts().iter().collect();
    assert_eq!(attempts.len(), 2);
    assert_eq!(attempts[0].cause, Cause::First);
    assert_eq!(attempts[0].status.map(|status| status.as_u16()), Some(503));
    assert_eq!(attempts[1].cause, Cause::Retry);
    assert_eq!(attempts[1].paused, Duration::from_millis(1));
    assert_eq!(whole.attempts().retries(), 1);
    assert_eq!(client.meter().retries, 1);
    vendor.assert_count(2);
    settle(&vendor, &client);
}

#[tokio::test]
async fn attempts_end_and_the_last_answer_is_the_error() {
    let vendor = vendor(Reply::json_text(r#"{"code":"down"}"#).status(502)).await;
    let client = client(&vendor);
    let error = client.read().await.expect_err("always down");
    assert!(is_api(&error, 502), "{error}");
    assert_eq!(error.attempts().sends(), 4);
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Attempts));
    assert!(error.to_string().contains("not tried again"), "{error}");
    vendor.assert_count(4);
    let error = client.read().retry(Retry::off()).await;
    assert_eq!(error.expect_err("down").attempts().sends(), 1);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_plain_post_is_repeated_only_where_the_vendor_did_not_act() {
    let item = Item { id: 1 };
    for status in [500, 502, 503, 504, 408] {
        let vendor = vendor(Reply::empty(status)).await;
        let client = client(&vendor);
        let error = client.plain(&item).await.expect_err("failed");
        assert_eq!(error.attempts().gave_up(), Some(GaveUp::NotIdempotent));
        vendor.assert_count(1);
    }
    for refusal in [Reply::empty(429), Reply::empty(503)] {
        let refusal = refusal.header("Retry-After", "0");
        let vendor = vendor(refusal.times(2).then(Reply::empty(204))).await;
        let client = client(&vendor);
        client.plain(&item).await.expect("the third");
        let bodies: Vec<_> = vendor
            .requests()
            .iter()
            .map(|r| r.body().to_vec())
            .collect();
        assert_eq!(bodies, vec![br#"{"id":1}"#.to_vec(); 3]);
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn a_post_whose_answer_is_late_is_made_once_and_with_a_key_it_is_one_call() {
    let late = Reply::empty(204).delay(Duration::from_millis(500));
    let quick = Duration::from_millis(50);
    let vendor = vendor(late.clone().times(2).then(Reply::empty(204))).await;
    let client = client(&vendor);
    let item = Item { id: 1 };
    let error = client.plain(&item).attempt_timeout(quick).await;
    let error = error.expect_err("too late");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { .. }),
        "{error}"
    );
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::NotIdempotent));
    vendor.assert_count(1);
    let keyed = client
        .plain(&item)
        .attempt_timeout(quick)
        .idempotency_key("K-1");
    keyed.await.expect("the second attempt");
    vendor.assert_count(3);
    let requests = vendor.requests();
    let keys: Vec<_> = requests
        .iter()
        .map(|r| r.header("idempotency-key"))
        .collect();
    assert_eq!(keys, [None, Some("K-1"), Some("K-1")]);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn bodies_are_the_same_on_every_attempt_or_the_call_ends() {
    let bytes = vec![b'x'; 1 << 20];
    let chunks = {
        let bytes = bytes.clone();
        move || {
            stream::iter(
                bytes
                    .chunks(1 << 16)
                    .map(|c| Ok::<_, std::io::Error>(c.to_vec()))
                    .collect::<Vec<_>>(),
            )
        }
    };
    let form = Multipart::new()
        .text("a", "b")
        .part("file", Part::new(bytes.clone()).file_name("f"));
    let vendor = vendor(Script::handler(|request| match request.header("x-try") {
        Some("once") => Reply::empty(503),
        _ => Reply::empty(429).header("Retry-After", "0"),
    }))
    .await;
    let client = client(&vendor);
    let twice = QUICK.attempts(2);
    client
        .put(Body::from(bytes.clone()))
        .retry(twice)
        .await
        .expect_err("429");
    client
        .put(Body::replayable(chunks.clone()))
        .retry(twice)
        .await
        .expect_err("429");
    client.form(form).retry(twice).await.expect_err("429");
    let requests = vendor.requests();
    for pair in requests.chunks(2) {
        assert_eq!(pair[0].body(), pair[1].body());
        assert_eq!(
            pair[0].header("content-type"),
            pair[1].header("content-type")
        );
        assert!(pair[0].body_len() >= 1 << 20);
    }
    assert_eq!(requests.len(), 6);
    let call = client.put(Body::stream(chunks())).header("x-try", "once");
    let error = call.await.expect_err("503");
    assert!(is_api(&error, 503), "{error}");
    assert_eq!(error.attempts().retries(), 0);
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Body));
    assert!(error.to_string().contains("read only once"), "{error}");
    vendor.assert_count(7);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_body_that_breaks_off_is_inside_the_attempt() {
    for broken in [
        Reply::bytes(vec![b'x'; 1000]).reset_after(400),
        Reply::bytes(vec![b'x'; 1000]).cut_after(400),
    ] {
        let whole = Reply::json(&Item { id: 3 });
        let vendor = vendor(broken.clone().then(whole)).await;
        let builder = Shop::builder().base_url(vendor.url()).bearer("t");
        let shop = builder.retry(QUICK).build().expect("a client");
        assert_eq!(shop.item("3").await.expect("the second").id, 3);
        vendor.assert_count(2);
        settle(&vendor, &shop);
    }
    let vendor = vendor(Reply::bytes(vec![b'x'; 1000]).reset_after(400)).await;
    let client = client(&vendor);
    let mut body = client.stream().await.expect("a head");
    let mut last = body.chunk().await;
    while let Ok(Some(_)) = last {
        last = body.chunk().await;
    }
    let error = last.expect_err("it broke off");
    assert!(
        matches!(error.kind(), ErrorKind::Transport { received: 400 }),
        "{error}"
    );
    vendor.assert_count(1);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_retry_after_of_zero_waits_for_the_own_backoff() {
    let zero = Reply::empty(429).header("Retry-After", "0");
    let vendor = vendor(zero.times(3).then(Reply::empty(204))).await;
    let client = client(&vendor);
    let retry = Retry::new().base(Duration::from_millis(40)).jitter(false);
    client.read().retry(retry).await.expect("the fourth");
    let at = vendor.arrivals();
    for (index, least) in [40, 80, 160].into_iter().enumerate() {
        let gap = at[index + 1] - at[index];
        assert!(gap >= Duration::from_millis(least), "gap {index}: {gap:?}");
    }
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn what_is_no_number_of_seconds_is_no_pause_and_no_panic() {
    let table = [
        "-3",
        "+3",
        "",
        "soon",
        "Fri, 31 Dec 10000 23:59:59 GMT",
        "5s",
    ];
    for text in table {
        let refusal = Reply::empty(429).header("Retry-After", text);
        let vendor = vendor(refusal.then(Reply::empty(204))).await;
        let client = client(&vendor);
        client.read().await.expect(text);
        let at = vendor.arrivals();
        assert!(
            at[1] - at[0] < Duration::from_secs(20),
            "{text:?} was read as a pause"
        );
        vendor.assert_count(2);
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn a_pause_beyond_the_deadline_is_not_slept_and_keeps_the_answers_name() {
    let vendor = vendor(Reply::empty(429).header("Retry-After", "60")).await;
    let client = client(&vendor);
    let began = Instant::now();
    let error = client.read().deadline(Duration::from_secs(5)).await;
    let error = error.expect_err("throttled");
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "it slept: {:?}",
        began.elapsed()
    );
    let wait = Some(Duration::from_secs(60));
    assert!(matches!(error.kind(), ErrorKind::Throttled { wait: asked, .. } if *asked == wait));
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Deadline));
    vendor.assert_count(1);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn an_attempts_timeout_is_not_the_end_of_the_call_and_a_deadline_is() {
    let vendor = vendor(Reply::empty(204).delay(Duration::from_secs(30))).await;
    let client = client(&vendor);
    let call = client.read().attempt_timeout(Duration::from_millis(50));
    let error = call.retry(QUICK.attempts(2)).await.expect_err("late");
    assert!(
        matches!(error.kind(), ErrorKind::AttemptTimeout { .. }),
        "{error}"
    );
    assert_eq!(error.attempts().sends(), 2);
    let call = client.read().attempt_timeout(Duration::from_secs(1));
    let error = call
        .deadline(Duration::from_millis(1_600))
        .await
        .expect_err("late");
    assert!(
        matches!(error.kind(), ErrorKind::Deadline { sent: true }),
        "{error}"
    );
    assert_eq!(error.attempts().sends(), 2);
    vendor.idle().await;
    vendor.assert_count(4);
    vendor.assert_paid_exactly(&client.meter());
}

/// However long the vendor asks for, and however often: the call is over when its time for
/// retries is, and the requests that it made.
#[tokio::test]
async fn a_vendor_that_always_throttles_costs_no_more_than_the_time_for_retries() {
    let within = Duration::from_millis(1500);
    for (asked, counts) in [
        ("0", 3..=1_000),
        ("1", 1..=2),
        ("2", 1..=1),
        ("86400", 1..=1),
        ("999999999", 1..=1),
    ] {
        let vendor = vendor(Reply::empty(429).header("Retry-After", asked)).await;
        let client = client(&vendor);
        let retry = Retry::new()
            .base(Duration::from_millis(50))
            .attempts(1000)
            .within(within);
        let began = Instant::now();
        let error = client.read().retry(retry).await.expect_err("throttled");
        let took = began.elapsed();
        // Two more seconds and another request would be one pause too many; a late one is late.
        assert!(took < within + Duration::from_secs(10), "{asked}: {took:?}");
        assert!(
            matches!(error.kind(), ErrorKind::Throttled { .. }),
            "{error}"
        );
        assert_eq!(error.attempts().gave_up(), Some(GaveUp::Time), "{asked}");
        let count = vendor.count();
        assert!(counts.contains(&count), "{asked}: {count}");
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn a_call_into_a_block_that_outlives_its_time_for_retries_fails_at_once() {
    let vendor = vendor(Reply::empty(429).header("Retry-After", "3600")).await;
    let client = client(&vendor);
    client.read().await.expect_err("throttled");
    let began = Instant::now();
    let error = client.read().await.expect_err("blocked");
    assert!(began.elapsed() < Duration::from_secs(20));
    assert!(matches!(error.kind(), ErrorKind::Blocked { .. }), "{error}");
    vendor.assert_count(1);
}

#[tokio::test]
async fn the_clients_retries_are_a_share_of_its_calls() {
    let vendor = vendor(Reply::empty(503)).await;
    let builder = Retries::builder().base_url(vendor.url());
    let client = builder
        .retry(QUICK)
        .retry_quota(RetryQuota::new(20, 10))
        .build()
        .expect("a client");
    for _ in 0..1000 {
        client.read().await.expect_err("down");
    }
    let retries = vendor.count() - 1000;
    assert!((190..=210).contains(&retries), "{retries} retries");
    assert_eq!(client.meter().retries, retries as u64);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_slot_is_not_held_while_a_call_pauses() {
    #[tollgate::api(
        base_url = "http://one.invalid",
        scope = process,
        auth = none,
        bucket(main, ceiling(1_000 per second), ceiling(in_flight = 1)),
        default_bucket = main,
    )]
    trait One {
        #[get("/a")]
        async fn a(&self) -> ();
        #[get("/b")]
        async fn b(&self) -> ();
    }
    let vendor = Vendor::builder()
        .route("GET /a", Reply::empty(503).then(Reply::empty(204)))
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let built = One::builder().base_url(vendor.url());
    let pause = Duration::from_secs(3);
    let retry = Retry::new().base(pause).jitter(false);
    let client = built.retry(retry).build().expect("a client");
    let a = tokio::spawn(client.a().into_future());
    vendor.arrived(1).await;
    vendor.idle().await;
    let began = Instant::now();
    client.b().await.expect("it goes between");
    let took = began.elapsed();
    assert!(took < pause / 2, "{took:?}");
    a.await.expect("joined").expect("in the end");
    let lines: Vec<_> = vendor
        .requests()
        .iter()
        .map(|r| r.target().to_owned())
        .collect();
    assert_eq!(lines, ["/a", "/b", "/a"]);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_connect_that_fails_is_tried_again_and_costs_nothing() {
    let gone = Vendor::start().await;
    let client = client(&gone);
    drop(gone);
    let error = client
        .plain(&Item { id: 1 })
        .await
        .expect_err("nobody there");
    assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
    assert_eq!(error.attempts().sends(), 0);
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Attempts));
    let meter = client.meter();
    assert_eq!((meter.calls, meter.retries, meter.permits), (1, 3, 0));
}
