//! Walks by counting: the number of the page, or the items before it.

use tollgate::__private::{Paging, Turn};
use tollgate::ErrorKind;
use tollgate_testkit::Reply;

use crate::pages_by_hand::{Walks, answering, paging, vendor, walked, whole};

const fn page(first: u64, more: Option<&'static str>, total: Option<&'static str>) -> Paging {
    paging(Turn::Page {
        query: "page",
        first,
        more,
        total,
    })
}

const fn offset(
    scanned: Option<&'static str>,
    more: Option<&'static str>,
    total: Option<&'static str>,
) -> Paging {
    paging(Turn::Offset {
        query: "offset",
        scanned,
        more,
        total,
    })
}

#[tokio::test]
async fn numbered_pages_end_at_an_empty_one_where_nothing_else_is_known() {
    let vendor = vendor(&[
        ("?q=x&page=1", r#"{"items":[{"id":1},{"id":2}]}"#),
        ("?q=x&page=2", r#"{"items":[{"id":3}]}"#),
        ("?q=x&page=3", r#"{"items":[]}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    const PAGE: &Paging = &page(1, None, None);
    assert_eq!(whole(client.items(PAGE).query("q", "x")).await, [1, 2, 3]);
    vendor.assert_request_lines(&[
        "GET /items?q=x&page=1 HTTP/1.1",
        "GET /items?q=x&page=2 HTTP/1.1",
        "GET /items?q=x&page=3 HTTP/1.1",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn numbered_pages_end_where_the_vendor_says() {
    const MORE: &Paging = &page(0, Some("more"), None);
    const TOTAL: &Paging = &page(1, None, Some("pages.total"));
    let with_more = vendor(&[
        ("?page=0", r#"{"items":[{"id":1}],"more":true}"#),
        ("?page=1", r#"{"items":[],"more":true}"#),
        ("?page=2", r#"{"items":[{"id":2}],"more":false}"#),
    ])
    .await;
    let with_total = vendor(&[
        ("?page=1", r#"{"items":[{"id":1}],"pages":{"total":3}}"#),
        ("?page=2", r#"{"items":[],"pages":{"total":"3"}}"#),
        ("?page=3", r#"{"items":[{"id":2}],"pages":{"total":3}}"#),
    ])
    .await;
    for (vendor, paging) in [(with_more, MORE), (with_total, TOTAL)] {
        let client = Walks::of(&vendor);
        assert_eq!(whole(client.items(paging)).await, [1, 2]);
        vendor.assert_count(3);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_list_that_is_the_whole_page_is_counted_too() {
    const BARE: &Paging = &Paging {
        items: None,
        ..page(1, None, None)
    };
    let vendor = vendor(&[("?page=1", r#"[{"id":1}]"#), ("?page=2", "[ ]")]).await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(BARE)).await, [1]);
    vendor.assert_count(2);
    client.settle(&vendor);
}

#[tokio::test]
async fn an_offset_advances_by_the_items() {
    const ITEMS: &Paging = &offset(None, None, None);
    const TOTAL: &Paging = &offset(None, None, Some("total"));
    for (paging, requests) in [(ITEMS, 3), (TOTAL, 2)] {
        let vendor = vendor(&[
            (
                "?limit=2&offset=0",
                r#"{"items":[{"id":1},{"id":2}],"total":3}"#,
            ),
            ("?limit=2&offset=2", r#"{"items":[{"id":3}],"total":3}"#),
            ("?limit=2&offset=3", r#"{"items":[],"total":3}"#),
        ])
        .await;
        let client = Walks::of(&vendor);
        assert_eq!(
            whole(client.items(paging).query("limit", &2)).await,
            [1, 2, 3]
        );
        vendor.assert_count(requests);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn an_offset_advances_by_the_rows_that_a_filter_looked_at() {
    const SCANNED: &Paging = &offset(Some("meta.scanned"), None, Some("meta.total"));
    let vendor = vendor(&[
        (
            "?offset=0",
            r#"{"items":[{"id":1}],"meta":{"scanned":1000,"total":2500}}"#,
        ),
        (
            "?offset=1000",
            r#"{"items":[],"meta":{"scanned":1000,"total":2500}}"#,
        ),
        (
            "?offset=2000",
            r#"{"items":[{"id":2}],"meta":{"scanned":500,"total":2500}}"#,
        ),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(SCANNED)).await, [1, 2]);
    vendor.assert_targets(&[
        "/items?offset=0",
        "/items?offset=1000",
        "/items?offset=2000",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn an_offset_that_does_not_advance_ends() {
    const MORE: &Paging = &offset(Some("scanned"), Some("more"), None);
    for stuck in [
        r#"{"items":[],"scanned":0}"#,
        r#"{"items":[],"more":null}"#,
        r#"{"items":[],"scanned":-1,"more":false}"#,
    ] {
        let vendor = answering(move |_| Reply::json_text(stuck)).await;
        let client = Walks::of(&vendor);
        assert_eq!(whole(client.items(MORE)).await, [0; 0], "{stuck}");
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn numbers_that_lie_are_bounded() {
    const SCANNED: &Paging = &offset(Some("scanned"), None, None);
    let vendor = vendor(&[
        (
            "?offset=0",
            r#"{"items":[{"id":1}],"scanned":18446744073709551615}"#,
        ),
        (
            "?offset=18446744073709551615",
            r#"{"items":[{"id":2}],"scanned":18446744073709551615}"#,
        ),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(SCANNED)).await, [1, 2]);
    vendor.assert_count(2);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_count_that_is_none_ends_in_an_error_that_names_its_path() {
    const TOTAL: &Paging = &page(1, None, Some("meta.pages"));
    for broken in [
        r#"{"items":[{"id":1}],"meta":{"pages":"many"}}"#,
        r#"{"items":[{"id":1}],"meta":{"pages":18446744073709551616}}"#,
    ] {
        let vendor = answering(move |_| Reply::json_text(broken)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(TOTAL)).await;
        assert_eq!(found, [1]);
        let error = error.expect("no number");
        assert!(
            matches!(error.kind(), ErrorKind::Decode { path, .. } if path == "meta.pages"),
            "{error}"
        );
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn the_walk_alone_says_which_page_is_meant() {
    const PAGE: &Paging = &page(1, None, None);
    let vendor = vendor(&[
        ("?q=x&page=1", r#"{"items":[{"id":1}]}"#),
        ("?q=x&page=2", r#"{"items":[]}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    let begun = client.items(PAGE).query("page", &7).query("q", "x");
    assert_eq!(whole(begun).await, [1]);
    client.settle(&vendor);
}
