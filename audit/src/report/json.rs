//! The report as JSON of its own.

use serde::Serialize;

use super::{Allowed, Report};
use crate::finding::Finding;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    packages: usize,
    files: usize,
    findings: &'a [Finding],
    allowed: Vec<Exception<'a>>,
}

#[derive(Serialize)]
struct Exception<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    allowed_because: &'a str,
    expires: String,
    allowed_by: String,
}

impl Report {
    /// A document for programs. Its version changes when a field goes or means something else.
    ///
    /// # Errors
    ///
    /// None that is known; a document is written into memory.
    pub fn json(&self) -> serde_json::Result<String> {
        let exception = |allowed: &'_ Allowed| {
            let Allowed {
                finding,
                reason,
                expires,
                by,
            } = allowed;
            (
                finding.clone(),
                reason.clone(),
                expires.to_string(),
                by.to_string(),
            )
        };
        let allowed: Vec<_> = self.allowed.iter().map(exception).collect();
        let document = Document {
            version: 1,
            packages: self.packages,
            files: self.files,
            findings: &self.findings,
            allowed: allowed
                .iter()
                .map(|(finding, reason, expires, by)| Exception {
                    finding,
                    allowed_because: reason,
                    expires: expires.clone(),
                    allowed_by: by.clone(),
                })
                .collect(),
        };
        serde_json::to_string_pretty(&document)
    }
}
