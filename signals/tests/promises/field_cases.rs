//! Cases from the field: what other clients got wrong.

use std::time::{Duration, UNIX_EPOCH};

use http::StatusCode;
use tollgate_signals::preset::{self, GENERIC};
use tollgate_signals::{MAX_WAIT, RetryAfter, Scope, Verdict, quotas, retry_after, throttled};

use crate::said::{headers, now, seconds};

#[test]
fn f01_a_lone_number_is_never_read_as_a_date() {
    let nines = "9".repeat(400);
    let after = |seconds| RetryAfter::After(Duration::from_secs_f64(seconds));
    for (value, expected) in [
        ("-3", RetryAfter::Malformed),
        ("+3", RetryAfter::Malformed),
        ("1.5", after(1.5)),
        ("", RetryAfter::Malformed),
        (" 7 ", after(7.0)),
        ("soon", RetryAfter::Malformed),
        (nines.as_str(), RetryAfter::After(MAX_WAIT)),
        ("Fri, 31 Dec 10000 23:59:59 GMT", RetryAfter::Malformed),
        ("2026", after(2026.0)),
    ] {
        assert_eq!(
            retry_after(&headers(&[("retry-after", value)]), now()),
            expected,
            "{value:?}"
        );
    }
}

#[test]
fn f02_zero_is_a_wait_and_absence_is_none() {
    let zero = throttle(429, &[("retry-after", "0")], b"");
    let scope = Scope::Bucket;
    let wait = Some(Duration::ZERO);
    assert_eq!(zero, Verdict::Throttled { wait, scope });
    let absent = throttle(429, &[], b"");
    assert_eq!(absent, Verdict::Throttled { wait: None, scope });
}

#[test]
fn f04_resets_in_the_past_and_in_milliseconds() {
    let now = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    for (value, expected) in [
        ("1799999998", 0.0),
        ("1800000004", 4.0),
        ("1800000004000", 4.0),
        ("1800000004.588", 4.588),
        ("60", 60.0),
    ] {
        let quotas = quotas(&headers(&[("x-ratelimit-reset", value)]), &GENERIC, now);
        let reset = quotas[0].reset.expect("a reset");
        assert_eq!(reset.wait, seconds(expected), "{value}");
    }
}

fn throttle(status: u16, lines: &[(&str, &str)], body: &[u8]) -> Verdict {
    let status = StatusCode::from_u16(status).expect("a status");
    throttled(status, &headers(lines), body, &GENERIC, now())
}

#[test]
fn f06_a_403_that_means_slow_down() {
    let scope = Scope::Bucket;
    let exhausted = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "3")];
    let wait = Some(seconds(3.0));
    assert_eq!(
        throttle(403, &exhausted, b""),
        Verdict::Throttled { wait, scope },
        "a"
    );

    let reason = br#"{"error":{"errors":[{"reason":"userRateLimitExceeded"}]}}"#;
    assert_eq!(
        throttle(403, &[], reason),
        Verdict::Throttled { wait: None, scope },
        "b"
    );

    let reworded = br#"{"message":"Please calm down."}"#;
    let wait = Some(seconds(2.0));
    let verdict = throttle(403, &[("retry-after", "2")], reworded);
    assert_eq!(verdict, Verdict::Throttled { wait, scope }, "d");
}

#[test]
fn f06_a_403_that_means_not_allowed() {
    let reason = br#"{"error":{"errors":[{"reason":"insufficientPermissions"}]}}"#;
    assert_eq!(throttle(403, &[], reason), Verdict::NotThrottled, "c");
    let open = [
        ("x-ratelimit-remaining", "4999"),
        ("x-ratelimit-reset", "1792567710"),
    ];
    assert_eq!(throttle(403, &open, reason), Verdict::NotThrottled);
}

#[test]
fn f06_headers_are_asked_before_the_body() {
    let reason = br#"{"error":{"errors":[{"reason":"insufficientPermissions"}]}}"#;
    let verdict = throttle(403, &[("retry-after", "2")], reason);
    assert!(matches!(verdict, Verdict::Throttled { .. }), "{verdict:?}");
}

#[test]
fn f07_a_page_of_html_is_throttling_all_the_same() {
    let page = b"<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n</html>";
    let verdict = throttle(429, &[("content-type", "text/html")], page);
    let scope = Scope::Bucket;
    assert_eq!(verdict, Verdict::Throttled { wait: None, scope });
}

#[test]
fn f07_a_global_limit_with_half_of_the_fields_is_the_accounts() {
    let lines = [("retry-after", "3"), ("x-ratelimit-global", "true")];
    let status = StatusCode::TOO_MANY_REQUESTS;
    for preset in [&GENERIC, &preset::DISCORD] {
        let verdict = throttled(status, &headers(&lines), b"", preset, now());
        let (wait, scope) = (Some(seconds(3.0)), Scope::Account);
        assert_eq!(
            verdict,
            Verdict::Throttled { wait, scope },
            "{}",
            preset.name
        );
    }
}
