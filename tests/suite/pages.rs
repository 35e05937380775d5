//! Walks by `Link`: every page pays, the vendor's URL is followed as it is, and never elsewhere.

use futures_util::TryStreamExt as _;
use tollgate::{ErrorKind, Retry};
use tollgate_testkit::{LinkForm, Pages, Reply, Script, Vendor};

use crate::shop::{Item, Shop, settle, shop};

fn ids(items: &[Item]) -> Vec<u64> {
    items.iter().map(|item| item.id).collect()
}

#[tokio::test]
async fn five_pages_are_five_requests_and_five_permits() {
    for form in [LinkForm::Absolute, LinkForm::Path, LinkForm::Query] {
        let vendor = Vendor::builder()
            .route("GET /items", Pages::new(9, 2).link(form))
            .start()
            .await;
        let client = shop(&vendor);
        let items: Vec<Item> = client
            .items()
            .items()
            .try_collect()
            .await
            .expect("all items");
        assert_eq!(ids(&items), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        vendor.assert_count(5);
        assert_eq!(client.meter().permits, 5);
        settle(&vendor, &client);
    }
}

#[tokio::test]
async fn items_inside_an_object_are_found() {
    let vendor = Vendor::builder()
        .route("GET /wrapped", Pages::new(5, 2).within("data.items"))
        .start()
        .await;
    let client = shop(&vendor);
    let items: Vec<Item> = client
        .wrapped()
        .items()
        .try_collect()
        .await
        .expect("all items");
    assert_eq!(ids(&items), [1, 2, 3, 4, 5]);
    settle(&vendor, &client);

    let vendor = Vendor::builder()
        .route("GET /wrapped", Reply::json_text(r#"{"data":{"x":1}}"#))
        .start()
        .await;
    let client = shop(&vendor);
    let error = client
        .wrapped()
        .items()
        .try_next()
        .await
        .expect_err("no items");
    assert!(
        matches!(error.kind(), ErrorKind::Decode { reason, .. } if reason.contains("`items`")),
        "{error}"
    );
}

#[tokio::test]
async fn pages_come_one_by_one_and_only_when_asked_for() {
    let vendor = Vendor::builder()
        .route("GET /items", Pages::new(6, 2))
        .start()
        .await;
    let client = shop(&vendor);
    let mut pages = client.items().pages();
    vendor.assert_count(0);
    let first = pages.try_next().await.expect("a page").expect("the first");
    assert_eq!(
        (first.number, first.has_next, ids(&first.items)),
        (1, true, vec![1, 2])
    );
    assert_eq!(first.attempts.sends(), 1);
    vendor.assert_count(1);
    drop(pages);
    vendor.assert_count(1);
    settle(&vendor, &client);
}

/// Pages scripted by their whole target; `{base}` in a link is the vendor's URL.
async fn scripted(pages: &'static [(&'static str, &'static str, &'static str)]) -> Vendor {
    let script = Script::handler(move |request| {
        let base = format!("http://{}", request.header("host").unwrap_or_default());
        match pages
            .iter()
            .find(|(target, ..)| *target == request.target())
        {
            Some((_, link, items)) => {
                Reply::json_text(*items).header("Link", link.replace("{base}", &base))
            }
            None => Reply::text(format!("unexpected {}", request.target())).status(400),
        }
    });
    Vendor::builder().otherwise(script).start().await
}

#[tokio::test]
async fn the_relation_decides_not_the_order() {
    let vendor = scripted(&[
        (
            "/items",
            "<{base}/items?c=B>; rel=\"next\"",
            r#"[{"id":1}]"#,
        ),
        (
            "/items?c=B",
            "<{base}/items?c=A>; rel=\"previous\", <{base}/items?c=C>; rel=\"next\"",
            r#"[{"id":2}]"#,
        ),
        (
            "/items?c=C",
            "<{base}/items?c=B>; rel=\"previous\"",
            r#"[{"id":3}]"#,
        ),
    ])
    .await;
    let client = shop(&vendor);
    let items: Vec<Item> = client
        .items()
        .items()
        .try_collect()
        .await
        .expect("all items");
    assert_eq!(ids(&items), [1, 2, 3]);
    vendor.assert_targets(&["/items", "/items?c=B", "/items?c=C"]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn the_next_url_is_requested_byte_for_byte() {
    let vendor = scripted(&[
        (
            "/api/v3/items?order=title",
            "<{base}/api/v3/items?limit=2&page_info=Q2g_w6k-&x=a%2fB+c>; rel=\"next\"",
            "[]",
        ),
        (
            "/api/v3/items?limit=2&page_info=Q2g_w6k-&x=a%2fB+c",
            "</v2/_catalog?last=team%2Fr03&n=3>; rel=\"next\"",
            "[]",
        ),
        (
            "/v2/_catalog?last=team%2Fr03&n=3",
            "<>; rel=\"prev\"",
            r#"[{"id":1}]"#,
        ),
    ])
    .await;
    let url = format!("{}/api/v3", vendor.url());
    let client = Shop::builder()
        .base_url(url)
        .bearer("t0k3n")
        .build()
        .expect("a client");
    let items: Vec<Item> = client
        .items()
        .order("title")
        .items()
        .try_collect()
        .await
        .expect("all items");
    assert_eq!(ids(&items), [1]);
    vendor.assert_targets(&[
        "/api/v3/items?order=title",
        "/api/v3/items?limit=2&page_info=Q2g_w6k-&x=a%2fB+c",
        "/v2/_catalog?last=team%2Fr03&n=3",
    ]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn the_options_of_the_walk_hold_on_every_page() {
    let vendor = Vendor::builder()
        .route("GET /items", Pages::new(4, 2))
        .start()
        .await;
    let client = shop(&vendor);
    let items: Vec<Item> = client
        .items()
        .header("X-Trace", "abc")
        .items()
        .try_collect()
        .await
        .expect("all items");
    assert_eq!(items.len(), 4);
    for request in vendor.requests() {
        assert_eq!(request.header("x-trace"), Some("abc"));
        assert_eq!(request.header("authorization"), Some("Bearer t0k3n"));
        assert_eq!(request.header("accept"), Some("application/json"));
    }
    settle(&vendor, &client);
}

#[tokio::test]
async fn nothing_is_sent_to_a_foreign_place() {
    let foreign = Vendor::start().await;
    let port = foreign.addr().port();
    let targets = [
        format!("{}/p2?token=S3CR3T", foreign.url()),
        format!("//127.0.0.1:{port}/p2"),
        format!("http://127.0.0.1@127.0.0.1:{port}/p2"),
        format!("http://localhost:{port}/p2"),
        "https://{host}/p2".to_owned(),
        "http://user:S3CR3T@{host}/p2".to_owned(),
        "javascript:alert(1)".to_owned(),
        "http://[::1".to_owned(),
    ];
    for target in targets {
        let link = target.clone();
        let script = Script::handler(move |request| {
            let host = request.header("host").unwrap_or_default();
            let link = format!("<{}>; rel=\"next\"", link.replace("{host}", host));
            Reply::json_text(r#"[{"id":1}]"#).header("Link", link)
        });
        let vendor = Vendor::builder().otherwise(script).start().await;
        let client = shop(&vendor);
        let mut items = client.items().items();
        assert_eq!(
            items.try_next().await.expect("what was found"),
            Some(Item { id: 1 })
        );
        let error = items.try_next().await.expect_err("a foreign link");
        assert!(
            matches!(error.kind(), ErrorKind::ForeignNextLink { .. }),
            "{target}: {error}"
        );
        assert!(
            !format!("{error} {error:?}").contains("S3CR3T"),
            "{error:?}"
        );
        assert!(items.try_next().await.expect("the end").is_none());
        vendor.assert_count(1);
        settle(&vendor, &client);
    }
    foreign.assert_count(0);
}

#[tokio::test]
async fn a_path_outside_the_base_path_is_the_same_origin() {
    let vendor = scripted(&[
        (
            "/api/items",
            "<{base}/admin>; rel=\"next\"",
            r#"[{"id":1}]"#,
        ),
        (
            "/admin",
            "<{base}/api/items>; rel=\"prev\"",
            r#"[{"id":2}]"#,
        ),
    ])
    .await;
    let url = format!("{}/api", vendor.url());
    let client = Shop::builder()
        .base_url(url)
        .bearer("t0k3n")
        .build()
        .expect("a client");
    let items: Vec<Item> = client
        .items()
        .items()
        .try_collect()
        .await
        .expect("all items");
    assert_eq!(ids(&items), [1, 2]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_loop_ends_in_an_error_after_what_was_found() {
    let itself: &[_] = &[("/items", "<{base}/items>; rel=\"next\"", r#"[{"id":1}]"#)];
    let empty: &[_] = &[("/items", "<>; rel=\"next\"", r#"[{"id":1}]"#)];
    let around: &[_] = &[
        (
            "/items",
            "<{base}/items?c=B>; rel=\"next\"",
            r#"[{"id":1}]"#,
        ),
        (
            "/items?c=B",
            "<{base}/items?c=C>; rel=\"next\"",
            r#"[{"id":2}]"#,
        ),
        (
            "/items?c=C",
            "<{base}/items?c=B>; rel=\"next\"",
            r#"[{"id":3}]"#,
        ),
    ];
    for (pages, found) in [(itself, 1), (empty, 1), (around, 3)] {
        let vendor = scripted(pages).await;
        let client = shop(&vendor);
        let mut items = client.items().items();
        for id in 1..=found {
            assert_eq!(
                items.try_next().await.expect("what was found"),
                Some(Item { id })
            );
        }
        let error = items.try_next().await.expect_err("a loop");
        assert!(
            matches!(error.kind(), ErrorKind::PageLoop { pages, cursor: None } if *pages == found),
            "{error}"
        );
        assert!(items.try_next().await.expect("the end").is_none());
        vendor.assert_count(usize::try_from(found).expect("few"));
        settle(&vendor, &client);
    }
}

#[tokio::test]
async fn a_bounded_walk_is_never_silently_short() {
    let vendor = Vendor::builder()
        .route("GET /items", Pages::new(6, 2))
        .start()
        .await;
    let client = shop(&vendor);
    let mut items = client.items().max_requests(2).items();
    for id in 1..=4 {
        assert_eq!(items.try_next().await.expect("an item"), Some(Item { id }));
    }
    let error = items.try_next().await.expect_err("the limit");
    assert!(
        matches!(error.kind(), ErrorKind::MaxRequests { limit: 2 }),
        "{error}"
    );
    vendor.assert_count(2);
    let all: Vec<Item> = client
        .items()
        .max_requests(3)
        .items()
        .try_collect()
        .await
        .expect("exactly enough");
    assert_eq!(all.len(), 6);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_page_that_fails_ends_the_walk_after_what_was_found() {
    let script = Script::handler(|request| match request.query() {
        None => Reply::json_text(r#"[{"id":1}]"#).header("Link", "</items?page=2>; rel=next"),
        Some(_) => Reply::json_text(r#"{"code":"down"}"#).status(503),
    });
    let vendor = Vendor::builder().route("GET /items", script).start().await;
    let client = shop(&vendor);
    let mut items = client.items().retry(Retry::off()).items();
    assert_eq!(
        items.try_next().await.expect("an item"),
        Some(Item { id: 1 })
    );
    let error = items.try_next().await.expect_err("503");
    assert_eq!(error.api().map(|error| error.code.as_str()), Some("down"));
    assert!(items.try_next().await.expect("the end").is_none());
    settle(&vendor, &client);
}

#[tokio::test]
async fn debug_of_a_page_does_not_show_its_headers() {
    let reply = Reply::json_text("[]").header("Link", "</items?key=S3CR3T>; rel=\"next\"");
    let vendor = Vendor::builder().route("GET /items", reply).start().await;
    let mut pages = shop(&vendor).items().pages();
    let page = pages.try_next().await.expect("an answer").expect("a page");
    let text = format!("{page:?}");
    assert!(
        text.contains("200") && !text.contains("S3CR3T"),
        "the vendor's link holds a key: {text}"
    );
}

#[tokio::test]
async fn a_loop_whose_links_differ_in_their_fragment_is_a_loop() {
    let count = std::sync::atomic::AtomicU64::new(0);
    let looped = Script::handler(move |_| {
        let number = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Reply::json_text("[]").header("Link", format!("</items?page=2#{number}>; rel=next"))
    });
    let vendor = Vendor::builder().otherwise(looped).start().await;
    let mut pages = shop(&vendor).items().max_requests(9).pages();
    for _ in 0..2 {
        pages.try_next().await.expect("an answer").expect("a page");
    }
    let error = pages.try_next().await.expect_err("a loop");
    assert!(
        matches!(error.kind(), ErrorKind::PageLoop { pages: 2, .. }),
        "{error}"
    );
    vendor.assert_count(2);
}
