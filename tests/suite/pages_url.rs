//! Walks by an address in the body: the rules of links, in another place.

use tollgate::__private::Paging;
use tollgate::ErrorKind;
use tollgate_testkit::{Reply, Vendor};

use crate::pages_by_hand::{LINK, NEXT_URL, Walks, answering, walked, whole};

/// A page that names the next one both ways.
fn page(id: u64, next: &str) -> Reply {
    let body = serde_json::json!({ "items": [{ "id": id }], "next": next });
    let reply = Reply::json(&body);
    match next {
        "" => reply,
        next => reply.header("Link", format!("<{next}>; rel=\"next\"")),
    }
}

#[tokio::test]
async fn the_next_url_is_requested_byte_for_byte_and_alone() {
    const SECOND: &str = "/api/v3/items?limit=2&page_info=Q2g_w6k-&x=a%2fB+c";
    const THIRD: &str = "/v2/_catalog?last=team%2Fr03&n=3";
    for paging in [LINK, NEXT_URL] {
        let vendor = answering(|request| {
            let host = request.header("host").unwrap_or_default();
            match request.target() {
                "/api/v3/items?order=title&limit=2" => page(1, &format!("http://{host}{SECOND}")),
                SECOND => page(2, THIRD),
                THIRD => page(3, "?last=team%2Fr06&n=3"),
                "/v2/_catalog?last=team%2Fr06&n=3" => page(4, ""),
                _ => Reply::empty(400),
            }
        })
        .await;
        let client = Walks::below(&vendor, "/api/v3");
        let walk = client
            .items(paging)
            .query("order", "title")
            .query("limit", &2);
        assert_eq!(whole(walk.header("X-Trace", "abc")).await, [1, 2, 3, 4]);
        vendor.assert_targets(&[
            "/api/v3/items?order=title&limit=2",
            SECOND,
            THIRD,
            "/v2/_catalog?last=team%2Fr06&n=3",
        ]);
        for request in vendor.requests() {
            assert_eq!(request.header("x-trace"), Some("abc"));
            assert_eq!(request.header("authorization"), Some("Bearer t0k3n"));
            assert_eq!(request.header("accept"), Some("application/json"));
        }
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn no_address_is_the_end_however_it_is_said() {
    for last in [
        r#"{"items":[{"id":1}]}"#,
        r#"{"items":[{"id":1}],"next":null}"#,
        r#"{"items":[{"id":1}],"next":""}"#,
    ] {
        let vendor = answering(move |_| Reply::json_text(last)).await;
        let client = Walks::of(&vendor);
        assert_eq!(whole(client.items(NEXT_URL)).await, [1]);
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn an_address_that_is_no_text_ends_in_an_error_that_names_its_path() {
    let broken = r#"{"items":[{"id":1}],"next":2}"#;
    let vendor = answering(move |_| Reply::json_text(broken)).await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(NEXT_URL)).await;
    assert_eq!(found, [1]);
    let error = error.expect("no address");
    assert!(
        matches!(error.kind(), ErrorKind::Decode { path, .. } if path == "next"),
        "{error}"
    );
    client.settle(&vendor);
}

#[tokio::test]
async fn nothing_is_sent_to_a_foreign_place() {
    let foreign = Vendor::start().await;
    let port = foreign.addr().port();
    let targets = [
        format!("http://127.0.0.1:{port}/p2?token=S3CR3T"),
        format!("//127.0.0.1:{port}/p2"),
        format!("http://{{host}}@127.0.0.1:{port}/p2"),
        format!("http://127.0.0.1.localhost:{port}/p2"),
        format!("http://localhost:{port}/p2"),
        "https://{host}/p2".to_owned(),
        "http://S3CR3T@{host}/p2".to_owned(),
        "http://user:S3CR3T@{host}/p2".to_owned(),
        "ftp://{host}/p2".to_owned(),
        "javascript:alert(1)".to_owned(),
        "http://[::1".to_owned(),
    ];
    for target in &targets {
        for paging in [LINK, NEXT_URL] {
            refused(target, paging).await;
        }
    }
    foreign.assert_count(0);
    assert_eq!(foreign.connections(), 0);
}

async fn refused(target: &str, paging: &'static Paging) {
    let link = target.to_owned();
    let vendor = answering(move |request| {
        let host = request.header("host").unwrap_or_default();
        page(1, &link.replace("{host}", host))
    })
    .await;
    let client = Walks::of(&vendor);
    let mut pages = client.items(paging).pages();
    let first = pages
        .try_next()
        .await
        .expect("what was found")
        .expect("a page");
    assert_eq!((first.items.len(), first.has_next), (1, true));
    assert!(first.cursor.is_none(), "there is nothing to resume");
    let error = pages.try_next().await.expect_err("a foreign address");
    let ErrorKind::ForeignNextLink { target: named } = error.kind() else {
        panic!("{target}: {error}");
    };
    assert!(!named.contains("p2"), "{named}");
    assert!(
        !format!("{error} {error:?}").contains("S3CR3T"),
        "{error:?}"
    );
    assert!(pages.try_next().await.expect("the end").is_none());
    vendor.assert_count(1);
    client.settle(&vendor);
}

#[tokio::test]
async fn an_address_that_comes_round_is_a_loop_and_never_shown() {
    for paging in [LINK, NEXT_URL] {
        let vendor = answering(|request| match request.query() {
            None => page(1, "/items?key=S3CR3T"),
            Some(_) => page(2, "/items#again"),
        })
        .await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(paging)).await;
        assert_eq!(found, [1, 2]);
        let error = error.expect("a loop");
        assert!(
            matches!(
                error.kind(),
                ErrorKind::PageLoop {
                    pages: 2,
                    cursor: None
                }
            ),
            "{error}"
        );
        assert!(
            !format!("{error} {error:?}").contains("S3CR3T"),
            "{error:?}"
        );
        vendor.assert_count(2);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_search_sends_its_body_with_every_page() {
    let vendor = answering(|request| match request.query() {
        None => page(1, "?page=2"),
        Some(_) => page(2, ""),
    })
    .await;
    let client = Walks::of(&vendor);
    let found = whole(
        client
            .search(NEXT_URL)
            .json(&serde_json::json!({ "q": "x" })),
    )
    .await;
    assert_eq!(found, [1, 2]);
    vendor.assert_request_lines(&["POST /search HTTP/1.1", "POST /search?page=2 HTTP/1.1"]);
    for request in vendor.requests() {
        assert_eq!(request.body_text(), r#"{"q":"x"}"#);
        assert_eq!(request.header("content-type"), Some("application/json"));
    }
    client.settle(&vendor);
}

#[tollgate::api(
    base_url = "http://named.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
    host("http://127.0.0.2:1/items", bucket = main),
)]
trait Named {
    #[get("/items")]
    #[paginate(link)]
    fn items(&self) -> Pages<u64>;
}

#[tokio::test]
async fn a_named_host_is_no_place_for_a_next_page() {
    let link = "<http://127.0.0.2:1/items?page=2>; rel=next";
    let reply = Reply::json_text("[1]").header("Link", link);
    let vendor = Vendor::builder().otherwise(reply).start().await;
    let builder = Named::builder().base_url(vendor.url()).bearer("t0k3n");
    let client = builder.build().expect("a client");
    let mut items = client.items().items();
    assert_eq!(items.try_next().await.expect("an item"), Some(1));
    let error = items.try_next().await.expect_err("the credential stays");
    assert!(
        matches!(error.kind(), ErrorKind::ForeignNextLink { target } if target == "http://127.0.0.2:1"),
        "{error}"
    );
    vendor.assert_count(1);
    vendor.assert_paid_exactly(&client.meter());
}
