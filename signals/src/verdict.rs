//! Whether an answer means "slow down".
//!
//! In: a status, header fields, the beginning of the body, what is known about the vendor, and
//! when the answer was received. Out: a [`Verdict`].

use std::time::{Duration, SystemTime};

use http::{HeaderMap, StatusCode};

use crate::field;
use crate::preset::Preset;
use crate::report::Report;

/// No more of a body than this is looked at.
const EXCERPT: usize = 16 * 1_024;

/// What an answer means for those who want to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a throttling answer that nobody heeds gets the caller banned"]
pub enum Verdict {
    /// Nobody may send for a while.
    Throttled {
        /// For how long; `None` if it was not said, and the caller's own backoff holds. Zero
        /// does not mean "at once": the wait is the longer one of this and the own backoff.
        wait: Option<Duration>,
        /// Who may not send.
        scope: Scope,
    },
    /// A quota or a credit is used up, and no wait is known to cure that. An error, not to be
    /// retried.
    OutOfQuota,
    /// It has nothing to do with limits.
    NotThrottled,
}

/// Whom a throttling answer holds back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All who share the bucket of the request.
    Bucket,
    /// All who use the account, whichever bucket they use.
    Account,
}

/// Judges an answer that was received at `now`. `body_excerpt` is as much of the body as is
/// there, and may be cut anywhere or be empty; it need not be what the endpoint returns, nor
/// JSON.
///
/// | status | means "slow down" |
/// |---|---|
/// | 429, and the older 420 | always |
/// | 529 (overload), 509 (bandwidth; account) | always |
/// | 503 | with a `Retry-After`; else it is an outage |
/// | 403 | with a `Retry-After` above zero, or a limit that is used up, or a body that the vendor documents for this, asked in this order |
/// | others | never |
///
/// A `Retry-After` of zero makes no 403 a throttling one: Jira Data Center has it on answers of
/// every kind. On a 402, 403 or 429 the vendor's own code for a quota that is used up comes
/// before all that: it is exact, and waiting would be in vain.
///
/// Sources: RFC 6585 4 (429), RFC 9110 15.6.4 (503), GitHub and Google (403), Anthropic and
/// Notion (529); 420 was Twitter's and 509 is unofficial.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use http::{HeaderMap, HeaderValue, StatusCode};
/// use tollgate_signals::{Scope, Verdict, preset, throttled};
///
/// let now = SystemTime::now();
/// let mut headers = HeaderMap::new();
/// let judge = |headers: &_| throttled(StatusCode::FORBIDDEN, headers, b"", &preset::GITHUB, now);
/// assert_eq!(judge(&headers), Verdict::NotThrottled);
///
/// headers.insert("retry-after", HeaderValue::from_static("2"));
/// let wait = Some(Duration::from_secs(2));
/// assert_eq!(judge(&headers), Verdict::Throttled { wait, scope: Scope::Account });
/// ```
pub fn throttled(
    status: StatusCode,
    headers: &HeaderMap,
    body_excerpt: &[u8],
    preset: &Preset,
    now: SystemTime,
) -> Verdict {
    let body = &body_excerpt[..body_excerpt.len().min(EXCERPT)];
    let report = Report::read(headers, preset, now);
    if is_spent(status, body, preset) {
        return Verdict::OutOfQuota;
    }
    if !is_throttling(status, &report, body, preset) {
        return Verdict::NotThrottled;
    }
    Verdict::Throttled {
        wait: report.wait().map(|wait| wait.duration).or(preset.unsaid),
        scope: scope(status, headers, body, preset),
    }
}

fn is_spent(status: StatusCode, body: &[u8], preset: &Preset) -> bool {
    matches!(status.as_u16(), 402 | 403 | 429) && mentions(body, preset.spent_bodies)
}

fn is_throttling(status: StatusCode, report: &Report, body: &[u8], preset: &Preset) -> bool {
    let wait = report.retry_after.wait();
    match status.as_u16() {
        420 | 429 | 509 | 529 => true,
        503 => wait.is_some(),
        403 => {
            wait.is_some_and(|wait| !wait.is_zero())
                || report.is_exhausted()
                || mentions(body, preset.throttled_bodies)
        }
        _ => false,
    }
}

fn scope(status: StatusCode, headers: &HeaderMap, body: &[u8], preset: &Preset) -> Scope {
    let fields = preset.account_fields;
    let account = status.as_u16() == 509
        || fields
            .iter()
            .any(|(name, value)| begins(headers, name, value))
        || mentions(body, preset.account_bodies);
    if account {
        Scope::Account
    } else {
        Scope::Bucket
    }
}

/// Whether a line of the field begins with `value`, in any case.
fn begins(headers: &HeaderMap, name: &str, value: &str) -> bool {
    field::lines(headers, name).flatten().any(|line| {
        let start = line.get(..value.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(value))
    })
}

/// Whether one of the texts stands in the body, in any case.
///
/// The body is not parsed: it is cut off anywhere, and may be HTML.
fn mentions(body: &[u8], texts: &[&str]) -> bool {
    texts.iter().any(|text| {
        let mut places = body.windows(text.len().max(1));
        places.any(|place| place.eq_ignore_ascii_case(text.as_bytes()))
    })
}
