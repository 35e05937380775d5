//! What the vendor allows: from a file, from a preset, or not known.
//!
//! OpenAPI has no field for it, so nothing is guessed. In: TOML of a user or of a preset. Out: what
//! stands in the attribute of the client, and which bucket an operation pays from.

mod file;
mod rate;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;

use self::file::{Bucket, Cost, File};
use crate::Error;
use crate::pattern::{self, Called};

/// The vendor's limits, as they are given to an import.
///
/// ```toml
/// # Names what is known about the vendor's headers and refusals; may be left out.
/// limits_from = "github"
/// # How requests are authenticated, for a document that does not say it; may be left out.
/// auth = "bearer"
/// # The bucket of operations that no other one names.
/// default_bucket = "core"
///
/// [bucket.core]
/// ceiling = "5_000 per hour"
/// source = "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api"
///
/// [bucket.search]
/// ceiling = ["30 per minute", "in_flight = 4"]
/// budget = "20 per minute, burst = 5"
/// source = "https://docs.github.com/en/rest/search/search#rate-limit"
/// operations = ["GET /search/**", "tag:search", "search/code"]
///
/// [[cost]]
/// operations = ["GET /reports/**"]
/// cost = 5
/// ```
///
/// A ceiling and a budget are written as in a description. A bucket of which the vendor publishes no
/// limit says `unpublished = "why"` and has a budget. `skew = "20ms"` may be added. Of several
/// buckets that name an operation, the first in the file pays.
///
/// ```
/// use tollgate_openapi::Limits;
///
/// let limits = Limits::parse("limits.toml", "[bucket.all]\nceiling = \"50 per 10 s\"\n")?;
/// assert_eq!(limits.buckets().collect::<Vec<_>>(), ["all"]);
/// assert!(Limits::parse("limits.toml", "[bucket.all]\nceiling = \"50\"\n").is_err());
/// # Ok::<(), tollgate_openapi::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    name: String,
    text: String,
    file: File,
}

impl Limits {
    /// The presets, by name.
    pub const PRESETS: [&'static str; 4] = ["basecamp", "discord", "github", "stripe"];

    /// A vendor whose published limits come along, each with its source. They are the limits of an
    /// ordinary account; who has another agreement writes a file.
    ///
    /// ```
    /// assert!(tollgate_openapi::Limits::preset("github").is_some());
    /// assert!(tollgate_openapi::Limits::preset("nobody").is_none());
    /// ```
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        let text = preset(name)?;
        Self::parse(name, text).ok()
    }

    /// The text of a preset, to begin a file of one's own with.
    #[must_use]
    pub fn preset_text(name: &str) -> Option<&'static str> {
        preset(name)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or as for [`parse`](Self::parse).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let name = path.as_ref().display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&name, &text),
            Err(error) => Err(Error::File { name, error }),
        }
    }

    /// Reads a text; `name` stands in what is said about it.
    ///
    /// # Errors
    ///
    /// If it is no TOML, has a key that is not known, no bucket, a bucket without a limit, or a limit
    /// that a description cannot say.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let file = file::read(text).map_err(|said| Error::Limits {
            name: name.to_owned(),
            said,
        })?;
        let (name, text) = (name.to_owned(), text.to_owned());
        Ok(Self { name, text, file })
    }

    /// The names of the buckets.
    pub fn buckets(&self) -> impl Iterator<Item = &str> {
        self.file.buckets.iter().map(|(name, _)| name.as_str())
    }

    /// The bucket that pays for an operation, where it is not the default one.
    pub(crate) fn bucket_of(&self, called: Called<'_>) -> Option<&str> {
        let names = |(_, bucket): &&(String, Bucket)| pattern::any(&bucket.operations, called);
        let (name, _) = self.file.buckets.iter().find(names)?;
        (Some(name) != self.file.default_bucket.as_ref()).then_some(name)
    }

    /// What one request of an operation takes, where it is not one unit.
    pub(crate) fn cost_of(&self, called: Called<'_>) -> Option<u32> {
        let names = |cost: &&Cost| pattern::any(&cost.operations, called);
        let cost = self.file.cost.iter().find(names)?;
        (cost.cost != 1).then_some(cost.cost)
    }

    /// The first pattern that names none of the operations.
    pub(crate) fn idle(&self, all: &[Called<'_>]) -> Option<&str> {
        let buckets = self
            .file
            .buckets
            .iter()
            .flat_map(|(_, bucket)| &bucket.operations);
        let costs = self.file.cost.iter().flat_map(|cost| &cost.operations);
        let is_idle =
            |pattern: &&String| !all.iter().any(|called| pattern::means(pattern, *called));
        buckets.chain(costs).find(is_idle).map(String::as_str)
    }

    /// How requests are authenticated, for a document that does not say it.
    pub(crate) fn auth(&self) -> Option<&str> {
        self.file.auth.as_deref()
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What stands in the attribute of the client, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        write::lines(&self.file)
    }
}

fn preset(name: &str) -> Option<&'static str> {
    Some(match name {
        "basecamp" => include_str!("presets/basecamp.toml"),
        "discord" => include_str!("presets/discord.toml"),
        "github" => include_str!("presets/github.toml"),
        "stripe" => include_str!("presets/stripe.toml"),
        _ => return None,
    })
}
