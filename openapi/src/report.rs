//! What became of the operations: imported, or not and why; and what is worth a look.

use core::fmt;

use serde::Serialize;

/// What an import came to. The number of methods plus the number of operations that are reported
/// equals the number of operations in the document, unless `only` asked for fewer.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Operations in the document, or among them those that were asked for.
    pub operations: usize,
    /// Operations that are methods now.
    pub imported: usize,
    /// Operations that are not, each with its reason.
    pub reported: Vec<Entry>,
    /// What was imported in a way that deserves a look.
    pub notes: Vec<Entry>,
    /// The files that were written, relative to the folder.
    pub files: Vec<String>,
    /// Their lines.
    pub lines: usize,
}

/// Something in the document that could not be taken as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Entry {
    /// Where it stands, as a JSON pointer behind the file's name: `#/paths/~1notes/get`.
    pub pointer: String,
    /// The operation that it belongs to, as `GET /notes`; empty where there is none.
    pub operation: String,
    /// The kind of the reason.
    pub reason: Reason,
    /// What is there, and what was done.
    pub detail: String,
}

/// Kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// A reference leads nowhere.
    BrokenReference,
    /// The path cannot be sent as it stands.
    UnusablePath,
    /// A parameter cannot be sent in the way that the document asks for.
    UnusableParameter,
    /// The body cannot be sent in the way that the document asks for.
    UnusableBody,
    /// The method is none that a description can name.
    UnusableMethod,
    /// The node is not of the kind that belongs there.
    Malformed,
    /// Two operations have one method and one path.
    Twice,
    /// A schema says more than a Rust type can; a wider type stands for it.
    WiderType,
    /// One of several content types was chosen.
    ContentType,
    /// The limits of the vendor are not in the document.
    Limits,
    /// Something about the credential.
    Security,
    /// The pages of an operation were recognised, and should be looked at.
    Pages,
    /// What is the user's, and may not fit the document any more.
    Kept,
    /// Something of the document that has no counterpart, such as callbacks and webhooks.
    NotCarried,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BrokenReference => "broken-reference",
            Self::UnusablePath => "unusable-path",
            Self::UnusableParameter => "unusable-parameter",
            Self::UnusableBody => "unusable-body",
            Self::UnusableMethod => "unusable-method",
            Self::Malformed => "malformed",
            Self::Twice => "twice",
            Self::WiderType => "wider-type",
            Self::ContentType => "content-type",
            Self::Limits => "limits",
            Self::Security => "security",
            Self::Pages => "pages",
            Self::Kept => "kept",
            Self::NotCarried => "not-carried",
        })
    }
}
