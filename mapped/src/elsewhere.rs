//! Platforms without shared state: the same names, and an error that says so.
//!
//! What could only be had by opening a directory has no values, so its methods need no body.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use crate::home::{named_directory, state_directory};
use crate::{Disk, Error, ErrorKind, Identity};

/// The boot and the namespaces in which identities and times mean something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct World {
    /// The random number of this boot.
    pub boot: [u64; 2],
    /// The namespaces of processes and of time.
    pub spaces: u64,
}

/// Fails: see [`ErrorKind::Unsupported`].
pub fn world() -> Result<World, Error> {
    Err(unsupported("tell one boot from another"))
}

/// Always the same number: nothing is shared that a child could inherit.
#[must_use]
pub fn forks() -> u64 {
    1
}

pub(crate) fn own_identity() -> Result<Identity, Error> {
    Err(unsupported("tell this process from others"))
}

/// Never reclaims from the living.
pub(crate) fn own_image() -> Option<u64> {
    None
}

pub(crate) fn image_of(_identity: Identity) -> Option<u64> {
    None
}

pub(crate) fn is_alive(_identity: Identity) -> bool {
    true
}

/// A directory of state files.
#[derive(Debug)]
pub struct Directory(Infallible);

impl Directory {
    /// Where the state directory would be.
    ///
    /// # Errors
    ///
    /// If no variable of the environment says where that is.
    pub fn default_path() -> Result<PathBuf, Error> {
        state_directory(|name| std::env::var_os(name))
    }

    /// The absolute path of a directory that somebody names; a relative one is meant from the current
    /// directory.
    ///
    /// ```
    /// use std::path::Path;
    /// use tollgate_mapped::Directory;
    ///
    /// let here = std::env::current_dir().unwrap();
    /// assert_eq!(Directory::named(Path::new("state")).unwrap(), here.join("state"));
    /// assert!(Directory::named(Path::new("~/state")).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Directory`] if the path is empty, if there is no current directory, or if it begins
    /// with `~`, which only a shell reads as the home directory.
    pub fn named(path: &Path) -> Result<PathBuf, Error> {
        named_directory(path)
    }

    /// Fails: see [`ErrorKind::Unsupported`].
    pub fn open(_path: &Path) -> Result<Self, Error> {
        Err(unsupported("share state between processes"))
    }

    /// Fails: see [`ErrorKind::Unsupported`].
    pub fn find(_path: &Path) -> Result<Option<Self>, Error> {
        Err(unsupported("share state between processes"))
    }

    /// The path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self.0 {}
    }

    /// Whether the path still leads to it.
    #[must_use]
    pub fn is_current(&self) -> bool {
        match self.0 {}
    }

    /// What it is kept on.
    pub fn disk(&self) -> Result<Disk, Error> {
        match self.0 {}
    }

    /// Opens a file.
    pub fn file(&self, _name: &str) -> Result<Option<StateFile>, Error> {
        match self.0 {}
    }

    /// Creates a file.
    pub fn create(&self, _name: &str, _words: usize) -> Result<StateFile, Error> {
        match self.0 {}
    }

    /// Gives a file a name that nobody has.
    pub fn link_new(&self, _from: &str, _to: &str) -> Result<bool, Error> {
        match self.0 {}
    }

    /// Puts a file in place of another.
    pub fn rename(&self, _from: &str, _to: &str) -> Result<bool, Error> {
        match self.0 {}
    }

    /// Removes a file.
    pub fn remove(&self, _name: &str) -> Result<(), Error> {
        match self.0 {}
    }

    /// The names of all files.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        match self.0 {}
    }

    /// A deleted file that a process still holds.
    #[must_use]
    pub fn deleted(&self, _name: &str) -> Option<StateFile> {
        match self.0 {}
    }

    /// All deleted files that a process still holds.
    pub fn all_deleted(&self, _name: &str) -> Result<Vec<StateFile>, Error> {
        match self.0 {}
    }
}

/// A file of words.
#[derive(Debug)]
pub struct StateFile(Infallible);

impl StateFile {
    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self.0 {}
    }

    /// How many words it has.
    #[must_use]
    pub fn words(&self) -> usize {
        match self.0 {}
    }

    /// Maps it.
    pub fn map(&self) -> Result<Mapping, Error> {
        match self.0 {}
    }

    /// Whether it has no name any more.
    #[must_use]
    pub fn is_unlinked(&self) -> bool {
        match self.0 {}
    }

    /// Whether its path still leads to it.
    #[must_use]
    pub fn is_current(&self) -> bool {
        match self.0 {}
    }

    /// Whether it has fewer words than when it was opened.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        match self.0 {}
    }

    /// Whether both are the same file.
    #[must_use]
    pub fn is_same(&self, _other: &Self) -> bool {
        match self.0 {}
    }

    /// Locks it.
    pub fn lock_for_repair(&self, _within: Duration) -> Result<RepairLock, Error> {
        match self.0 {}
    }
}

/// The words of a file.
#[derive(Clone, Debug)]
pub struct Mapping(Infallible);

impl Mapping {
    /// The words.
    #[must_use]
    pub fn words(&self) -> &[AtomicU64] {
        match self.0 {}
    }

    /// Whether the file was truncated under it.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        match self.0 {}
    }
}

/// A lock on a file.
#[derive(Debug)]
pub struct RepairLock(Infallible);

fn unsupported(task: &'static str) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        task,
        "there is no shared state on this platform yet",
        "let each process count for itself, with the scope `process`",
    )
}
