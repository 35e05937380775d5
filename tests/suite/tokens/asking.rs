//! What a source may ask, where, and what it is told.

use tollgate::{BoxError, Method, Payer, Token, TokenSource};
use tollgate_testkit::{Reply, Vendor};

use super::{Guarded, guarded, said};
use crate::desk::{SECRET, paid};

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

/// The token endpoint is at another origin than the API.
#[tollgate::api(
    base_url = "http://api.invalid/v1",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
    token(url = "https://login.invalid/token"),
)]
trait Elsewhere {
    #[get("/a")]
    async fn a(&self) -> u64;
}

/// The token endpoint is a part of the API.
#[tollgate::api(
    base_url = "http://api.invalid/v1",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
    token(url = "http://api.invalid/v1/token?a=b"),
)]
trait Within {
    #[get("/a")]
    async fn a(&self) -> u64;
}

/// Tells where it was told to go.
struct Told(std::sync::Arc<std::sync::Mutex<Option<String>>>);

impl TokenSource for Told {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        *self.0.lock().expect("not poisoned") = payer.token_url().map(str::to_owned);
        Ok(Token::new("T"))
    }
}

#[tokio::test]
async fn the_token_endpoint_of_a_client_of_another_server_is_not_the_real_one() {
    let vendor = Vendor::builder().otherwise(Reply::json(&1)).start().await;
    let base = format!("{}/v9", vendor.url());
    let told = std::sync::Arc::default();
    let builder = Elsewhere::builder().base_url(base.clone()).account("a");
    let client = builder.token_source(Told(std::sync::Arc::clone(&told)));
    client
        .build()
        .expect("a client")
        .a()
        .await
        .expect("an answer");
    assert_eq!(*told.lock().expect("not poisoned"), None);
    let builder = Within::builder().base_url(base.clone()).account("a");
    let client = builder.token_source(Told(std::sync::Arc::clone(&told)));
    client
        .build()
        .expect("a client")
        .a()
        .await
        .expect("an answer");
    let expected = Some(format!("{base}/token?a=b"));
    assert_eq!(*told.lock().expect("not poisoned"), expected);
}
