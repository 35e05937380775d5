//! How the vendor says that a ceiling was exceeded.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::reply::Reply;
use crate::request::Request;

/// The answer to a request beyond a ceiling: 429, `Retry-After` in whole seconds and a line of
/// JSON, unless it is told otherwise.
///
/// ```
/// use std::time::Duration;
/// use tollgate_testkit::{Gate, Reply, RetryAfter, Throttle, Vendor};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// // As an edge says it: HTML, and no word about when to come back.
/// let edge = Throttle::new().retry_after(RetryAfter::Absent).html();
/// // As one vendor says it: 403, and the reset in a header of its own.
/// let own = Throttle::custom(|_request, wait| {
///     let seconds = wait.map_or(1, |wait| wait.as_secs() + 1);
///     Reply::empty(403).header("X-RateLimit-Reset-After", seconds.to_string())
/// });
/// for throttle in [edge, own] {
///     let gate = Gate::window(1, Duration::from_secs(60));
///     let vendor = Vendor::builder().ceiling(gate).throttle(throttle).start().await;
///     vendor.assert_none_throttled();
/// }
/// # }
/// ```
#[derive(Clone)]
#[must_use = "a throttle answers nothing until it is given to a builder"]
pub struct Throttle {
    status: u16,
    retry_after: RetryAfter,
    html: bool,
    custom: Option<Custom>,
}

type Custom = Arc<dyn Fn(&Request, Option<Duration>) -> Reply + Send + Sync>;

/// The form of the `Retry-After` header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryAfter {
    /// Whole seconds until the request would pass, rounded up; 1 where that is not known.
    Seconds,
    /// The same as a date, which is rounded up to the second.
    Date,
    /// No such header.
    Absent,
    /// These bytes, whatever the truth.
    Fixed(String),
}

impl Throttle {
    /// 429 with `Retry-After` in seconds and a body of JSON.
    pub fn new() -> Self {
        Self {
            status: 429,
            retry_after: RetryAfter::Seconds,
            html: false,
            custom: None,
        }
    }

    /// Another status than 429.
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Another form of `Retry-After`.
    pub fn retry_after(mut self, form: RetryAfter) -> Self {
        self.retry_after = form;
        self
    }

    /// A body of HTML, as an edge in front of the vendor sends it.
    pub fn html(mut self) -> Self {
        self.html = true;
        self
    }

    /// Whatever the closure makes of the request and the wait until it would pass (`None` where
    /// only the end of another exchange helps).
    pub fn custom(
        answer: impl Fn(&Request, Option<Duration>) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self {
            custom: Some(Arc::new(answer)),
            ..Self::new()
        }
    }

    pub(crate) fn answer(&self, request: &Request, wait: Option<Duration>) -> Reply {
        if let Some(custom) = &self.custom {
            return custom(request, wait);
        }
        let reply = if self.html {
            Reply::text("<html><head><title>429 Too Many Requests</title></head></html>")
                .header("Content-Type", "text/html")
        } else {
            Reply::json(&serde_json::json!({ "message": "too many requests" }))
        };
        let reply = reply.status(self.status);
        match self.retry_after.value(wait, SystemTime::now()) {
            Some(value) => reply.header("Retry-After", value),
            None => reply,
        }
    }
}

impl RetryAfter {
    fn value(&self, wait: Option<Duration>, now: SystemTime) -> Option<String> {
        let wait = wait.unwrap_or(Duration::from_secs(1));
        match self {
            Self::Seconds => Some(whole_seconds(wait).to_string()),
            Self::Date => Some(httpdate::fmt_http_date(rounded_up(now + wait))),
            Self::Absent => None,
            Self::Fixed(value) => Some(value.clone()),
        }
    }
}

fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

fn rounded_up(instant: SystemTime) -> SystemTime {
    let since = instant
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    SystemTime::UNIX_EPOCH + Duration::from_secs(whole_seconds(since))
}

impl Default for Throttle {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Throttle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Throttle")
            .field("status", &self.status)
            .field("retry_after", &self.retry_after)
            .field("html", &self.html)
            .field("custom", &self.custom.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_never_names_a_time_that_is_too_early() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis(784_111_776_500);
        let value = |form: RetryAfter, millis| {
            form.value(Some(Duration::from_millis(millis)), now)
                .unwrap_or_default()
        };
        assert_eq!(value(RetryAfter::Seconds, 1_001), "2");
        assert_eq!(value(RetryAfter::Seconds, 2_000), "2");
        assert_eq!(
            value(RetryAfter::Date, 500),
            "Sun, 06 Nov 1994 08:49:37 GMT"
        );
        assert_eq!(
            value(RetryAfter::Date, 501),
            "Sun, 06 Nov 1994 08:49:38 GMT"
        );
        assert_eq!(RetryAfter::Absent.value(None, now), None);
    }
}
