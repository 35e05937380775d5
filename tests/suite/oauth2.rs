//! Two grants of OAuth 2.0, at the vendor: what is sent, how often, and what is kept when it fails.

mod rotation;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tollgate::oauth2::{ClientAuth, ClientCredentials, GrantFailed, RefreshToken};
use tollgate::{BuildError, ErrorKind, TokenSource};
use tollgate_testkit::{Reply, Request, Vendor};

use crate::desk::{Desk, SECRET, answered, exchanges, first_refresh_token, paid};

/// Tokens are paid from a bucket of their own.
#[tollgate::api(
    base_url = "http://oauth.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    bucket(tokens, ceiling(100 per second)),
    default_bucket = main,
    token(bucket = tokens),
)]
trait Guarded {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> u64;
}

/// A vendor that guards `/items` by `desk`.
async fn start(desk: &Desk) -> Vendor {
    let guard = desk.clone();
    let vendor = desk.vendor();
    let vendor = vendor.handle("/items/{id}", move |request| guard.guard(request));
    vendor.start().await
}

fn grant() -> RefreshToken {
    let grant = RefreshToken::new("id", first_refresh_token());
    grant.client_secret(SECRET).token_url("/token")
}

fn build(vendor: &Vendor, source: impl TokenSource) -> Result<Guarded, BuildError> {
    let builder = Guarded::builder().base_url(vendor.url());
    builder.token_source(source).build()
}

fn client(vendor: &Vendor, source: impl TokenSource) -> Guarded {
    build(vendor, source).expect("a client")
}

/// A vendor whose token endpoint always answers so.
async fn answering(reply: Reply) -> Vendor {
    let vendor = Vendor::builder().route("POST /token", reply);
    vendor.otherwise(Reply::json_text("7")).start().await
}

/// The fields of a form, in their order.
fn form(request: &Request) -> Vec<(String, String)> {
    let body = request.body_text();
    let field = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name.to_owned(), value.to_owned())
    };
    body.split('&').map(field).collect()
}

fn value(request: &Request, name: &str) -> Option<String> {
    let found = form(request).into_iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value)
}

async fn joined<T>(calls: Vec<tokio::task::JoinHandle<T>>) -> Vec<T> {
    let mut all = Vec::new();
    for call in calls {
        all.push(call.await.expect("no panic"));
    }
    all
}

#[tokio::test]
async fn a_refresh_is_the_request_of_the_rfc_and_is_paid_from_the_bucket_of_tokens() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = client(&vendor, grant().scope("items.read").scope("items.write"));
    client.item(7).await.expect("an answer");
    let requests = vendor.requests();
    let exchange = requests.first().expect("an exchange");
    assert_eq!(exchange.line(), "POST /token HTTP/1.1");
    // `id` and `S3CR3T`.
    assert_eq!(exchange.header("authorization"), Some("Basic aWQ6UzNDUjNU"));
    assert_eq!(exchange.header("accept"), Some("application/json"));
    assert_eq!(
        exchange.header("content-type"),
        Some("application/x-www-form-urlencoded")
    );
    let mut fields = form(exchange);
    fields.sort();
    let expected = [
        ("grant_type", "refresh_token"),
        ("refresh_token", &first_refresh_token()),
        ("scope", "items.read+items.write"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(fields, expected);
    let meters = client.bucket_meters();
    assert_eq!((meters["tokens"].permits, meters["main"].permits), (1, 1));
    paid(&vendor, &client.meter(), 2);
}

#[tokio::test]
async fn a_client_says_who_it_is_in_the_header_or_in_the_body_and_a_public_one_names_itself() {
    let granted = || Reply::json_text(r#"{"access_token":"A","token_type":"Bearer"}"#);
    let vendor = answering(granted()).await;
    let last = || vendor.last_request().expect("an exchange");
    let asks = |source: RefreshToken| client(&vendor, source.token_url("/token"));

    // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
    let encoded = RefreshToken::new("a:b", "R").client_secret("c d%");
    vendor.forget();
    asks(encoded).item(0).await.expect("an answer");
    let exchange = &vendor.requests()[0];
    assert_eq!(
        exchange.header("authorization"),
        Some("Basic YSUzQWI6YytkJTI1") // a%3Ab:c+d%25
    );
    assert_eq!(value(exchange, "client_id"), None);

    let in_body = RefreshToken::new("a", "R1").client_secret("s");
    vendor.idle().await;
    vendor.forget();
    asks(in_body.client_auth(ClientAuth::Body))
        .item(0)
        .await
        .expect("an answer");
    let exchange = &vendor.requests()[0];
    assert_eq!(exchange.header("authorization"), None);
    assert_eq!(value(exchange, "client_id").as_deref(), Some("a"));
    assert_eq!(value(exchange, "client_secret").as_deref(), Some("s"));

    vendor.idle().await;
    vendor.forget();
    asks(RefreshToken::new("a", "R2"))
        .item(0)
        .await
        .expect("an answer");
    let exchange = &vendor.requests()[0];
    assert_eq!(exchange.header("authorization"), None);
    assert_eq!(value(exchange, "client_id").as_deref(), Some("a"));
    assert_eq!(value(exchange, "client_secret"), None);
    assert_eq!(last().header("authorization"), Some("Bearer A"));
}

#[tokio::test]
async fn client_credentials_are_the_request_of_the_rfc() {
    let granted = r#"{"access_token":"A","token_type":"bearer","expires_in":60}"#;
    let vendor = answering(Reply::json_text(granted)).await;
    let source = ClientCredentials::new("id", SECRET);
    let client = client(
        &vendor,
        source
            .scope("items")
            .token_url(format!("{}/token", vendor.url())),
    );
    client.item(0).await.expect("an answer");
    client.item(1).await.expect("an answer");
    let exchange = &vendor.requests()[0];
    assert_eq!(exchange.header("authorization"), Some("Basic aWQ6UzNDUjNU"));
    assert_eq!(
        value(exchange, "grant_type").as_deref(),
        Some("client_credentials")
    );
    assert_eq!(value(exchange, "scope").as_deref(), Some("items"));
    assert_eq!(exchanges(&vendor), 1);
    paid(&vendor, &client.meter(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refresh_tokens_that_are_taken_once_last_for_a_hundred_calls_and_many_rounds() {
    let desk = Desk::default().slow(Duration::from_millis(50));
    let vendor = start(&desk).await;
    let saved = Arc::new(Mutex::new(Vec::new()));
    let save = saved.clone();
    let source = grant().on_rotation(move |token: &str| {
        let token = token.to_owned();
        save.lock().expect("not poisoned").push(token);
    });
    let client = client(&vendor, source);
    for round in 1..=3 {
        desk.expire();
        let call = |id| {
            let client = client.clone();
            tokio::spawn(async move { client.item(id).await })
        };
        for answer in joined((0..100).map(call).collect()).await {
            answer.expect("an answer");
        }
        assert_eq!(exchanges(&vendor), round, "one exchange a round");
    }
    assert_eq!(answered(&vendor, 400), 0, "no refresh token was sent twice");
    let expected: Vec<_> = (1..=3).map(|round| format!("{SECRET}-R{round}-")).collect();
    assert_eq!(*saved.lock().expect("not poisoned"), expected);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_refusal_has_the_code_of_the_rfc_and_is_not_repeated() {
    for (answer, code, status) in [
        (
            r#"{"error":"invalid_grant","error_description":"S3CR3T"}"#,
            Some("invalid_grant"),
            400,
        ),
        (r#"{"error":"invalid_client"}"#, Some("invalid_client"), 401),
        (r#"{"error":"no S3CR3T"}"#, None, 400),
        ("S3CR3T", None, 400),
        ("", None, 500),
        // As GitHub does.
        (
            r#"{"error":"bad_refresh_token"}"#,
            Some("bad_refresh_token"),
            200,
        ),
    ] {
        let vendor = answering(Reply::json_text(answer).status(status)).await;
        let client = client(&vendor, grant());
        let error = client.item(0).await.expect_err("no token");
        assert!(
            matches!(error.kind(), ErrorKind::Token { late: false }),
            "{error}"
        );
        let failed = GrantFailed::find(&error).expect("a grant that failed");
        assert_eq!(failed.code(), code, "{answer}");
        let refused = Some(status).filter(|status| *status != 200);
        assert_eq!(failed.status().map(|status| status.as_u16()), refused);
        let shown = format!("{failed} {failed:?} {error:?}");
        assert!(!shown.contains(SECRET), "{shown}");
        paid(&vendor, &client.meter(), 1);
    }
}

#[tokio::test]
async fn what_fails_at_the_endpoint_keeps_the_credentials_and_is_not_repeated_blindly() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = client(&vendor, grant());
    for fault in [
        Reply::empty(503),
        Reply::empty(500),
        Reply::reset(),
        Reply::json_text("{}"),
        Reply::text("<html>"),
    ] {
        let seen = vendor.count();
        desk.fault(fault);
        let error = client.item(0).await.expect_err("no token");
        assert!(GrantFailed::find(&error).is_some(), "{error:?}");
        assert_eq!(
            vendor.count(),
            seen + 1,
            "once, since it may have been received"
        );
    }
    client.item(0).await.expect("the refresh token was kept");
    let sent: Vec<_> = vendor.requests();
    let tokens = sent
        .iter()
        .filter_map(|request| value(request, "refresh_token"));
    assert!(
        tokens
            .into_iter()
            .all(|token| token == first_refresh_token())
    );
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_timeout_of_the_endpoint_keeps_the_credentials() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let timeouts = tollgate::Timeouts::default().attempt(Duration::from_millis(200));
    let builder = Guarded::builder().base_url(vendor.url()).timeouts(timeouts);
    let client = builder.token_source(grant()).build().expect("a client");
    desk.fault(Reply::empty(204).delay(Duration::from_secs(3)));
    client.item(0).await.expect_err("no token");
    assert_eq!(exchanges(&vendor), 1);
    client.item(0).await.expect("the refresh token was kept");
    assert_eq!(exchanges(&vendor), 2);
}

#[tokio::test]
async fn a_throttled_grant_is_repeated_and_each_request_is_paid() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = client(&vendor, grant());
    desk.fault(Reply::empty(429).header("Retry-After", "0"));
    desk.fault(Reply::empty(503).header("Retry-After", "0"));
    client.item(0).await.expect("the third was granted");
    assert_eq!(exchanges(&vendor), 3);
    paid(&vendor, &client.meter(), 4);
}

#[tokio::test]
async fn two_clients_with_one_source_take_turns() {
    let desk = Desk::default().slow(Duration::from_millis(100));
    let vendor = start(&desk).await;
    let source = Arc::new(grant());
    let clients = [(); 2].map(|()| client(&vendor, source.clone()));
    let call = |client: &Guarded| {
        let client = client.clone();
        tokio::spawn(async move { client.item(0).await })
    };
    // The one that came first is refused, since the second token took its place, and asks again.
    for answer in joined(clients.iter().map(call).collect()).await {
        answer.expect("an answer");
    }
    assert_eq!(answered(&vendor, 400), 0, "no refresh token was sent twice");
    vendor.assert_paid_exactly(&clients[0].meter());
}

#[tokio::test]
async fn a_life_that_is_written_as_text_is_taken() {
    let desk = Desk::default().life("2");
    let vendor = start(&desk).await;
    let client = client(&vendor, grant());
    client.item(0).await.expect("an answer");
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    client.item(0).await.expect("an answer");
    assert_eq!((exchanges(&vendor), answered(&vendor, 401)), (2, 0));
}

#[tokio::test]
async fn what_was_not_trimmed_or_not_named_is_said_before_anything_is_sent() {
    let vendor = Vendor::start().await;
    let named = |source: RefreshToken| source.token_url("/token");
    for (source, word) in [
        (named(RefreshToken::new("id", "S3CR3T\n")), "trim"),
        (named(RefreshToken::new("id", "")), "trim"),
        (named(RefreshToken::new(" id", "S3CR3T")), "trim"),
        (
            named(RefreshToken::new("id", "R").client_secret("S3CR3T ")),
            "trim",
        ),
        (RefreshToken::new("id", "S3CR3T"), "`token(url = …)`"),
        (
            RefreshToken::new("id", "S3CR3T").token_url("token"),
            "no URL",
        ),
    ] {
        let client = client(&vendor, source);
        let error = client.item(0).await.expect_err("cannot be asked");
        let failed = GrantFailed::find(&error).expect("a grant that failed");
        assert!(failed.to_string().contains(word), "{failed}");
        assert!(!format!("{error:?} {failed}").contains(SECRET));
    }
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_grant_says_whose_budget_it_spends() {
    let vendor = Vendor::start().await;
    let account = |source: RefreshToken| TokenSource::account(&source).expect("an account");
    let of = |id: &str, token: &str| account(RefreshToken::new(id, token.to_owned()));
    assert_eq!(of("id", SECRET), of("id", SECRET));
    assert_ne!(of("id", SECRET), of("id", "another"));
    assert_ne!(of("id", SECRET), of("other", SECRET));
    assert!(!of("id", SECRET).contains(SECRET));
    let machine = |secret: &str| ClientCredentials::new("id", secret.to_owned()).account();
    assert_eq!(
        machine("old"),
        machine("new"),
        "a secret that changes is no other account"
    );
    build(&vendor, grant()).expect("no account is needed");
    let shown = format!("{:?} {:?}", grant(), ClientCredentials::new("id", SECRET));
    assert!(!shown.contains(SECRET), "{shown}");
}
