//! `retry(…)`, `redirects`, `deadline` and `attempt_timeout`, in the same words for an API, a
//! group and an endpoint.

use super::commas::entries;
use super::filled::{Filled, choice};
use super::number::{keyed_or, length};
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Length, Number, Redirects, Retry, Settings};
use crate::syntax::Shape;

pub(super) const RETRY: Key = once(
    "retry",
    "retry(attempts = 4, within = 2 min)` or `retry = off",
);
pub(super) const REDIRECTS: Key = once("redirects", "redirects = never");
pub(super) const DEADLINE: Key = once("deadline", "deadline = 30 s");
pub(super) const ATTEMPT_TIMEOUT: Key = once("attempt_timeout", "attempt_timeout = 10 s");

const RETRY_KEYS: &[Key] = &[
    once("attempts", "attempts = 4"),
    once("base", "base = 500 ms"),
    once("cap", "cap = 20 s"),
    once("within", "within = 2 min"),
    once("jitter", "jitter = off"),
];

/// What is set. A part that is wrong has been told and counts as absent.
pub(super) fn settings(sheet: &mut Sheet, errors: &mut Errors) -> Settings {
    let deadline = time(sheet, "deadline", "leave it out for none", errors);
    let timeout = time(
        sheet,
        "attempt_timeout",
        "leave it out for the client's, which is 30 s",
        errors,
    );
    if let (Some(deadline), Some(timeout)) = (&deadline, &timeout) {
        reached(deadline, timeout, errors);
    }
    let redirects = sheet.take("redirects");
    let retry = sheet.take("retry");
    Settings {
        deadline,
        attempt_timeout: timeout,
        redirects: redirects.and_then(|filled| redirect(filled, errors)),
        retry: retry.and_then(|filled| self::retry(&filled, errors)),
    }
}

fn time(sheet: &mut Sheet, key: &str, zero: &str, errors: &mut Errors) -> Option<Length> {
    let filled = sheet.take(key)?;
    length(zero, filled, errors)
}

/// A timeout that the deadline always forestalls is a slip. Only within one attribute: an endpoint
/// in a hurry may well undercut what its API says about attempts.
fn reached(deadline: &Length, timeout: &Length, errors: &mut Errors) {
    if timeout.nanos > deadline.nanos {
        let (deadline, words) = (deadline.words(), timeout.words());
        errors.at(
            timeout.span,
            format!("an attempt never takes {words}, since the deadline ends the call after {deadline}; make `attempt_timeout` shorter, or `deadline` longer"),
        );
    }
}

fn redirect(filled: Filled, errors: &mut Errors) -> Option<Redirects> {
    let known = [
        ("follow", Redirects::Follow),
        ("follow_writes", Redirects::FollowWrites),
        ("never", Redirects::Never),
    ];
    choice(&known, filled, errors)
}

/// `retry = off` or `retry(attempts = 4, …)`.
fn retry(filled: &Filled, errors: &mut Errors) -> Option<Retry> {
    match &filled.shape {
        Shape::List(group) if !group.stream().is_empty() => {
            let written = entries(RETRY_KEYS, group.stream(), errors);
            let mut sheet = Sheet::new("`retry`", RETRY_KEYS, written, errors);
            Some(tries(&mut sheet, errors))
        }
        Shape::Value(word) if word.to_string() == "off" => Some(Retry {
            attempts: Some(Number::Literal(1, filled.span())),
            ..Retry::default()
        }),
        _ => {
            filled.misshapen(filled.span(), errors);
            None
        }
    }
}

fn tries(sheet: &mut Sheet, errors: &mut Errors) -> Retry {
    let zero = "write `retry = off` for the first and no other";
    let attempts = sheet.take("attempts");
    let attempts = attempts.and_then(|filled| keyed_or("`attempts`", zero, filled, errors));
    let storm = "without a pause, all who failed together come back together";
    let base = time(sheet, "base", storm, errors);
    let cap = time(sheet, "cap", storm, errors);
    let within = time(
        sheet,
        "within",
        "write `retry = off` for one attempt",
        errors,
    );
    if let (Some(base), Some(cap)) = (&base, &cap) {
        ordered(base, cap, errors);
    }
    let jitter = sheet.take("jitter");
    let known = [("on", true), ("off", false)];
    Retry {
        attempts,
        base,
        cap,
        within,
        jitter: jitter.and_then(|filled| choice(&known, filled, errors)),
    }
}

/// Pauses grow from `base` to `cap`.
fn ordered(base: &Length, cap: &Length, errors: &mut Errors) {
    if base.nanos > cap.nanos {
        let (first, longest) = (base.words(), cap.words());
        errors.at(
            base.span,
            format!("the first pause, {first}, is longer than the longest, {longest}; make `base` shorter, or `cap` longer"),
        );
    }
}
