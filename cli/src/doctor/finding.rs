//! A finding, and findings as JSON.

use serde::Serialize;

use crate::show::text::{clean, clean_json, clean_lines};

/// The version of the JSON. It grows when a field goes, or means something else.
pub const VERSION: u32 = 1;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As it should be.
    Ok,
    /// Good to know.
    Note,
    /// Limits may be broken, or calls refused, in some cases that are told.
    Warning,
    /// Clients cannot use the state, or cannot trust it.
    Error,
}

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// What was looked at.
    pub topic: &'static str,
    /// What was found.
    pub found: String,
    /// What follows from it for the clients.
    pub meaning: Option<String>,
    /// What would be right.
    pub cure: Option<String>,
}

impl Finding {
    /// A finding that `found` tells of `topic`.
    pub(super) fn new(level: Level, topic: &'static str, found: impl AsRef<str>) -> Self {
        Self {
            level,
            topic,
            found: clean_lines(found.as_ref()),
            meaning: None,
            cure: None,
        }
    }

    /// The same with what follows from it.
    pub(super) fn meaning(mut self, meaning: impl AsRef<str>) -> Self {
        self.meaning = Some(clean(meaning.as_ref()));
        self
    }

    /// The same with what would be right.
    pub(super) fn cure(mut self, cure: impl AsRef<str>) -> Self {
        self.cure = Some(clean(cure.as_ref()));
        self
    }

    /// The same for a directory that is named on the command line, for which no variable is asked.
    pub(super) fn by_option(mut self) -> Self {
        let cure = self.cure.take();
        self.cure = cure.map(|cure| {
            cure.replace("set TOLLGATE_STATE_DIR to", "name")
                .replace("set TOLLGATE_STATE_DIR", "name another directory")
        });
        self
    }
}

/// Whether one of them is an error.
#[must_use]
pub fn is_trouble(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.level == Level::Error)
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    findings: &'a [Finding],
}

/// The findings as a JSON document that ends with a newline: `version`, and `findings` with `level`,
/// `topic`, `found`, `meaning` and `cure`, the last two `null` where there is nothing to say.
///
/// # Errors
///
/// None that is known of.
pub fn json(findings: &[Finding]) -> serde_json::Result<String> {
    let document = Document {
        version: VERSION,
        findings,
    };
    Ok(clean_json(&serde_json::to_string_pretty(&document)?) + "\n")
}
