//! What can go wrong with state files, and what would cure it.
//!
//! In: what was being done, where, what was wrong, what would be right. Out: one opaque error whose
//! text says all four. It must not know system calls.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::home::state_directory;

/// A state directory, a state file or a process that cannot be used as it is.
///
/// Its text says what was being done, to which path, what was wrong, and what would be right.
///
/// ```
/// # #[cfg(target_os = "linux")] {
/// use tollgate_mapped::{Directory, ErrorKind};
///
/// let parent = tempfile::tempdir().unwrap();
/// let link = parent.path().join("state");
/// std::os::unix::fs::symlink("/tmp", &link).unwrap();
///
/// let refused = Directory::open(&link).unwrap_err();
/// assert_eq!(refused.kind(), ErrorKind::Link);
/// assert_eq!(refused.path(), Some(&*link));
/// # }
/// ```
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    task: Cow<'static, str>,
    path: Option<PathBuf>,
    fault: Option<Cow<'static, str>>,
    cure: Cow<'static, str>,
    source: Option<io::Error>,
}

impl Error {
    /// An error that was found by looking.
    pub(crate) fn new(
        kind: ErrorKind,
        task: impl Into<Cow<'static, str>>,
        fault: impl Into<Cow<'static, str>>,
        cure: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            task: task.into(),
            path: None,
            fault: Some(fault.into()),
            cure: cure.into(),
            source: None,
        }))
    }

    /// An error that the system reported.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "no system calls there")
    )]
    pub(crate) fn reported(
        kind: ErrorKind,
        task: impl Into<Cow<'static, str>>,
        source: io::Error,
        cure: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            task: task.into(),
            path: None,
            fault: None,
            cure: cure.into(),
            source: Some(source),
        }))
    }

    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "no files there"))]
    pub(crate) fn at(mut self, path: &Path) -> Self {
        self.0.path = Some(path.to_owned());
        let usual = state_directory(|name| std::env::var_os(name)).ok();
        self.0.cure = fitting(self.0.cure, path, usual.as_deref());
        self
    }

    /// What kind of fault it was.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The directory or file that it is about.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }
}

/// A cure that helps where the path is from: the variable is asked only where the program names no
/// directory, and leads to the `usual` one.
fn fitting(cure: Cow<'static, str>, path: &Path, usual: Option<&Path>) -> Cow<'static, str> {
    const BY_VARIABLE: &str = "set `TOLLGATE_STATE_DIR` to";
    const BY_PROGRAM: &str = "name";

    let asked = usual.is_some_and(|usual| path.starts_with(usual));
    match asked || !cure.contains(BY_VARIABLE) {
        true => cure,
        false => cure.replace(BY_VARIABLE, BY_PROGRAM).into(),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {}", self.0.task)?;
        if let Some(path) = &self.0.path {
            // Quoted and escaped: a name may contain anything.
            write!(f, " {path:?}")?;
        }
        match (&self.0.fault, &self.0.source) {
            (Some(fault), _) => write!(f, ": {fault}")?,
            (None, Some(source)) => write!(f, ": {source}")?,
            (None, None) => {}
        }
        write!(f, "; {}", self.0.cure)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| source as _)
    }
}

/// What kind of fault an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The platform has no shared state, or a part of the system that it needs is missing.
    Unsupported,
    /// No variable of the environment says where the state directory would be.
    NoHome,
    /// The path of the state directory leads nowhere, or to something that is no directory.
    Directory,
    /// Others than the owner may use the file, or write to the directory.
    NotPrivate,
    /// It belongs to another user.
    Foreign,
    /// It is a symbolic link.
    Link,
    /// It is not a regular file.
    NotRegular,
    /// It is not the name of a file in the directory.
    Name,
    /// A file of that name is there already.
    Exists,
    /// There is no file of that name, or no directory any more.
    Missing,
    /// The system does not permit it.
    Denied,
    /// The disk can only be read.
    ReadOnly,
    /// There is no room: the disk, a quota, or the largest size of a file.
    Full,
    /// Another process held the lock all the time.
    Locked,
    /// There are as many as can be: mappings of this process, or open files.
    Crowded,
    /// The process cannot be told from others.
    Process,
    /// The system reported something else.
    Io,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_is_a_cure_only_where_it_is_asked() {
        let cured = |cure: &'static str, usual| {
            let usual: Option<&str> = usual;
            fitting(cure.into(), Path::new("/s/a"), usual.map(Path::new)).into_owned()
        };
        let cure = "make room, or set `TOLLGATE_STATE_DIR` to a directory on another";
        assert_eq!(cured(cure, Some("/s")), cure);
        assert_eq!(cured(cure, Some("/s/a")), cure);
        for elsewhere in [Some("/other"), Some("/s/a/b"), None] {
            assert_eq!(
                cured(cure, elsewhere),
                "make room, or name a directory on another"
            );
        }
        assert_eq!(cured("run `chmod 700 /s`", None), "run `chmod 700 /s`");
    }
}
