//! Walks that go on where another one stopped: in this process or in another one.

use tollgate::__private::{CursorPlace, Paging, Turn};
use tollgate::{Cursor, ErrorKind};
use tollgate_testkit::{Reply, Request, Vendor};

use crate::pages_by_hand::{
    CURSOR, LINK, NEXT_URL, Walks, answering, cursor, paging, walked, whole,
};

const PAGE: &Paging = &paging(Turn::Page {
    query: "page",
    first: 1,
    more: Some("more"),
    total: None,
});
const OFFSET: &Paging = &paging(Turn::Offset {
    query: "offset",
    scanned: None,
    more: Some("more"),
    total: None,
});
const BODY: &Paging = &paging(cursor(CursorPlace::Body("cursor")));

/// Three pages of one item, whichever way they are turned.
fn turned(request: &Request) -> Reply {
    let query = |name| request.query_value(name)?.parse::<u64>().ok();
    let body = || request.json::<serde_json::Value>().ok()?["cursor"].as_u64();
    let page = query("page");
    let page = page.or_else(|| query("offset").map(|offset| offset + 1));
    let page = page.or_else(|| query("cursor")).or_else(body).unwrap_or(1);
    let next = (page < 3).then_some(page + 1);
    let reply = |next: serde_json::Value| {
        Reply::json(
            &serde_json::json!({ "items": [{ "id": page }], "next": next, "more": page < 3 }),
        )
    };
    let address = next.map(|next| format!("{}?x=a%2Fb&page={next}", request.path()));
    match (request.header("x-way"), address) {
        (Some("address"), Some(address)) => {
            reply(address.as_str().into()).header("Link", format!("<{address}>; rel=next"))
        }
        _ => reply(next.into()),
    }
}

#[tokio::test]
async fn every_walk_goes_on_where_it_stopped() {
    let ways = [
        (LINK, "address"),
        (NEXT_URL, "address"),
        (CURSOR, "cursor"),
        (BODY, "cursor"),
        (PAGE, "count"),
        (OFFSET, "count"),
    ];
    for (paging, way) in ways {
        let vendor = answering(turned).await;
        let walk = |client: &Walks| {
            let walk = match paging.turn {
                Turn::Cursor {
                    place: CursorPlace::Body(_),
                    ..
                } => client.search(paging).json(&serde_json::json!({ "q": "x" })),
                _ => client.items(paging).query("q", "x"),
            };
            walk.header("X-Way", way)
        };
        let client = Walks::of(&vendor);
        let mut pages = walk(&client).pages();
        let mut cursors = Vec::new();
        while let Some(page) = pages.try_next().await.expect("a page") {
            assert_eq!(page.cursor.is_some(), page.has_next, "{way}");
            cursors.push(page.cursor);
        }
        assert_eq!(cursors.len(), 3, "{way}");
        let asked = vendor.requests();
        for (index, stopped) in cursors.iter().enumerate() {
            let Some(stopped) = stopped else {
                continue;
            };
            let stored = serde_json::to_string(stopped).expect("text");
            let restored: Cursor = serde_json::from_str(&stored).expect("a cursor");
            assert_eq!(restored, *stopped);
            let before = vendor.count();
            let again = Walks::of(&vendor);
            let rest: Vec<u64> = (2 + index as u64..=3).collect();
            assert_eq!(whole(walk(&again).resume(restored)).await, rest, "{way}");
            let resumed: Vec<_> = vendor.requests().split_off(before);
            let shown = |request: &Request| (request.line().to_owned(), request.body().to_vec());
            let expected: Vec<_> = asked[1 + index..].iter().map(shown).collect();
            let seen: Vec<_> = resumed.iter().map(shown).collect();
            assert_eq!(seen, expected, "the same requests: {way}");
        }
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_bounded_walk_can_be_resumed() {
    let vendor = answering(turned).await;
    let client = Walks::of(&vendor);
    let mut found = Vec::new();
    let mut stored: Option<Cursor> = None;
    loop {
        let walk = client.items(CURSOR).max_requests(1);
        let walk = match stored.take() {
            Some(cursor) => walk.resume(cursor),
            None => walk,
        };
        let mut pages = walk.pages();
        let page = pages.try_next().await.expect("a page").expect("one");
        found.extend(page.items.iter().map(|item| item.id));
        assert_eq!(page.number, 1);
        match pages.try_next().await {
            Ok(None) => break,
            Ok(Some(page)) => panic!("a second page: {page:?}"),
            Err(error) => assert!(
                matches!(error.kind(), ErrorKind::MaxRequests { limit: 1 }),
                "{error}"
            ),
        }
        stored = page.cursor;
    }
    assert_eq!(found, [1, 2, 3]);
    vendor.assert_count(3);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_cursor_that_is_not_of_this_walk_is_refused_before_anything_is_sent() {
    let vendor = answering(turned).await;
    let foreign = Vendor::start().await;
    let client = Walks::of(&vendor);
    let table = [
        (
            format!("u:{}/items?key=S3CR3T", foreign.url()),
            LINK,
            "127.0.0.1",
        ),
        (format!("u:{}/items", foreign.url()), NEXT_URL, "127.0.0.1"),
        (format!("u:https://{}/items", vendor.addr()), LINK, "https"),
        (
            format!("u:http://S3CR3T@{}/items", vendor.addr()),
            LINK,
            "user information",
        ),
        ("c:abc".to_owned(), LINK, "`Page::cursor`"),
        ("c:abc".to_owned(), PAGE, "`Page::cursor`"),
        ("p:2".to_owned(), OFFSET, "`Page::cursor`"),
        ("o:2".to_owned(), CURSOR, "`Page::cursor`"),
        ("abc".to_owned(), CURSOR, "`Page::cursor`"),
        (String::new(), PAGE, "`Page::cursor`"),
    ];
    for (text, paging, expected) in table {
        let Ok(cursor) = text.parse();
        let (found, error) = walked(client.items(paging).resume(cursor)).await;
        assert_eq!(found, [0; 0]);
        let error = error.expect("a cursor of another walk");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains(expected)),
            "{text}: {error}"
        );
        assert!(!format!("{error} {error:?}").contains("S3CR3T"), "{error}");
    }
    vendor.assert_count(0);
    foreign.assert_count(0);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_loop_is_found_behind_a_cursor_too() {
    let vendor = answering(|request| {
        Reply::json_text(match request.query_value("cursor").as_deref() {
            Some("A") => r#"{"items":[{"id":1}],"next":"B"}"#,
            _ => r#"{"items":[{"id":2}],"next":"A"}"#,
        })
    })
    .await;
    let client = Walks::of(&vendor);
    let Ok(cursor) = "c:A".parse();
    let (found, error) = walked(client.items(CURSOR).resume(cursor)).await;
    assert_eq!(found, [1, 2]);
    let error = error.expect("a loop");
    assert!(
        matches!(error.kind(), ErrorKind::PageLoop { pages: 2, .. }),
        "{error}"
    );
    vendor.assert_count(2);
    client.settle(&vendor);
}

mod in_the_query {
    #[tollgate::api(
        base_url = "http://keyed.invalid",
        scope = process,
        auth = query("api_key"),
        bucket(main, ceiling(1_000 per second)),
        default_bucket = main,
    )]
    pub(super) trait Keyed {
        #[get("/items")]
        #[paginate(link)]
        fn items(&self) -> Pages<u64>;
    }
}

mod in_the_path {
    #[tollgate::api(
        base_url = "http://keyed.invalid",
        scope = process,
        auth = path("token"),
        bucket(main, ceiling(1_000 per second)),
        default_bucket = main,
    )]
    pub(super) trait Keyed {
        #[get("/bot{token}/items")]
        #[paginate(link)]
        fn items(&self) -> Pages<u64>;
    }
}

/// Two pages; the link holds whatever the request's target does.
fn echoing(request: &Request) -> Reply {
    match request.query_value("page") {
        Some(_) => Reply::json_text("[2]"),
        None => {
            let sign = if request.query().is_some() { '&' } else { '?' };
            let link = format!("<{}{sign}page=2>; rel=next", request.target());
            Reply::json_text("[1]").header("Link", link)
        }
    }
}

macro_rules! keyless {
    ($test:ident, $module:ident, $setter:ident, $targets:expr) => {
        #[tokio::test]
        async fn $test() {
            let vendor = answering(echoing).await;
            let builder = $module::Keyed::builder().base_url(vendor.url());
            let client = builder.$setter("12:S3CR3T").build().expect("a client");
            let mut pages = client.items().pages();
            let page = pages.try_next().await.expect("an answer").expect("a page");
            let cursor = page.cursor.clone().expect("a second page");
            let told = format!("{cursor} {cursor:?} {page:?} {}", serde_json::json!(cursor));
            assert!(!told.contains("S3CR3T"), "{told}");
            assert!(pages.try_next().await.expect("an answer").is_some());
            assert!(pages.try_next().await.expect("the end").is_none());
            let mut rest = client.items().resume(cursor).items();
            assert_eq!(rest.try_next().await.expect("an item"), Some(2));
            let targets: [&str; 3] = $targets;
            vendor.assert_targets(&targets);
            vendor.assert_paid_exactly(&client.meter());
        }
    };
}

keyless!(
    a_key_of_the_query_is_not_in_the_cursor_and_is_put_on_again,
    in_the_query,
    query_key,
    [
        "/items?api_key=12%3AS3CR3T",
        "/items?api_key=12%3AS3CR3T&page=2",
        "/items?page=2&api_key=12%3AS3CR3T",
    ]
);

keyless!(
    a_key_of_the_path_is_not_in_the_cursor_and_is_put_in_again,
    in_the_path,
    path_key,
    [
        "/bot12:S3CR3T/items",
        "/bot12:S3CR3T/items?page=2",
        "/bot12:S3CR3T/items?page=2",
    ]
);
