//! Presets by name.

use super::*;

/// All presets, by the alphabet.
pub const ALL: &[&Preset] = &[
    &AKAMAI,
    &ANTHROPIC,
    &ATLASSIAN,
    &AZURE_OPENAI,
    &CLOUDFLARE,
    &DISCORD,
    &GENERIC,
    &GITHUB,
    &GITLAB,
    &GOOGLE,
    &GROQ,
    &HIGHLEVEL,
    &HUBSPOT,
    &JIRA_DC,
    &LEMLIST,
    &NOTION,
    &OKTA,
    &OPENAI,
    &PERFORCE,
    &PRISJAKT,
    &REDDIT,
    &SHOPIFY,
    &SLACK,
    &STRIPE,
    &X,
    &ZENDESK,
];

/// The preset of this name, also in a constant.
///
/// ```
/// use tollgate_signals::preset::{self, Preset};
///
/// const VENDOR: Option<&Preset> = preset::named("github");
/// assert_eq!(VENDOR, Some(&preset::GITHUB));
/// assert!(preset::named("GitHub").is_none());
/// ```
#[must_use]
pub const fn named(name: &str) -> Option<&'static Preset> {
    let mut index = 0;
    while index < ALL.len() {
        if is_same(ALL[index].name, name) {
            return Some(ALL[index]);
        }
        index += 1;
    }
    None
}

/// `==` for text is not for constants yet.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}
