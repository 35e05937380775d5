//! What the user says is what the request line holds, whatever the value.

use tollgate::ErrorKind;
use tollgate_testkit::{Reply, Vendor};

use crate::shop::{Filter, Item, Shop, settle, shop};

async fn line_of_item(id: &str) -> String {
    let vendor = Vendor::builder()
        .otherwise(Reply::json(&Item { id: 1 }))
        .start()
        .await;
    let client = shop(&vendor);
    client.item(id).await.expect("an item");
    settle(&vendor, &client);
    vendor.request_lines().remove(0)
}

#[tokio::test]
async fn one_path_value_stays_one_segment_on_the_wire() {
    let table = [
        ("a/b", "a%2Fb"),
        ("a%2Fb", "a%252Fb"),
        ("x?y#z", "x%3Fy%23z"),
        ("a b", "a%20b"),
        ("@:;", "%40%3A%3B"),
        ("é", "%C3%A9"),
        ("%2e%2e", "%252e%252e"),
        (".%2E", ".%252E"),
        ("..;", "..%3B"),
        ("../..", "..%2F.."),
        ("...", "..."),
        ("\\", "%5C"),
        ("a\r\nb", "a%0D%0Ab"),
    ];
    for (value, segment) in table {
        assert_eq!(
            line_of_item(value).await,
            format!("GET /items/{segment} HTTP/1.1"),
            "{value:?}"
        );
    }
}

#[tokio::test]
async fn a_path_value_that_would_name_another_resource_sends_nothing() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    for value in ["", ".", ".."] {
        let error = client.delete(value).await.expect_err("must be refused");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains("`id`")),
            "{error}"
        );
    }
    vendor.assert_count(0);
    assert_eq!(
        client.meter().permits,
        0,
        "a refused argument takes no permit"
    );
}

#[tokio::test]
async fn several_values_and_literals_share_a_segment() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    client
        .compare("main", "feature/x..y")
        .await
        .expect("success");
    client.append("A1:B2", &[]).await.expect("success");
    vendor.assert_request_lines(&[
        "GET /compare/main...feature%2Fx..y HTTP/1.1",
        "POST /sheets/A1%3AB2:append HTTP/1.1",
    ]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_base_url_keeps_its_path() {
    for (suffix, line) in [
        ("/api/v3", "GET /api/v3/items/7 HTTP/1.1"),
        ("/api/v3/", "GET /api/v3/items/7 HTTP/1.1"),
        ("/", "GET /items/7 HTTP/1.1"),
        ("/a%2Fb", "GET /a%2Fb/items/7 HTTP/1.1"),
    ] {
        let vendor = Vendor::builder()
            .otherwise(Reply::json(&Item { id: 7 }))
            .start()
            .await;
        let url = format!("{}{suffix}", vendor.url());
        let client = Shop::builder()
            .base_url(url)
            .bearer("t")
            .build()
            .expect("a client");
        client.item("7").await.expect("an item");
        vendor.assert_request_lines(&[line]);
        settle(&vendor, &client);
    }
}

async fn query_of<F, T>(call: F) -> String
where
    F: FnOnce(&Shop) -> T,
    T: IntoFuture<Output = Result<Vec<Item>, tollgate::Error<crate::shop::ShopError>>>,
{
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text("[]"))
        .start()
        .await;
    let client = shop(&vendor);
    call(&client).await.expect("a list");
    settle(&vendor, &client);
    let line = vendor.request_lines().remove(0);
    let (_, query) = line.split_once('?').expect("a query");
    query.trim_end_matches(" HTTP/1.1").to_owned()
}

#[tokio::test]
async fn query_values_arrive_as_they_are() {
    let table = [
        (
            "2026-02-01T00:00:00+07:00",
            "q=2026-02-01T00%3A00%3A00%2B07%3A00",
        ),
        ("a&b=c", "q=a%26b%3Dc"),
        ("100%", "q=100%25"),
        ("a b", "q=a%20b"),
        ("", "q="),
        ("é#", "q=%C3%A9%23"),
    ];
    for (value, expected) in table {
        assert_eq!(
            query_of(|shop| shop.search(value, &[])).await,
            expected,
            "{value:?}"
        );
    }
}

#[tokio::test]
async fn lists_renames_options_and_flattened_structs_are_query_parameters() {
    let filter = Filter {
        created_after: None,
        state: "open".to_owned(),
    };
    let query = query_of(|shop| {
        shop.search("x", &["a,b", "c"])
            .per_page(50)
            .since("")
            .filter(&filter)
    })
    .await;
    assert_eq!(query, "q=x&tags=a%2Cb&tags=c&perPage=50&since=&state=open");
}

#[tokio::test]
async fn hostile_names_are_names() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    client
        .hostile("a", "b")
        .url("c")
        .request(4)
        .await
        .expect("success");
    vendor.assert_request_lines(&["GET /r/a?client=b&url=c&request=4 HTTP/1.1"]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn headers_are_sent_and_hostile_ones_are_not() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text("[]"))
        .start()
        .await;
    let client = shop(&vendor);
    client
        .search("x", &[])
        .trace("abc")
        .header("X-More", 7)
        .await
        .expect("a list");
    let request = vendor.last_request().expect("one request");
    assert_eq!(
        (request.header("x-trace"), request.header("x-more")),
        (Some("abc"), Some("7"))
    );
    assert_eq!(request.header("authorization"), Some("Bearer t0k3n"));
    for (name, value) in [
        ("Host", "other-tenant.example"),
        ("Content-Length", "50"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "upgrade"),
        ("Upgrade", "websocket"),
        ("Expect", "100-continue"),
        ("Authorization", "Bearer other"),
        ("X-Note", "a\r\nX-Evil: 1"),
    ] {
        let error = client
            .search("x", &[])
            .header(name, value)
            .await
            .expect_err("must be refused");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains(name)),
            "{error}"
        );
    }
    vendor.assert_count(1);
    settle(&vendor, &client);
}

#[tokio::test]
async fn more_headers_than_a_request_can_hold_are_an_error_and_cost_nothing() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let mut call = client.raw::<u64>(tollgate::Method::GET, "/x");
    for number in 0..40_000 {
        call = call.header(&format!("x-{number}"), number);
    }
    let error = call.await.expect_err("must be refused");
    assert!(
        matches!(error.kind(), ErrorKind::Argument(text) if text.contains("16384 headers")),
        "{error}"
    );
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_path_that_is_too_long_is_a_mistake_of_the_argument_and_costs_nothing() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let error = client
        .delete(&"x".repeat(70_000))
        .await
        .expect_err("too long");
    assert!(
        matches!(error.kind(), ErrorKind::Argument(text) if text.contains("URL")),
        "{error:?}"
    );
    vendor.assert_count(0);
    settle(&vendor, &client);
}
