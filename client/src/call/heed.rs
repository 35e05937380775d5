//! What an answer says about the limits, and what follows from it for everybody else.
//!
//! A throttling answer blocks the bucket that paid for it, or every bucket of the account where
//! the vendor means that: all callers who share it wait, also those who wait already, and after
//! the end requests leave at the paced rate.

use core::time::Duration;
use http::{HeaderMap, StatusCode};
use tollgate_limiter::Registry;
use tollgate_signals::{Scope, Verdict};

use super::draft::Seed;
use crate::classify::Answered;
use crate::error::ErrorKind;
use crate::shared::Paid;

/// The pause after a throttling answer that names none.
const UNNAMED: Duration = Duration::from_secs(1);

/// The longest pause that is taken from an answer. Vendors are known to ask for two days; what
/// asks for more is broken or hostile, and would stop this account for good.
const LONGEST: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// Takes note of the name that the vendor gives the bucket, where the description says in which
/// header it does.
pub(super) fn learn(seed: &Seed, headers: &HeaderMap) {
    let name = seed
        .core
        .inner
        .description
        .bucket_header
        .and_then(|name| headers.get(name));
    let name = name.and_then(|name| name.to_str().ok());
    if let (Some(name), Some(paid)) = (name, seed.core.paid(seed.charge.bucket)) {
        Registry::process().learn(&paid.bucket, name);
    }
}

/// The kind of an answer that is no success, of whose body `excerpt` has arrived. If it
/// throttles, everybody is held back before this returns.
pub(super) fn refusal(
    seed: &Seed,
    status: StatusCode,
    headers: &HeaderMap,
    excerpt: &[u8],
) -> ErrorKind {
    match verdict(seed, status, headers, excerpt) {
        Verdict::Throttled { wait, scope } => {
            hold(seed, wait.unwrap_or(UNNAMED), scope);
            ErrorKind::Throttled { status, wait }
        }
        Verdict::OutOfQuota | Verdict::NotThrottled => match status.as_u16() {
            301 | 302 | 303 | 307 | 308 => ErrorKind::Redirect { status },
            _ => ErrorKind::Api { status },
        },
    }
}

/// What the API's own classifier says, or what is known about the vendor.
fn verdict(seed: &Seed, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Verdict {
    let description = seed.core.inner.description;
    let answered = Answered::new(status, headers, body, description.preset);
    match description.classify {
        Some(classify) => classify(&answered),
        None => answered.verdict(),
    }
}

fn hold(seed: &Seed, wait: Duration, scope: Scope) {
    if wait > LONGEST {
        tracing::warn!(
            api = seed.place.api,
            endpoint = seed.place.endpoint,
            asked = ?wait,
            taken = ?LONGEST,
            "the vendor asks for a pause that is longer than any known one"
        );
    }
    let block = |paid: &Paid| {
        let end = paid.bucket.clock().now() + wait.min(LONGEST);
        paid.bucket.block_until(end);
    };
    match scope {
        Scope::Bucket => seed
            .core
            .paid(seed.charge.bucket)
            .into_iter()
            .for_each(block),
        Scope::Account => seed.core.inner.buckets.iter().for_each(block),
    }
}
