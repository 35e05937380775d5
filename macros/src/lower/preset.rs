//! `limits_from = github`: what is known about a vendor, by name.

use super::filled::{self, Filled};
use super::names::plain;
use crate::errors::Errors;

/// All presets, by the alphabet. The constant of each is its name in capitals.
pub(super) const NAMES: [&str; 26] = [
    "akamai",
    "anthropic",
    "atlassian",
    "azure_openai",
    "cloudflare",
    "discord",
    "generic",
    "github",
    "gitlab",
    "google",
    "groq",
    "highlevel",
    "hubspot",
    "jira_dc",
    "lemlist",
    "notion",
    "okta",
    "openai",
    "perforce",
    "prisjakt",
    "reddit",
    "shopify",
    "slack",
    "stripe",
    "x",
    "zendesk",
];

/// The name of a preset that there is.
pub(super) fn preset(filled: Filled, errors: &mut Errors) -> Option<String> {
    let name = filled.ident(errors)?;
    let word = plain(&name);
    if !NAMES.contains(&word.as_str()) {
        filled::unknown(errors, name.span(), "no vendor is known as", &word, &NAMES);
        return None;
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_signals::preset;

    #[test]
    fn every_preset_is_known_here() {
        let names: Vec<_> = preset::ALL.iter().map(|preset| preset.name).collect();
        assert_eq!(names, NAMES);
    }
}
