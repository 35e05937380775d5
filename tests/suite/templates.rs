//! Paths as vendors write them: unusual names, unusual literals, fixed parts of the query.

use tollgate::Retry;
use tollgate_testkit::Vendor;

#[tollgate::api(
    base_url = "http://paths.invalid",
    scope = process,
    auth = query("key"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
)]
trait Odd {
    #[get("/repos/{owner-name}/{repo.name}/{$ref}/{a b}/{c+d}")]
    async fn names(
        &self,
        #[path(rename = "owner-name")] owner_name: &str,
        #[path(rename = "repo.name")] repo_name: &str,
        #[path(rename = "$ref")] r#ref: &str,
        #[path(rename = "a b")] a_b: u8,
        #[path(rename = "c+d", style = matrix)] c_d: u8,
    ) -> ();

    #[get("/{type}.json")]
    async fn r#type(&self, r#type: &str, r#in: Option<&str>) -> ();

    #[get("/Users('{id}')/a:b@c(d);e=f$g,h*i!/ü|^%20%zz:do")]
    async fn literals(&self, id: &str) -> ();

    #[get("/x?action=list&ü='a%20b'&deep", accept = "text/plain")]
    async fn fixed(&self, page: Option<u8>) -> ();

    #[get("/walk?sort=id")]
    #[paginate(page = page)]
    fn walk(&self) -> Pages<u8>;
}

#[tokio::test]
async fn unusual_paths_arrive_as_they_are_meant() {
    let vendor = Vendor::builder()
        .otherwise(tollgate_testkit::Reply::json_text("[]"))
        .start()
        .await;
    let builder = Odd::builder().base_url(vendor.url()).query_key("k");
    let client = builder.retry(Retry::off()).build().expect("a client");
    client.names("o/1", "n.2", "{a b}", 4, 5).await.expect("ok");
    client.r#type("t").r#in("i").await.expect("ok");
    client.literals("o'1").await.expect("ok");
    client.fixed().await.expect("ok");
    client.fixed().page(2).await.expect("ok");
    let page = futures_util::TryStreamExt::try_next(&mut client.walk().pages()).await;
    assert!(page.is_ok_and(|page| page.is_some()));
    vendor.assert_request_lines(&[
        "GET /repos/o%2F1/n.2/%7Ba%20b%7D/4/;c%2Bd=5?key=k HTTP/1.1",
        "GET /t.json?in=i&key=k HTTP/1.1",
        "GET /Users('o%271')/a:b@c(d);e=f$g,h*i!/%C3%BC%7C%5E%20%25zz:do?key=k HTTP/1.1",
        "GET /x?action=list&%C3%BC=%27a%20b%27&deep&key=k HTTP/1.1",
        "GET /x?action=list&%C3%BC=%27a%20b%27&deep&page=2&key=k HTTP/1.1",
        "GET /walk?sort=id&page=1&key=k HTTP/1.1",
    ]);
    vendor.assert_paid_exactly(&client.meter());
}
