//! What servers say about their limits and about their next page, as plain data. Knows no HTTP
//! client, no clock and no limiter: the header fields, the status and the time of receipt come in as
//! arguments.
//!
//! - [`retry_after`]: when to come back.
//! - [`rate_limit`] and [`rate_limit_policy`]: the structured fields of
//!   draft-ietf-httpapi-ratelimit-headers, and of its earlier drafts.
//! - [`quotas`]: vendors' own limit, remainder and reset fields, by the [`preset`] of the vendor
//!   or by the usual names.
//! - [`Report`]: all of these, and the one wait that follows from them.
//! - [`throttled`]: whether an answer means "slow down", for how long and for whom.
//! - [`next_link`] and [`next_address`]: where the next page is, if it may be followed.
//!
//! ```
//! use std::time::{Duration, SystemTime};
//! use http::{HeaderMap, HeaderValue, StatusCode};
//! use tollgate_signals::{Scope, Verdict, preset, throttled};
//!
//! let mut headers = HeaderMap::new();
//! headers.insert("date", HeaderValue::from_static("Wed, 21 Oct 2026 07:28:00 GMT"));
//! headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
//! headers.insert("x-ratelimit-reset", HeaderValue::from_static("1792567683"));
//!
//! let status = StatusCode::FORBIDDEN;
//! let verdict = throttled(status, &headers, b"", &preset::GITHUB, SystemTime::now());
//! let wait = Some(Duration::from_secs(3));
//! assert_eq!(verdict, Verdict::Throttled { wait, scope: Scope::Bucket });
//! ```
//!
//! # What it promises
//!
//! - Nothing that a server sends makes it panic, and no wait is longer than [`MAX_WAIT`].
//! - What cannot be read is absent, and never a wait of zero; a wait of zero is never absent.
//! - Waits are rounded up, and what is guessed says so ([`Reset::guessed`],
//!   [`Source::Reset`]).
//! - Points in time are measured against the answer's own `Date`, so that the two clocks need
//!   not agree.
//! - A next page is of the origin that was answered, or it is [`NextPage::Foreign`].

mod date;
mod field;
mod go;
mod link;
mod number;
pub mod preset;
mod quota;
mod rate_limit;
mod report;
mod reset;
mod retry_after;
mod stamp;
mod verdict;

pub use crate::link::{NextPage, next_address, next_link};
pub use crate::quota::{Quota, quotas};
pub use crate::rate_limit::{
    Policies, Policy, RateLimit, ServiceLimit, Unit, rate_limit, rate_limit_policy,
};
pub use crate::report::{Left, Report, Source, Wait};
pub use crate::reset::Reset;
pub use crate::retry_after::{RetryAfter, retry_after};
pub use crate::stamp::MAX_WAIT;
pub use crate::verdict::{Scope, Verdict, throttled};
