//! RL01 to RL18, RP1 to RP4 and V1 to V4: the `RateLimit` fields.

use std::time::Duration;

use tollgate_signals::preset::GENERIC;
use tollgate_signals::{
    MAX_WAIT, Policies, Policy, Report, ServiceLimit, Unit, rate_limit, rate_limit_policy,
};

use crate::said::{headers, now};

/// A member's name, remainder and reset in seconds.
type Said = (&'static str, u64, Option<u64>);

fn check(lines: &[&str], expected: &[Said], dropped: usize, malformed: bool) {
    let lines: Vec<_> = lines.iter().map(|value| ("ratelimit", *value)).collect();
    let said = rate_limit(&headers(&lines));
    let limits: Vec<_> = said.limits.iter().map(parts).collect();
    assert_eq!(limits, expected, "{lines:?}");
    assert_eq!(
        (said.dropped, said.malformed),
        (dropped, malformed),
        "{lines:?}"
    );
}

fn parts(limit: &ServiceLimit) -> (&str, u64, Option<u64>) {
    let policy = limit.policy.as_deref().unwrap_or("");
    (
        policy,
        limit.remaining,
        limit.reset.map(|reset| reset.as_secs()),
    )
}

/// `id: lines => members, dropped, whether the whole field fails`.
macro_rules! vectors {
    ($($id:ident: $lines:expr => $expected:expr, $dropped:literal, $malformed:literal;)*) => {
        $(#[test]
        fn $id() {
            check(&$lines, &$expected, $dropped, $malformed);
        })*
    };
}

vectors! {
    rl01_one: [r#""default";r=50;t=30"#] => [("default", 50, Some(30))], 0, false;
    rl03_two: [r#""burst";r=3;t=1,"daily";r=0;t=4000"#]
        => [("burst", 3, Some(1)), ("daily", 0, Some(4_000))], 0, false;
    rl04_two_lines: [r#""burst";r=3;t=1"#, r#""daily";r=0;t=4000"#]
        => [("burst", 3, Some(1)), ("daily", 0, Some(4_000))], 0, false;
    rl05_token_of_draft_08: ["default;r=50;t=30"] => [("default", 50, Some(30))], 0, false;
    rl06_without_remainder: [r#""default";t=30"#] => [], 1, false;
    rl07_negative_remainder: [r#""default";r=-1;t=30"#] => [], 1, false;
    rl08_decimal_remainder: [r#""default";r=1.5;t=30"#] => [], 1, false;
    rl09_reset_of_another_type: [r#""default";r=0;t="soon""#] => [], 1, false;
    rl10_last_of_repeated_parameters: [r#""a";r=5;r=7;t=1"#] => [("a", 7, Some(1))], 0, false;
    rl11_unknown_parameter: [r#""p";r=5;t=1;acme-note="x;y,z""#] => [("p", 5, Some(1))], 0, false;
    rl12_sixteen_digits: [r#""default";r=1000000000000000;t=1"#] => [], 0, true;
    rl13_open_quote: [r#""default;r=50;t=30"#] => [], 0, true;
    rl15_atlassian: [r#""tenant-app-quota";r=17842;t=2107"#]
        => [("tenant-app-quota", 17_842, Some(2_107))], 0, false;
    rl16_empty: [""] => [], 0, false;
    rl17_one_bad_member: [r#""a";t=1, "b";r=2"#] => [("b", 2, None)], 1, false;
    rl18_inner_list: [r#"("a" "b");r=1"#] => [], 1, false;
}

#[test]
fn rl02_partition_key_without_reset() {
    let said = rate_limit(&headers(&[(
        "ratelimit",
        r#""default";r=999;pk=:dHJpYWwxMjEzMjM=:"#,
    )]));
    let [limit] = &said.limits[..] else {
        panic!("one member is expected: {said:?}")
    };
    assert_eq!(parts(limit), ("default", 999, None));
    assert_eq!(limit.partition.as_deref(), Some(&b"trial121323"[..]));
}

#[test]
fn rl14_dictionary_of_draft_07() {
    let said = rate_limit(&headers(&[(
        "ratelimit",
        "limit=100, remaining=50, reset=30",
    )]));
    let [limit] = &said.limits[..] else {
        panic!("one member is expected: {said:?}")
    };
    assert_eq!((limit.limit, parts(limit)), (Some(100), ("", 50, Some(30))));
    check(&["limit=100, reset=30"], &[], 1, false);
    check(&["limit=100, remaining=(1 2)"], &[], 1, false);
}

#[test]
fn atlassians_spelling_is_read_too() {
    let said = rate_limit(&headers(&[("beta-ratelimit", r#""q";r=1;t=2"#)]));
    assert_eq!(parts(&said.limits[0]), ("q", 1, Some(2)));
}

#[test]
fn members_are_counted_and_cut() {
    let many = vec![r#""a";r=1"#; 100].join(",");
    let said = rate_limit(&headers(&[("ratelimit", &many)]));
    assert_eq!((said.limits.len(), said.dropped), (64, 36));
}

#[test]
fn times_are_bounded() {
    let year = MAX_WAIT.as_secs();
    check(
        &[r#""a";r=0;t=999999999999999"#],
        &[("a", 0, Some(year))],
        0,
        false,
    );
    check(
        &["remaining=0, reset=999999999999999"],
        &[("", 0, Some(year))],
        0,
        false,
    );
    let window = policies(r#""a";q=1;w=999999999999999"#).policies[0].window;
    assert_eq!(window, Some(MAX_WAIT));
}

fn policies(value: &str) -> Policies {
    rate_limit_policy(&headers(&[("ratelimit-policy", value)]))
}

fn policy(name: &str, quota: u64, window: u64) -> Policy {
    Policy {
        name: Some(name.to_owned()),
        quota,
        window: Some(Duration::from_secs(window)),
        unit: Unit::Requests,
        partition: None,
    }
}

#[test]
fn rp1_two_policies() {
    let said = policies(r#""burst";q=100;w=60,"daily";q=1000;w=86400"#);
    assert_eq!(
        said.policies,
        [policy("burst", 100, 60), policy("daily", 1_000, 86_400)]
    );
}

#[test]
fn rp2_bytes_are_nothing_for_pacing() {
    let said = policies(r#""peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUH==:"#);
    let [policy] = &said.policies[..] else {
        panic!("one policy is expected: {said:?}")
    };
    assert_eq!((policy.quota, &policy.unit), (65_535, &Unit::ContentBytes));
    let used_up = rate_limit(&headers(&[("ratelimit", r#""peruser";r=0;t=10"#)]));
    assert_eq!(used_up.wait(&said), None);
}

#[test]
fn rp3_without_quota_or_with_an_empty_window() {
    for value in [
        r#""a";w=60"#,
        r#""a";q=-1"#,
        r#""a";q=1;w=0"#,
        r#""a";q=1;qu=7"#,
        r#"?1;q=1"#,
    ] {
        let said = policies(value);
        assert_eq!(
            (said.policies.len(), said.dropped, said.malformed),
            (0, 1, false),
            "{value}"
        );
    }
    assert!(policies(r#""a;q=1"#).malformed);
}

#[test]
fn rp4_concurrency_is_no_rate() {
    let said = policies(r#""a";q=10;w=1;qu="concurrent-requests""#);
    assert_eq!(said.policies[0].unit, Unit::ConcurrentRequests);
    let used_up = rate_limit(&headers(&[("ratelimit", r#""a";r=0;t=10"#)]));
    assert_eq!(used_up.wait(&said), None);
    assert_eq!(
        used_up.wait(&Policies::default()),
        Some(Duration::from_secs(10))
    );
}

#[test]
fn policies_of_old_drafts_have_no_name() {
    for name in ["ratelimit-policy", "ratelimit-limit"] {
        let said = rate_limit_policy(&headers(&[(name, "100, 100;w=60, 1000;w=3600")]));
        let quotas: Vec<_> = said
            .policies
            .iter()
            .map(|policy| (policy.quota, policy.window))
            .collect();
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(
            quotas,
            [(100, seconds(60)), (1_000, seconds(3_600))],
            "{name}"
        );
    }
}

/// The seconds to wait after a refusal with these lines.
fn wait(lines: &[(&str, &str)]) -> Option<u64> {
    let report = Report::read(&headers(lines), &GENERIC, now());
    report.wait().map(|wait| wait.duration.as_secs())
}

#[test]
fn v1_retry_after_wins_over_t() {
    assert_eq!(
        wait(&[("retry-after", "60"), ("ratelimit", r#""a";r=0;t=10"#)]),
        Some(60)
    );
}

#[test]
fn v2_retry_after_wins_even_if_it_is_shorter() {
    assert_eq!(
        wait(&[("retry-after", "5"), ("ratelimit", r#""a";r=0;t=10"#)]),
        Some(5)
    );
}

#[test]
fn v3_t_counts_if_retry_after_is_malformed() {
    assert_eq!(
        wait(&[("retry-after", "banana"), ("ratelimit", r#""a";r=0;t=10"#)]),
        Some(10)
    );
}

#[test]
fn v4_what_is_left_is_no_block() {
    assert_eq!(wait(&[("ratelimit", r#""a";r=1;t=7"#)]), None);
}

#[test]
fn t_wins_over_a_reset_and_the_longest_t_over_the_others() {
    let reset = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "99")];
    assert_eq!(wait(&reset), Some(99));
    let limits = ("ratelimit", r#""a";r=0;t=1, "b";r=0;t=7, "c";r=5;t=50"#);
    assert_eq!(wait(&[reset[0], reset[1], limits]), Some(7));
    let silent = ("ratelimit", r#""a";r=0"#);
    assert_eq!(wait(&[reset[0], reset[1], silent]), Some(99));
}
