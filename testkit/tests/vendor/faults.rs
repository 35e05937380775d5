//! Promise: the vendor misbehaves exactly as it is told.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tollgate_testkit::{Reply, Vendor};

use super::{body, connect, get, header, read_all, status, talk};

async fn vendor(reply: Reply) -> Vendor {
    Vendor::builder().otherwise(reply).start().await
}

/// What a keep-alive client reads of one answer, and the kind of error that ended it.
async fn broken(reply: Reply) -> (String, Option<ErrorKind>) {
    let vendor = vendor(reply).await;
    let (answer, error) = read_all(&vendor, "GET / HTTP/1.1\r\n\r\n").await;
    vendor.assert_count(1);
    (answer, error.map(|error| error.kind()))
}

#[tokio::test]
async fn a_reset_instead_of_an_answer() {
    assert_eq!(
        broken(Reply::reset()).await,
        (String::new(), Some(ErrorKind::ConnectionReset))
    );
}

#[tokio::test]
async fn an_end_instead_of_an_answer() {
    assert_eq!(broken(Reply::hang_up()).await, (String::new(), None));
}

#[tokio::test]
async fn a_reset_after_the_head() {
    let (answer, error) = broken(Reply::text("12345").reset_after_head()).await;
    assert_eq!(
        (header(&answer, "content-length"), body(&answer)),
        (Some("5"), "")
    );
    assert_eq!(error, Some(ErrorKind::ConnectionReset));
}

#[tokio::test]
async fn a_reset_in_the_middle_of_the_body() {
    let (answer, error) = broken(Reply::text("12345").reset_after(2)).await;
    assert_eq!(
        (header(&answer, "content-length"), body(&answer)),
        (Some("5"), "12")
    );
    assert_eq!(error, Some(ErrorKind::ConnectionReset));
}

#[tokio::test]
async fn an_end_in_the_middle_of_the_body() {
    let (answer, error) = broken(Reply::text("12345").cut_after(2)).await;
    assert_eq!(
        (header(&answer, "content-length"), body(&answer)),
        (Some("5"), "12")
    );
    assert_eq!(error, None);
    let (answer, _) = broken(Reply::text("12345").chunked(3).cut_after(4)).await;
    assert_eq!(body(&answer), "3\r\nh".replace('h', "1"));
}

#[tokio::test]
async fn a_length_that_is_not_the_body_s() {
    let vendor = vendor(Reply::text("12345").declared_length(9).close()).await;
    let answer = talk(&vendor, get("/")).await;
    assert_eq!(
        (header(&answer, "content-length"), body(&answer)),
        (Some("9"), "12345")
    );
}

#[tokio::test]
async fn a_body_that_ends_with_the_connection() {
    let (answer, error) = broken(Reply::text("12345").until_close()).await;
    assert_eq!(
        (header(&answer, "content-length"), body(&answer)),
        (None, "12345")
    );
    assert_eq!(
        (header(&answer, "connection"), error),
        (Some("close"), None)
    );
}

#[tokio::test]
async fn a_close_that_nobody_announced() {
    let (answer, error) = broken(Reply::text("12345").close_silently()).await;
    assert_eq!(
        (body(&answer), header(&answer, "connection"), error),
        ("12345", None, None)
    );
}

#[tokio::test]
async fn an_unasked_switch_of_protocols_after_which_requests_still_count() {
    let vendor = Vendor::builder()
        .route("/ws", Reply::switching_protocols("x"))
        .start()
        .await;
    let answers = talk(
        &vendor,
        format!("GET /ws HTTP/1.1\r\n\r\n{}", get("/unpaid")),
    )
    .await;
    assert!(
        answers.starts_with("HTTP/1.1 101 Switching Protocols\r\n"),
        "{answers}"
    );
    assert_eq!(
        (
            header(&answers, "upgrade"),
            header(&answers, "content-length")
        ),
        (Some("x"), None)
    );
    vendor.assert_targets(&["/ws", "/unpaid"]);
}

#[tokio::test]
async fn a_redirect_to_anywhere() {
    let location = b"http://[::1\xff/ x";
    let vendor = vendor(Reply::redirect(302, location)).await;
    let mut socket = connect(&vendor).await;
    socket.write_all(get("/").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    let line = [b"\r\nLocation: ", &location[..], b"\r\n"].concat();
    assert!(answer.windows(line.len()).any(|part| part == line));
}

#[tokio::test]
async fn rubbish() {
    let (answer, error) = broken(Reply::raw(&b"\0rubbish\r\n"[..])).await;
    assert_eq!((answer.as_str(), error), ("\0rubbish\r\n", None));
}

#[tokio::test]
async fn rubbish_on_a_connection_that_stays_open() {
    let vendor = Vendor::builder()
        .route("/r", Reply::raw("rubbish").keep_open())
        .start()
        .await;
    let answers = talk(&vendor, format!("GET /r HTTP/1.1\r\n\r\n{}", get("/"))).await;
    assert!(answers.starts_with("rubbishHTTP/1.1 404 "), "{answers}");
    assert_eq!(vendor.requests()[0].status(), None);
}

#[tokio::test]
async fn a_second_answer_that_nobody_asked_for() {
    let vendor = vendor(Reply::text("first").followed_by(Reply::text("second").status(429))).await;
    let mut socket = connect(&vendor).await;
    socket.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    let mut answers = Vec::new();
    while !answers.ends_with(b"second") {
        assert_ne!(socket.read_buf(&mut answers).await.unwrap(), 0);
    }
    let answers = String::from_utf8(answers).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 2);
    assert_eq!(
        (vendor.count(), vendor.requests()[0].status()),
        (1, Some(200))
    );
}

#[tokio::test]
async fn a_flood_of_informational_answers() {
    let vendor = vendor(Reply::text("at last").informational(103, 150)).await;
    let answers = talk(&vendor, get("/")).await;
    assert_eq!(answers.matches("HTTP/1.1 103 Early\r\n").count(), 150);
    assert!(answers.ends_with("at last"));
}

#[tokio::test]
async fn delays_before_the_head_before_the_body_and_within_it() {
    let pause = Duration::from_millis(60);
    let vendor = vendor(
        Reply::text("ab")
            .delay(pause)
            .delay_body(pause)
            .drip(1, pause),
    )
    .await;
    let mut socket = connect(&vendor).await;
    let begun = Instant::now();
    socket.write_all(get("/").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    for (part, least) in [("\r\n\r\n", pause), ("a", 2 * pause), ("b", 3 * pause)] {
        while !answer.ends_with(part.as_bytes()) {
            assert_ne!(socket.read_buf(&mut answer).await.unwrap(), 0);
        }
        assert!(
            begun.elapsed() >= least,
            "{part:?} came after {:?}",
            begun.elapsed()
        );
    }
}

#[tokio::test]
async fn a_client_that_goes_away_ends_its_exchange() {
    let vendor = vendor(Reply::empty(200).delay(Duration::from_secs(3600))).await;
    let mut socket = connect(&vendor).await;
    socket.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    vendor.arrived(1).await;
    assert_eq!(vendor.open(), 1);
    drop(socket);
    vendor.idle().await;
    assert_eq!(vendor.requests()[0].status(), None);
    assert!(vendor.requests()[0].finished().is_some());
}

#[tokio::test]
async fn a_connection_that_is_read_late_has_its_requests_arrive_together() {
    // Long enough for both to be written meanwhile.
    let delay = Duration::from_secs(2);
    let vendor = Vendor::builder().first_read_delay(delay).start().await;
    let begun = Instant::now();
    let mut socket = connect(&vendor).await;
    socket.write_all(b"GET /1 HTTP/1.1\r\n\r\n").await.unwrap();
    tokio::time::sleep(delay / 4).await;
    socket.write_all(get("/2").as_bytes()).await.unwrap();
    socket.read_to_end(&mut Vec::new()).await.unwrap();
    let arrivals = vendor.arrivals();
    assert!(arrivals[0] - begun >= delay);
    assert!(
        arrivals[1] - arrivals[0] < delay / 4,
        "they came {:?} apart",
        arrivals[1] - arrivals[0]
    );
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connect_takes_as_long_as_the_kernel_needs_to_try_again() {
    let mut vendor = Vendor::builder().slow_connect().start().await;
    let begun = Instant::now();
    let connecting = tokio::spawn(tokio::net::TcpStream::connect(vendor.addr()));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!connecting.is_finished());
    vendor.accept();
    let mut socket = connecting.await.unwrap().unwrap();
    assert!(
        begun.elapsed() >= Duration::from_millis(900),
        "took {:?}",
        begun.elapsed()
    );

    socket.write_all(get("/").as_bytes()).await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    assert_eq!((status(&answer), vendor.connections()), (200, 1));
}
