//! Walks before vendors that fail, and that spell the key in their own way.

use std::time::Duration;

use tollgate::{ErrorKind, GaveUp, Retry};
use tollgate_testkit::{Reply, Script, Vendor};

/// The key in the path.
#[tollgate::api(
    base_url = "http://walks.invalid",
    scope = process,
    auth = path("token"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Bot {
    #[get("/bot{token}/list")]
    #[paginate(link)]
    fn list(&self) -> Pages<u64>;
}

fn bot(vendor: &Vendor) -> Bot {
    let builder = Bot::builder().base_url(vendor.url()).path_key("12:S3CR3T");
    let retry = Retry::new().base(Duration::from_millis(1));
    builder.retry(retry).build().expect("a client")
}

#[tokio::test]
async fn a_walk_makes_no_more_requests_than_it_may_whatever_fails() {
    let vendor = Vendor::builder().otherwise(Reply::empty(503)).start().await;
    let client = bot(&vendor);
    let mut pages = client.list().max_requests(2).pages();
    let error = pages.try_next().await.expect_err("it fails");
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Requests));
    vendor.assert_count(2);

    let around = Script::handler(|request| Reply::redirect(302, format!("{}x", request.path())));
    let vendor = Vendor::builder().otherwise(around).start().await;
    let client = bot(&vendor);
    let mut pages = client.list().max_requests(3).pages();
    let error = pages.try_next().await.expect_err("it goes round");
    assert!(
        matches!(error.kind(), ErrorKind::MaxRequests { limit: 3 }),
        "{error}"
    );
    vendor.assert_count(3);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_cursor_does_not_hold_the_key_however_the_vendor_spells_it() {
    for spelling in ["12:S3CR3T", "12%3AS3CR3T", "12%3aS3CR3T", "12:S%33CR3T"] {
        let link = format!("</bot{spelling}/list?page=2>; rel=next");
        let vendor = Vendor::builder()
            .otherwise(Reply::json(&[1]).header("Link", link))
            .start()
            .await;
        let client = bot(&vendor);
        let mut pages = client.list().pages();
        let page = pages.try_next().await.expect("a page").expect("the first");
        let cursor = page
            .cursor
            .map(|cursor| cursor.to_string())
            .unwrap_or_default();
        assert!(!cursor.contains("CR3T"), "{spelling}: {cursor}");
    }
}
