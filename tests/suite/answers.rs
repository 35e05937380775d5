//! Every way to read an answer, and what happens when the answer is of another shape.

use futures_util::TryStreamExt as _;
use tollgate::{ErrorKind, Redirects, StatusCode};
use tollgate_testkit::{Reply, Vendor};

use crate::shop::{Conflict, Item, Shop, ShopError, settle, shop, shop_once};

#[tokio::test]
async fn json_text_bytes_and_streams_are_read() {
    let vendor = Vendor::builder()
        .route("GET /items/{id}", Reply::json(&Item { id: 7 }))
        .route("GET /motd", Reply::text("hello"))
        .route(
            "GET /blobs/{name}",
            Reply::bytes(vec![0, 255, 1]).chunked(1),
        )
        .start()
        .await;
    let client = shop(&vendor);
    assert_eq!(client.item("7").await.expect("an item"), Item { id: 7 });
    assert_eq!(client.motd().await.expect("text"), "hello");
    assert_eq!(client.blob("b").await.expect("bytes").as_ref(), [0, 255, 1]);
    let stream = client.download("b").await.expect("a stream");
    let chunks: Vec<_> = stream.try_collect().await.expect("all chunks");
    assert_eq!(chunks.concat(), [0, 255, 1]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn the_description_decides_what_accept_says() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json(&Item { id: 7 }))
        .start()
        .await;
    let client = shop(&vendor);
    client.item("7").await.expect("an item");
    client
        .item("7")
        .header("Accept", "application/vnd.shop+json")
        .await
        .expect("an item");
    let accepts: Vec<_> = vendor
        .requests()
        .iter()
        .map(|request| request.header("accept").map(str::to_owned))
        .collect();
    assert_eq!(
        accepts,
        [
            Some("application/json".to_owned()),
            Some("application/vnd.shop+json".to_owned())
        ]
    );
}

#[tokio::test]
async fn a_404_is_none_where_the_description_says_so_and_an_error_elsewhere() {
    let missing = Reply::json_text(r#"{"code":"missing"}"#).status(404);
    let vendor = Vendor::builder().otherwise(missing).start().await;
    let client = shop(&vendor);
    assert_eq!(client.find(7).await.expect("an answer"), None);
    let error = client.item("7").await.expect_err("an error");
    assert!(matches!(error.kind(), ErrorKind::Api { status } if *status == StatusCode::NOT_FOUND));
    assert_eq!(
        error.api(),
        Some(&ShopError {
            code: "missing".to_owned()
        })
    );
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_response_tells_status_headers_and_what_was_paid() {
    let vendor = Vendor::builder()
        .route(
            "GET /items/{id}",
            Reply::json(&Item { id: 7 })
                .status(203)
                .header("X-Trace", "abc"),
        )
        .route("HEAD /items/{id}", Reply::json(&Item { id: 7 }))
        .route(
            "OPTIONS /items",
            Reply::empty(204).header("Allow", "GET, POST"),
        )
        .start()
        .await;
    let client = shop(&vendor);
    let whole = client.item_whole(7).await.expect("an answer");
    assert_eq!(
        (whole.status().as_u16(), whole.value()),
        (203, &Item { id: 7 })
    );
    assert_eq!(whole.headers()["x-trace"], "abc");
    assert_eq!((whole.attempts().sends(), whole.attempts().units()), (1, 1));
    assert_eq!(
        client.head(7).await.expect("a head").status(),
        StatusCode::OK
    );
    assert_eq!(
        client.options().await.expect("an answer").headers()["allow"],
        "GET, POST"
    );
    vendor.assert_request_lines(&[
        "GET /items/7 HTTP/1.1",
        "HEAD /items/7 HTTP/1.1",
        "OPTIONS /items HTTP/1.1",
    ]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn unit_takes_204_205_and_an_empty_200_and_a_typed_answer_does_not() {
    for status in [200, 201, 204, 205] {
        let vendor = Vendor::builder()
            .otherwise(Reply::empty(status))
            .start()
            .await;
        let client = shop(&vendor);
        client
            .delete("7")
            .await
            .unwrap_or_else(|error| panic!("{status}: {error}"));
        let error = client
            .item("7")
            .await
            .expect_err("an empty body is not an item");
        assert!(
            matches!(error.kind(), ErrorKind::Decode { path, reason } if path.is_empty() && reason.contains("empty"))
        );
        assert_eq!(error.status().map(|status| status.as_u16()), Some(status));
        settle(&vendor, &client);
    }
}

#[tokio::test]
async fn an_error_is_typed_per_endpoint_too() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text(r#"{"holder":42}"#).status(409))
        .start()
        .await;
    let client = shop(&vendor);
    let error = client.hold(7).await.expect_err("a conflict");
    assert_eq!(error.into_api().expect("typed"), Conflict { holder: 42 });
    settle(&vendor, &client);
}

#[tokio::test]
async fn an_error_of_another_shape_keeps_status_headers_and_excerpt() {
    let page = Reply::text("<html>".repeat(10_000))
        .status(502)
        .header("X-Request-Id", "r-1");
    let vendor = Vendor::builder().otherwise(page).start().await;
    let client = shop(&vendor);
    let error = client.item("7").await.expect_err("an error");
    assert!(matches!(error.kind(), ErrorKind::Api { status } if status.as_u16() == 502));
    assert_eq!((error.api(), error.request_id()), (None, Some("r-1")));
    assert!(error.excerpt().starts_with("<html>") && error.excerpt().len() <= 512);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_429_and_a_redirect_that_are_not_gone_after_come_back_typed() {
    let throttled = Reply::text("<html>slow down</html>")
        .status(429)
        .header("Retry-After", "3");
    let vendor = Vendor::builder()
        .route("GET /motd", throttled)
        .route(
            "GET /items/{id}",
            Reply::redirect(302, "http://127.0.0.1:1/else?key=S3CR3T"),
        )
        .start()
        .await;
    let client = shop_once(&vendor);
    let error = client.motd().await.expect_err("throttled");
    assert!(
        matches!(error.kind(), ErrorKind::Throttled { status, wait: Some(wait) } if status.as_u16() == 429 && wait.as_secs() == 3)
    );
    assert_eq!(
        error
            .headers()
            .map(|headers| &headers["retry-after"])
            .map(tollgate::HeaderValue::as_bytes),
        Some(&b"3"[..])
    );
    // Another account: this one is blocked.
    let other = Shop::builder()
        .base_url(vendor.url())
        .bearer("other")
        .redirects(Redirects::Never);
    let other = other.build().expect("a client");
    let error = other.item("7").await.expect_err("a redirect");
    assert!(matches!(error.kind(), ErrorKind::Redirect { status, .. } if status.as_u16() == 302));
    assert_eq!(error.attempts().sends(), 1);
    vendor.assert_count(2);
    assert_eq!(client.meter().permits + other.meter().permits, 2);
}

#[tokio::test]
async fn a_decode_error_names_the_path_to_the_field() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text(r#"[{"id":1},{"id":"two"}]"#))
        .start()
        .await;
    let client = shop(&vendor);
    let error = client.search("x", &[]).await.expect_err("another shape");
    assert!(
        matches!(error.kind(), ErrorKind::Decode { path, .. } if path == "[1].id"),
        "{error}"
    );
    assert!(error.excerpt().contains("two"));
    let error = client.item("7").await.expect_err("a list is not an item");
    assert!(matches!(error.kind(), ErrorKind::Decode { .. }));
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_announced_or_not() {
    let vendor = Vendor::builder()
        .route("GET /blobs/announced", Reply::bytes(vec![0; 2_000]))
        .route(
            "GET /blobs/chunked",
            Reply::bytes(vec![0; 2_000]).chunked(100),
        )
        .route("GET /blobs/fits", Reply::bytes(vec![0; 1_000]).chunked(100))
        .start()
        .await;
    let client = shop(&vendor);
    for name in ["announced", "chunked"] {
        let error = client
            .blob(name)
            .max_body(1_000)
            .await
            .expect_err("too large");
        assert!(
            matches!(error.kind(), ErrorKind::BodyTooLarge { limit: 1_000 }),
            "{error}"
        );
        assert!(error.to_string().contains("max_body"), "{error}");
    }
    assert_eq!(
        client
            .blob("fits")
            .max_body(1_000)
            .await
            .expect("bytes")
            .len(),
        1_000
    );
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_short_body_is_an_error_with_what_had_arrived() {
    let vendor = Vendor::builder()
        .route(
            "GET /blobs/cut",
            Reply::bytes(vec![1; 1_000]).cut_after(400),
        )
        .start()
        .await;
    let client = shop(&vendor);
    let error = client.blob("cut").await.expect_err("a short body");
    assert!(
        matches!(error.kind(), ErrorKind::Transport { received: 400 }),
        "{error}"
    );
    let mut stream = client.download("cut").await.expect("a head");
    let error = loop {
        match stream.chunk().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("a short body is not a whole one"),
            Err(error) => break error,
        }
    };
    assert!(
        matches!(error.kind(), ErrorKind::Transport { received: 400 }),
        "{error}"
    );
    assert!(stream.chunk().await.expect("ended").is_none());
    settle(&vendor, &client);
}
