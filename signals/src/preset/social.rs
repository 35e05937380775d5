//! Social networks.

use super::family::triple;
use super::{Dialect, Family, NOTHING, Preset};

/// X, once Twitter: windows of 15 minutes.
pub const X: Preset = Preset {
    name: "x",
    source: "https://docs.x.com/x-api/fundamentals/rate-limits",
    families: &[triple!("x-rate-limit", Epoch)],
    ..NOTHING
};

/// Discord. `-Reset-After` is preferred: it needs no clock. `X-RateLimit-Global` and the scope
/// `global` mean the whole account; `shared` is a limit that others use up.
pub const DISCORD: Preset = Preset {
    name: "discord",
    source: "https://discord.com/developers/docs/topics/rate-limits",
    families: &[Family::fields(
        "x-ratelimit",
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        &[
            ("x-ratelimit-reset-after", Dialect::Seconds),
            ("x-ratelimit-reset", Dialect::Epoch),
        ],
    )],
    account_fields: &[
        ("x-ratelimit-global", "true"),
        ("x-ratelimit-scope", "global"),
    ],
    ..NOTHING
};

/// Reddit: approximate numbers, the remainder with decimals. It sends what was used instead of
/// a limit.
pub const REDDIT: Preset = Preset {
    name: "reddit",
    source: "https://support.reddithelp.com/hc/en-us/articles/16160319875092-Reddit-Data-API-Wiki",
    families: &[triple!("x-ratelimit", Seconds)],
    ..NOTHING
};
