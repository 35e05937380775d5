//! Which statuses mean "slow down", and how vendors say for whom.

use std::time::Duration;

use http::StatusCode;
use tollgate_signals::preset::{self, GENERIC, Preset};
use tollgate_signals::{Scope, Verdict, throttled};

use crate::said::{headers, now, seconds};

fn judge(preset: &Preset, status: u16, lines: &[(&str, &str)], body: &str) -> Verdict {
    let status = StatusCode::from_u16(status).expect("a status");
    throttled(status, &headers(lines), body.as_bytes(), preset, now())
}

fn bucket(wait: impl Into<Option<u64>>) -> Verdict {
    let wait = wait.into().map(Duration::from_secs);
    Verdict::Throttled {
        wait,
        scope: Scope::Bucket,
    }
}

fn account(wait: impl Into<Option<u64>>) -> Verdict {
    let wait = wait.into().map(Duration::from_secs);
    Verdict::Throttled {
        wait,
        scope: Scope::Account,
    }
}

#[test]
fn some_statuses_always_mean_slow_down() {
    for status in [420, 429, 529] {
        assert_eq!(judge(&GENERIC, status, &[], ""), bucket(None), "{status}");
        assert_eq!(
            judge(&GENERIC, status, &[("retry-after", "9")], ""),
            bucket(9),
            "{status}"
        );
    }
    assert_eq!(judge(&GENERIC, 509, &[], ""), account(None));
}

#[test]
fn a_503_is_an_outage_unless_it_says_when_to_come_back() {
    assert_eq!(judge(&GENERIC, 503, &[], ""), Verdict::NotThrottled);
    assert_eq!(
        judge(&GENERIC, 503, &[("retry-after", "soon")], ""),
        Verdict::NotThrottled
    );
    assert_eq!(judge(&GENERIC, 503, &[("retry-after", "0")], ""), bucket(0));
    assert_eq!(judge(&GENERIC, 503, &[("retry-after", "9")], ""), bucket(9));
}

#[test]
fn other_statuses_never_mean_slow_down() {
    let lines = [("retry-after", "9"), ("x-ratelimit-remaining", "0")];
    for status in [
        200, 204, 302, 400, 401, 402, 404, 408, 425, 500, 502, 504, 599, 999,
    ] {
        let verdict = judge(&GENERIC, status, &lines, "secondary rate limit");
        assert_eq!(verdict, Verdict::NotThrottled, "{status}");
    }
}

#[test]
fn a_zero_on_every_answer_makes_no_403_a_throttling_one() {
    let lines = [("retry-after", "0"), ("x-ratelimit-remaining", "5")];
    assert_eq!(
        judge(&preset::JIRA_DC, 403, &lines, ""),
        Verdict::NotThrottled
    );
    assert_eq!(judge(&GENERIC, 403, &lines, ""), Verdict::NotThrottled);
}

#[test]
fn a_403_with_a_limit_used_up_by_the_structured_field() {
    let used_up = [("ratelimit", r#""a";r=0;t=4"#)];
    assert_eq!(judge(&GENERIC, 403, &used_up, ""), bucket(4));
    let bytes = [
        used_up[0],
        ("ratelimit-policy", r#""a";q=9;qu="content-bytes""#),
    ];
    assert_eq!(judge(&GENERIC, 403, &bytes, ""), Verdict::NotThrottled);
}

#[test]
fn github_primary_limit_is_a_resources_and_the_secondary_one_the_accounts() {
    let primary = [
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-reset", "1792567710"),
    ];
    let secondary = r#"{"message":"You have exceeded a secondary rate limit."}"#;
    for status in [403, 429] {
        assert_eq!(judge(&preset::GITHUB, status, &primary, ""), bucket(30));
        assert_eq!(
            judge(&preset::GITHUB, status, &[("retry-after", "7")], ""),
            account(7)
        );
        assert_eq!(judge(&preset::GITHUB, status, &[], secondary), account(60));
    }
    assert_eq!(
        judge(&preset::GITHUB, 429, &[], ""),
        bucket(60),
        "at least a minute"
    );
}

#[test]
fn discord_tells_the_scope() {
    let scope = |scope| {
        judge(
            &preset::DISCORD,
            429,
            &[("retry-after", "1"), ("x-ratelimit-scope", scope)],
            "",
        )
    };
    assert_eq!(scope("global"), account(1));
    assert_eq!(scope("user"), bucket(1));
    assert_eq!(scope("shared"), bucket(1));
}

#[test]
fn atlassian_tells_the_scope_by_the_reason() {
    let reason = |reason| {
        judge(
            &preset::ATLASSIAN,
            429,
            &[("retry-after", "1"), ("ratelimit-reason", reason)],
            "",
        )
    };
    assert_eq!(reason("jira-quota-tenant-based"), account(1));
    assert_eq!(reason("jira-quota-global-based"), account(1));
    assert_eq!(reason("jira-burst-based"), bucket(1));
    assert_eq!(reason("jira-per-issue-on-write"), bucket(1));
}

#[test]
fn a_quota_that_is_used_up_is_not_cured_by_waiting() {
    let quota = r#"{"error":{"code":"insufficient_quota"}}"#;
    assert_eq!(judge(&preset::OPENAI, 429, &[], quota), Verdict::OutOfQuota);
    assert_eq!(
        judge(&GENERIC, 429, &[], quota),
        bucket(None),
        "only where it is documented"
    );
    let daily = r#"{"error":{"errors":[{"reason":"dailyLimitExceeded"}]}}"#;
    assert_eq!(judge(&preset::GOOGLE, 403, &[], daily), Verdict::OutOfQuota);
    assert_eq!(
        judge(&preset::GOOGLE, 500, &[], daily),
        Verdict::NotThrottled
    );
}

#[test]
fn prose_that_looks_like_a_reason_is_none() {
    let prose = r#"{"message":"read about userRateLimitExceeded in the manual"}"#;
    assert_eq!(judge(&GENERIC, 403, &[], prose), Verdict::NotThrottled);
}

#[test]
fn a_body_is_looked_at_up_to_a_point_and_may_be_cut_anywhere() {
    let reason = "\"userRateLimitExceeded\"";
    let filled = |len: usize| format!("{}{reason}", " ".repeat(len));
    assert_eq!(judge(&GENERIC, 403, &[], &filled(1_000)), bucket(None));
    assert_eq!(
        judge(&GENERIC, 403, &[], &filled(1 << 20)),
        Verdict::NotThrottled
    );
    assert_eq!(
        judge(&GENERIC, 403, &[], &reason[..reason.len() - 1]),
        Verdict::NotThrottled
    );
}

#[test]
fn the_longest_of_the_limits_that_are_used_up_counts() {
    let lines = [
        ("x-ratelimit-remaining-requests", "0"),
        ("x-ratelimit-reset-requests", "1s"),
        ("x-ratelimit-remaining-tokens", "0"),
        ("x-ratelimit-reset-tokens", "6m0s"),
    ];
    assert_eq!(judge(&preset::OPENAI, 429, &lines, ""), bucket(360));
    let open = [
        lines[0],
        lines[1],
        ("x-ratelimit-remaining-tokens", "9"),
        lines[3],
    ];
    assert_eq!(judge(&preset::OPENAI, 429, &open, ""), bucket(1));
    let finer = [lines[0], lines[1], ("retry-after-ms", "250")];
    let wait = Some(seconds(0.25));
    let scope = Scope::Bucket;
    assert_eq!(
        judge(&preset::OPENAI, 429, &finer, ""),
        Verdict::Throttled { wait, scope }
    );
}
