//! A state directory of a test's own.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tollgate_mapped::Directory;

/// A directory that is removed with everything in it.
pub(crate) struct Scratch {
    parent: TempDir,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        Self { parent }
    }

    /// Where other things than the state directory may be put.
    pub(crate) fn parent(&self) -> &Path {
        self.parent.path()
    }

    /// The path of the state directory; it may not be there.
    pub(crate) fn path(&self) -> PathBuf {
        self.parent.path().join("state")
    }

    /// The state directory, made if it is not there.
    pub(crate) fn directory(&self) -> Directory {
        Directory::open(&self.path()).unwrap()
    }
}

/// The permissions of what is at the path.
pub(crate) fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o7777
}

/// Sets them.
pub(crate) fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Whether this user is held back by nothing.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
