//! What the importer reports beside the code it writes.

use std::collections::BTreeMap;

use serde::Deserialize;
use tollgate_benches::Operations;

/// The report on one document.
#[derive(Deserialize)]
pub(crate) struct Report {
    pub(crate) operations: u32,
    pub(crate) imported: u32,
    pub(crate) reported: Vec<Reported>,
}

/// An operation that was not imported.
#[derive(Deserialize)]
pub(crate) struct Reported {
    pub(crate) pointer: String,
    pub(crate) reason: String,
}

impl Report {
    /// What was imported of the document.
    pub(crate) fn covered(&self) -> Operations {
        Operations {
            written: self.imported as usize,
            documented: Some(self.operations as usize),
        }
    }

    /// How many operations were neither imported nor reported, or more than once.
    pub(crate) fn unaccounted(&self) -> u32 {
        let reported = u32::try_from(self.reported.len()).unwrap_or(u32::MAX);
        let told = self.imported.saturating_add(reported);
        self.operations.abs_diff(told)
    }

    /// How many were not imported for each reason, and where the first of them is.
    pub(crate) fn reasons(&self) -> BTreeMap<&str, (usize, &str)> {
        let mut reasons = BTreeMap::new();
        for Reported { pointer, reason } in &self.reported {
            let (count, _) = reasons
                .entry(reason.as_str())
                .or_insert((0, pointer.as_str()));
            *count += 1;
        }
        reasons
    }
}
