//! Promise: the vendor records what came, byte for byte, and when it came.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tollgate_testkit::{Reply, Vendor};

use super::{connect, get, talk};

#[tokio::test]
async fn lines_headers_and_bodies_are_kept_byte_for_byte() {
    let vendor = Vendor::start().await;
    let head = "POST /a%2Fb/%2e%2E?q=%20+&q=;a=b HTTP/1.1\r\nhOST: x\r\nX-B: 1\r\nx-a:  v\t\r\nX-B: 2\r\n\
                Content-Length: 5\r\nConnection: close\r\n\r\n";
    talk(&vendor, [head.as_bytes(), b"\0\r\n\xff!"].concat()).await;

    let request = vendor.last_request().unwrap();
    assert_eq!(request.line(), "POST /a%2Fb/%2e%2E?q=%20+&q=;a=b HTTP/1.1");
    assert_eq!(request.method(), "POST");
    assert_eq!(request.target(), "/a%2Fb/%2e%2E?q=%20+&q=;a=b");
    assert_eq!(
        (request.path(), request.query()),
        ("/a%2Fb/%2e%2E", Some("q=%20+&q=;a=b"))
    );
    let names: Vec<_> = request.headers().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["hOST", "X-B", "x-a", "X-B", "Content-Length", "Connection"]
    );
    assert_eq!(
        request.header_values("x-b").collect::<Vec<_>>(),
        [b"1", b"2"]
    );
    assert_eq!(request.raw_head(), head.as_bytes());
    assert_eq!(request.body(), b"\0\r\n\xff!");
    assert!(request.is_complete());
}

#[tokio::test]
async fn a_chunked_body_is_kept_without_its_framing() {
    let vendor = Vendor::start().await;
    let head = "PUT /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunks = "5;ext=1\r\nhello\r\n1\r\n\r\r\n0\r\nTrailer: 1\r\n\r\n";
    talk(&vendor, format!("{head}{chunks}{}", get("/next"))).await;

    vendor.assert_request_lines(&["PUT /x HTTP/1.1", "GET /next HTTP/1.1"]);
    assert_eq!(vendor.requests()[0].body(), b"hello\r");
}

#[tokio::test]
async fn a_body_in_small_pieces_is_one_body() {
    let vendor = Vendor::start().await;
    let mut socket = connect(&vendor).await;
    let all = "POST / HTTP/1.1\r\nConnection: close\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    for byte in all.bytes() {
        socket.write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    socket.read_to_end(&mut Vec::new()).await.unwrap();
    assert_eq!(vendor.last_request().unwrap().body(), b"abcde");
}

#[tokio::test]
async fn a_long_body_is_counted_and_cut_for_keeping() {
    let vendor = Vendor::builder().keep_body(10).start().await;
    let head = "POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n";
    talk(&vendor, format!("{head}{}", "x".repeat(100_000))).await;
    let request = vendor.last_request().unwrap();
    assert_eq!(
        (request.body(), request.body_len()),
        (&b"xxxxxxxxxx"[..], 100_000)
    );
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order_and_stamped_when_they_came() {
    let late = Duration::from_millis(500);
    let vendor = Vendor::builder()
        .route("/slow", Reply::text("first").delay(late))
        .otherwise(Reply::text("second"))
        .start()
        .await;
    let before = Instant::now();
    let answers = talk(
        &vendor,
        format!("GET /slow HTTP/1.1\r\n\r\n{}", get("/fast")),
    )
    .await;
    assert!(before.elapsed() >= late);
    assert!(answers.find("first") < answers.find("second"), "{answers}");

    let requests = vendor.requests();
    assert_eq!(requests[0].connection(), requests[1].connection());
    let apart = requests[1].arrived() - requests[0].arrived();
    assert!(
        apart < late,
        "the second came with the first but was stamped {apart:?} later"
    );
    assert_eq!(vendor.max_open(), 2);
}

#[tokio::test]
async fn the_first_and_the_last_byte_of_a_head_have_their_own_instants() {
    let vendor = Vendor::start().await;
    let mut socket = connect(&vendor).await;
    let begun = Instant::now();
    socket.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    // The vendor has read the first by then.
    let pause = Duration::from_secs(1);
    tokio::time::sleep(pause).await;
    let resumed = Instant::now();
    socket
        .write_all(b"Connection: close\r\n\r\n")
        .await
        .unwrap();
    socket.read_to_end(&mut Vec::new()).await.unwrap();

    let request = vendor.last_request().unwrap();
    assert!(begun <= request.first_byte() && request.first_byte() < resumed);
    assert!(resumed <= request.arrived());
}

#[tokio::test]
async fn what_is_not_http1_is_kept_apart() {
    let vendor = Vendor::start().await;
    let answer = talk(&vendor, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert_eq!(vendor.count(), 0);
    assert_eq!(vendor.malformed(), ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]);
}

#[tokio::test]
async fn a_lying_length_turns_a_body_into_a_request_that_is_seen() {
    let vendor = Vendor::start().await;
    let lie = "GET /1 HTTP/1.1\r\nContent-Length: 0\r\n\r\n";
    talk(&vendor, format!("{lie}{}", get("/smuggled"))).await;
    vendor.assert_targets(&["/1", "/smuggled"]);
}

#[tokio::test]
async fn a_request_without_its_end_is_seen_and_marked() {
    let vendor = Vendor::start().await;
    let mut socket = connect(&vendor).await;
    socket
        .write_all(b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf")
        .await
        .unwrap();
    vendor.arrived(1).await;
    drop(socket);
    vendor.idle().await;
    let request = vendor.last_request().unwrap();
    assert_eq!(
        (request.body(), request.is_complete(), request.status()),
        (&b"half"[..], false, None)
    );
}

#[tokio::test]
async fn a_client_that_expects_a_word_gets_it_before_it_sends() {
    let vendor = Vendor::start().await;
    let mut socket = connect(&vendor).await;
    let head = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n";
    socket.write_all(head).await.unwrap();
    let mut word = [0; 25];
    socket.read_exact(&mut word).await.unwrap();
    assert_eq!(&word, b"HTTP/1.1 100 Continue\r\n\r\n");
    socket.write_all(b"ok").await.unwrap();
    socket.read_to_end(&mut Vec::new()).await.unwrap();
    assert_eq!(vendor.last_request().unwrap().body(), b"ok");
}

#[tokio::test]
async fn a_proxy_client_s_whole_url_is_kept_and_routed_by_its_path() {
    let vendor = Vendor::builder()
        .route("GET /a/{b}", Reply::text("found"))
        .start()
        .await;
    let answer = talk(&vendor, get("http://api.example/a/b?c=d")).await;
    assert!(answer.ends_with("found"), "{answer}");
    vendor.assert_targets(&["http://api.example/a/b?c=d"]);
}

#[tokio::test]
async fn without_recording_requests_are_only_counted() {
    let vendor = Vendor::builder().record(false).start().await;
    talk(&vendor, get("/")).await;
    vendor.assert_count(1);
    vendor.assert_none_throttled();
}

#[tokio::test]
#[should_panic(expected = "it was built with `record(false)`")]
async fn without_recording_nothing_is_claimed_about_what_was_not_recorded() {
    let vendor = Vendor::builder().record(false).start().await;
    talk(&vendor, get("/")).await;
    vendor.assert_at_most(1, Duration::from_secs(1));
}

#[tokio::test]
async fn forgetting_starts_the_count_afresh() {
    let vendor = Vendor::start().await;
    talk(&vendor, get("/1")).await;
    vendor.idle().await;
    vendor.forget();
    talk(&vendor, get("/2")).await;
    vendor.assert_targets(&["/2"]);
    vendor.assert_count(1);
}

#[tokio::test(start_paused = true)]
async fn a_paused_clock_of_the_test_does_not_touch_the_vendor() {
    let vendor = Vendor::builder()
        .delay(Duration::from_millis(30))
        .start()
        .await;
    let before = Instant::now();
    talk(&vendor, get("/")).await;
    vendor.arrived(1).await;
    assert!(before.elapsed() >= Duration::from_millis(30));
}

#[tokio::test]
async fn a_dropped_vendor_closes_its_port_and_its_connections() {
    let vendor = Vendor::start().await;
    let mut socket = connect(&vendor).await;
    let addr = vendor.addr();
    drop(vendor);
    assert_eq!(socket.read(&mut [0]).await.unwrap_or(0), 0);
    assert!(tokio::net::TcpStream::connect(addr).await.is_err());
}
