//! `Retry-After` (RFC 9110 10.2.3) and the vendors' finer spellings of it.

use std::time::{Duration, SystemTime};

use http::HeaderMap;

use crate::field;
use crate::number;
use crate::stamp::{Receipt, bounded};

const SECOND: Duration = Duration::from_secs(1);
const MILLISECOND: Duration = Duration::from_millis(1);

/// Vendors' own fields, in the order in which they are asked. The milliseconds are Azure's and
/// what the SDKs of OpenAI read; the seconds are Braze's and MailerLite's.
const EXTENSIONS: [(&str, Duration); 3] = [
    ("retry-after-ms", MILLISECOND),
    ("x-ms-retry-after-ms", MILLISECOND),
    ("x-ratelimit-retry-after", SECOND),
];

/// What an answer says about when to come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RetryAfter {
    /// It says nothing.
    #[default]
    Absent,
    /// It says something that cannot be read. This is to be treated as [`Absent`](Self::Absent),
    /// and never as a wait of zero; that it was there may be worth a line in a log.
    Malformed,
    /// It names a wait, in whole milliseconds if it was a number, at most
    /// [`MAX_WAIT`](crate::MAX_WAIT). Zero is a wait too: "now", or a date in the past.
    After(Duration),
}

impl RetryAfter {
    /// The wait, if one was named. `Some(Duration::ZERO)` is not `None`.
    #[must_use]
    pub const fn wait(self) -> Option<Duration> {
        match self {
            Self::After(wait) => Some(wait),
            Self::Absent | Self::Malformed => None,
        }
    }
}

/// Reads when to come back, from an answer that was received at `now`.
///
/// `Retry-After` is digits, a decimal number of seconds (Shopify's `2.0`; rounded up to the
/// millisecond), or an HTTP date, measured against the answer's own `Date` if it has one. All
/// else is [`RetryAfter::Malformed`]: signs, exponents, units, ISO 8601, lists, nothing. Of
/// several lines the longest wait counts.
///
/// `retry-after-ms`, `x-ms-retry-after-ms` and `x-ratelimit-retry-after` are taken before it, in
/// this order, when they are valid. They are numbers, never dates.
///
/// The wait is for the caller to lengthen (by jitter, by its own backoff) and never to shorten.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use http::{HeaderMap, HeaderValue};
/// use tollgate_signals::{RetryAfter, retry_after};
///
/// let now = SystemTime::now();
/// let mut headers = HeaderMap::new();
/// assert_eq!(retry_after(&headers, now), RetryAfter::Absent);
///
/// headers.insert("retry-after", HeaderValue::from_static("0"));
/// assert_eq!(retry_after(&headers, now).wait(), Some(Duration::ZERO));
///
/// headers.insert("retry-after", HeaderValue::from_static("soon"));
/// assert_eq!(retry_after(&headers, now), RetryAfter::Malformed);
/// ```
#[must_use]
pub fn retry_after(headers: &HeaderMap, now: SystemTime) -> RetryAfter {
    read(&Receipt::new(headers, now))
}

pub(crate) fn read(receipt: &Receipt<'_>) -> RetryAfter {
    let [first, second, third] =
        EXTENSIONS.map(|(name, unit)| longest(receipt, name, |text| number::decimal(text, unit)));
    let last = longest(receipt, "retry-after", |text| standard(receipt, text));
    let all = [first, second, third, last];
    let said = all.iter().find(|answer| answer.wait().is_some());
    let unreadable = || all.iter().find(|answer| **answer == RetryAfter::Malformed);
    said.or_else(unreadable).copied().unwrap_or_default()
}

/// A number of seconds, or the time until a date.
fn standard(receipt: &Receipt<'_>, text: &str) -> Option<Duration> {
    number::decimal(text, SECOND)
        .or_else(|| receipt.http_date(text).map(|date| receipt.until(date)))
}

/// The longest wait of the field's lines, rounded up to the millisecond.
fn longest(
    receipt: &Receipt<'_>,
    name: &str,
    read: impl Fn(&str) -> Option<Duration>,
) -> RetryAfter {
    let lines = || field::lines(receipt.headers, name);
    match lines().flatten().filter_map(read).max() {
        Some(wait) => RetryAfter::After(bounded(number::up_to_millis(wait))),
        None if lines().next().is_some() => RetryAfter::Malformed,
        None => RetryAfter::Absent,
    }
}
