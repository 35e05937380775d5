//! Cookies: one field, in the grammar of RFC 6265, and for the API alone.

use tollgate::{ErrorKind, Method, Retry};
use tollgate_testkit::{Reply, Vendor};

#[tollgate::api(
    base_url = "http://cookies.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Jar {
    #[get("/start")]
    async fn start(
        &self,
        #[cookie("session")] session: &str,
        #[cookie("ids")] ids: Option<&[u8]>,
        #[cookie("all", explode = false)] all: Option<&[u8]>,
    ) -> ();
}

/// The credential is a cookie.
#[tollgate::api(
    base_url = "http://cookies.invalid",
    scope = process,
    auth = header("Cookie"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Keyed {}

fn jar(vendor: &Vendor) -> Jar {
    let builder = Jar::builder().base_url(vendor.url()).bearer("t0k3n");
    builder.retry(Retry::off()).build().expect("a client")
}

#[tokio::test]
async fn the_cookies_of_a_call_are_one_field() {
    let vendor = Vendor::start().await;
    let client = jar(&vendor);
    let call = client.start("a b;c=\"d\",é%").ids(&[1, 2]).all(&[3, 4]);
    call.await.expect("an answer");
    let call = client.start("x").header("Cookie", "mine=1");
    call.header("cookie", "mine=2").await.expect("an answer");
    let sent: Vec<_> = vendor.requests();
    let cookies: Vec<Vec<&[u8]>> = sent
        .iter()
        .map(|request| request.header_values("cookie").collect())
        .collect();
    assert_eq!(
        cookies,
        [
            [b"session=a%20b%3Bc=%22d%22%2C%C3%A9%25; ids=1; ids=2; all=3%2C4".as_slice()],
            [b"mine=2; session=x".as_slice()],
        ]
    );
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn cookies_stay_at_the_origin_of_the_api() {
    let other = Vendor::start().await;
    let there = format!("{}/there", other.url());
    let vendor = Vendor::builder()
        .route("GET /start", Reply::redirect(302, "/next"))
        .route("GET /next", Reply::redirect(302, &there))
        .start()
        .await;
    let client = jar(&vendor);
    client.start("S3CR3T").await.expect("the end");
    for request in vendor.requests() {
        assert_eq!(request.header("cookie"), Some("session=S3CR3T"));
    }
    let hop = other.last_request().expect("one hop");
    assert_eq!((hop.target(), hop.header("cookie")), ("/there", None));
    assert_eq!(client.meter().permits, 3);
}

#[tokio::test]
async fn a_cookie_is_no_way_to_another_account() {
    let vendor = Vendor::start().await;
    let builder = Keyed::builder().base_url(vendor.url());
    let client = builder.key("session=S3CR3T").build().expect("a client");
    let raw = || client.raw::<()>(Method::GET, "/x");
    let no = tollgate::__private::Explode::No;
    for call in [
        raw().header("cookie", "session=other"),
        raw().cookie("session", no, "other"),
    ] {
        let error = call.await.expect_err("must be refused");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains("account that pays")),
            "{error}"
        );
    }
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_cookie_is_shown_by_nobody() {
    let vendor = Vendor::builder().otherwise(Reply::empty(500)).start().await;
    let client = jar(&vendor);
    let call = client.start("S3CR3T");
    assert!(!format!("{call:?}").contains("S3CR3T"));
    let error = call.await.expect_err("a failure");
    assert!(!format!("{error} {error:?}").contains("S3CR3T"));
}
