//! Walks by a cursor: in the query, a header or the body; from a field or a header.

use std::time::Duration;

use tollgate::__private::{CursorPlace, CursorSource, Paging, Turn};
use tollgate::ErrorKind;
use tollgate_testkit::Reply;

use crate::pages_by_hand::{CURSOR, Walks, answering, cursor, paging, vendor, walked, whole};

#[tokio::test]
async fn an_empty_page_in_the_middle_is_a_page() {
    let vendor = vendor(&[
        ("?limit=2", r#"{"items":[{"id":1},{"id":2}],"next":"2"}"#),
        ("?limit=2&cursor=2", r#"{"items":[],"next":"3"}"#),
        ("?limit=2&cursor=3", r#"{"items":[{"id":3}]}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    let found = whole(client.items(CURSOR).query("limit", &2)).await;
    assert_eq!(found, [1, 2, 3]);
    vendor.assert_request_lines(&[
        "GET /items?limit=2 HTTP/1.1",
        "GET /items?limit=2&cursor=2 HTTP/1.1",
        "GET /items?limit=2&cursor=3 HTTP/1.1",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn an_empty_page_ends_the_walk_where_the_description_says_so() {
    const STOPS: &Paging = &paging(Turn::Cursor {
        place: CursorPlace::Query("cursor"),
        next: CursorSource::Field("next"),
        more: None,
        stop_on_empty: true,
    });
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1}],"next":"2"}"#),
        ("?cursor=2", r#"{"items":[],"next":"3"}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(STOPS)).await, [1]);
    vendor.assert_count(2);
    client.settle(&vendor);
}

#[tokio::test]
async fn no_cursor_is_the_end_however_it_is_said() {
    for last in [
        r#"{"items":[{"id":1}]}"#,
        r#"{"items":[{"id":1}],"next":null}"#,
        r#"{"items":[{"id":1}],"next":""}"#,
        r#"{"items":[{"id":1}],"next":false}"#,
        r#"{"next":"2","next":null,"items":[{"id":1}]}"#,
    ] {
        let vendor = answering(move |_| Reply::json_text(last)).await;
        let client = Walks::of(&vendor);
        assert_eq!(whole(client.items(CURSOR)).await, [1], "{last}");
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn what_says_that_there_is_no_more_ends_the_walk_whatever_the_cursor() {
    const LAST_ID: &Paging = &paging(Turn::Cursor {
        place: CursorPlace::Query("starting_after"),
        next: CursorSource::Field("items.-1.id"),
        more: Some("page.has_more"),
        stop_on_empty: false,
    });
    let vendor = vendor(&[
        (
            "",
            r#"{"page":{"has_more":true},"items":[{"id":7},{"id":5}]}"#,
        ),
        (
            "?starting_after=5",
            r#"{"items":[{"id":4}],"page":{"has_more":true}}"#,
        ),
        (
            "?starting_after=4",
            r#"{"items":[{"id":1}],"page":{"has_more":false}}"#,
        ),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(LAST_ID)).await, [7, 5, 4, 1]);
    vendor.assert_targets(&[
        "/items",
        "/items?starting_after=5",
        "/items?starting_after=4",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn the_cursor_that_was_asked_for_ends_the_walk_with_an_empty_page() {
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1},{"id":2},{"id":3}],"next":"i3"}"#),
        (
            "?cursor=i3",
            r#"{"items":[{"id":4},{"id":5},{"id":6}],"next":"i6"}"#,
        ),
        ("?cursor=i6", r#"{"items":[{"id":7}],"next":"i7"}"#),
        ("?cursor=i7", r#"{"items":[],"next":"i7"}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(CURSOR)).await, [1, 2, 3, 4, 5, 6, 7]);
    vendor.assert_count(4);
    client.settle(&vendor);
}

#[tokio::test]
async fn the_cursor_that_was_asked_for_goes_on_with_items() {
    let turns = std::sync::atomic::AtomicU64::new(0);
    let scroll = move |_: &_| {
        let turn = turns.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Reply::json_text(match turn {
            3.. => r#"{"items":[],"next":"h"}"#.to_owned(),
            turn => format!(r#"{{"items":[{{"id":{turn}}}],"next":"h"}}"#),
        })
    };
    let vendor = answering(scroll).await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(CURSOR)).await, [0, 1, 2]);
    vendor.assert_targets(&[
        "/items",
        "/items?cursor=h",
        "/items?cursor=h",
        "/items?cursor=h",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_that_comes_round_is_a_loop_after_what_was_found() {
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1}],"next":"A"}"#),
        ("?cursor=A", r#"{"items":[{"id":2}],"next":"B"}"#),
        ("?cursor=B", r#"{"items":[{"id":3}],"next":"A"}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(CURSOR)).await;
    assert_eq!(found, [1, 2, 3]);
    let error = error.expect("a loop");
    let ErrorKind::PageLoop { pages: 3, cursor } = error.kind() else {
        panic!("{error}");
    };
    assert_eq!(
        cursor.as_ref().map(ToString::to_string).as_deref(),
        Some("c:A")
    );
    vendor.assert_count(3);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_is_encoded_once_and_takes_the_place_of_another() {
    let vendor = answering(|request| {
        Reply::json_text(match request.query_value("cursor").as_deref() {
            Some("a b+c/%2F&=\u{e9}") => r#"{"items":[{"id":2}]}"#,
            _ => r#"{"items":[{"id":1}],"next":"a b+c/%2F&=\u00e9"}"#,
        })
    })
    .await;
    let client = Walks::of(&vendor);
    let begun = client
        .items(CURSOR)
        .query("cursor", "old")
        .query("x", "%2F");
    assert_eq!(whole(begun).await, [1, 2]);
    vendor.assert_targets(&[
        "/items?cursor=old&x=%252F",
        "/items?x=%252F&cursor=a%20b%2Bc%2F%252F%26%3D%C3%A9",
    ]);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_number_is_a_cursor_with_all_its_digits() {
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1}],"next":12345678901234567890123}"#),
        (
            "?cursor=12345678901234567890123",
            r#"{"items":[{"id":2}],"next":0}"#,
        ),
        ("?cursor=0", r#"{"items":[{"id":3}]}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(CURSOR)).await, [1, 2, 3]);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_travels_in_headers() {
    const HEADERS: &Paging = &paging(Turn::Cursor {
        place: CursorPlace::Header("X-Cursor"),
        next: CursorSource::Header("x-next-cursor"),
        more: None,
        stop_on_empty: false,
    });
    let vendor = answering(|request| match request.header("x-cursor") {
        None => Reply::json_text(r#"{"items":[{"id":1}]}"#).header("X-Next-Cursor", "a=="),
        Some("a==") => Reply::json_text(r#"{"items":[{"id":2}]}"#).header("X-Next-Cursor", "b"),
        Some("b") => Reply::json_text(r#"{"items":[{"id":3}]}"#).header("X-Next-Cursor", ""),
        Some(_) => Reply::empty(400),
    })
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(
        whole(client.items(HEADERS).query("q", "x")).await,
        [1, 2, 3]
    );
    vendor.assert_targets(&["/items?q=x"; 3]);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_travels_in_the_body_and_the_rest_of_it_is_kept() {
    const BODY: &Paging = &paging(cursor(CursorPlace::Body("page.cursor")));
    #[derive(serde::Serialize)]
    struct Search {
        zeta: f64,
        page: Page,
        alpha: &'static str,
    }
    #[derive(serde::Serialize)]
    struct Page {
        size: u64,
    }
    let vendor = answering(|request| {
        let body: serde_json::Value = request.json().expect("JSON");
        Reply::json_text(match &body["page"]["cursor"] {
            serde_json::Value::Null => r#"{"items":[{"id":1}],"next":"a\"b"}"#,
            serde_json::Value::String(_) => r#"{"items":[{"id":2}],"next":18446744073709551615}"#,
            _ => r#"{"items":[{"id":3}]}"#,
        })
    })
    .await;
    let client = Walks::of(&vendor);
    let search = Search {
        zeta: 1.0,
        page: Page { size: u64::MAX },
        alpha: "\u{e9}",
    };
    assert_eq!(whole(client.search(BODY).json(&search)).await, [1, 2, 3]);
    let requests = vendor.requests();
    let bodies: Vec<_> = requests.iter().map(|request| request.body_text()).collect();
    assert_eq!(
        bodies,
        [
            r#"{"zeta":1.0,"page":{"size":18446744073709551615},"alpha":"\u{e9}"}"#,
            r#"{"zeta":1.0,"alpha":"\u{e9}","page":{"size":18446744073709551615,"cursor":"a\"b"}}"#,
            r#"{"zeta":1.0,"alpha":"\u{e9}","page":{"size":18446744073709551615,"cursor":18446744073709551615}}"#,
        ]
        .map(|body| body.replace("\\u{e9}", "\u{e9}"))
    );
    for request in &requests {
        assert_eq!(request.line(), "POST /search HTTP/1.1");
        assert_eq!(request.header("content-type"), Some("application/json"));
        let length = request.body().len().to_string();
        assert_eq!(request.header("content-length"), Some(length.as_str()));
    }
    client.settle(&vendor);
}

#[tokio::test]
async fn the_options_of_the_walk_hold_on_every_page() {
    let vendor = vendor(&[
        ("?q=x", r#"{"items":[{"id":1}],"next":"2"}"#),
        ("?q=x&cursor=2", r#"{"items":[{"id":2}],"next":"3"}"#),
        (
            "?q=x&cursor=3",
            r#"{"items":[{"id":3}],"rest":"it is large"}"#,
        ),
    ])
    .await;
    let client = Walks::of(&vendor);
    let walk = client.items(CURSOR).query("q", "x");
    let (found, error) = walked(walk.header("X-Trace", "abc").max_body(35)).await;
    assert_eq!(found, [1, 2]);
    let error = error.expect("the third page is larger");
    assert!(
        matches!(error.kind(), ErrorKind::BodyTooLarge { limit: 35 }),
        "{error}"
    );
    for request in vendor.requests() {
        assert_eq!(request.header("x-trace"), Some("abc"));
        assert_eq!(request.header("authorization"), Some("Bearer t0k3n"));
        assert_eq!(request.header("accept"), Some("application/json"));
    }
    client.settle(&vendor);
}

#[tokio::test]
async fn the_deadline_is_that_of_each_page() {
    let vendor = answering(|request| {
        let page = request.query_value("cursor");
        let page = page.map_or(1, |page| page.parse::<u64>().unwrap_or_default());
        let body = serde_json::json!({ "items": [{ "id": page }], "next": page + 1 });
        let pause = if page < 4 { 300 } else { 60_000 };
        Reply::json(&body).delay(Duration::from_millis(pause))
    })
    .await;
    let client = Walks::of(&vendor);
    let walk = client.items(CURSOR).deadline(Duration::from_millis(800));
    let (found, error) = walked(walk).await;
    assert_eq!(found, [1, 2, 3], "three pages take longer than one may");
    let error = error.expect("the fourth is too slow");
    assert!(
        matches!(error.kind(), ErrorKind::Deadline { sent: true }),
        "{error}"
    );
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_that_is_none_ends_in_an_error_that_names_its_path() {
    for (broken, path) in [
        (r#"{"items":[{"id":1}],"next":{"a":1}}"#, "next"),
        (r#"{"items":[{"id":1}],"next":true}"#, "next"),
        (r#"{"items":[{"id":"x"}],"next":"2"}"#, "items[0].id"),
        (r#"{"items":{},"next":"2"}"#, "items"),
    ] {
        let vendor = answering(move |_| Reply::json_text(broken)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(CURSOR)).await;
        let error = error.expect("a page that is not what was described");
        let ErrorKind::Decode { path: named, .. } = error.kind() else {
            panic!("{broken}: {error}");
        };
        assert_eq!(named, path, "{broken}");
        let expected: &[u64] = if path == "next" { &[1] } else { &[] };
        assert_eq!(found, expected, "what was found comes first: {broken}");
        assert_eq!(error.excerpt(), broken);
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_page_that_is_not_json_ends_the_walk_after_what_was_found() {
    let vendor = vendor(&[
        ("", r#"{"items":[{"id":1}],"next":"2"}"#),
        ("?cursor=2", "<html>busy</html>"),
    ])
    .await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(CURSOR)).await;
    assert_eq!(found, [1]);
    let error = error.expect("no JSON");
    assert!(matches!(error.kind(), ErrorKind::Decode { .. }), "{error}");
    assert_eq!(error.excerpt(), "<html>busy</html>");
    vendor.assert_count(2);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_cannot_break_out_of_its_header() {
    const HEADER: &Paging = &paging(cursor(CursorPlace::Header("X-Cursor")));
    let evil = r#"{"items":[{"id":1}],"next":"x\r\nHost: evil"}"#;
    let vendor = answering(move |_| Reply::json_text(evil)).await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(HEADER)).await;
    assert_eq!(found, [1]);
    let error = error.expect("a cursor that is no header value");
    assert!(
        matches!(error.kind(), ErrorKind::Decode { path, .. } if path == "next"),
        "{error}"
    );
    vendor.assert_count(1);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_never_takes_the_place_of_the_credential_or_the_frame() {
    for name in ["Authorization", "Host", "Content-Length"] {
        let place: &'static str = name;
        let paging: &'static Paging =
            Box::leak(Box::new(paging(cursor(CursorPlace::Header(place)))));
        let next = r#"{"items":[{"id":1}],"next":"stolen"}"#;
        let vendor = answering(move |_| Reply::json_text(next)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(paging)).await;
        assert_eq!(found, [1]);
        let error = error.expect("a header that is not the walk's to set");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains(name)),
            "{error}"
        );
        vendor.assert_count(1);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn an_empty_list_may_be_written_as_null() {
    let vendor = vendor(&[
        ("", r#"{"items":null,"next":"2"}"#),
        ("?cursor=2", r#"{"items":[{"id":1}],"next":null}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(CURSOR)).await, [1]);
    client.settle(&vendor);
}

#[tokio::test]
async fn items_stand_in_lists_too() {
    const NESTED: &Paging = &Paging {
        items: Some("sets.0.items"),
        turn: cursor(CursorPlace::Query("cursor")),
    };
    let vendor = vendor(&[
        ("", r#"{"sets":[{"items":[{"id":1}]}],"next":"2"}"#),
        ("?cursor=2", r#"{"sets":[{"items":[{"id":2}]},{}]}"#),
    ])
    .await;
    let client = Walks::of(&vendor);
    assert_eq!(whole(client.items(NESTED)).await, [1, 2]);
    client.settle(&vendor);
}
