//! What a request carries arrives byte for byte, and its length is true.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use tollgate::{Body, BoxError, ErrorKind, Method, Multipart, Part};
use tollgate_testkit::{Reply, Vendor};

use crate::shop::{Item, settle, shop};

#[tokio::test]
async fn json_and_forms_arrive_with_type_and_length() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    client
        .append("A1", &[Item { id: 1 }, Item { id: 2 }])
        .await
        .expect("success");
    client
        .login(&[("user", "a b&c"), ("tag", "1"), ("tag", "2")])
        .await
        .expect("success");
    let requests = vendor.requests();
    let seen: Vec<_> = requests
        .iter()
        .map(|request| {
            (
                request.header("content-type"),
                request.header("content-length"),
                request.body_text(),
            )
        })
        .collect();
    assert_eq!(
        seen[0],
        (
            Some("application/json"),
            Some("19"),
            r#"[{"id":1},{"id":2}]"#.into()
        )
    );
    assert_eq!(
        seen[1],
        (
            Some("application/x-www-form-urlencoded"),
            Some("24"),
            "user=a+b%26c&tag=1&tag=2".into()
        )
    );
    settle(&vendor, &client);
}

#[tokio::test]
async fn bytes_text_and_streams_arrive() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    client
        .store("a", vec![0_u8, 255].into())
        .header("Content-Type", "image/x")
        .await
        .expect("success");
    client.store("b", "text".into()).await.expect("success");
    let chunks = || {
        stream::iter([
            Ok::<_, BoxError>(Bytes::from_static(b"abc")),
            Ok(Bytes::from_static(b"def")),
        ])
    };
    client
        .store("c", Body::stream(chunks()))
        .await
        .expect("success");
    client
        .store("d", Body::sized_stream(chunks(), 6))
        .await
        .expect("success");
    client.store("e", Body::default()).await.expect("success");
    client
        .store("f", Body::replayable(chunks))
        .await
        .expect("success");
    client
        .store("g", Body::sized_replayable(chunks, 6))
        .await
        .expect("success");
    let requests = vendor.requests();
    assert_eq!(
        (requests[0].header("content-type"), requests[0].body()),
        (Some("image/x"), &[0, 255][..])
    );
    assert_eq!(requests[1].body_text(), "text");
    assert_eq!(
        (requests[2].header("transfer-encoding"), requests[2].body()),
        (Some("chunked"), &b"abcdef"[..])
    );
    assert_eq!(
        (requests[3].header("content-length"), requests[3].body()),
        (Some("6"), &b"abcdef"[..])
    );
    assert_eq!(requests[4].body_len(), 0);
    assert_eq!(
        (requests[5].header("transfer-encoding"), requests[5].body()),
        (Some("chunked"), &b"abcdef"[..])
    );
    assert_eq!(
        (requests[6].header("content-length"), requests[6].body()),
        (Some("6"), &b"abcdef"[..])
    );
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_stream_that_lies_about_its_length_makes_no_second_request() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let two = || {
        stream::iter([Ok::<_, BoxError>(Bytes::from_static(
            b"GET /evil HTTP/1.1\r\n\r\n",
        ))])
    };
    for announced in [4, 400] {
        let error = client
            .store("x", Body::sized_stream(two(), announced))
            .await
            .expect_err("a lie");
        assert!(
            matches!(error.kind(), ErrorKind::Transport { .. }),
            "{error}"
        );
    }
    client
        .store("after", "ok".into())
        .await
        .expect("the next call is served");
    vendor.idle().await;
    assert!(
        vendor
            .request_lines()
            .iter()
            .all(|line| !line.contains("evil")),
        "{:?}",
        vendor.request_lines()
    );
}

#[tokio::test]
async fn a_stream_that_fails_ends_the_request() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let broken = stream::iter([
        Ok(Bytes::from_static(b"abc")),
        Err(BoxError::from("the disk is gone")),
    ]);
    let error = client
        .store("x", Body::stream(broken))
        .await
        .expect_err("a broken stream");
    assert!(
        matches!(error.kind(), ErrorKind::Transport { received: 0 }),
        "{error}"
    );
    let mut text = String::new();
    let mut source: Option<&dyn std::error::Error> = Some(&error);
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    assert!(text.contains("the disk is gone"), "{text}");
}

#[tokio::test]
async fn multipart_is_a_form_that_the_vendor_can_parse() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let chunks = stream::iter([Ok::<_, BoxError>(Bytes::from_static(b"streamed"))]);
    let form = Multipart::new().text("title", "Report").part(
        "file",
        Part::new(Body::stream(chunks))
            .file_name("r.txt")
            .content_type("text/plain"),
    );
    client.upload(form).await.expect("success");
    let request = vendor.last_request().expect("one");
    let kind = request.header("content-type").expect("a type");
    let boundary = kind
        .strip_prefix("multipart/form-data; boundary=")
        .expect("a boundary");
    let expected = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nReport\r\n\
         --{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"r.txt\"\r\n\
         Content-Type: text/plain\r\n\r\nstreamed\r\n--{boundary}--\r\n"
    );
    assert_eq!(request.body_text(), expected);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_stream_longer_than_announced_is_never_sent_as_if_it_were_whole() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let two = || {
        let chunks = ["abc", "", "def"].map(|text| Ok::<_, BoxError>(Bytes::from(text)));
        stream::iter(chunks)
    };
    for announced in [0, 2, 3, 4, 5] {
        let result = client
            .store("x", Body::sized_stream(two(), announced))
            .await;
        let error = result.expect_err("six bytes were given");
        assert!(
            matches!(error.kind(), ErrorKind::Transport { .. }),
            "{announced}: {error}"
        );
    }
    vendor.idle().await;
    vendor.assert_count(0);
    client
        .store("x", Body::sized_stream(two(), 6))
        .await
        .expect("the truth");
    let none = stream::iter([Ok::<_, BoxError>(Bytes::new())]);
    client
        .store("x", Body::sized_stream(none, 0))
        .await
        .expect("the truth about nothing");
    let requests = vendor.requests();
    let seen: Vec<_> = requests
        .iter()
        .map(|request| (request.header("content-length"), request.body_text()))
        .collect();
    assert_eq!(seen, [(Some("6"), "abcdef".into()), (Some("0"), "".into())]);
}

/// A stream that is not ready when it is first asked, and then gives this.
fn late(
    chunk: Option<&'static str>,
) -> impl futures_util::Stream<Item = Result<Bytes, BoxError>> + Send {
    let late = async move {
        tokio::task::yield_now().await;
        stream::iter(chunk.map(|text| Ok(Bytes::from(text))))
    };
    late.into_stream().flatten()
}

#[tokio::test]
async fn a_late_stream_of_length_zero_loses_nothing_in_silence() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    for body in [
        Body::sized_stream(late(Some("abc")), 0),
        Body::sized_replayable(|| late(Some("abc")), 0),
    ] {
        let error = client.store("x", body).await.expect_err("three bytes");
        assert!(
            matches!(error.kind(), ErrorKind::Transport { .. }),
            "{error}"
        );
    }
    vendor.idle().await;
    assert!(
        vendor.requests().iter().all(|seen| !seen.is_complete()),
        "what was lost must not look whole: {:?}",
        vendor.requests()
    );
    let body = Body::sized_stream(late(None), 0);
    client
        .store("x", body)
        .await
        .expect("nothing, as announced");
    let seen = vendor.last_request().expect("one");
    assert_eq!((seen.is_complete(), seen.body_len()), (true, 0));
}

#[tokio::test]
async fn a_factory_is_asked_once_for_each_request() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    let made = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counter = made.clone();
    let body = Body::replayable(move || {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        late(Some("abc"))
    });
    let call = client.store("x", body);
    assert_eq!(made.load(std::sync::atomic::Ordering::Relaxed), 0);
    call.await.expect("success");
    assert_eq!(made.load(std::sync::atomic::Ordering::Relaxed), 1);
    assert_eq!(vendor.last_request().expect("one").body_text(), "abc");
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_stream_of_empty_chunks_alone_ends_with_the_timeout() {
    let (sender, receiver) = std::sync::mpsc::channel();
    // A thread of its own: were it held up, nothing in it could say so.
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let vendor = Vendor::start().await;
            let client = shop(&vendor);
            let nothing = || Ok::<_, BoxError>(Bytes::new());
            for body in [
                Body::stream(stream::repeat_with(nothing)),
                Body::sized_stream(stream::repeat_with(nothing), 3),
            ] {
                let call = client.store("x", body);
                let result = call.attempt_timeout(Duration::from_millis(200)).await;
                let _ = sender.send(result.map_err(|error| error.to_string()));
            }
        });
    });
    for _ in 0..2 {
        let result = receiver
            .recv_timeout(Duration::from_secs(10))
            .expect("the thread must not be held up");
        let text = result.expect_err("the body has no end");
        assert!(text.contains("200"), "{text}");
    }
}

#[tokio::test]
async fn a_get_with_a_body_of_unknown_length_is_refused_instead_of_losing_it() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text("1"))
        .start()
        .await;
    let client = shop(&vendor);
    let chunks = || stream::iter([Ok::<_, std::io::Error>("x")]);
    for method in [Method::GET, Method::HEAD] {
        let call = client.raw::<u8>(method, "/a").body(Body::stream(chunks()));
        let error = call.await.expect_err("no length");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains("length")),
            "{error}"
        );
    }
    vendor.assert_count(0);
    let call = client
        .raw::<u8>(Method::GET, "/a")
        .body(Body::sized_stream(chunks(), 1));
    call.await.expect("an answer");
    assert_eq!(vendor.requests()[0].body(), b"x");
    settle(&vendor, &client);
}
