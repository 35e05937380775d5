//! Giving up on a page loses nothing: the next look goes on with the same request.

use futures_util::FutureExt as _;
use tollgate::__private::{Paging, Turn};
use tollgate_testkit::{Reply, Vendor};

use crate::pages_by_hand::{CURSOR, LINK, NEXT_URL, Walks, answering, paging};

const PAGE: &Paging = &paging(Turn::Page {
    query: "page",
    first: 1,
    more: None,
    total: Some("total"),
});
const OFFSET: &Paging = &paging(Turn::Offset {
    query: "offset",
    scanned: Some("scanned"),
    more: None,
    total: None,
});

/// Four pages of two items, whichever way they are turned.
async fn pages() -> Vendor {
    answering(|request| {
        let query = |name| request.query_value(name)?.parse::<u64>().ok();
        let page = query("page").or_else(|| query("cursor"));
        let page = page.or_else(|| query("offset").map(|offset| offset / 10 + 1));
        let page = page.unwrap_or(1);
        let next = (page < 4).then_some(page + 1);
        let by_address = request.header("x-way") == Some("address");
        let address = next.map(|next| format!("?page={next}"));
        let items: &[_] = match page {
            5.. => &[],
            _ => &[
                serde_json::json!({ "id": page * 2 - 1 }),
                serde_json::json!({ "id": page * 2 }),
            ],
        };
        let scanned = if page < 5 { 10 } else { 0 };
        let named = match by_address {
            true => serde_json::json!(address),
            false => serde_json::json!(next),
        };
        let body =
            serde_json::json!({ "items": items, "next": named, "total": 4, "scanned": scanned });
        let reply = Reply::json(&body).drip(20, std::time::Duration::from_millis(1));
        match address {
            Some(address) => reply.header("Link", format!("<{address}>; rel=next")),
            None => reply,
        }
    })
    .await
}

/// Polls each future of `next` once and drops it, until one is ready.
macro_rules! impatiently {
    ($next:expr) => {
        loop {
            match $next.now_or_never() {
                Some(outcome) => break outcome.expect("an answer"),
                None => tokio::task::yield_now().await,
            }
        }
    };
}

#[tokio::test]
async fn a_future_that_is_dropped_at_every_poll_loses_no_page_and_sends_nothing_twice() {
    let ways = [
        (LINK, "address", 4),
        (NEXT_URL, "address", 4),
        (CURSOR, "cursor", 4),
        (PAGE, "count", 4),
        (OFFSET, "count", 5),
    ];
    for (paging, way, requests) in ways {
        for ahead in [0, 2] {
            let vendor = pages().await;
            let client = Walks::of(&vendor);
            let walk = || client.items(paging).header("X-Way", way).prefetch(ahead);

            let mut pages = walk().pages();
            let mut found = Vec::new();
            while let Some(page) = impatiently!(pages.try_next()) {
                found.extend(page.items.into_iter().map(|item| item.id));
            }
            assert_eq!(found, [1, 2, 3, 4, 5, 6, 7, 8], "{way}");
            vendor.assert_count(requests);

            let mut items = walk().items();
            let mut found = Vec::new();
            while let Some(item) = impatiently!(items.try_next()) {
                found.push(item.id);
            }
            assert_eq!(found, [1, 2, 3, 4, 5, 6, 7, 8], "{way}");
            vendor.assert_count(2 * requests);
            client.settle(&vendor);
        }
    }
}
