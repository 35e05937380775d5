//! All that one answer says about limits, and the one wait that follows from it.

use std::time::{Duration, SystemTime};

use http::HeaderMap;

use crate::preset::Preset;
use crate::quota::{self, Quota};
use crate::rate_limit::{Policies, RateLimit, rate_limit, rate_limit_policy};
use crate::retry_after::{self, RetryAfter};
use crate::stamp::Receipt;

/// All that an answer's header fields say about limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Report {
    /// When to come back.
    pub retry_after: RetryAfter,
    /// What is left, in the `RateLimit` fields.
    pub rate_limit: RateLimit,
    /// Which quotas there are, in the `RateLimit-Policy` fields.
    pub policies: Policies,
    /// What is left, in the vendor's own fields.
    pub quotas: Vec<Quota>,
}

/// A wait that the server asked for, and how it said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wait {
    /// How long, at most [`MAX_WAIT`](crate::MAX_WAIT). Zero is a wait that is over already.
    pub duration: Duration,
    /// Where it was said.
    pub source: Source,
}

/// Where a wait was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// In `Retry-After` or a vendor's finer spelling of it.
    RetryAfter,
    /// In the `t` of a `RateLimit` member that is used up.
    RateLimit,
    /// In a reset of the vendor's own fields.
    Reset {
        /// Whether the reset's dialect was guessed.
        guessed: bool,
    },
}

/// How much the server says is left of a limit on requests, until it says when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Left<'a> {
    /// What the server calls the limit; the family's name for a vendor's own fields.
    pub name: &'a str,
    /// How many requests.
    pub remaining: u64,
    /// Of how many, if that is said.
    pub limit: Option<u64>,
    /// Until then, at most [`MAX_WAIT`](crate::MAX_WAIT) from the receipt.
    pub reset: Duration,
}

impl Report {
    /// Reads the header fields of an answer that was received at `now`.
    #[must_use]
    pub fn read(headers: &HeaderMap, preset: &Preset, now: SystemTime) -> Self {
        let receipt = Receipt::new(headers, now);
        Self {
            retry_after: retry_after::read(&receipt),
            rate_limit: rate_limit(headers),
            policies: rate_limit_policy(headers),
            quotas: quota::read(&receipt, preset),
        }
    }

    /// How long to wait if this answer was a refusal; `None` if it does not say.
    ///
    /// `Retry-After` wins over the `t` of `RateLimit` (its draft demands that), which wins over
    /// a reset of the vendor's own fields. Only limits that are used up count, and resets whose
    /// remainder is not known; of several the longest. What has passed already is a wait of
    /// zero and not `None`.
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use http::{HeaderMap, HeaderValue};
    /// use tollgate_signals::{Report, Source, preset};
    ///
    /// let mut headers = HeaderMap::new();
    /// headers.insert("retry-after", HeaderValue::from_static("60"));
    /// headers.insert("ratelimit", HeaderValue::from_static(r#""a";r=0;t=10"#));
    ///
    /// let report = Report::read(&headers, &preset::GENERIC, SystemTime::now());
    /// let wait = report.wait().unwrap();
    /// assert_eq!((wait.duration, wait.source), (Duration::from_secs(60), Source::RetryAfter));
    /// ```
    #[must_use]
    pub fn wait(&self) -> Option<Wait> {
        self.asked()
            .or_else(|| self.limited())
            .or_else(|| self.reset())
    }

    /// Whether some limit is used up, by the `RateLimit` fields or the vendor's own.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.rate_limit.exhausted(&self.policies).next().is_some()
            || self.quotas.iter().any(Quota::is_exhausted)
    }

    /// What is left of the limits on requests of which it is said how much and until when. What is
    /// counted in another unit (bytes, a model's tokens) is left out, and so are resets whose
    /// dialect was guessed: a guess must not slow anybody down for hours.
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use http::{HeaderMap, HeaderValue};
    /// use tollgate_signals::{Left, Report, preset};
    ///
    /// let mut headers = HeaderMap::new();
    /// headers.insert("ratelimit", HeaderValue::from_static(r#""a";r=3;t=10"#));
    /// let report = Report::read(&headers, &preset::GENERIC, SystemTime::now());
    /// let reset = Duration::from_secs(10);
    /// let left = Left { name: "a", remaining: 3, limit: None, reset };
    /// assert_eq!(report.left().collect::<Vec<_>>(), [left]);
    /// ```
    pub fn left(&self) -> impl Iterator<Item = Left<'_>> {
        let standard = self.rate_limit.of_requests(&self.policies);
        let standard = standard.filter_map(|limit| {
            let reset = limit.reset?;
            let policy = self.policies.quota(limit.policy.as_deref());
            Some(Left {
                name: limit.policy.as_deref().unwrap_or_default(),
                remaining: limit.remaining,
                limit: limit.limit.or(policy),
                reset,
            })
        });
        let own = self.quotas.iter().filter_map(Quota::left);
        standard.chain(own)
    }

    fn asked(&self) -> Option<Wait> {
        let duration = self.retry_after.wait()?;
        let source = Source::RetryAfter;
        Some(Wait { duration, source })
    }

    fn limited(&self) -> Option<Wait> {
        let duration = self.rate_limit.wait(&self.policies)?;
        let source = Source::RateLimit;
        Some(Wait { duration, source })
    }

    fn reset(&self) -> Option<Wait> {
        let open = |quota: &&Quota| quota.remaining.is_some_and(|remaining| remaining > 0);
        let shut = self.quotas.iter().filter(|quota| !open(quota));
        let reset = shut
            .filter_map(|quota| quota.reset)
            .max_by_key(|reset| reset.wait)?;
        let source = Source::Reset {
            guessed: reset.guessed,
        };
        Some(Wait {
            duration: reset.wait,
            source,
        })
    }
}
