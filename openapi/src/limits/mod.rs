//! What the vendor allows: from a file, from a preset, or from the document.

/// The vendor's limits.
#[derive(Clone, Debug, Default)]
pub struct Limits {}
