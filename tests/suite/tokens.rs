//! Tokens that end: who pays for a new one, who waits for it, and what a 401 means.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use tollgate::{
    Body, BoxError, Cause, Error, ErrorKind, GaveUp, Method, Payer, StatusCode, Token, TokenSource,
};
use tollgate_testkit::{Reply, Request, Script, Vendor};

use crate::desk::{Desk, SECRET, answered, exchanges, first_refresh_token, paid};

/// Generous; tests of limits describe their own.
#[tollgate::api(
    base_url = "http://tokens.invalid",
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

/// One request at a time, and nothing saved up.
#[tollgate::api(
    base_url = "http://narrow-tokens.invalid",
    auth = bearer,
    bucket(main, ceiling(100 per second), ceiling(in_flight = 1), budget(100 per second, burst = 1)),
    default_bucket = main,
)]
trait Narrow {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> u64;
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

fn narrow(vendor: &Vendor) -> Narrow {
    let builder = Narrow::builder().base_url(vendor.url()).account("acme");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_slot_and_one_permit_are_enough_for_a_refresh() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = narrow(&vendor);
    // A deadlock ends in these.
    let patience = Duration::from_secs(10);
    client.item(0).deadline(patience).await.expect("a token");
    desk.expire();
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item(id).deadline(patience).await })
    };
    for answer in joined((0..10).map(call).collect()).await {
        answer.expect("an answer");
    }
    assert_eq!(vendor.max_open(), 1);
    assert_eq!(exchanges(&vendor), 2);
    // Whoever queued with the old token leaves with the new one: it is put on after the permit.
    assert_eq!(answered(&vendor, 401), 1);
    paid(&vendor, &client.meter(), 2 + 1 + 1 + 10);
}

/// Twenty a second and nothing saved up: fifty who wait are two and a half seconds.
#[tollgate::api(
    base_url = "http://slow-tokens.invalid",
    auth = bearer,
    bucket(main, ceiling(100 per second), budget(20 per second, burst = 1)),
    default_bucket = main,
)]
trait Slow {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> u64;
    #[get("/others")]
    async fn other(&self) -> ();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_goes_before_fifty_who_wait_and_is_paced_all_the_same() {
    let desk = Desk::default();
    let guard = desk.clone();
    let item = move |request: &_| guard.guard(request).delay(Duration::from_millis(150));
    let vendor = desk.vendor().handle("GET /items/{id}", item);
    let vendor = vendor.route("GET /others", Reply::empty(204)).start().await;
    let builder = || Slow::builder().base_url(vendor.url()).account("acme");
    let client = builder().token_source(Session::new()).build();
    let client = client.expect("a client");
    client.item(0).await.expect("a token");
    desk.expire();
    // They spend from the same budget, and no token of ours.
    let others = builder().bearer("another").build().expect("a client");
    let call = tokio::spawn({
        let client = client.clone();
        async move { client.item(1).await }
    });
    vendor.arrived(3).await;
    let waiting: Vec<_> = (0..50)
        .map(|_| {
            let others = others.clone();
            tokio::spawn(async move { others.other().await })
        })
        .collect();
    while exchanges(&vendor) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
    call.await.expect("no panic").expect("an answer");
    let requests = vendor.requests();
    let refused = requests
        .iter()
        .find(|request| request.status() == Some(401));
    let refused = refused.and_then(Request::finished);
    let refused = refused.expect("a refusal that ended");
    let refresh = requests.iter().rfind(|request| request.path() == "/token");
    let refresh = refresh.expect("a refresh").arrived();
    let between = requests.iter().filter(|request| {
        request.path() == "/others" && request.arrived() > refused && request.arrived() < refresh
    });
    let between = between.count();
    assert!(between <= 2, "{between} of those who waited went first");
    vendor.idle().await;
    vendor.assert_at_most(2, Duration::from_millis(50));
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_dropped_in_the_middle_of_a_refresh_costs_the_others_nothing() {
    let desk = Desk::default().slow(Duration::from_millis(300));
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    let call = |id| {
        let client = client.clone();
        tokio::spawn(async move { client.item(id).await })
    };
    let first = call(0);
    vendor.arrived(1).await;
    let others: Vec<_> = (1..=5).map(call).collect();
    first.abort();
    assert!(first.await.is_err(), "it was dropped");
    for answer in joined(others).await {
        answer.expect("an answer");
    }
    assert_eq!(exchanges(&vendor), 1);
    paid(&vendor, &client.meter(), 1 + 5);
}

#[tokio::test]
async fn a_deadline_that_passes_during_a_refresh_is_named_and_the_refresh_goes_on() {
    let desk = Desk::default().slow(Duration::from_millis(400));
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    let hasty = client.item(0).deadline(Duration::from_millis(100)).await;
    let error = hasty.expect_err("the refresh takes longer");
    assert!(
        matches!(error.kind(), ErrorKind::Token { late: true }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("deadline passed while it waited for a token")
    );
    assert_eq!(error.attempts().sends(), 0);
    client
        .item(1)
        .await
        .expect("the refresh that the other began");
    paid(&vendor, &client.meter(), 2);
}

#[tokio::test]
async fn a_token_that_has_ended_by_the_clock_is_replaced_before_it_is_refused() {
    let desk = Desk::default().life(0.2);
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    tokio::time::sleep(Duration::from_millis(250)).await;
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

#[tokio::test]
async fn a_body_that_can_be_read_once_is_not_sent_twice_for_a_new_token() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.expire();
    let chunks = || futures_util::stream::iter([Ok::<_, BoxError>(Bytes::from("abc"))]);
    let error = client.upload(Body::stream(chunks())).await;
    let error = error.expect_err("refused");
    assert_eq!(error.status(), Some(StatusCode::UNAUTHORIZED));
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Body));
    assert_eq!(error.attempts().sends(), 1);
    paid(&vendor, &client.meter(), 3);
    let again = client.upload(Body::stream(chunks())).await;
    again.expect("the next call has a new token first");
    desk.expire();
    let replayed = client.upload(Body::replayable(chunks)).await;
    replayed.expect("a factory is asked again");
    let last = vendor.last_request().expect("a request");
    assert_eq!((last.method(), &*last.body_text()), ("POST", "abc"));
    paid(&vendor, &client.meter(), 3 + 2 + 3);
}

#[tokio::test]
async fn a_walk_goes_on_where_its_token_ended() {
    let desk = Desk::default();
    let (guard, pages) = (
        desk.clone(),
        tollgate_testkit::Pages::new(10, 2).item(Into::into),
    );
    let list = move |request: &Request| match guard.admits(request) {
        true => pages.reply(request),
        false => Reply::empty(401),
    };
    let vendor = desk.vendor().handle("GET /list", list).start().await;
    let client = guarded(&vendor);
    let mut items = client.list().items();
    let mut found = Vec::new();
    while let Some(item) = items.try_next().await.expect("a page") {
        found.push(item);
        if found.len() == 5 {
            desk.expire();
        }
    }
    assert_eq!(found, (1..=10).collect::<Vec<_>>());
    assert_eq!((exchanges(&vendor), answered(&vendor, 401)), (2, 1));
    paid(&vendor, &client.meter(), 2 + 5 + 1);
}

#[tokio::test]
async fn another_origin_gets_no_token_and_its_refusal_means_nothing() {
    let desk = Desk::default();
    let elsewhere = Vendor::builder().otherwise(Reply::empty(401)).start().await;
    let hop = Reply::redirect(302, format!("{}/x", elsewhere.url()));
    let vendor = desk.vendor().route("GET /items/{id}", hop).start().await;
    let client = guarded(&vendor);
    let error = client.item(0).await.expect_err("refused elsewhere");
    assert_eq!(error.status(), Some(StatusCode::UNAUTHORIZED));
    let seen = elsewhere.last_request().expect("one request");
    assert_eq!(seen.header("authorization"), None);
    elsewhere.assert_count(1);
    vendor.assert_count(2);
    assert_eq!(client.meter().permits, 3);
}

/// Asks somewhere, in the way that the test says.
struct Asks<F>(F);

impl<F> TokenSource for Asks<F>
where
    F: Fn(&Payer) -> tollgate::Call<tollgate::Json<String>, serde_json::Value>,
    F: Send + Sync + 'static,
{
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        let call = (self.0)(payer);
        Ok(Token::new(call.await?))
    }
}

fn asking<F>(vendor: &Vendor, ask: F) -> Guarded
where
    F: Fn(&Payer) -> tollgate::Call<tollgate::Json<String>, serde_json::Value>,
    F: Send + Sync + 'static,
{
    let builder = Guarded::builder().base_url(vendor.url()).account("acme");
    builder.token_source(Asks(ask)).build().expect("a client")
}

#[tokio::test]
async fn a_source_may_ask_another_host_with_a_credential_of_its_own_and_pays_all_the_same() {
    let elsewhere = Vendor::builder()
        .otherwise(Reply::json_text(r#""T1""#))
        .start()
        .await;
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text("7"))
        .start()
        .await;
    let url = format!("{}/login?tenant=a%2Fb", elsewhere.url());
    let client = asking(&vendor, move |payer| {
        let call = payer.request(Method::GET, &url).query("scope", "read");
        call.header("Authorization", "Basic Zm9v")
    });
    client.item(0).await.expect("an answer");
    let login = elsewhere.last_request().expect("one request");
    assert_eq!(login.target(), "/login?tenant=a%2Fb&scope=read");
    assert_eq!(login.header("authorization"), Some("Basic Zm9v"));
    let item = vendor.last_request().expect("one request");
    assert_eq!(item.header("authorization"), Some("Bearer T1"));
    let seen = tollgate_testkit::Coverage::new(2, client.meter().permits);
    assert_eq!((seen.paid(), seen.unpaid()), (2, 0));
}

#[tokio::test]
async fn a_source_is_told_what_it_cannot_ask_and_nothing_is_sent() {
    let vendor = Vendor::start().await;
    for (url, word) in [
        ("token", "begins with `/`"),
        ("ftp://a.invalid/x", "neither `http`"),
        ("http://user:S3CR3T@a.invalid/x", "user name"),
        ("http://a.invalid/x#S3CR3T", "fragment"),
        ("/a/../b", "dot"),
        ("/a#b", "percent-encode"),
    ] {
        let client = asking(&vendor, move |payer| payer.request(Method::POST, url));
        let error = client.item(0).await.expect_err("cannot be asked");
        let text = said(&error);
        assert!(text.contains(word), "{url}: {text}");
        assert!(!text.contains(SECRET), "{text}");
    }
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_token_endpoint_that_redirects_is_not_followed() {
    let vendor = Vendor::builder()
        .route("POST /token", Reply::redirect(307, "/elsewhere"))
        .start()
        .await;
    let client = guarded(&vendor);
    let error = client.item(0).await.expect_err("no token");
    assert!(said(&error).contains("redirect"), "{}", said(&error));
    paid(&vendor, &client.meter(), 1);
}

/// All that a client that lost its token can be made to say, for every answer of the endpoint.
async fn everything_said() -> String {
    let secret = |status: u16| {
        let echo = format!(r#"{{"error":"no","access_token":"{SECRET}","hint":"{SECRET}"}}"#);
        Reply::json_text(echo).status(status)
    };
    let mut all = String::new();
    for answer in [
        secret(200),
        secret(400),
        secret(401),
        secret(500),
        Reply::json_text(format!(
            r#"{{"access_token":7,"refresh_token":"{SECRET}"}}"#
        )),
        Reply::json_text(format!(
            r#"{{"access_token":"{SECRET}\n","refresh_token":"{SECRET}"}}"#
        )),
        Reply::text(SECRET),
        Reply::text(SECRET).cut_after(3),
        Reply::reset(),
        Reply::redirect(302, format!("/{SECRET}")),
    ] {
        let script: Script = answer.into();
        let vendor = Vendor::builder().route("POST /token", script).start().await;
        let client = guarded(&vendor);
        let error = client.item(0).await.expect_err("no token");
        assert!(
            matches!(error.kind(), ErrorKind::Token { late: false }),
            "{error}"
        );
        assert_eq!(error.excerpt(), "");
        all.push_str(&said(&error));
        all.push_str(&format!(
            "{client:?} {:?} {:?}",
            client.item(0),
            client.meter()
        ));
    }
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.refuse_all();
    all.push_str(&said(&client.item(0).await.expect_err("refused")));
    all.push_str(&format!("{client:?} {:?}", Token::new(SECRET)));
    all
}

#[tokio::test]
async fn no_token_is_shown_by_an_error_a_debug_or_an_event() {
    let log = crate::secrets::Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone());
    let guard = tracing::subscriber::set_default(subscriber.finish());
    let said = everything_said().await;
    drop(guard);
    assert!(!said.contains(SECRET), "{said}");
    let events = log.text();
    let own: String = events
        .lines()
        .filter(|line| line.contains("tollgate"))
        .collect();
    assert!(!own.contains(SECRET), "{own}");
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
