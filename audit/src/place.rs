//! Where something stands, and what kind of code that is.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

/// A place in a file of the workspace.
///
/// ```
/// use tollgate_audit::Place;
///
/// let place = Place::new("app/src/main.rs", 12, 5);
/// assert_eq!(place.to_string(), "app/src/main.rs:12:5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The file, from the root of the workspace, with slashes.
    #[serde(serialize_with = "text")]
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What kind of code something stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Class {
    /// A library or a program.
    Code,
    /// A test, in its own file or in another's: `tests/`, `#[cfg(test)]`, `#[test]`.
    Test,
    /// An example.
    Example,
    /// A bench.
    Bench,
    /// A build script.
    Build,
    /// A file that belongs to no target, as fixtures of tests do.
    Stray,
    /// A manifest or a file of settings.
    Manifest,
}

fn text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

impl Place {
    /// A place.
    #[must_use]
    pub fn new(file: impl Into<Arc<str>>, line: usize, column: usize) -> Self {
        Self {
            file: file.into(),
            line,
            column,
        }
    }

    /// The place of a byte of a text; beyond its end, the end.
    pub(crate) fn of_byte(file: &str, text: &str, byte: usize) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line = before.matches('\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        Self::new(file, line, before[begin..].chars().count() + 1)
    }
}

impl Class {
    /// Its name in settings and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Test => "test",
            Self::Example => "example",
            Self::Bench => "bench",
            Self::Build => "build",
            Self::Stray => "stray",
            Self::Manifest => "manifest",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
