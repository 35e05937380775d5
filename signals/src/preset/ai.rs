//! Hosts of language models. They count requests and tokens side by side.

use super::family::triple;
use super::{NOTHING, Preset};

/// `x-ratelimit-limit-<unit>` and so on: the unit stands last.
macro_rules! split {
    ($unit:literal, $dialect:ident) => {
        $crate::preset::Family::fields(
            $unit,
            concat!("x-ratelimit-limit-", $unit),
            concat!("x-ratelimit-remaining-", $unit),
            &[(
                concat!("x-ratelimit-reset-", $unit),
                $crate::preset::Dialect::$dialect,
            )],
        )
    };
}

/// OpenAI. A quota that is used up is a 429 too, and "you exceeded your current quota" is not
/// cured by waiting.
pub const OPENAI: Preset = Preset {
    name: "openai",
    source: "https://platform.openai.com/docs/guides/rate-limits",
    families: &[split!("requests", Go), split!("tokens", Go)],
    spent_bodies: &["\"insufficient_quota\"", "\"billing_hard_limit_reached\""],
    ..NOTHING
};

/// Azure OpenAI: OpenAI's names with whole seconds; `-1`, `-1` and `0` have been seen.
pub const AZURE_OPENAI: Preset = Preset {
    name: "azure_openai",
    source: "https://learn.microsoft.com/azure/ai-services/openai/how-to/quota",
    families: &[split!("requests", Seconds), split!("tokens", Seconds)],
    ..NOTHING
};

/// Groq: OpenAI's names, but requests are counted by the day and tokens by the minute.
pub const GROQ: Preset = Preset {
    name: "groq",
    source: "https://console.groq.com/docs/rate-limits",
    families: &[split!("requests", Go), split!("tokens", Go)],
    ..NOTHING
};

/// Anthropic: RFC 3339 resets, and 529 for an overload of the service.
pub const ANTHROPIC: Preset = Preset {
    name: "anthropic",
    source: "https://docs.anthropic.com/en/api/rate-limits",
    families: &[
        triple!("requests", "anthropic-ratelimit-requests", Rfc3339),
        triple!("tokens", "anthropic-ratelimit-tokens", Rfc3339),
        triple!("input-tokens", "anthropic-ratelimit-input-tokens", Rfc3339),
        triple!(
            "output-tokens",
            "anthropic-ratelimit-output-tokens",
            Rfc3339
        ),
    ],
    spent_bodies: &["\"billing_error\""],
    ..NOTHING
};
