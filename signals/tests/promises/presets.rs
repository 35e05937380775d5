//! One answer of each vendor, read by its preset.

use http::HeaderName;
use tollgate_signals::preset::{self, ALL, Family, Preset};
use tollgate_signals::{Quota, quotas};

use crate::said::{headers, now, seconds};

/// A quota's name, limit, remainder and wait in seconds.
type Said = (&'static str, Option<u64>, Option<u64>, Option<f64>);

fn check(preset: &Preset, lines: &[(&str, &str)], expected: &[Said]) {
    let quotas = quotas(&headers(lines), preset, now());
    let read: Vec<_> = quotas.iter().map(parts).collect();
    assert_eq!(read, expected, "{}", preset.name);
    let guessed = quotas.iter().filter_map(|quota| quota.reset);
    assert!(
        guessed.into_iter().all(|reset| !reset.guessed),
        "{}",
        preset.name
    );
}

fn parts(quota: &Quota) -> Said {
    let wait = quota.reset.map(|reset| reset.wait.as_secs_f64());
    (quota.name, quota.limit, quota.remaining, wait)
}

/// `-limit: 100`, `-remaining: 7` and a reset, under these names.
fn usual(preset: &Preset, prefix: &'static str, reset: &str, wait: f64) {
    let [limit, remaining, until] =
        ["limit", "remaining", "reset"].map(|part| format!("{prefix}-{part}"));
    let lines = [(&*limit, "100"), (&*remaining, "7"), (&*until, reset)];
    check(preset, &lines, &[(prefix, Some(100), Some(7), Some(wait))]);
}

#[test]
fn github() {
    usual(&preset::GITHUB, "x-ratelimit", "1792567710", 30.0);
}

#[test]
fn gitlab_counts_from_1970_under_the_drafts_names() {
    usual(&preset::GITLAB, "ratelimit", "1792567710", 30.0);
    let lines = [
        ("ratelimit-remaining", "0"),
        ("ratelimit-resettime", "Wed, 21 Oct 2026 07:29:00 GMT"),
    ];
    check(
        &preset::GITLAB,
        &lines,
        &[("ratelimit", None, Some(0), Some(60.0))],
    );
}

#[test]
fn x_and_okta() {
    usual(&preset::X, "x-rate-limit", "1792567710", 30.0);
    usual(&preset::OKTA, "x-rate-limit", "1792567710", 30.0);
}

#[test]
fn discord_prefers_the_reset_that_needs_no_clock() {
    usual(&preset::DISCORD, "x-ratelimit", "1792567710.250", 30.25);
    let lines = [
        ("x-ratelimit-reset", "1792567710.250"),
        ("x-ratelimit-reset-after", "64.57"),
    ];
    check(
        &preset::DISCORD,
        &lines,
        &[("x-ratelimit", None, None, Some(64.57))],
    );
}

#[test]
fn reddit_has_decimals() {
    let lines = [
        ("x-ratelimit-remaining", "598.0"),
        ("x-ratelimit-reset", "372"),
    ];
    check(
        &preset::REDDIT,
        &lines,
        &[("x-ratelimit", None, Some(598), Some(372.0))],
    );
}

#[test]
fn shopify_tells_what_is_used() {
    let name = "x-shopify-shop-api-call-limit";
    check(
        &preset::SHOPIFY,
        &[(name, "32/40")],
        &[(name, Some(40), Some(8), None)],
    );
    check(
        &preset::SHOPIFY,
        &[(name, "41/40")],
        &[(name, Some(40), Some(0), None)],
    );
    for value in ["", "/", "32", "32/", "-1/40", "1/2/3"] {
        check(&preset::SHOPIFY, &[(name, value)], &[]);
    }
}

#[test]
fn zendesk_has_three_kinds_of_fields() {
    let lines = [
        ("x-rate-limit", "700"),
        ("x-rate-limit-remaining", "699"),
        ("ratelimit-limit", "700"),
        ("ratelimit-remaining", "698"),
        ("ratelimit-reset", "41"),
        (
            "zendesk-ratelimit-tickets-index",
            "total=100; remaining=99; resets=41",
        ),
    ];
    check(
        &preset::ZENDESK,
        &lines,
        &[
            ("x-rate-limit", Some(700), Some(699), None),
            ("ratelimit", Some(700), Some(698), Some(41.0)),
            ("tickets-index", Some(100), Some(99), Some(41.0)),
        ],
    );
}

#[test]
fn atlassian_leaves_the_seconds_out() {
    usual(&preset::ATLASSIAN, "x-ratelimit", "2026-10-21T07:29Z", 60.0);
}

#[test]
fn jira_dc_waits_an_interval() {
    let lines = [
        ("x-ratelimit-limit", "20"),
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-interval-seconds", "5"),
        ("x-ratelimit-fillrate", "2"),
    ];
    check(
        &preset::JIRA_DC,
        &lines,
        &[("x-ratelimit", Some(20), Some(0), Some(5.0))],
    );
}

#[test]
fn hubspot_tells_its_windows_length_in_milliseconds() {
    for (preset, prefix) in [
        (&preset::HUBSPOT, "x-hubspot-ratelimit"),
        (&preset::HIGHLEVEL, "x-ratelimit"),
    ] {
        let names = [
            "max",
            "remaining",
            "interval-milliseconds",
            "daily",
            "daily-remaining",
        ];
        let [max, left, interval, daily, daily_left] = names.map(|part| format!("{prefix}-{part}"));
        let lines = [
            (&*max, "100"),
            (&*left, "0"),
            (&*interval, "10000"),
            (&*daily, "250000"),
            (&*daily_left, "9"),
        ];
        let expected = [
            ("interval", Some(100), Some(0), Some(10.0)),
            ("daily", Some(250_000), Some(9), None),
        ];
        check(preset, &lines, &expected);
    }
}

/// OpenAI's names, for the vendors that share them.
fn split(preset: &Preset, reset: &str, wait: f64) {
    let lines = [
        ("x-ratelimit-limit-requests", "60"),
        ("x-ratelimit-remaining-requests", "59"),
        ("x-ratelimit-reset-requests", reset),
        ("x-ratelimit-limit-tokens", "150000"),
        ("x-ratelimit-remaining-tokens", "0"),
    ];
    let expected = [
        ("requests", Some(60), Some(59), Some(wait)),
        ("tokens", Some(150_000), Some(0), None),
    ];
    check(preset, &lines, &expected);
}

#[test]
fn openai_and_those_who_took_its_names() {
    split(&preset::OPENAI, "6m0s", 360.0);
    split(&preset::GROQ, "2m59.56s", 179.56);
    split(&preset::AZURE_OPENAI, "10", 10.0);
}

#[test]
fn anthropic() {
    for unit in ["requests", "tokens", "input-tokens", "output-tokens"] {
        let [left, reset] =
            ["remaining", "reset"].map(|part| format!("anthropic-ratelimit-{unit}-{part}"));
        let lines = [(&*left, "0"), (&*reset, "2026-10-21T07:29:00Z")];
        check(
            &preset::ANTHROPIC,
            &lines,
            &[(unit, None, Some(0), Some(60.0))],
        );
    }
}

#[test]
fn akamai_says_when_to_come_back() {
    let lines = [("x-ratelimit-next", "2026-10-21T07:28:10.250Z")];
    check(
        &preset::AKAMAI,
        &lines,
        &[("x-ratelimit", None, None, Some(10.25))],
    );
}

#[test]
fn prisjakt_perforce_and_lemlist_share_names_and_nothing_else() {
    usual(&preset::PRISJAKT, "x-rate-limit", "600000", 600.0);
    usual(&preset::PERFORCE, "x-rate-limit", "17", 17.0);
    let date = "Tue Feb 16 2021 09:02:42 GMT+0100 (Central European Standard Time)";
    check(&preset::LEMLIST, &[("x-rate-limit-reset", date)], &[]);
}

#[test]
fn vendors_without_limit_fields_have_none() {
    for preset in [
        preset::SLACK,
        preset::STRIPE,
        preset::NOTION,
        preset::CLOUDFLARE,
        preset::GOOGLE,
    ] {
        let lines = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "60")];
        check(&preset, &lines, &[]);
    }
}

#[test]
fn presets_are_found_by_their_names_which_are_in_order() {
    let names: Vec<_> = ALL.iter().map(|preset| preset.name).collect();
    assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
    for preset in ALL {
        assert_eq!(preset::named(preset.name), Some(*preset));
    }
    assert_eq!(preset::named(""), None);
    assert_eq!(preset::named("githu"), None);
}

#[test]
fn names_of_fields_are_names_of_fields() {
    for preset in ALL {
        let families = preset.families.iter().flat_map(Family::field_names);
        let scopes = preset.account_fields.iter().map(|field| field.0);
        for name in families.chain(scopes) {
            // `from_static` accepts what is in lower case only.
            assert_eq!(HeaderName::from_static(name).as_str(), name);
        }
    }
}

#[test]
fn the_documented_minute_of_github_is_the_only_one() {
    let unsaid: Vec<_> = ALL.iter().filter_map(|preset| preset.unsaid).collect();
    assert_eq!(unsaid, [seconds(60.0)]);
}
