//! Hosts of source code.

use std::time::Duration;

use super::family::triple;
use super::{Dialect, Family, NOTHING, Preset};

/// GitHub. The primary limit is per resource (`x-ratelimit-resource`: core, search, graphql); a
/// secondary limit holds for the whole account, and is what `retry-after` is sent with. Either
/// is a 403 or a 429. "Otherwise, wait for at least one minute before retrying."
pub const GITHUB: Preset = Preset {
    name: "github",
    source: "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api",
    families: &[triple!("x-ratelimit", Epoch)],
    throttled_bodies: &[
        "secondary rate limit",
        "abuse detection mechanism",
        "API rate limit exceeded",
    ],
    account_fields: &[("retry-after", "")],
    account_bodies: &["secondary rate limit", "abuse detection mechanism"],
    unsaid: Some(Duration::from_secs(60)),
    ..NOTHING
};

/// GitLab: an epoch under the draft's name for seconds. Only the strictest limit is shown, and
/// the reset has been wrong, so `RateLimit-ResetTime` is second and not first.
pub const GITLAB: Preset = Preset {
    name: "gitlab",
    source: "https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/",
    families: &[Family::fields(
        "ratelimit",
        "ratelimit-limit",
        "ratelimit-remaining",
        &[
            ("ratelimit-reset", Dialect::Epoch),
            ("ratelimit-resettime", Dialect::HttpDate),
        ],
    )],
    ..NOTHING
};
