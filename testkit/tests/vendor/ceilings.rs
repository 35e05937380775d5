//! Promise: ceilings are enforced exactly as declared, and said as configured.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tollgate_testkit::{Ceiling, Gate, Period, Rate, Reply, RetryAfter, Throttle, Vendor};

use super::{body, connect, get, header, status, talk};

const TEN_SECONDS: Duration = Duration::from_secs(10);

async fn statuses(vendor: &Vendor, target: &str, times: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..times {
        statuses.push(status(&talk(vendor, get(target)).await));
    }
    statuses
}

#[tokio::test]
async fn a_window_lets_n_through_and_then_nobody_until_it_has_passed() {
    // Long enough for five requests.
    let length = Duration::from_secs(3);
    let vendor = Vendor::builder()
        .ceiling(Gate::window(3, length))
        .start()
        .await;
    assert_eq!(statuses(&vendor, "/", 5).await, [200, 200, 200, 429, 429]);
    assert_eq!(vendor.throttled(), 2);
    assert_eq!(vendor.max_in_any_window(length), 5);

    let first = vendor.arrivals()[0];
    tokio::time::sleep_until((first + length).into()).await;
    assert_eq!(statuses(&vendor, "/", 1).await, [200]);
}

#[tokio::test]
async fn a_flood_gets_exactly_what_each_window_allows() {
    let (most, length) = (20, Duration::from_millis(100));
    let vendor = Vendor::builder()
        .ceiling(Gate::window(most, length))
        .start()
        .await;
    let begun = Instant::now();
    while begun.elapsed() < 4 * length || vendor.throttled() == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no flood");
        let requests = "GET / HTTP/1.1\r\n\r\n".repeat(9) + &get("/");
        talk(&vendor, requests).await;
    }
    let mut passed: Vec<Instant> = Vec::new();
    for request in vendor.requests() {
        let recent = passed
            .iter()
            .filter(|earlier| request.arrived() - **earlier < length)
            .count();
        assert_eq!(
            request.is_over_ceiling(),
            recent >= 20,
            "{recent} passed in the window before"
        );
        if !request.is_over_ceiling() {
            passed.push(request.arrived());
        }
    }
    assert!(vendor.throttled() > 0);
}

#[tokio::test]
async fn a_token_bucket_gives_its_burst_and_then_its_rate() {
    let again = Duration::from_secs(2);
    let gate = Gate::token_bucket(1, again, 2);
    let vendor = Vendor::builder().ceiling(gate).start().await;
    assert_eq!(statuses(&vendor, "/", 3).await, [200, 200, 429]);
    let first = vendor.arrivals()[0];
    tokio::time::sleep_until((first + again).into()).await;
    assert_eq!(statuses(&vendor, "/", 2).await, [200, 429]);
}

#[tokio::test]
async fn in_flight_counts_open_exchanges_to_their_last_byte() {
    // Long enough for the third to come.
    let reply = Reply::text("12").drip(1, Duration::from_secs(2));
    let vendor = Vendor::builder()
        .ceiling(Gate::in_flight(2))
        .otherwise(reply)
        .start()
        .await;
    let slow = async || status(&talk(&vendor, get("/")).await);
    let third = async {
        vendor.arrived(2).await;
        slow().await
    };
    assert_eq!(tokio::join!(slow(), slow(), third), (200, 200, 429));
    assert_eq!(slow().await, 200);
    assert_eq!(vendor.max_open(), 3);
}

#[tokio::test]
async fn an_exchange_is_over_before_its_client_can_know() {
    let vendor = Vendor::builder().ceiling(Gate::in_flight(1)).start().await;
    let mut kept = Vec::new();
    for _ in 0..200 {
        // Each on a connection of its own that stays open: nothing but the answer's last byte
        // tells the client that it may ask again.
        let mut socket = connect(&vendor).await;
        socket.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            assert_ne!(socket.read_buf(&mut answer).await.unwrap(), 0);
        }
        kept.push(socket);
    }
    vendor.assert_none_throttled();
    assert_eq!(vendor.max_open(), 1);
}

#[tokio::test]
async fn each_credential_has_a_ceiling_of_its_own() {
    let gate = Gate::window(1, TEN_SECONDS).per_bearer();
    let vendor = Vendor::builder().ceiling(gate).start().await;
    let ask = async |token| {
        let request = get("/").replace("Host: vendor", &format!("Authorization: Bearer {token}"));
        status(&talk(&vendor, request).await)
    };
    assert_eq!(
        (ask("a").await, ask("b").await, ask("a").await),
        (200, 200, 429)
    );
    assert_eq!(vendor.requests()[1].bearer(), Some("b"));
}

#[tokio::test]
async fn a_ceiling_can_hold_for_one_part_of_the_paths() {
    let vendor = Vendor::builder()
        .ceiling(Gate::window(1, TEN_SECONDS).under("/search"))
        .ceiling(Ceiling::Window(Rate::per(4, Period::MINUTE).unwrap()))
        .start()
        .await;
    assert_eq!(statuses(&vendor, "/search?q=1", 2).await, [200, 429]);
    // What one ceiling rejected, the other did not count: three are left of four.
    assert_eq!(statuses(&vendor, "/items", 4).await, [200, 200, 200, 429]);
}

#[tokio::test]
async fn a_vendor_can_count_what_it_rejects() {
    let gate = Gate::window(1, Duration::from_secs(3)).counting_rejected();
    let vendor = Vendor::builder().ceiling(gate).start().await;
    assert_eq!(statuses(&vendor, "/", 2).await, [200, 429]);
    let first = vendor.arrivals()[0];
    tokio::time::sleep_until((first + Duration::from_secs(2)).into()).await;
    assert_eq!(statuses(&vendor, "/", 1).await, [429]);
    tokio::time::sleep_until((first + Duration::from_secs(4)).into()).await;
    assert_eq!(
        statuses(&vendor, "/", 1).await,
        [429],
        "the rejected one began a window too"
    );
}

#[tokio::test]
async fn a_request_can_cost_more_than_one() {
    let gate =
        Gate::window(5, TEN_SECONDS).cost(|request| if request.path() == "/dear" { 3 } else { 1 });
    let vendor = Vendor::builder().ceiling(gate).start().await;
    assert_eq!(statuses(&vendor, "/dear", 2).await, [200, 429]);
    assert_eq!(statuses(&vendor, "/", 3).await, [200, 200, 429]);
}

/// The answer to the second request of a vendor that allows one in ten seconds.
async fn throttled(throttle: Throttle) -> String {
    let gate = Gate::window(1, TEN_SECONDS);
    let vendor = Vendor::builder()
        .ceiling(gate)
        .throttle(throttle)
        .start()
        .await;
    talk(&vendor, get("/")).await;
    talk(&vendor, get("/")).await
}

#[tokio::test]
async fn the_answer_beyond_a_ceiling_is_as_configured() {
    let usual = throttled(Throttle::new()).await;
    assert_eq!(
        (status(&usual), header(&usual, "retry-after")),
        (429, Some("10"))
    );
    assert_eq!(body(&usual), r#"{"message":"too many requests"}"#);

    let terse = throttled(Throttle::new().retry_after(RetryAfter::Absent).html()).await;
    assert_eq!((status(&terse), header(&terse, "retry-after")), (429, None));
    assert!(body(&terse).starts_with("<html>"), "{terse}");

    let dated = throttled(Throttle::new().retry_after(RetryAfter::Date)).await;
    assert!(
        header(&dated, "retry-after").unwrap().ends_with(" GMT"),
        "{dated}"
    );

    let lying = throttled(
        Throttle::new()
            .retry_after(RetryAfter::Fixed("soon".into()))
            .status(403),
    )
    .await;
    assert_eq!(
        (status(&lying), header(&lying, "retry-after")),
        (403, Some("soon"))
    );

    let own = throttled(Throttle::custom(|request, wait| {
        Reply::text(format!("{} {}", request.path(), wait.unwrap().as_secs())).status(420)
    }))
    .await;
    assert_eq!((status(&own), body(&own)), (420, "/ 9"));
}

#[tokio::test]
async fn an_early_rejection_leaves_the_body_on_the_wire() {
    let gate = Gate::window(1, TEN_SECONDS);
    let vendor = Vendor::builder()
        .ceiling(gate)
        .rejecting_early()
        .start()
        .await;
    talk(&vendor, get("/")).await;
    // The body never comes to its end, and yet there is an answer.
    let upload = "POST /up HTTP/1.1\r\nContent-Length: 1000000\r\n\r\nhalf";
    let answer = talk(&vendor, upload).await;
    assert_eq!(
        (status(&answer), header(&answer, "connection")),
        (429, Some("close"))
    );
    assert!(!vendor.last_request().unwrap().is_complete());
    assert!(vendor.malformed().is_empty());
}
