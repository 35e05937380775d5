//! What is sent once more with a new token, what is not, and where no token goes.

use bytes::Bytes;
use tollgate::{Body, BoxError, GaveUp, StatusCode};
use tollgate_testkit::{Reply, Request, Vendor};

use super::{guarded, start};
use crate::desk::{Desk, answered, exchanges, paid};

#[tokio::test]
async fn a_body_that_can_be_read_once_is_not_sent_twice_for_a_new_token() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.expire();
    let chunks = || futures_util::stream::iter([Ok::<_, BoxError>(Bytes::from("abc"))]);
    let error = client.upload(Body::stream(chunks())).await;
    let error = error.expect_err("refused");
    assert_eq!(error.status(), Some(StatusCode::UNAUTHORIZED));
    assert_eq!(error.attempts().gave_up(), Some(GaveUp::Body));
    assert_eq!(error.attempts().sends(), 1);
    paid(&vendor, &client.meter(), 3);
    let again = client.upload(Body::stream(chunks())).await;
    again.expect("the next call has a new token first");
    desk.expire();
    let replayed = client.upload(Body::replayable(chunks)).await;
    replayed.expect("a factory is asked again");
    let last = vendor.last_request().expect("a request");
    assert_eq!((last.method(), &*last.body_text()), ("POST", "abc"));
    paid(&vendor, &client.meter(), 3 + 2 + 3);
}

#[tokio::test]
async fn a_walk_goes_on_where_its_token_ended() {
    let desk = Desk::default();
    let (guard, pages) = (
        desk.clone(),
        tollgate_testkit::Pages::new(10, 2).item(Into::into),
    );
    let list = move |request: &Request| match guard.admits(request) {
        true => pages.reply(request),
        false => Reply::empty(401),
    };
    let vendor = desk.vendor().handle("GET /list", list).start().await;
    let client = guarded(&vendor);
    let mut items = client.list().items();
    let mut found = Vec::new();
    while let Some(item) = items.try_next().await.expect("a page") {
        found.push(item);
        if found.len() == 5 {
            desk.expire();
        }
    }
    assert_eq!(found, (1..=10).collect::<Vec<_>>());
    assert_eq!((exchanges(&vendor), answered(&vendor, 401)), (2, 1));
    paid(&vendor, &client.meter(), 2 + 5 + 1);
}

#[tokio::test]
async fn another_origin_gets_no_token_and_its_refusal_means_nothing() {
    let desk = Desk::default();
    let elsewhere = Vendor::builder().otherwise(Reply::empty(401)).start().await;
    let hop = Reply::redirect(302, format!("{}/x", elsewhere.url()));
    let vendor = desk.vendor().route("GET /items/{id}", hop).start().await;
    let client = guarded(&vendor);
    let error = client.item(0).await.expect_err("refused elsewhere");
    assert_eq!(error.status(), Some(StatusCode::UNAUTHORIZED));
    let seen = elsewhere.last_request().expect("one request");
    assert_eq!(seen.header("authorization"), None);
    elsewhere.assert_count(1);
    vendor.assert_count(2);
    assert_eq!(client.meter().permits, 3);
}
