//! What is known about vendors by name: their header fields, how their resets are written, and
//! by what they tell that a refusal means "slow down".
//!
//! Plain constants. A vendor that is not here is read as [`GENERIC`], or by a [`Preset`] of the
//! caller's own.

mod ai;
mod atlassian;
mod edge;
mod family;
mod find;
mod generic;
mod saas;
mod social;
mod source;

use std::time::Duration;

pub use self::ai::{ANTHROPIC, AZURE_OPENAI, GROQ, OPENAI};
pub use self::atlassian::{ATLASSIAN, JIRA_DC};
pub use self::edge::{AKAMAI, CLOUDFLARE, GOOGLE};
pub use self::family::{Family, Shape};
pub use self::find::{ALL, named};
pub use self::generic::GENERIC;
pub use self::saas::{
    HIGHLEVEL, HUBSPOT, LEMLIST, NOTION, OKTA, PERFORCE, PRISJAKT, SHOPIFY, SLACK, STRIPE, ZENDESK,
};
pub use self::social::{DISCORD, REDDIT, X};
pub use self::source::{GITHUB, GITLAB};

/// What is known about one vendor.
///
/// ```
/// use tollgate_signals::preset::{self, Dialect, Family, Preset};
///
/// const ACME: Preset = Preset {
///     name: "acme",
///     families: &[Family::fields(
///         "acme",
///         "acme-limit",
///         "acme-left",
///         &[("acme-again-in-ms", Dialect::Millis)],
///     )],
///     throttled_bodies: &["\"slow_down\""],
///     ..preset::GENERIC
/// };
/// assert_eq!(ACME.families.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name by which a description asks for it.
    pub name: &'static str,
    /// The vendor's page, if there is a public one.
    pub source: &'static str,
    /// The vendor's limit fields; strictly these and no others.
    pub families: &'static [Family],
    /// Texts in the body of a 403 by which the vendor says that it is throttling. ASCII case
    /// does not count. JSON strings are given with their quotes, so that prose does not match.
    pub throttled_bodies: &'static [&'static str],
    /// Texts in the body of a 402, 403 or 429 by which the vendor says that a quota or a credit
    /// is used up, which no wait cures.
    pub spent_bodies: &'static [&'static str],
    /// Header fields, each with the beginning of a value, by which a throttling answer says that
    /// it is meant for the whole account.
    pub account_fields: &'static [(&'static str, &'static str)],
    /// Texts in the body of a throttling answer that say the same.
    pub account_bodies: &'static [&'static str],
    /// How long the vendor asks to wait if a throttling answer does not say it.
    pub unsaid: Option<Duration>,
}

pub use crate::reset::Dialect;

/// A vendor of whom nothing is known.
const NOTHING: Preset = Preset {
    name: "",
    source: "",
    families: &[],
    throttled_bodies: &[],
    spent_bodies: &[],
    account_fields: &[],
    account_bodies: &[],
    unsaid: None,
};
