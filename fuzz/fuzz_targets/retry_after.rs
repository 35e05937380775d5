//! `Retry-After` and its extensions: no panic, bounded, and absent only if it is not there.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tollgate_fuzz::{headers, received};
use tollgate_signals::{MAX_WAIT, RetryAfter, retry_after};

const NAMES: [&str; 5] = [
    "retry-after",
    "date",
    "retry-after-ms",
    "x-ms-retry-after-ms",
    "x-ratelimit-retry-after",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((time, lines)) = bytes.split_first() else {
        return;
    };
    let headers = headers(lines, &NAMES);
    let answer = retry_after(&headers, received(*time));
    assert!(answer.wait().is_none_or(|wait| wait <= MAX_WAIT));
    let said = headers.keys().any(|name| name != "date");
    assert_eq!(answer == RetryAfter::Absent, !said);
});
