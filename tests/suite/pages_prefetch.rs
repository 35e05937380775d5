//! Walks ahead of their consumer: paid, in order, one request at a time, and never farther than
//! allowed.

use std::time::Duration;

use futures_util::FutureExt as _;
use tollgate::ErrorKind;
use tollgate_testkit::{Reply, Vendor};

use crate::pages_by_hand::{CURSOR, Walks, answering};

/// So many pages of one item; the one with the number `broken` is an error.
async fn pages(count: u64, broken: u64) -> Vendor {
    answering(move |request| {
        let page = request
            .query_value("cursor")
            .map_or(Ok(1), |page| page.parse::<u64>());
        let page = page.expect("a number");
        let next = (page < count).then_some(page + 1);
        match page == broken {
            true => Reply::empty(500),
            false => Reply::json(&serde_json::json!({ "items": [{ "id": page }], "next": next })),
        }
    })
    .await
}

/// How many pages were asked for, once nothing moves any more: requests that are no pages have been
/// answered since, one after the other.
async fn settled(vendor: &Vendor, client: &Walks) -> usize {
    for _ in 0..10 {
        client.ping().await;
    }
    vendor
        .paths()
        .iter()
        .filter(|path| *path == "/items")
        .count()
}

#[tokio::test]
async fn a_walk_is_at_most_so_many_pages_ahead() {
    for ahead in [0, 1, 3] {
        let vendor = pages(9, 0).await;
        let client = Walks::of(&vendor);
        let mut stream = client.items(CURSOR).prefetch(ahead).pages();
        assert_eq!(
            settled(&vendor, &client).await,
            0,
            "nothing before the first poll"
        );
        for taken in 1..=4 {
            let page = stream.try_next().await.expect("an answer").expect("a page");
            assert_eq!(page.number, taken);
            let pages = settled(&vendor, &client).await;
            assert_eq!(pages, usize::try_from(taken).expect("few") + ahead);
        }
        drop(stream);
        let pages = settled(&vendor, &client).await;
        assert_eq!(pages, 4 + ahead, "a walk that was dropped has ended");
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn pages_ahead_come_in_order_one_at_a_time_and_pay() {
    for ahead in [1, 2, 100, usize::MAX] {
        let vendor = pages(12, 0).await;
        let client = Walks::of(&vendor);
        let mut items = client.items(CURSOR).prefetch(ahead).items();
        for id in 1..=12 {
            let item = items.try_next().await.expect("an answer").expect("an item");
            assert_eq!(item.id, id);
        }
        assert!(items.try_next().await.expect("the end").is_none());
        vendor.assert_count(12);
        assert_eq!(vendor.max_open(), 1, "one request at a time");
        client.settle(&vendor);
    }
}

#[tokio::test]
async fn an_error_comes_after_the_pages_before_it() {
    let vendor = pages(9, 4).await;
    let client = Walks::of(&vendor);
    let mut stream = client.items(CURSOR).prefetch(8).pages();
    for taken in 1..=3 {
        let page = stream.try_next().await.expect("an answer").expect("a page");
        assert_eq!(page.number, taken);
        assert_eq!(
            settled(&vendor, &client).await,
            4,
            "nothing after the error"
        );
    }
    let error = stream.try_next().await.expect_err("the fourth");
    assert!(matches!(error.kind(), ErrorKind::Api { .. }), "{error}");
    assert!(stream.try_next().await.expect("the end").is_none());
    client.settle(&vendor);
}

#[tokio::test]
async fn a_bound_of_requests_holds_for_pages_ahead() {
    let vendor = pages(9, 0).await;
    let client = Walks::of(&vendor);
    let mut stream = client.items(CURSOR).prefetch(8).max_requests(3).pages();
    for _ in 1..=3 {
        stream.try_next().await.expect("an answer").expect("a page");
    }
    let error = stream.try_next().await.expect_err("the bound");
    assert!(
        matches!(error.kind(), ErrorKind::MaxRequests { limit: 3 }),
        "{error}"
    );
    vendor.assert_count(3);
    client.settle(&vendor);
}

#[tokio::test]
async fn dropping_the_stream_ends_it_in_the_middle_of_a_page() {
    let vendor = answering(|request| {
        let page = Reply::json_text(r#"{"items":[{"id":1}],"next":"2"}"#);
        match request.query() {
            None => page,
            Some(_) => page.delay_body(Duration::from_secs(60)),
        }
    })
    .await;
    let client = Walks::of(&vendor);
    for ahead in [0, 2] {
        vendor.forget();
        let mut stream = client.items(CURSOR).prefetch(ahead).pages();
        stream.try_next().await.expect("an answer").expect("a page");
        if ahead == 0 {
            assert!(stream.try_next().now_or_never().is_none());
        }
        vendor.arrived(2).await;
        assert_eq!(vendor.open(), 1);
        drop(stream);
        // The vendor sees the connection close, long before its answer is whole.
        vendor.idle().await;
        assert_eq!(client.in_flight(), 0);
        assert_eq!(settled(&vendor, &client).await, 2);
    }
}
