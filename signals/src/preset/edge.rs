//! Networks in front of others' servers, and Google.

use super::{Dialect, Family, NOTHING, Preset};

/// Cloudflare's API: the `RateLimit` fields and `retry-after`. What its edge sends for others
/// (error 1015 and its like) has `Retry-After` and perhaps a page of HTML.
pub const CLOUDFLARE: Preset = Preset {
    name: "cloudflare",
    source: "https://developers.cloudflare.com/fundamentals/api/reference/limits/",
    ..NOTHING
};

/// Akamai's API: a timestamp of when to come back.
pub const AKAMAI: Preset = Preset {
    name: "akamai",
    source: "https://techdocs.akamai.com/developer/docs/rate-limiting",
    families: &[Family::fields(
        "x-ratelimit",
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        &[("x-ratelimit-next", Dialect::Rfc3339)],
    )],
    ..NOTHING
};

/// Google's APIs: a 403 whose reason tells throttling from a missing permission, and from a
/// quota that is used up.
pub const GOOGLE: Preset = Preset {
    name: "google",
    source: "https://developers.google.com/workspace/drive/api/guides/handle-errors",
    throttled_bodies: &[
        "\"userRateLimitExceeded\"",
        "\"rateLimitExceeded\"",
        "\"RATE_LIMIT_EXCEEDED\"",
    ],
    spent_bodies: &["\"dailyLimitExceeded\"", "\"quotaExceeded\""],
    ..NOTHING
};
