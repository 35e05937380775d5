//! What an answer says about the limits, and what follows from it for everybody else.
//!
//! A throttling answer blocks the bucket that paid for it, or every bucket of the account where
//! the vendor means that: all callers who share it wait, also those who wait already, and after
//! the end requests leave at the paced rate.

use core::hash::{Hash as _, Hasher as _};
use core::time::Duration;
use std::time::SystemTime;

use http::{HeaderMap, StatusCode};
use tollgate_limiter::{Registry, Serial};
use tollgate_signals::preset::{GENERIC, Preset};
use tollgate_signals::{Report, Scope, Source, Verdict};

use super::aim::Aim;
use super::payee::{Payee, is_named};
use crate::classify::Answered;
use crate::error::ErrorKind;
use crate::meter;
use crate::shared::Paid;

/// The pause after a throttling answer that names none.
const UNNAMED: Duration = Duration::from_secs(1);

/// A limit that is used up for so long is a pause like one that is asked for: who waits for it is
/// told. A shorter one is the vendor's window coming round.
const LONG: Duration = Duration::from_secs(60);

/// The longest pause that is taken from an answer. Vendors are known to ask for two days; what
/// asks for more is broken or hostile, and would stop this account for good.
const LONGEST: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// Whether who answered has a say about the bucket that paid: the API itself, a `host` of its
/// description, the token endpoint, or the vendor of another client. A host to which a redirect
/// happened to lead is no party to the account, and must not stop it.
pub(super) fn is_party(aim: &Aim) -> bool {
    let is_known = matches!(aim.payee, Payee::Other(..)) || is_named(&aim.seed.core, &aim.url);
    aim.is_ours || aim.seed.options.bare || is_known
}

/// Takes note of the name that the vendor gives the bucket, where the description says in which
/// header it does.
pub(super) fn learn(aim: &Aim, headers: &HeaderMap) {
    let core = &aim.seed.core;
    let name = core
        .inner
        .description
        .bucket_header
        .and_then(|name| headers.get(name));
    let name = name.and_then(|name| name.to_str().ok());
    if let (Some(name), Some(paid)) = (name, aim.paid()) {
        Registry::process().learn(&paid.bucket, name);
    }
}

/// Lowers what may leave to what the vendor says is left. The fields of the vendor's own are read
/// where the description names the vendor (`limits_from`), since what others mean by them would be
/// a guess; the standard ones always.
pub(super) fn left(aim: &Aim, as_of: Serial, headers: &HeaderMap) {
    let Some(paid) = aim.paid().filter(|_| is_party(aim)) else {
        return;
    };
    let said = Report::read(headers, preset(aim), SystemTime::now());
    let mut heard = false;
    for left in said.left() {
        heard = true;
        warn_of(aim, left.reset);
        let until = paid.bucket.clock().now() + left.reset.min(LONGEST);
        let report = tollgate_limiter::Report::new(left.remaining, until, as_of);
        let report = report.policy(number(left.name));
        paid.bucket.report(match left.limit {
            Some(limit) => report.limit(limit),
            None => report,
        });
        if left.remaining == 0 && left.reset >= LONG {
            paid.bucket.block_until(until);
            meter::blocked(paid);
        }
    }
    if heard {
        meter::heard(paid, aim.seed.core.inner.warn_below);
    }
}

/// What is known about who answered: of another origin, only what all say alike.
fn preset(aim: &Aim) -> &'static Preset {
    match aim.is_ours {
        true => aim.seed.core.inner.description.preset,
        false => &GENERIC,
    }
}

/// A number for the name of a limit.
fn number(name: &str) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// Holds everybody back by the status and the headers alone, before the body is read, which may
/// take its time. Where the body has the last word about that (the API has its own classifier, or
/// the vendor tells there that a quota is spent), only a pause that the headers name is taken.
pub(super) fn early(aim: &Aim, status: StatusCode, headers: &HeaderMap) -> Option<Hold> {
    let description = aim.seed.core.inner.description;
    if aim.is_ours && description.classify.is_some() {
        return None;
    }
    let preset = preset(aim);
    let verdict = Answered::new(status, headers, &[], preset).verdict();
    let named = Report::read(headers, preset, SystemTime::now())
        .wait()
        .is_some();
    match verdict {
        Verdict::Throttled { wait, scope } if named || preset.spent_bodies.is_empty() => {
            let held = Hold(wait.unwrap_or(UNNAMED), scope);
            hold(aim, held);
            Some(held)
        }
        _ => None,
    }
}

/// For how long, and whom.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hold(Duration, Scope);

impl Hold {
    pub(super) fn wait(self) -> Duration {
        self.0
    }
}

/// The kind of an answer that is no success, of whose body `excerpt` has arrived. If it
/// throttles, everybody is held back before this returns, unless they are `held` already.
pub(super) fn refusal(
    aim: &Aim,
    status: StatusCode,
    headers: &HeaderMap,
    excerpt: &[u8],
    held: Option<Hold>,
) -> ErrorKind {
    throttled(aim, status, headers, excerpt, held).unwrap_or(ErrorKind::Api { status })
}

/// What an answer of a success is after all, where the API has a classifier of its own.
pub(super) fn success(
    aim: &Aim,
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
) -> Option<ErrorKind> {
    let description = aim.seed.core.inner.description;
    description.classify?;
    throttled(aim, status, headers, body, None)
}

fn throttled(
    aim: &Aim,
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    held: Option<Hold>,
) -> Option<ErrorKind> {
    match verdict(aim, status, headers, body) {
        Verdict::Throttled { wait, scope } => {
            let asked = Hold(wait.unwrap_or(UNNAMED), scope);
            if held != Some(asked) {
                hold(aim, asked);
            }
            Some(ErrorKind::Throttled { status, wait })
        }
        Verdict::OutOfQuota => Some(ErrorKind::Api { status }),
        Verdict::NotThrottled => None,
    }
}

/// What the API's own classifier says, or what is known about the vendor. Of the answer of another
/// vendor, to which a redirect led, only what all say alike.
fn verdict(aim: &Aim, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Verdict {
    let answered = Answered::new(status, headers, body, preset(aim));
    let own = aim.seed.core.inner.description.classify;
    match own.filter(|_| aim.is_ours) {
        Some(classify) => classify(&answered),
        None => answered.verdict(),
    }
}

/// The pause before a redirect is followed: `Retry-After` (RFC 9110 section 10.2.3), or the time
/// to more quota when none is left.
pub(super) fn pause(aim: &Aim, headers: &HeaderMap) -> Duration {
    let preset = aim.seed.core.inner.description.preset;
    let report = Report::read(headers, preset, SystemTime::now());
    let wait = report
        .wait()
        .filter(|wait| matches!(wait.source, Source::RetryAfter) || report.is_exhausted());
    wait.map_or(Duration::ZERO, |wait| wait.duration.min(LONGEST))
}

/// Waits a moment until all machines know of a pause that the vendor asked for: who gives up because of
/// it may be a program that ends.
pub(super) async fn told(aim: &Aim) {
    /// Longer than a trip to a store takes, and no more than one notices.
    const MOMENT: Duration = Duration::from_millis(250);
    let buckets = aim.seed.core.inner.buckets.iter().map(|paid| &paid.bucket);
    let leased: Vec<_> = buckets
        .filter(|bucket| bucket.is_leased())
        .cloned()
        .collect();
    for bucket in leased {
        bucket.settled(MOMENT).await;
    }
}

fn hold(aim: &Aim, Hold(wait, scope): Hold) {
    if !is_party(aim) {
        return;
    }
    warn_of(aim, wait);
    let block = |paid: &Paid| {
        let end = paid.bucket.clock().now() + wait.min(LONGEST);
        paid.bucket.block_until(end);
        meter::blocked(paid);
    };
    let core = &aim.seed.core;
    match (scope, aim.is_ours) {
        (Scope::Account, true) => core.inner.buckets.iter().for_each(block),
        _ => aim.paid().into_iter().for_each(block),
    }
}

/// Tells that more was asked for than is taken.
fn warn_of(aim: &Aim, wait: Duration) {
    let place = &aim.seed.place;
    if wait > LONGEST {
        tracing::warn!(
            api = place.api,
            endpoint = place.endpoint,
            asked = ?wait,
            taken = ?LONGEST,
            "the vendor asks for a pause that is longer than any known one"
        );
    }
}
