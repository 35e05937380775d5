//! The document: its files as trees of JSON, and places in them.
//!
//! In: paths or texts, JSON or YAML. Out: [`Node`]s, each a value together with where it stands, so
//! that whatever is said about it can name its place. References are followed here and nowhere else.
//! Knows nothing of operations, of schemas or of Rust.

mod dialect;
mod files;
mod node;
mod read;

#[cfg(test)]
mod tests;

use std::path::Path;

use crate::Error;

pub(crate) use self::dialect::Dialect;
pub(crate) use self::files::Files;
pub(crate) use self::node::{Broken, Node};

/// An OpenAPI document: the file that was named, and all local files that it refers to.
///
/// ```
/// let document = tollgate_openapi::Document::parse(
///     "notes.yaml",
///     "openapi: 3.1.0\ninfo: {title: Notes, version: '1'}\npaths: {}\n",
/// )?;
/// assert_eq!(document.title(), "Notes");
/// # Ok::<(), tollgate_openapi::Error>(())
/// ```
#[derive(Debug)]
pub struct Document {
    files: Files,
    dialect: Dialect,
}

impl Document {
    /// Reads a document and every local file that it refers to. A reference to another host is not
    /// followed; what needs it is reported by the import.
    ///
    /// # Errors
    ///
    /// If the file or one that it refers to cannot be read, is neither JSON nor YAML, or if the
    /// first one is no OpenAPI document of a version that is known here (2.0, 3.0, 3.1; 3.2 is read as 3.1).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::of(Files::open(path.as_ref())?)
    }

    /// Reads a document from a text. `name` stands in what is said about it; references to other
    /// files are not followed.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        Self::of(Files::parse(name, text)?)
    }

    fn of(files: Files) -> Result<Self, Error> {
        let (name, root) = files.entry();
        let dialect = Dialect::of(name, root)?;
        Ok(Self { files, dialect })
    }

    /// The title, or the name of the file where it has none.
    #[must_use]
    pub fn title(&self) -> &str {
        let title = self.root().get("info").and_then(|info| info.text("title"));
        title
            .filter(|title| !title.is_empty())
            .unwrap_or(self.files.entry().0)
    }

    /// The files that were read, from which a build script learns when to run again.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.paths()
    }

    /// In which dialect it is written.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The whole of the first file.
    pub(crate) fn root(&self) -> Node<'_> {
        Node::root(&self.files, 0)
    }
}
