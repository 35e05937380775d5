//! The vendor whom nobody described.

use super::family::triple;
use super::{NOTHING, Preset};

/// The usual names, with the reset's dialect guessed; the body texts that no other meaning fits.
///
/// The three fields without `x-` are those of the drafts up to -06 of
/// draft-ietf-httpapi-ratelimit-headers.
pub const GENERIC: Preset = Preset {
    name: "generic",
    families: &[
        triple!("x-ratelimit", Guess),
        triple!("x-rate-limit", Guess),
        triple!("ratelimit", Guess),
    ],
    throttled_bodies: &[
        "\"userRateLimitExceeded\"",
        "\"rateLimitExceeded\"",
        "\"RATE_LIMIT_EXCEEDED\"",
        "secondary rate limit",
    ],
    account_fields: &[("x-ratelimit-global", "true")],
    ..NOTHING
};
