//! The LR vectors: resets whose dialect nobody told, and the other numbers beside them.

use tollgate_signals::preset::{self, Dialect, GENERIC};
use tollgate_signals::{MAX_WAIT, Quota, Report, Source, quotas};

use crate::said::{headers, now, seconds};

/// The wait in seconds and the dialect, read from the reset with the generic rule.
fn guess(value: &str) -> Option<(f64, Dialect)> {
    let quotas = quotas(&headers(&[("x-ratelimit-reset", value)]), &GENERIC, now());
    let reset = quotas.first()?.reset.expect("a quota of a reset only");
    assert!(reset.guessed, "a guess must say so");
    Some((reset.wait.as_secs_f64(), reset.dialect))
}

macro_rules! vectors {
    ($($id:ident: $value:literal => $expected:expr;)*) => {
        $(#[test]
        fn $id() {
            assert_eq!(guess($value), $expected, "{}", $value);
        })*
    };
}

vectors! {
    lr_delta: "60" => Some((60.0, Dialect::Seconds));
    lr_zero: "0" => Some((0.0, Dialect::Seconds));
    lr_decimal_delta: "64.57" => Some((64.57, Dialect::Seconds));
    lr_negative: "-1" => None;
    lr_empty: "" => None;
    lr_word: "abc" => None;
    lr_epoch: "1792567710" => Some((30.0, Dialect::Epoch));
    lr_decimal_epoch: "1792567710.250" => Some((30.25, Dialect::Epoch));
    lr_epoch_millis: "1792567710000" => Some((30.0, Dialect::Epoch));
    lr_past_epoch: "1792567650" => Some((0.0, Dialect::Epoch));
    lr_go_seconds: "1s" => Some((1.0, Dialect::Go));
    lr_go_minutes: "6m0s" => Some((360.0, Dialect::Go));
    lr_go_decimals: "2m59.56s" => Some((179.56, Dialect::Go));
    lr_go_millis: "12ms" => Some((0.012, Dialect::Go));
    lr_go_short: "7.66s" => Some((7.66, Dialect::Go));
    lr_go_hour: "1h" => Some((3_600.0, Dialect::Go));
    lr_go_micros: "250\u{b5}s" => Some((0.001, Dialect::Go));
    lr_rfc3339: "2026-10-21T07:29:00Z" => Some((60.0, Dialect::Rfc3339));
    lr_rfc3339_without_seconds: "2026-10-21T07:29Z" => Some((60.0, Dialect::Rfc3339));
    lr_rfc3339_offset: "2026-10-21T09:28:30.5+02:00" => Some((30.5, Dialect::Rfc3339));
    lr_http_date: "Wed, 21 Oct 2026 07:29:00 GMT" => Some((60.0, Dialect::HttpDate));
    lr_js_date: "Tue Feb 16 2021 09:02:42 GMT+0100 (Central European Standard Time)" => None;
    lr_delta_millis_is_read_too_long: "600000" => Some((600_000.0, Dialect::Seconds));
    lr_two_points: "1.5.2" => None;
}

#[test]
fn numbers_around_the_thresholds_are_bounded_whichever_way_they_are_read() {
    for value in ["499999999", "99999999999", "99999999999999999999", "9e99"] {
        assert!(
            guess(value).is_none_or(|(wait, _)| wait <= MAX_WAIT.as_secs_f64()),
            "{value}"
        );
    }
    assert_eq!(
        guess("499999999").map(|read| read.1),
        Some(Dialect::Seconds)
    );
    assert_eq!(guess("500000000"), Some((0.0, Dialect::Epoch)));
}

fn quota(lines: &[(&str, &str)]) -> Quota {
    let quotas = quotas(&headers(lines), &GENERIC, now());
    assert_eq!(quotas.len(), 1, "{lines:?}");
    quotas[0]
}

#[test]
fn instants_are_measured_against_the_answers_own_date() {
    let date = ("date", "Wed, 21 Oct 2026 08:28:00 GMT");
    let quota = quota(&[("x-ratelimit-reset", "1792571290"), date]);
    assert_eq!(quota.reset.expect("a reset").wait, seconds(10.0));
}

#[test]
fn three_fields_of_the_old_drafts() {
    let quota = quota(&[
        ("ratelimit-limit", "100, 100;w=60"),
        ("ratelimit-remaining", "50"),
        ("ratelimit-reset", "30"),
    ]);
    assert_eq!((quota.limit, quota.remaining), (Some(100), Some(50)));
    assert_eq!(quota.reset.expect("a reset").wait, seconds(30.0));
}

#[test]
fn the_strictest_of_several_lines_counts() {
    let quota = quota(&[
        ("x-ratelimit-limit", "100"),
        ("x-ratelimit-limit", "20.00"),
        ("x-ratelimit-remaining", "7"),
        ("x-ratelimit-remaining", "598.0"),
        ("x-ratelimit-reset", "1"),
        ("x-ratelimit-reset", "30"),
    ]);
    assert_eq!((quota.limit, quota.remaining), (Some(20), Some(7)));
    assert_eq!(quota.reset.expect("a reset").wait, seconds(30.0));
}

#[test]
fn a_remainder_below_zero_is_unknown_and_not_zero() {
    let azure = headers(&[
        ("x-ratelimit-limit-requests", "-1"),
        ("x-ratelimit-remaining-requests", "-1"),
        ("x-ratelimit-reset-requests", "0"),
    ]);
    let quotas = quotas(&azure, &preset::AZURE_OPENAI, now());
    assert_eq!((quotas[0].limit, quotas[0].remaining), (None, None));
    assert!(!quotas[0].is_exhausted());
}

#[test]
fn a_limit_that_is_open_keeps_nobody_waiting() {
    let lines = [
        ("x-ratelimit-remaining", "4000"),
        ("x-ratelimit-reset", "3000"),
    ];
    assert_eq!(Report::read(&headers(&lines), &GENERIC, now()).wait(), None);
    let unknown = Report::read(&headers(&lines[1..]), &GENERIC, now());
    assert_eq!(
        unknown.wait().expect("a wait").source,
        Source::Reset { guessed: true }
    );
}

#[test]
fn a_known_dialect_is_not_second_guessed() {
    let lines = [("x-rate-limit-reset", "600000")];
    let wait = |preset| {
        quotas(&headers(&lines), preset, now())[0]
            .reset
            .expect("a reset")
    };
    assert_eq!(wait(&preset::PRISJAKT).wait, seconds(600.0));
    assert_eq!(wait(&preset::PERFORCE).wait, seconds(600_000.0));
    assert_eq!(wait(&preset::OKTA).wait, seconds(0.0));
    assert!(!wait(&preset::PRISJAKT).guessed);
}
