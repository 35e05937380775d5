//! `RateLimit` and `RateLimit-Policy`: no panic, bounded, and the wait is that of a member.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tollgate_fuzz::headers;
use tollgate_signals::{MAX_WAIT, rate_limit, rate_limit_policy};

const NAMES: [&str; 5] = [
    "ratelimit",
    "ratelimit-policy",
    "ratelimit-limit",
    "beta-ratelimit",
    "beta-ratelimit-policy",
];

fuzz_target!(|bytes: &[u8]| {
    let headers = headers(bytes, &NAMES);
    let said = rate_limit(&headers);
    let policies = rate_limit_policy(&headers);
    assert!(said.limits.len() <= 64 && policies.policies.len() <= 64);
    let resets = || said.limits.iter().filter_map(|limit| limit.reset);
    let windows = || policies.policies.iter().filter_map(|policy| policy.window);
    assert!(resets().chain(windows()).all(|time| time <= MAX_WAIT));
    assert!(windows().all(|window| !window.is_zero()));
    let wait = said.wait(&policies);
    assert!(wait.is_none_or(|wait| resets().any(|reset| reset == wait)));
});
