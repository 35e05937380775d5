//! Answers to read, and when they were received.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::{HeaderMap, HeaderName, HeaderValue};

/// Wed, 21 Oct 2026 07:28:00 GMT.
pub(crate) const NOW: Duration = Duration::from_secs(1_792_567_680);

pub(crate) fn now() -> SystemTime {
    UNIX_EPOCH + NOW
}

/// Header fields of these names and values, which may be any bytes that HTTP lets through.
pub(crate) fn headers(lines: &[(&str, &str)]) -> HeaderMap {
    let line = |(name, value): &(&str, &str)| {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("a field name");
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("a field value");
        (name, value)
    };
    let mut headers = HeaderMap::new();
    for (name, value) in lines.iter().map(line) {
        headers.append(name, value);
    }
    headers
}

pub(crate) fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}
