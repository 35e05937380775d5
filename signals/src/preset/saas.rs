//! Services for businesses.

use super::family::triple;
use super::{Dialect, Family, NOTHING, Preset, Shape};

/// Okta. Its limits on concurrency use the same fields.
pub const OKTA: Preset = Preset {
    name: "okta",
    source: "https://developer.okta.com/docs/reference/rl-best-practices/",
    families: &[triple!("x-rate-limit", Epoch)],
    ..NOTHING
};

/// Shopify: a leaky bucket, of which `32/40` is in use. `Retry-After` has decimals.
pub const SHOPIFY: Preset = Preset {
    name: "shopify",
    source: "https://shopify.dev/docs/api/usage/rate-limits",
    families: &[Family {
        name: "x-shopify-shop-api-call-limit",
        shape: Shape::UsedOfLimit("x-shopify-shop-api-call-limit"),
    }],
    ..NOTHING
};

/// Slack: a 429 with `Retry-After`, per method, workspace and app; no limit fields.
pub const SLACK: Preset = Preset {
    name: "slack",
    source: "https://docs.slack.dev/apis/web-api/rate-limits/",
    ..NOTHING
};

/// Stripe: a 429; no limit fields, no reset.
pub const STRIPE: Preset = Preset {
    name: "stripe",
    source: "https://docs.stripe.com/rate-limits",
    ..NOTHING
};

/// Notion: 429 `rate_limited` and 529 `service_overload`, both with whole seconds in
/// `Retry-After`, which may be more than a minute.
pub const NOTION: Preset = Preset {
    name: "notion",
    source: "https://developers.notion.com/reference/request-limits",
    ..NOTHING
};

/// Zendesk: the account's limit twice, and limits of endpoints in fields of their own.
pub const ZENDESK: Preset = Preset {
    name: "zendesk",
    source: "https://developer.zendesk.com/api-reference/introduction/rate-limits/",
    families: &[
        Family::fields(
            "x-rate-limit",
            "x-rate-limit",
            "x-rate-limit-remaining",
            &[],
        ),
        triple!("ratelimit", Seconds),
        Family {
            name: "tickets-index",
            shape: Shape::Members("zendesk-ratelimit-tickets-index"),
        },
    ],
    ..NOTHING
};

/// HubSpot. The interval's length is the longest time until there is more; the daily and the
/// secondly limit do not tell theirs.
pub const HUBSPOT: Preset = Preset {
    name: "hubspot",
    source: "https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines",
    families: HUBSPOT_FAMILIES,
    ..NOTHING
};

/// HighLevel, which uses HubSpot's kind of fields without the vendor's name in them.
pub const HIGHLEVEL: Preset = Preset {
    name: "highlevel",
    source: "https://marketplace.gohighlevel.com/docs/oauth/Faqs",
    families: HIGHLEVEL_FAMILIES,
    ..NOTHING
};

/// Prisjakt: milliseconds from now, which no guess could tell from seconds.
pub const PRISJAKT: Preset = Preset {
    name: "prisjakt",
    families: &[triple!("x-rate-limit", Millis)],
    ..NOTHING
};

/// Perforce: seconds from now under X's names.
pub const PERFORCE: Preset = Preset {
    name: "perforce",
    families: &[triple!("x-rate-limit", Seconds)],
    ..NOTHING
};

/// lemlist: its reset is a date as JavaScript prints it, in local time with words, and is not
/// read; `Retry-After` is.
pub const LEMLIST: Preset = Preset {
    name: "lemlist",
    families: &[Family::fields(
        "x-rate-limit",
        "x-rate-limit-limit",
        "x-rate-limit-remaining",
        &[],
    )],
    ..NOTHING
};

macro_rules! interval_families {
    ($prefix:literal) => {
        &[
            Family::fields(
                "interval",
                concat!($prefix, "-max"),
                concat!($prefix, "-remaining"),
                &[(concat!($prefix, "-interval-milliseconds"), Dialect::Millis)],
            ),
            Family::fields(
                "daily",
                concat!($prefix, "-daily"),
                concat!($prefix, "-daily-remaining"),
                &[],
            ),
            Family::fields(
                "secondly",
                concat!($prefix, "-secondly"),
                concat!($prefix, "-secondly-remaining"),
                &[],
            ),
        ]
    };
}

const HUBSPOT_FAMILIES: &[Family] = interval_families!("x-hubspot-ratelimit");
const HIGHLEVEL_FAMILIES: &[Family] = interval_families!("x-ratelimit");
