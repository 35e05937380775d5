//! What ends an import as a whole.

use core::fmt;
use std::io;

/// Why nothing was imported.
///
/// What concerns a single operation is no error: it stands in the [`Report`](crate::Report).
/// Its `Debug` is its text, which is what a build script shows of an error that it returns.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("{name}: {error}")]
    File {
        /// The file as it was named.
        name: String,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// A text is neither JSON nor YAML.
    #[error("{name} is neither JSON nor YAML: {said}")]
    Syntax {
        /// The file as it was named.
        name: String,
        /// What the parser says, with line and column.
        said: String,
    },
    /// The document is no OpenAPI document, or of a version that is not known.
    #[error(
        "{name} {}; what can be read is `openapi: 3.0.x`, `3.1.x`, `3.2.x` (as 3.1) and `swagger: \"2.0\"`",
        match said { Some(said) => format!("is of the version {said}"), None => "says no version of OpenAPI".to_owned() }
    )]
    Version {
        /// The file as it was named.
        name: String,
        /// The version that it says.
        said: Option<String>,
    },
    /// A file that was not generated has the name of one that is.
    #[error(
        "{name} was not generated and would be overwritten; move it, or import into another folder"
    )]
    InTheWay {
        /// The file.
        name: String,
    },
    /// What a folder remembers of the last import cannot be read or written.
    #[error("{name}: {said}")]
    Memory {
        /// The file.
        name: String,
        /// What is wrong.
        said: String,
    },
    /// The user's `api.rs` does not fit what would be imported; nothing was written.
    #[error("`api.rs`, which is yours, does not fit: {said}")]
    Kept {
        /// What is wrong, and what would be right.
        said: String,
    },
    /// What `--only` asks for is not in the document.
    #[error("`{asked}` is neither a tag, nor an operation, nor a path of the document; {near}")]
    Only {
        /// What was asked for.
        asked: String,
        /// What it may have meant.
        near: String,
    },
    /// The limits that were given cannot be used.
    #[error("the limits in {name}: {said}")]
    Limits {
        /// The file or preset.
        name: String,
        /// What is wrong, and what would be right.
        said: String,
    },
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
