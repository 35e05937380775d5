//! Walks whose pages take more than one request: redirects and retries.

use std::time::Duration;

use tollgate::__private::{CursorPlace, Paging};
use tollgate::{Cause, ErrorKind, Retry};
use tollgate_testkit::{Reply, Vendor};

use crate::pages_by_hand::{
    CURSOR, LINK, NEXT_URL, Walks, answering, cursor, paging, walked, whole,
};

/// A page that names the next one both ways.
fn page(id: u64, next: &str) -> Reply {
    let reply = Reply::json(&serde_json::json!({ "items": [{ "id": id }], "next": next }));
    reply.header("Link", format!("<{next}>; rel=\"next\""))
}

const QUICK: Retry = Retry::new()
    .attempts(3)
    .base(Duration::from_millis(1))
    .jitter(false);

#[tokio::test]
async fn an_address_is_relative_to_the_page_that_answered() {
    for paging in [LINK, NEXT_URL] {
        let vendor = answering(|request| match request.target() {
            "/items" => Reply::redirect(302, "/moved/here/items"),
            "/moved/here/items" => page(1, "items?after=a%2Fb"),
            "/moved/here/items?after=a%2Fb" => Reply::json_text(r#"{"items":[{"id":2}]}"#),
            _ => Reply::empty(400),
        })
        .await;
        let client = Walks::of(&vendor);
        let mut pages = client.items(paging).pages();
        let first = pages.try_next().await.expect("an answer").expect("a page");
        assert_eq!(first.attempts.sends(), 2, "a hop is of its page");
        let second = pages.try_next().await.expect("an answer").expect("a page");
        assert_eq!(second.attempts.sends(), 1);
        assert!(pages.try_next().await.expect("the end").is_none());
        vendor.assert_targets(&[
            "/items",
            "/moved/here/items",
            "/moved/here/items?after=a%2Fb",
        ]);
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn a_page_that_was_answered_elsewhere_is_not_gone_on_from_there() {
    for paging in [LINK, NEXT_URL] {
        let other = Vendor::builder()
            .otherwise(page(1, "?page=2"))
            .start()
            .await;
        let elsewhere = format!("{}/items", other.url());
        let vendor = answering(move |_| Reply::redirect(302, &elsewhere)).await;
        let client = Walks::of(&vendor);
        let (found, error) = walked(client.items(paging)).await;
        assert_eq!(found, [1]);
        let error = error.expect("credentials stay at home");
        assert!(
            matches!(error.kind(), ErrorKind::ForeignNextLink { .. }),
            "{error}"
        );
        vendor.assert_count(1);
        other.assert_targets(&["/items"]);
        let hop = other.last_request().expect("the hop");
        assert_eq!(hop.header("authorization"), None);
    }
}

#[tokio::test]
async fn a_loop_through_a_redirect_is_a_loop() {
    let vendor = answering(|request| match request.query() {
        None => page(1, "?page=2"),
        Some(_) => Reply::redirect(302, "/items"),
    })
    .await;
    let client = Walks::of(&vendor);
    let (found, error) = walked(client.items(LINK)).await;
    assert_eq!(found, [1, 1], "what was answered is delivered");
    let error = error.expect("a loop");
    assert!(
        matches!(error.kind(), ErrorKind::PageLoop { pages: 2, .. }),
        "{error}"
    );
    vendor.assert_targets(&["/items", "/items?page=2", "/items"]);
    client.settle(&vendor);
}

#[tokio::test]
async fn retries_count_against_the_bound_of_requests() {
    let turns = std::sync::atomic::AtomicU64::new(0);
    let vendor =
        answering(
            move |_| match turns.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
                0 => Reply::empty(503),
                turn => {
                    let body = serde_json::json!({ "items": [{ "id": turn }], "next": turn });
                    Reply::json(&body)
                }
            },
        )
        .await;
    let client = Walks::of(&vendor);
    let walk = client.items(CURSOR).retry(QUICK).max_requests(3);
    let (found, error) = walked(walk).await;
    assert_eq!(found, [1, 2]);
    let error = error.expect("there is more");
    assert!(
        matches!(error.kind(), ErrorKind::MaxRequests { limit: 3 }),
        "{error}"
    );
    vendor.assert_targets(&["/items", "/items", "/items?cursor=1"]);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_page_is_tried_again_with_its_cursor_and_its_key() {
    const BODY: &Paging = &paging(cursor(CursorPlace::Body("cursor")));
    let turns = std::sync::atomic::AtomicU64::new(0);
    let vendor =
        answering(
            move |_| match turns.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
                0 => Reply::json_text(r#"{"items":[{"id":1}],"next":"b"}"#),
                1 | 2 => Reply::empty(503),
                _ => Reply::json_text(r#"{"items":[{"id":2}]}"#),
            },
        )
        .await;
    let client = Walks::of(&vendor);
    let walk = client
        .keyed_search(BODY)
        .json(&serde_json::json!({ "q": "x" }));
    let mut pages = walk.retry(QUICK).prefetch(1).pages();
    let first = pages.try_next().await.expect("an answer").expect("a page");
    assert_eq!(first.attempts.sends(), 1);
    let second = pages.try_next().await.expect("an answer").expect("a page");
    let causes: Vec<_> = second.attempts.iter().map(|sent| sent.cause).collect();
    assert_eq!(causes, [Cause::First, Cause::Retry, Cause::Retry]);
    let requests = vendor.requests();
    let bodies: Vec<_> = requests.iter().map(|request| request.body_text()).collect();
    let again = r#"{"q":"x","cursor":"b"}"#;
    assert_eq!(bodies, [r#"{"q":"x"}"#, again, again, again]);
    let keys: Vec<_> = requests
        .iter()
        .map(|request| request.header("idempotency-key").expect("a key"))
        .collect();
    assert_ne!(keys[0], keys[1], "a page is a call of its own");
    assert_eq!(keys[1..], [keys[1]; 3]);
    client.settle(&vendor);
}

#[tokio::test]
async fn a_walk_ends_well_over_redirects_and_failures() {
    let turns = std::sync::atomic::AtomicU64::new(0);
    let vendor = answering(move |request| {
        let turn = turns.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let asked = request.query_value("cursor");
        let asked = asked.map_or(1, |asked| asked.parse::<u64>().unwrap_or_default());
        match (turn % 3, request.path()) {
            (0, _) => Reply::empty(500),
            (1, "/items") => Reply::redirect(307, format!("/moved?cursor={asked}")),
            _ => {
                let next = (asked < 6).then_some(asked + 1);
                Reply::json(&serde_json::json!({ "items": [{ "id": asked }], "next": next }))
            }
        }
    })
    .await;
    let client = Walks::of(&vendor);
    let found = whole(client.items(CURSOR).retry(QUICK).prefetch(2)).await;
    assert_eq!(found, [1, 2, 3, 4, 5, 6]);
    client.settle(&vendor);
}
