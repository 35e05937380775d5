//! Pages that leave their list out: an empty one where nothing else can be meant, or an error.

use tollgate::__private::{Paging, Turn};
use tollgate::ErrorKind;
use tollgate_testkit::Reply;

use crate::pages_by_hand::{
    CURSOR, LINK, NEXT_URL, Walks, answering, paging, vendor, walked, whole,
};

const NESTED: &Paging = &Paging {
    items: Some("data.items"),
    turn: Turn::Offset {
        query: "offset",
        scanned: None,
        more: None,
        total: Some("data.total"),
    },
};

#[tokio::test]
async fn a_page_that_says_nothing_has_no_items() {
    for (paging, page) in [
        (CURSOR, r#"{"resultSizeEstimate":0}"#),
        (CURSOR, "{}"),
        (CURSOR, r#"{"etag":"","next":null,"errors":[],"size":0.0}"#),
        (LINK, "{}"),
        (NEXT_URL, "{}"),
        (NESTED, r#"{"data":{}}"#),
    ] {
        let vendor = answering(move |_| Reply::json_text(page)).await;
        let client = Walks::of(&vendor);
        assert_eq!(whole(client.items(paging)).await, [0; 0], "{page}");
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_page_that_says_where_to_go_on_may_leave_its_list_out() {
    let vendor = vendor(&[
        ("", r#"{"kind":"list","next":"2"}"#),
        (
            "?cursor=2",
            r#"{"kind":"list","items":[{"id":1}],"next":"3"}"#,
        ),
        ("?cursor=3", r#"{"kind":"list","next":"4"}"#),
        ("?cursor=4", "{}"),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(CURSOR)).await, [1]);
    vendor.assert_count(4);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_page_that_counts_may_leave_its_list_out() {
    let body = r#"{"data":{"total":0,"kind":"list"},"ok":true}"#;
    let vendor = answering(move |_| Reply::json_text(body)).await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(NESTED)).await, [0; 0]);
    vendor.assert_count(1);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_link_to_the_next_page_says_where_to_go_on() {
    let vendor = answering(|request| match request.query() {
        None => Reply::json_text(r#"{"kind":"list"}"#).header("Link", "</items?p=2>; rel=next"),
        Some(_) => Reply::json_text(r#"{"kind":"list","items":[{"id":1}]}"#),
    })
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(LINK)).await, [1]);
    vendor.assert_count(2);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_misspelt_list_is_an_error_and_never_an_empty_walk() {
    const PAGE: &Paging = &paging(Turn::Page {
        query: "page",
        first: 1,
        more: Some("more"),
        total: None,
    });
    for (paging, page) in [
        // The items are there, under another name.
        (CURSOR, r#"{"itms":[{"id":1}],"next":"2"}"#),
        (CURSOR, r#"{"data":{"items":[{"id":1}]},"next":"2"}"#),
        (PAGE, r#"{"itms":[{"id":1}],"more":false}"#),
        (NESTED, r#"{"data":{"total":1,"itms":[{"id":1}]}}"#),
        // A refusal in an answer that says 200.
        (CURSOR, r#"{"ok":false,"error":"ratelimited"}"#),
        (CURSOR, r#"{"code":40001}"#),
        (PAGE, r#"{"success":false}"#),
        // Something is there, and it is no list.
        (CURSOR, r#"{"items":{},"next":"2"}"#),
        // What should hold the list is not there.
        (NESTED, "{}"),
        (NESTED, r#"{"data":null}"#),
        (NESTED, r#"{"data":[]}"#),
        (CURSOR, "[]"),
        (CURSOR, "0"),
    ] {
        let vendor = answering(move |_| Reply::json_text(page)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(paging)).await;
        assert_eq!(found, [0; 0], "{page}");
        let error = error.expect(page);
        assert!(matches!(error.kind(), ErrorKind::Decode { .. }), "{error}");
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn the_error_says_that_the_field_may_be_misspelt() {
    let page = r#"{"itms":[{"id":1}],"next":"2"}"#;
    let vendor = answering(move |_| Reply::json_text(page)).await;
    let client = Walks::of(&vendor);
    let (_, error) = walked(client.items(CURSOR)).await;
    let text = error.expect("no items").to_string();
    assert!(text.contains("no field `items`"), "{text}");
    assert!(text.contains("misspelt"), "{text}");
    vendor.assert_count(1);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_refusal_in_the_middle_of_a_walk_is_not_its_end() {
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1}],"next":"2"}"#),
        ("?cursor=2", r#"{"ok":false,"error":"ratelimited"}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(CURSOR)).await;
    assert_eq!(found, [1]);
    let error = error.expect("the list is not whole");
    assert!(matches!(error.kind(), ErrorKind::Decode { .. }), "{error}");
    vendor.assert_count(2);
    client.settle(&vendor);
}
