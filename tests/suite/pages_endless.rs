//! Walks that would have no end: a vendor that answers the same page whatever is asked for, or says
//! that there is more and not where. What was found comes first, then an error; the requests are few.

use std::sync::atomic::{AtomicU64, Ordering};

use tollgate::__private::{CursorPlace, CursorSource, Paging, Turn};
use tollgate::{ErrorKind, Page};
use tollgate_testkit::Reply;

use crate::pages_by_hand::{CURSOR, Walks, answering, paging, vendor, walked, whole};
use crate::shop::Item;

const PAGE: &Paging = &page(None);
const OFFSET: &Paging = &offset(None, None);

const fn page(total: Option<&'static str>) -> Paging {
    paging(Turn::Page {
        query: "page",
        first: 1,
        more: None,
        total,
    })
}

const fn offset(scanned: Option<&'static str>, more: Option<&'static str>) -> Paging {
    paging(Turn::Offset {
        query: "offset",
        scanned,
        more,
        total: None,
    })
}

const fn cursor_with_more(next: CursorSource) -> Paging {
    paging(Turn::Cursor {
        place: CursorPlace::Query("cursor"),
        next,
        more: Some("more"),
        stop_on_empty: false,
    })
}

#[tokio::test]
async fn a_vendor_that_answers_the_same_page_for_ever_is_asked_three_times() {
    const TOTAL: &Paging = &page(Some("pages"));
    let same = r#"{"items":[{"id":1},{"id":2}],"next":"X","pages":40}"#;
    for (paging, again) in [
        (CURSOR, Some("X")),
        (PAGE, None),
        (TOTAL, None),
        (OFFSET, None),
    ] {
        let vendor = answering(move |_| Reply::json_text(same)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(paging)).await;
        assert_eq!(found, [1, 2, 1, 2], "the third is not delivered");
        let error = error.expect("a loop");
        let ErrorKind::PageLoop { pages: 3, cursor } = error.kind() else {
            panic!("{paging:?}: {error}");
        };
        let cursor = cursor.as_ref().map(ToString::to_string);
        let cursor = cursor.as_deref().and_then(|text| text.strip_prefix("c:"));
        assert_eq!(cursor, again);
        assert_eq!(error.excerpt(), same, "what the vendor answered is shown");
        assert_eq!(error.attempts().sends(), 1, "the third page was paid for");
        vendor.assert_count(3);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_vendor_that_ignores_the_cursor_and_gives_a_new_one_each_time_is_found_out() {
    let count = AtomicU64::new(0);
    let vendor = answering(move |_| {
        let number = count.fetch_add(1, Ordering::Relaxed);
        Reply::json_text(format!(r#"{{"next":"t{number}","items":[{{"id":1}}]}}"#))
    })
    .await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(CURSOR)).await;
    assert_eq!(found, [1, 1]);
    let error = error.expect("a loop");
    assert!(
        matches!(error.kind(), ErrorKind::PageLoop { pages: 3, cursor: Some(last) } if last.to_string() == "c:t1"),
        "{error}"
    );
    vendor.assert_count(3);
    client.settle(&vendor);
}

#[tokio::test]
async fn two_pages_in_a_row_may_be_the_same() {
    let vendor = vendor(&[
        ("?page=1", r#"{"items":[{"id":0}]}"#),
        ("?page=2", r#"{"items":[{"id":0}]}"#),
        ("?page=3", r#"{"items":[{"id":1}]}"#),
        ("?page=4", r#"{"items":[{"id":0}]}"#),
        ("?page=5", r#"{"items":[{"id":0}]}"#),
        ("?page=6", r#"{"items":[]}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(PAGE)).await, [0, 0, 1, 0, 0]);
    vendor.assert_count(6);
    client.settle(&vendor);
}

#[tokio::test]
async fn empty_pages_in_a_row_are_no_loop() {
    const TOTAL: &Paging = &page(Some("pages"));
    let vendor = vendor(&[
        ("?page=1", r#"{"items":[],"pages":5}"#),
        ("?page=2", r#"{"items":[],"pages":5}"#),
        ("?page=3", r#"{"items":[],"pages":5}"#),
        ("?page=4", r#"{"items":[ ],"pages":5}"#),
        ("?page=5", r#"{"items":[{"id":1}],"pages":5}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(TOTAL)).await, [1]);
    vendor.assert_count(5);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_walk_that_ended_in_a_loop_goes_on_where_it_is_resumed() {
    let vendor = answering(|request| {
        let asked = request.query_value("page");
        Reply::json_text(match asked.as_deref() {
            Some("1" | "2" | "3" | "4") => r#"{"items":[{"id":0}]}"#,
            _ => r#"{"items":[]}"#,
        })
    })
    .await;
    let client = Walks::of(&vendor);
    let mut pages = client.items(PAGE).pages();
    let mut last: Option<Page<Item>> = None;
    let error = loop {
        match pages.try_next().await {
            Ok(page) => last = page,
            Err(error) => break error,
        }
    };
    assert!(
        matches!(error.kind(), ErrorKind::PageLoop { .. }),
        "{error}"
    );
    let cursor = last.and_then(|page| page.cursor).expect("a way on");
    let rest = client.items(PAGE).resume(cursor);
    assert_eq!(whole(rest).await, [0, 0], "pages 3 and 4");
    vendor.assert_targets(&[
        "/items?page=1",
        "/items?page=2",
        "/items?page=3",
        "/items?page=3",
        "/items?page=4",
        "/items?page=5",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn more_without_a_way_on_is_an_error_after_what_was_found() {
    const FIELD: &Paging = &cursor_with_more(CursorSource::Field("page.next"));
    const HEADER: &Paging = &cursor_with_more(CursorSource::Header("x-next"));
    const SCANNED: &Paging = &offset(Some("scanned"), Some("more"));
    const ROWS: &Paging = &offset(None, Some("more"));
    let (some, none): (&[u64], &[u64]) = (&[1], &[]);
    for (paging, body, path, expected) in [
        (
            FIELD,
            r#"{"items":[{"id":1}],"more":true}"#,
            "page.next",
            some,
        ),
        (
            FIELD,
            r#"{"items":[{"id":1}],"more":true,"page":{"next":null}}"#,
            "page.next",
            some,
        ),
        (HEADER, r#"{"items":[{"id":1}],"more":true}"#, "", some),
        (SCANNED, r#"{"items":[],"more":true}"#, "scanned", none),
        (
            SCANNED,
            r#"{"items":[],"more":true,"scanned":0}"#,
            "scanned",
            none,
        ),
        (
            SCANNED,
            r#"{"items":[],"more":true,"scanned":-1}"#,
            "scanned",
            none,
        ),
        (ROWS, r#"{"items":[],"more":true}"#, "items", none),
    ] {
        let vendor = answering(move |_| Reply::json_text(body)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(paging)).await;
        assert_eq!(found, expected, "{body}");
        let error = error.expect("the list is not whole");
        let ErrorKind::Decode {
            path: named,
            reason,
        } = error.kind()
        else {
            panic!("{body}: {error}");
        };
        assert_eq!(named, path, "{body}");
        assert!(
            reason.contains("`more` says that there is more"),
            "{reason}"
        );
        assert_eq!(error.excerpt(), body);
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn more_behind_the_cursor_that_gave_nothing_is_a_loop() {
    const FIELD: &Paging = &cursor_with_more(CursorSource::Field("next"));
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1}],"next":"h","more":true}"#),
        ("?cursor=h", r#"{"items":[],"next":"h","more":true}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(FIELD)).await;
    assert_eq!(found, [1]);
    let error = error.expect("the list is not whole");
    assert!(
        matches!(error.kind(), ErrorKind::PageLoop { pages: 2, cursor: Some(cursor) } if cursor.to_string() == "c:h"),
        "{error}"
    );
    vendor.assert_count(2);
    client.settle(&vendor);
}
