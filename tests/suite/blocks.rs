//! A throttling answer holds everybody back who shares the limit, and ends without a stampede.

use std::time::{Duration, Instant};

use tollgate::{ErrorKind, Retry};
use tollgate_testkit::{Reply, Vendor};

/// A hundred a second, ten at once.
#[tollgate::api(
    base_url = "http://blocks.invalid",
    scope = process,
    auth = bearer,
    bucket(read, ceiling(100 per second, burst = 10)),
    bucket(write, ceiling(100 per second, burst = 10)),
    default_bucket = read,
)]
trait Blocks {
    #[get("/a")]
    async fn a(&self) -> ();
    #[put("/b", bucket = write)]
    async fn b(&self) -> ();
}

fn client(vendor: &Vendor, token: &str) -> Blocks {
    let builder = Blocks::builder().base_url(vendor.url()).bearer(token);
    builder.retry(Retry::off()).build().expect("a client")
}

fn throttled(retry_after: &str) -> Reply {
    Reply::text("<html>")
        .status(429)
        .header("Retry-After", retry_after)
}

#[tokio::test]
async fn a_block_holds_for_every_client_of_the_account_and_for_no_other() {
    let vendor = Vendor::builder()
        .route("GET /a", throttled("30").times(1).then(Reply::empty(204)))
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let (first, second, other) = (
        client(&vendor, "K1"),
        client(&vendor, "K1"),
        client(&vendor, "K2"),
    );
    let error = first.a().await.expect_err("throttled");
    let wait = Some(Duration::from_secs(30));
    assert!(
        matches!(error.kind(), ErrorKind::Throttled { wait: asked, .. } if *asked == wait),
        "{error}"
    );
    let began = Instant::now();
    for client in [&first, &second] {
        let error = client
            .a()
            .deadline(Duration::from_secs(20))
            .await
            .expect_err("blocked");
        let ErrorKind::Blocked {
            bucket,
            needed,
            left,
        } = error.kind()
        else {
            panic!("{error}")
        };
        assert_eq!(bucket, "read");
        assert!(*needed > Duration::from_secs(28) && *left <= Duration::from_secs(20));
    }
    assert!(began.elapsed() < Duration::from_secs(10), "it slept first");
    first.b().await.expect("another bucket is not blocked");
    other.a().await.expect("another account is not blocked");
    vendor.assert_count(3);
    assert_eq!(first.meter().blocks, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiters_look_again_the_later_end_wins_and_what_follows_is_paced() {
    // Long enough for both to be on their way before the first is answered.
    let together = Duration::from_millis(150);
    let script = throttled("1")
        .delay(together)
        .times(1)
        .then(throttled("0").delay(together))
        .then(Reply::empty(204));
    let vendor = Vendor::builder()
        .route("GET /a", script)
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = client(&vendor, "K");
    // The two that are throttled are open together; the second one must not end the block.
    let pair = futures_util::future::join(client.a().into_future(), client.a().into_future()).await;
    assert!(pair.0.is_err() && pair.1.is_err());
    let calls: Vec<_> = (0..30)
        .map(|_| tokio::spawn(client.a().into_future()))
        .collect();
    for call in calls {
        call.await.expect("joined").expect("after the pause");
    }
    // Neither was answered before that, by the vendor's own clock.
    let blocked = vendor.arrivals()[0] + together;
    let arrivals: Vec<Instant> = vendor.arrivals().into_iter().skip(2).collect();
    let first = arrivals.iter().min().expect("some").duration_since(blocked);
    assert!(
        first >= Duration::from_secs(1),
        "somebody went after {first:?}, into the pause"
    );
    let last = arrivals.iter().max().expect("some").duration_since(blocked);
    // 30 at 100 a second, and no burst of ten before them.
    assert!(
        last >= Duration::from_millis(1_000 + 280),
        "all had gone after {last:?}: a stampede"
    );
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_403_with_an_exhausted_limit_throttles_and_a_plain_one_does_not() {
    let exhausted = Reply::json_text("{}").status(403);
    let exhausted = exhausted
        .header("X-RateLimit-Remaining", "0")
        .header("X-RateLimit-Reset", "40");
    let vendor = Vendor::builder()
        .route("GET /a", exhausted)
        .route(
            "PUT /b",
            Reply::json_text(r#"{"reason":"insufficientPermissions"}"#).status(403),
        )
        .start()
        .await;
    let client = client(&vendor, "K");
    let error = client.a().await.expect_err("throttled");
    let wait = Some(Duration::from_secs(40));
    assert!(
        matches!(error.kind(), ErrorKind::Throttled { wait: asked, .. } if *asked == wait),
        "{error}"
    );
    for _ in 0..2 {
        let error = client
            .b()
            .deadline(Duration::from_secs(1))
            .await
            .expect_err("not allowed");
        assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    }
    vendor.assert_count(3);
}

#[tokio::test]
async fn a_pause_without_a_length_is_a_second_and_no_number_stops_an_account_for_good() {
    for (answer, least, most) in [
        (Reply::empty(429), 0, 1),
        (throttled("soon"), 0, 1),
        (throttled(&"9".repeat(400)), 2 * 86_400, 3 * 86_400),
        (
            throttled("Fri, 31 Dec 9999 23:59:59 GMT"),
            2 * 86_400,
            3 * 86_400,
        ),
    ] {
        let vendor = Vendor::builder().otherwise(answer).start().await;
        let client = client(&vendor, "K");
        client.a().await.expect_err("throttled");
        let error = client
            .a()
            .deadline(Duration::from_millis(10))
            .await
            .expect_err("blocked");
        let ErrorKind::Blocked { needed, .. } = error.kind() else {
            panic!("{error}")
        };
        assert!((least..=most).contains(&needed.as_secs()), "{needed:?}");
    }
}

#[tokio::test]
async fn a_throttling_answer_whose_body_drips_is_one_all_the_same() {
    let drip = Reply::bytes(vec![b'x'; 1_000])
        .status(429)
        .header("Retry-After", "7");
    let vendor = Vendor::builder()
        .otherwise(drip.drip(1, Duration::from_millis(30)))
        .start()
        .await;
    let client = client(&vendor, "K");
    let error = client
        .a()
        .attempt_timeout(Duration::from_millis(100))
        .await
        .expect_err("throttled");
    let wait = Some(Duration::from_secs(7));
    assert!(
        matches!(error.kind(), ErrorKind::Throttled { wait: asked, .. } if *asked == wait),
        "{error}"
    );
    assert!(error.excerpt().starts_with("xx"));
}
