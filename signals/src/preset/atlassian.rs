//! Atlassian, in its cloud and in data centres of one's own.

use super::family::triple;
use super::{Dialect, Family, NOTHING, Preset};

/// Atlassian Cloud: timestamps without seconds, and beside them the `RateLimit` fields. The
/// reason tells the scope: a quota is the whole app's, the others are an endpoint's or an
/// issue's.
pub const ATLASSIAN: Preset = Preset {
    name: "atlassian",
    source: "https://developer.atlassian.com/cloud/jira/platform/rate-limiting/",
    families: &[triple!("x-ratelimit", Rfc3339)],
    account_fields: &[
        ("ratelimit-reason", "jira-quota-global"),
        ("ratelimit-reason", "jira-quota-tenant"),
    ],
    ..NOTHING
};

/// Jira and Confluence Data Center: a token bucket that gets a batch of tokens each interval, so
/// the interval's length is the longest time until more are there. All good answers have
/// `retry-after: 0`.
pub const JIRA_DC: Preset = Preset {
    name: "jira_dc",
    source: "https://confluence.atlassian.com/doc/adjusting-your-code-for-rate-limiting-992679008.html",
    families: &[Family::fields(
        "x-ratelimit",
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        &[("x-ratelimit-interval-seconds", Dialect::Seconds)],
    )],
    ..NOTHING
};
