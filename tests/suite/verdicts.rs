//! What an answer means is judged by what is known about the vendor, or by the API's own function.

use std::time::Duration;

use tollgate::{Answered, ErrorKind, Retry, Scope, Verdict};
use tollgate_testkit::{Reply, Vendor};

fn graphql(answer: &Answered<'_>) -> Verdict {
    let text = String::from_utf8_lossy(answer.body());
    match text.contains("THROTTLED") {
        true => Verdict::Throttled {
            wait: Some(Duration::from_secs(40)),
            scope: Scope::Account,
        },
        false => answer.verdict(),
    }
}

macro_rules! described {
    ($name:ident, $($key:ident = $value:ident)?) => {
        #[tollgate::api(
            base_url = "http://verdicts.invalid",
            scope = process,
            auth = none,
            bucket(read, ceiling(10_000 per second)),
            bucket(write, ceiling(10_000 per second)),
            default_bucket = read,
            retry = off,
            $($key = $value)?
        )]
        trait $name {
            #[get("/a")]
            async fn a(&self) -> serde_json::Value;
            #[post("/b", bucket = write)]
            async fn b(&self) -> ();
        }
    };
}

described!(Plain,);
described!(Google, limits_from = google);
described!(Discord, limits_from = discord);
described!(Graph, classify = graphql);

async fn vendor(reply: Reply) -> Vendor {
    Vendor::builder()
        .route("GET /a", reply)
        .otherwise(Reply::empty(204))
        .start()
        .await
}

macro_rules! client {
    ($api:ident, $vendor:expr) => {
        $api::builder()
            .base_url($vendor.url())
            .build()
            .expect("a client")
    };
}

fn throttled<E>(error: &tollgate::Error<E>) -> Option<Option<Duration>> {
    match error.kind() {
        ErrorKind::Throttled { wait, .. } => Some(*wait),
        _ => None,
    }
}

#[tokio::test]
async fn a_reason_in_the_body_throttles_where_the_vendor_is_known_for_it() {
    let limited = Reply::json_text(r#"{"error":{"errors":[{"reason":"userRateLimitExceeded"}]}}"#);
    let denied = Reply::json_text(r#"{"error":{"errors":[{"reason":"insufficientPermissions"}]}}"#);
    for (reply, is_throttled) in [(limited.status(403), true), (denied.status(403), false)] {
        let vendor = vendor(reply).await;
        let client = client!(Google, vendor);
        let error = client.a().await.expect_err("403");
        assert_eq!(throttled(&error).is_some(), is_throttled, "{error}");
        vendor.assert_count(1);
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn headers_count_before_the_words_of_the_body() {
    let reply = Reply::json_text(r#"{"message":"reworded"}"#).status(403);
    let vendor = vendor(reply.header("Retry-After", "2")).await;
    let client = client!(Google, vendor);
    let error = client.a().await.expect_err("403");
    assert_eq!(
        throttled(&error),
        Some(Some(Duration::from_secs(2))),
        "{error}"
    );
}

#[tokio::test]
async fn a_429_is_one_whatever_its_body_and_its_headers() {
    let page = Reply::text("<html>slow down</html>").header("Content-Type", "text/html");
    let static_json = Reply::json_text(r#"{"unexpected":true}"#);
    for reply in [page.status(429), static_json.status(429), Reply::empty(429)] {
        let vendor = vendor(reply).await;
        let client = client!(Plain, vendor);
        let error = client.a().await.expect_err("429");
        assert_eq!(throttled(&error), Some(None), "{error}");
        assert_eq!(error.status().map(|status| status.as_u16()), Some(429));
        let soon = client.a().deadline(Duration::from_millis(10)).await;
        let error = soon.expect_err("blocked for a second");
        assert!(matches!(error.kind(), ErrorKind::Blocked { .. }), "{error}");
        vendor.assert_count(1);
    }
}

#[tokio::test]
async fn a_limit_of_the_whole_account_blocks_every_bucket_of_it() {
    let reply = Reply::empty(429)
        .header("Retry-After", "30")
        .header("X-RateLimit-Global", "true");
    let vendor = vendor(reply).await;
    let client = client!(Discord, vendor);
    client.a().await.expect_err("429");
    let error = client.b().deadline(Duration::from_secs(1)).await;
    let error = error.expect_err("the other bucket is blocked too");
    assert!(matches!(error.kind(), ErrorKind::Blocked { .. }), "{error}");
    vendor.assert_count(1);
}

#[tokio::test]
async fn the_apis_own_judgement_finds_a_refusal_in_a_success() {
    let vendor = vendor(Reply::json_text(r#"{"errors":[{"code":"THROTTLED"}]}"#)).await;
    let client = client!(Graph, vendor);
    let error = client.a().await.expect_err("throttled in a 200");
    assert_eq!(
        throttled(&error),
        Some(Some(Duration::from_secs(40))),
        "{error}"
    );
    let blocked = client.b().deadline(Duration::from_secs(1)).await;
    blocked.expect_err("the account is blocked");
    vendor.assert_count(1);
    let vendor = self::vendor(Reply::json_text("{}")).await;
    client!(Graph, vendor).a().await.expect("a success");
}

#[tokio::test]
async fn a_throttled_call_is_tried_again_after_the_block_and_separate_calls_wait_for_it() {
    let vendor = Vendor::builder()
        .route(
            "GET /a",
            Reply::empty(429)
                .header("Retry-After", "1")
                .then(Reply::json_text("1")),
        )
        .start()
        .await;
    let client = client!(Plain, vendor);
    let retry = Retry::new().attempts(2).base(Duration::from_millis(1));
    client.a().retry(retry).await.expect("the second");
    let at = vendor.arrivals();
    assert!(
        at[1] - at[0] >= Duration::from_millis(990),
        "{:?}",
        at[1] - at[0]
    );
    vendor.assert_count(2);
    vendor.assert_paid_exactly(&client.meter());
}
