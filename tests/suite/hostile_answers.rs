//! Answers that say one thing in their head and another in their body, and that repeat secrets.

use std::time::Duration;

use tollgate::{Answered, ErrorKind, Scope, Verdict};
use tollgate_testkit::{Reply, Script, Vendor};

use crate::shop::Item;

macro_rules! described {
    ($name:ident, $($key:ident = $value:ident)?) => {
        #[tollgate::api(
            base_url = "http://answers.invalid",
            scope = process,
            auth = query("key"),
            bucket(main, ceiling(10_000 per second)),
            bucket(other, ceiling(10_000 per second)),
            default_bucket = main,
            breaker(failures = 2, open = 10 s),
            retry(base = 1ms),
            $($key = $value)?
        )]
        trait $name {
            #[get("/a", cost = 5)]
            async fn a(&self) -> u64;
            #[get("/b", bucket = other)]
            async fn b(&self) -> u64;
            #[post("/w")]
            async fn write(&self, #[json] item: &Item) -> u64;
        }
    };
}

/// Throttles at every 403 whose body does not say otherwise.
fn strict(answer: &Answered<'_>) -> Verdict {
    match (answer.status().as_u16(), answer.body()) {
        (403, b"denied") => Verdict::NotThrottled,
        (403, _) => Verdict::Throttled {
            wait: Some(Duration::from_secs(60)),
            scope: Scope::Account,
        },
        _ => answer.verdict(),
    }
}

described!(Plain,);
described!(OpenAi, limits_from = openai);
described!(GitHub, limits_from = github);
described!(Own, classify = strict);

macro_rules! scene {
    ($api:ident, $script:expr) => {{
        let vendor = Vendor::builder()
            .route("GET /a", $script)
            .otherwise(Reply::json(&1))
            .start()
            .await;
        let builder = $api::builder()
            .base_url(vendor.url())
            .query_key("S3CR3T:key");
        (vendor, builder.build().expect("a client"))
    }};
}

#[tokio::test]
async fn a_quota_that_is_spent_is_no_pause_whatever_the_status() {
    let spent = Reply::json_text(r#"{"error":{"code":"insufficient_quota"}}"#).status(429);
    let (vendor, client) = scene!(OpenAi, spent);
    let error = client.a().await.expect_err("spent");
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    vendor.assert_count(1);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_limit_of_the_account_that_only_the_body_names_holds_the_account() {
    let secondary = Reply::json_text(r#"{"message":"You have exceeded a secondary rate limit"}"#);
    let (vendor, client) = scene!(GitHub, secondary.status(429));
    let error = client.a().deadline(Duration::from_secs(2)).await;
    error.expect_err("throttled for a minute");
    let error = client.b().deadline(Duration::from_secs(2)).await;
    let error = error.expect_err("the other bucket too");
    assert!(matches!(error.kind(), ErrorKind::Blocked { .. }), "{error}");
    vendor.assert_count(1);
}

#[tokio::test]
async fn the_apis_own_judgement_is_asked_with_the_body_and_never_without() {
    let (vendor, client) = scene!(Own, Reply::text("denied").status(403));
    let error = client.a().await.expect_err("denied");
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    client
        .b()
        .deadline(Duration::from_secs(2))
        .await
        .expect("nothing is blocked");
    vendor.assert_count(2);
}

#[tokio::test]
async fn a_limit_does_not_open_the_breaker() {
    for status in [503, 529, 509, 429] {
        let limit = Reply::empty(status).header("Retry-After", "0");
        let (vendor, client) = scene!(Plain, limit.times(3).then(Reply::json(&7)));
        assert_eq!(client.a().await.expect("the fourth"), 7);
        assert_eq!(client.meter().open, 0, "{status}");
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn a_hop_into_another_bucket_takes_one_unit() {
    let other = Vendor::builder().otherwise(Reply::json(&1)).start().await;
    let theirs = Plain::builder().base_url(other.url()).query_key("other");
    let theirs = theirs.build().expect("a client");
    let (_vendor, client) = scene!(Plain, Reply::redirect(302, format!("{}/x", other.url())));
    client.a().await.expect("followed");
    assert_eq!(theirs.meter().permits, 1);
    other.assert_count(1);
}

#[tokio::test]
async fn a_key_of_a_write_stays_where_the_write_was() {
    let other = Vendor::builder().otherwise(Reply::json(&1)).start().await;
    let vendor = Vendor::builder()
        .otherwise(Reply::redirect(303, format!("{}/x", other.url())))
        .start()
        .await;
    let builder = Plain::builder()
        .base_url(vendor.url())
        .query_key("S3CR3T:key");
    let client = builder.build().expect("a client");
    client
        .write(&Item { id: 1 })
        .idempotency_key("order-7")
        .await
        .expect("followed");
    assert_eq!(other.requests()[0].header("idempotency-key"), None);
    other.assert_request_lines(&["GET /x HTTP/1.1"]);
}

#[tokio::test]
async fn an_answer_that_repeats_the_address_does_not_bring_the_key_into_a_text() {
    let echoes: [fn(&str) -> Reply; 4] = [
        |target| Reply::json(target),
        |target| Reply::text(format!("<a href=\"{target}\">gone</a>")).status(404),
        |target| Reply::json_text(format!(r#"{{"path":"{target}"}}"#)).status(422),
        |target| {
            let moved = Reply::text(format!("<a href=\"{target}\">moved</a>")).status(302);
            moved.header("Location", "mailto:a@b")
        },
    ];
    for echo in echoes {
        let script = Script::handler(move |request| echo(request.target()));
        let (_vendor, client) = scene!(Plain, script);
        let error = client.a().await.expect_err("an echo");
        let mut text = format!("{error} {error:?} {error:#?} {}", error.excerpt());
        let mut source = std::error::Error::source(&error);
        while let Some(inner) = source {
            text.push_str(&format!("{inner} {inner:?}"));
            source = inner.source();
        }
        assert!(!text.contains("S3CR3T"), "{text}");
        assert!(text.contains('…') || text.contains("\\u{2026}"), "{text}");
    }
}

/// A login.
#[tollgate::api(
    base_url = "http://answers.invalid",
    scope = process,
    auth = basic,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Login {
    #[get("/a")]
    async fn a(&self) -> std::collections::BTreeMap<String, u64>;
}

#[tokio::test]
async fn a_password_that_is_repeated_in_the_clear_is_in_no_text_either() {
    for body in [r#"{"S3CR3T:p":"x"}"#, r#"{"a":"S3CR3T:p"}"#] {
        let vendor = Vendor::builder()
            .otherwise(Reply::json_text(body))
            .start()
            .await;
        let builder = Login::builder().base_url(vendor.url());
        let client = builder.basic("ada", "S3CR3T:p").build().expect("a client");
        let error = client.a().await.expect_err("no number");
        let text = format!("{error} {error:?} {}", error.excerpt());
        assert!(!text.contains("S3CR3T"), "{text}");
    }
}
