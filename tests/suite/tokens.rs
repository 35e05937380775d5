//! Tokens that end: who pays for a new one, who waits for it, and what a 401 means.

mod asking;
mod resending;
mod secrets;
mod waiting;

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tollgate::{
    Body, BoxError, Cause, Error, ErrorKind, Method, Payer, StatusCode, Token, TokenSource,
};
use tollgate_testkit::{Reply, Request, Vendor};

use crate::desk::{Desk, answered, exchanges, first_refresh_token, paid};

/// Generous; tests of limits describe their own.
#[tollgate::api(
    base_url = "http://tokens.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Guarded {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> u64;
    #[get("/items/{id}")]
    async fn item_whole(&self, id: u64) -> Response<u64>;
    #[post("/uploads")]
    async fn upload(&self, #[body] body: Body) -> u64;
    #[get("/list")]
    #[paginate(link)]
    fn list(&self) -> Pages<u64>;
}

/// Exchanges the refresh token that it has for a token and the next refresh token.
struct Session(Mutex<String>);

#[derive(serde::Deserialize)]
struct Granted {
    access_token: String,
    refresh_token: String,
    expires_in: Option<f64>,
}

impl Session {
    fn new() -> Self {
        Self(Mutex::new(first_refresh_token()))
    }
}

impl TokenSource for Session {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        let refresh_token = self.0.lock().expect("not poisoned").clone();
        let exchange = payer.request::<Granted>(Method::POST, "/token");
        let granted = exchange.json(&refresh_token).await?;
        *self.0.lock().expect("not poisoned") = granted.refresh_token;
        let token = Token::new(granted.access_token);
        let life = granted.expires_in.map(Duration::from_secs_f64);
        Ok(match life {
            Some(life) => token.expires_in(life),
            None => token,
        })
    }
}

/// A desk that guards `/items` and `/uploads`.
async fn start(desk: &Desk) -> Vendor {
    let (items, uploads) = (desk.clone(), desk.clone());
    let vendor = desk.vendor();
    let vendor = vendor.handle("/items/{id}", move |request| items.guard(request));
    let vendor = vendor.handle("/uploads", move |request| uploads.guard(request));
    vendor.start().await
}

fn guarded(vendor: &Vendor) -> Guarded {
    let builder = Guarded::builder().base_url(vendor.url()).account("acme");
    builder
        .token_source(Session::new())
        .build()
        .expect("a client")
}

/// Everything that an error can be made to say.
fn said<E: std::fmt::Debug>(error: &Error<E>) -> String {
    let mut text = format!("{error}\n{error:?}\n{error:#?}\n");
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text.push_str(&format!("{error}\n{error:?}\n"));
        source = error.source();
    }
    text
}

async fn joined<T>(calls: Vec<tokio::task::JoinHandle<T>>) -> Vec<T> {
    let mut all = Vec::new();
    for call in calls {
        all.push(call.await.expect("no panic"));
    }
    all
}

#[tokio::test]
async fn an_expired_token_costs_a_refusal_a_refresh_and_a_repetition() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client
        .item(1)
        .await
        .expect("the first has its token fetched");
    desk.expire();
    let answer = client.item_whole(2).await.expect("an answer");
    let statuses: Vec<_> = answer
        .attempts()
        .iter()
        .map(|sent| (sent.cause, sent.status.map(|status| status.as_u16())))
        .collect();
    assert_eq!(
        statuses,
        [(Cause::First, Some(401)), (Cause::NewToken, Some(200))]
    );
    vendor.assert_request_lines(&[
        "POST /token HTTP/1.1",
        "GET /items/1 HTTP/1.1",
        "GET /items/2 HTTP/1.1",
        "POST /token HTTP/1.1",
        "GET /items/2 HTTP/1.1",
    ]);
    let meters = client.endpoint_meters();
    assert_eq!(meters["token"].requests, 2);
    assert_eq!(
        (meters["item"].requests, meters["item_whole"].requests),
        (1, 2)
    );
    paid(&vendor, &client.meter(), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_calls_in_flight_at_expiry_cost_one_refresh_and_a_repetition_each() {
    let desk = Desk::default().slow(Duration::from_millis(300));
    let guard = desk.clone();
    // All hundred are on their way before the first refusal comes back: none does for a second
    // after the first of them.
    let first = OnceLock::new();
    let slow = move |request: &Request| {
        let answer = guard.guard(request);
        if guard.admits(request) {
            return answer;
        }
        let since = *first.get_or_init(|| request.arrived());
        let rest = Duration::from_secs(1).saturating_sub(request.arrived() - since);
        answer.delay(rest)
    };
    let vendor = desk.vendor().handle("GET /items/{id}", slow).start().await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.expire();
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item_whole(id).await })
    };
    let answers = joined((0..100).map(call).collect()).await;
    for answer in answers {
        let attempts = answer.expect("an answer").attempts().clone();
        assert_eq!(attempts.sends(), 2, "{attempts:?}");
    }
    assert_eq!(exchanges(&vendor), 2, "one to begin with and one refresh");
    assert_eq!(answered(&vendor, 401), 100);
    paid(&vendor, &client.meter(), 2 + 100 + 1 + 100);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_that_comes_after_the_refresh_is_no_second_refresh() {
    let desk = Desk::default();
    let guard = desk.clone();
    let slow = move |request: &Request| {
        let answer = guard.guard(request);
        match request.param("id") {
            Some("0") => answer,
            _ => answer.delay(Duration::from_millis(400)),
        }
    };
    let vendor = desk.vendor().handle("GET /items/{id}", slow).start().await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.expire();
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item(id).await })
    };
    let late: Vec<_> = (1..=5).map(call).collect();
    vendor.arrived(2 + 5).await;
    client.item(0).await.expect("refreshed");
    assert_eq!(exchanges(&vendor), 2);
    assert_eq!(answered(&vendor, 401), 1, "five refusals are on their way");
    for answer in joined(late).await {
        answer.expect("an answer");
    }
    assert_eq!(exchanges(&vendor), 2, "nobody refreshed for a late refusal");
    paid(&vendor, &client.meter(), 2 + 5 + 3 + 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_that_fails_is_one_request_and_the_next_call_tries_with_the_old_credentials() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.expire();
    desk.fault(Reply::empty(503).delay(Duration::from_millis(200)));
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item(id).await })
    };
    for answer in joined((0..20).map(call).collect()).await {
        let error = answer.expect_err("no token");
        assert!(
            matches!(error.kind(), ErrorKind::Token { late: false }),
            "{error}"
        );
        assert!(said(&error).contains("503"), "{}", said(&error));
    }
    assert_eq!(exchanges(&vendor), 2, "the first and the one that failed");
    client.item(0).await.expect("the refresh token was kept");
    assert_eq!(exchanges(&vendor), 3);
    let sent = vendor.requests();
    let sent: Vec<_> = sent
        .iter()
        .filter(|request| request.path() == "/token")
        .collect();
    assert_eq!(sent[1].body(), sent[2].body(), "the same refresh token");
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_vendor_that_refuses_the_new_token_too_ends_the_call() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.refuse_all();
    let call = client.item(1).deadline(Duration::from_secs(5));
    let error = call.await.expect_err("refused twice");
    assert!(
        matches!(error.kind(), ErrorKind::Api { status } if *status == StatusCode::UNAUTHORIZED),
        "{error}"
    );
    assert_eq!(error.attempts().sends(), 2);
    vendor.assert_request_lines(&[
        "POST /token HTTP/1.1",
        "GET /items/0 HTTP/1.1",
        "GET /items/1 HTTP/1.1",
        "POST /token HTTP/1.1",
        "GET /items/1 HTTP/1.1",
    ]);
    paid(&vendor, &client.meter(), 5);
}

#[tokio::test]
async fn a_token_that_has_ended_by_the_clock_is_replaced_before_it_is_refused() {
    let desk = Desk::default().life(2);
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    desk.expire();
    client.item(1).await.expect("an answer");
    assert_eq!(answered(&vendor, 401), 0);
    vendor.assert_request_lines(&[
        "POST /token HTTP/1.1",
        "GET /items/0 HTTP/1.1",
        "POST /token HTTP/1.1",
        "GET /items/1 HTTP/1.1",
    ]);
    paid(&vendor, &client.meter(), 4);
}

#[test]
fn a_source_without_an_account_is_refused_with_the_cure() {
    let Err(error) = Guarded::builder()
        .token_source(Arc::new(Session::new()))
        .build()
    else {
        panic!("it is not known whose budget the tokens spend");
    };
    assert!(error.to_string().contains("`account(name)`"), "{error}");
}
