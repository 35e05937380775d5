//! Whole answers: no panic, bounded, and the order of precedence holds.
//!
//! The body is what follows the first empty line.

#![no_main]

use http::StatusCode;
use libfuzzer_sys::fuzz_target;
use tollgate_fuzz::{headers, names, preset, received};
use tollgate_signals::{MAX_WAIT, Report, Verdict, throttled};

const STATUSES: [u16; 12] = [429, 403, 503, 529, 420, 509, 402, 200, 302, 401, 500, 999];

fuzz_target!(|bytes: &[u8]| {
    let [vendor, time, status, rest @ ..] = bytes else {
        return;
    };
    let (preset, now) = (preset(*vendor), received(*time));
    let code = STATUSES[usize::from(*status) % STATUSES.len()];
    let Ok(status) = StatusCode::from_u16(code) else {
        return;
    };
    let end = rest.windows(2).position(|pair| pair == b"\n\n");
    let (lines, body) = rest.split_at(end.unwrap_or(rest.len()));
    let headers = headers(lines, &names(preset));

    let report = Report::read(&headers, preset, now);
    let wait = report.wait().map(|wait| wait.duration);
    let asked = report.retry_after.wait();
    assert!(asked.is_none() || wait == asked, "Retry-After wins");
    match throttled(status, &headers, body, preset, now) {
        Verdict::Throttled { wait: named, .. } => {
            assert!(named.is_none_or(|named| named <= MAX_WAIT));
            assert_eq!(named, wait.or(preset.unsaid));
        }
        Verdict::OutOfQuota => assert!(!preset.spent_bodies.is_empty()),
        Verdict::NotThrottled => assert!(![420, 429, 509, 529].contains(&code)),
    }
});
