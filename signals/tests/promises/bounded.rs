//! Whatever a server sends: no panic, and no wait beyond the bound.

use std::time::{Duration, UNIX_EPOCH};

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use proptest::collection::vec;
use proptest::prelude::*;
use tollgate_signals::preset::{ALL, Family, GENERIC, Preset};
use tollgate_signals::{
    MAX_WAIT, Report, RetryAfter, Verdict, quotas, rate_limit, rate_limit_policy, retry_after,
    throttled,
};

/// Pieces of which the grammars are made, so that random values get past the first letter.
const PIECES: &[&str] = &[
    "0",
    "1",
    "9",
    "07",
    "60",
    "1792567710",
    "99999999999999999999",
    ".",
    "-",
    "+",
    ":",
    ",",
    ";",
    "=",
    "/",
    " ",
    "\t",
    "T",
    "Z",
    "GMT",
    " GMT",
    "Wed, ",
    "Wednesday, ",
    "Wed ",
    "21",
    " Oct ",
    "-Oct-",
    "Oct",
    "2026",
    "2026-10-21",
    "07:29:60",
    "07:29",
    "r",
    "t",
    "q",
    "w",
    "qu",
    "pk",
    "\"",
    "\"a\"",
    "(",
    ")",
    "?1",
    "@1",
    "%\"",
    ":dHI=:",
    "limit",
    "remaining",
    "reset",
    "ms",
    "s",
    "m",
    "h",
    "\u{b5}s",
    "\u{661}",
    "e3",
    "NaN",
    "total=1",
];

fn value() -> impl Strategy<Value = HeaderValue> {
    let pieces = vec(prop::sample::select(PIECES), 0..12).prop_map(|pieces| pieces.concat().into());
    let bytes = vec(any::<u8>(), 0..64);
    prop_oneof![3 => pieces, 1 => bytes].prop_filter_map("a field's value", |bytes: Vec<u8>| {
        HeaderValue::from_bytes(&bytes).ok()
    })
}

/// Some lines of the fields of these names.
fn lines(names: Vec<&'static str>) -> impl Strategy<Value = HeaderMap> {
    let line = (prop::sample::select(names), value());
    vec(line, 0..6).prop_map(|lines| {
        let lines = lines.into_iter();
        lines
            .map(|(name, value)| (HeaderName::from_static(name), value))
            .collect()
    })
}

/// A preset, and lines of all the fields that it knows.
fn answer() -> impl Strategy<Value = (&'static Preset, HeaderMap)> {
    prop::sample::select(ALL).prop_flat_map(|preset| (Just(preset), lines(names(preset))))
}

fn names(preset: &Preset) -> Vec<&'static str> {
    let own = preset.families.iter().flat_map(Family::field_names);
    own.chain(["date", "retry-after", "ratelimit", "ratelimit-policy"])
        .collect()
}

/// Any local time that a machine can have, and some that none has.
fn received() -> impl Strategy<Value = std::time::SystemTime> {
    let after =
        (0..u64::MAX / 4).prop_map(|secs| UNIX_EPOCH.checked_add(Duration::from_secs(secs)));
    let before =
        (0..u64::MAX / 4).prop_map(|secs| UNIX_EPOCH.checked_sub(Duration::from_secs(secs)));
    let usual =
        (0..4_000_000_000u64).prop_map(|secs| UNIX_EPOCH.checked_add(Duration::from_secs(secs)));
    prop_oneof![usual, after, before].prop_map(|time| time.unwrap_or(UNIX_EPOCH))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn retry_after_never_panics_and_is_bounded(
        headers in lines(vec!["retry-after", "retry-after-ms", "x-ms-retry-after-ms", "x-ratelimit-retry-after", "date"]),
        now in received(),
    ) {
        let answer = retry_after(&headers, now);
        prop_assert!(answer.wait().is_none_or(|wait| wait <= MAX_WAIT));
        let fields = headers.keys().any(|name| name != "date");
        prop_assert_eq!(answer == RetryAfter::Absent, !fields);
    }

    #[test]
    fn rate_limit_never_panics_and_is_bounded(headers in lines(vec!["ratelimit", "beta-ratelimit"])) {
        let said = rate_limit(&headers);
        prop_assert!(said.limits.len() <= 64);
        prop_assert!(said.limits.iter().filter_map(|limit| limit.reset).all(|reset| reset <= MAX_WAIT));
        prop_assert!(said.limits.iter().all(|limit| limit.remaining < 1_000_000_000_000_000));
    }

    #[test]
    fn policies_never_panic_and_are_bounded(
        headers in lines(vec!["ratelimit-policy", "beta-ratelimit-policy", "ratelimit-limit"]),
    ) {
        let said = rate_limit_policy(&headers);
        prop_assert!(said.policies.len() <= 64);
        prop_assert!(said.policies.iter().filter_map(|policy| policy.window).all(|window| window <= MAX_WAIT && !window.is_zero()));
    }

    #[test]
    fn quotas_never_panic_and_are_bounded((preset, headers) in answer(), now in received()) {
        let quotas = quotas(&headers, preset, now);
        prop_assert!(quotas.len() <= preset.families.len());
        prop_assert!(quotas.iter().filter_map(|quota| quota.reset).all(|reset| reset.wait <= MAX_WAIT));
    }

    #[test]
    fn a_guess_says_so_and_a_known_dialect_does_not((preset, headers) in answer(), now in received()) {
        for reset in quotas(&headers, preset, now).iter().filter_map(|quota| quota.reset) {
            prop_assert_eq!(reset.guessed, preset == &GENERIC);
        }
    }

    #[test]
    fn reports_never_panic_and_are_bounded((preset, headers) in answer(), now in received()) {
        let report = Report::read(&headers, preset, now);
        prop_assert!(report.wait().is_none_or(|wait| wait.duration <= MAX_WAIT));
        let asked = report.retry_after.wait();
        prop_assert!(asked.is_none() || report.wait().map(|wait| wait.duration) == asked);
    }

    #[test]
    fn verdicts_never_panic_and_are_bounded(
        (preset, headers) in answer(),
        status in 100u16..1_000,
        body in vec(any::<u8>(), 0..100),
        now in received(),
    ) {
        let status = StatusCode::from_u16(status).expect("a status");
        if let Verdict::Throttled { wait, .. } = throttled(status, &headers, &body, preset, now) {
            prop_assert!(wait.is_none_or(|wait| wait <= MAX_WAIT));
        }
    }
}
