//! Promise: an assertion fails when it should, and says what the vendor saw instead.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tollgate_limiter::Meter;
use tollgate_testkit::{Gate, Vendor};

use super::{get, talk};

/// A vendor that saw `/1` and, beyond its ceiling, `/2`.
async fn vendor() -> Vendor {
    let vendor = Vendor::builder()
        .ceiling(Gate::window(1, Duration::from_secs(10)))
        .start()
        .await;
    talk(&vendor, get("/1")).await;
    talk(&vendor, get("/2")).await;
    vendor
}

/// The text with which a claim fails.
fn failure(claim: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(claim)).expect_err("the claim is false");
    *panic
        .downcast::<String>()
        .expect("the claim fails with a text")
}

fn meter(permits: u64) -> Meter {
    let mut meter = Meter::default();
    meter.permits = permits;
    meter
}

const SEEN: &str = "2: [\n    \"GET /1 HTTP/1.1\",\n    \"GET /2 HTTP/1.1\",\n]";

#[tokio::test]
async fn what_is_true_can_be_claimed() {
    let vendor = vendor().await;
    vendor.assert_count(2);
    vendor.assert_targets(&["/1", "/2"]);
    vendor.assert_request_lines(&["GET /1 HTTP/1.1", "GET /2 HTTP/1.1"]);
    vendor.assert_at_most(2, Duration::from_secs(10));
    vendor.assert_all_paid(&meter(2));
    vendor.assert_all_paid(&meter(3));
    vendor.assert_paid_exactly(&meter(2));
    Vendor::start().await.assert_none_throttled();
}

#[tokio::test]
async fn a_false_claim_shows_what_was_seen() {
    let vendor = vendor().await;
    assert_eq!(
        failure(|| vendor.assert_count(1)),
        format!("expected 1 requests, the vendor saw {SEEN}")
    );
    assert_eq!(
        failure(|| vendor.assert_targets(&["/1"])),
        format!("expected [\n    \"/1\",\n], the vendor saw {SEEN}")
    );
    assert_eq!(
        failure(|| vendor.assert_request_lines::<&str>(&[])),
        format!("expected [], the vendor saw {SEEN}")
    );
    assert_eq!(
        failure(|| vendor.assert_at_most(1, Duration::from_secs(60))),
        "expected at most 1 requests in any 60s, saw 2"
    );
}

#[tokio::test]
async fn a_throttled_request_is_named() {
    let vendor = vendor().await;
    let text = failure(|| vendor.assert_none_throttled());
    assert!(
        text.starts_with(
            "1 of 2 requests were beyond a ceiling: first number 1, `GET /2 HTTP/1.1`, "
        ),
        "{text}"
    );
}

#[tokio::test]
async fn an_unpaid_request_is_counted() {
    let vendor = vendor().await;
    let coverage = vendor.coverage(&meter(1));
    assert_eq!(
        (coverage.seen(), coverage.paid(), coverage.unpaid()),
        (2, 1, 1)
    );
    assert_eq!(
        failure(|| vendor.assert_all_paid(&meter(1))),
        format!(
            "not every request was paid for: seen 2, permits 1, paid 1, unpaid 1, fraction 0.5000; \
             the vendor saw {SEEN}"
        )
    );
    assert!(failure(|| vendor.assert_paid_exactly(&meter(3))).contains("seen 2, permits 3"));
}

#[tokio::test]
async fn what_was_no_request_was_not_paid_for_either() {
    let vendor = Vendor::start().await;
    talk(&vendor, "rubbish\r\n\r\n").await;
    assert_eq!(vendor.coverage(&meter(0)).unpaid(), 1);
    assert!(
        failure(|| vendor.assert_count(1))
            .contains("what was no request: [b\"rubbish\\r\\n\\r\\n\"]")
    );
}
