//! All findings, for people and for programs.

mod human;
mod json;
mod sarif;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::date::Date;
use crate::finding::Finding;
use crate::place::Place;

/// What an audit found.
#[derive(Clone, Debug, Default)]
#[must_use = "an audit is of no use unless somebody reads it"]
pub struct Report {
    pub(crate) findings: Vec<Finding>,
    pub(crate) allowed: Vec<Allowed>,
    pub(crate) packages: usize,
    pub(crate) files: usize,
    /// The lines that findings are in.
    pub(crate) lines: BTreeMap<(Arc<str>, usize), String>,
}

/// A finding that an exception is made for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Allowed {
    /// What was found.
    pub finding: Finding,
    /// Why that is all right.
    pub reason: String,
    /// The last day on which it is.
    pub expires: Date,
    /// Where the exception is made.
    pub by: Place,
}

impl Report {
    /// What is wrong, in the order of places.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What would be, but for an exception.
    #[must_use]
    pub fn allowed(&self) -> &[Allowed] {
        &self.allowed
    }

    /// How many packages the workspace has.
    #[must_use]
    pub fn packages(&self) -> usize {
        self.packages
    }

    /// How many files of source were read.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn line(&self, place: &Place) -> Option<&str> {
        let key = (Arc::clone(&place.file), place.line);
        self.lines.get(&key).map(String::as_str)
    }
}
