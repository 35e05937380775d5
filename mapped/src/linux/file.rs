//! One file of words.
//!
//! In: a name in a directory. Out: a handle of a regular file that is ours and private. It must not
//! know what the words mean.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, openat, statat};
use rustix::io::{Errno, retry_on_intr};

use super::Directory;
use super::guard::{Seen, Sort, check, check_owner};
use super::mapping::Mapping;
use super::reported::{errno, reported};
use crate::Error;

/// An open state file: regular, ours, and closed to everybody else.
///
/// It stays open as long as this or a [`Mapping`] of it is kept, also after its name is gone.
#[derive(Debug)]
pub struct StateFile {
    pub(super) file: Arc<File>,
    path: PathBuf,
    bytes: u64,
    /// Device and number: no other file has both while this one is open.
    place: (u64, u64),
}

/// Neither follows a link, nor waits for the other end of a pipe, nor takes a terminal.
pub(super) const SAFELY: OFlags = OFlags::RDWR
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

impl Directory {
    /// Opens the file of that name; none if there is none.
    ///
    /// # Errors
    ///
    /// If it is a link or no regular file, belongs to somebody else, is open to others, or cannot be
    /// opened for reading and writing.
    pub fn file(&self, name: &str) -> Result<Option<StateFile>, Error> {
        let path = self.join(name)?;
        match retry_on_intr(|| openat(&self.handle, name, SAFELY, Mode::empty())) {
            Ok(file) => StateFile::new(file, path).map(Some),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(self.refused(name, &path, errno)),
        }
    }

    /// Says why it could not be opened: whose it is says more than that it is denied.
    fn refused(&self, name: &str, path: &Path, errno: Errno) -> Error {
        let stat = match errno {
            Errno::ACCESS => statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW),
            other => Err(other),
        };
        stat.ok()
            .and_then(|stat| check_owner(seen(stat.st_mode, stat.st_uid), path).err())
            .unwrap_or_else(|| reported(TASK, path, errno))
    }
}

const TASK: &str = "open the state file";

fn seen(mode: u32, owner: u32) -> Seen {
    let user = rustix::process::geteuid().as_raw();
    Seen { mode, owner, user }
}

impl StateFile {
    /// Takes the file only if it is one of ours.
    pub(super) fn new(file: OwnedFd, path: PathBuf) -> Result<Self, Error> {
        let file = File::from(file);
        let metadata = file
            .metadata()
            .map_err(|error| reported(TASK, &path, errno(&error)))?;
        check(Sort::File, seen(metadata.mode(), metadata.uid()), &path)?;
        Ok(Self {
            file: Arc::new(file),
            path,
            bytes: metadata.size(),
            place: (metadata.dev(), metadata.ino()),
        })
    }

    /// The path by which it was opened or created.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many whole words it had when it was opened.
    #[must_use]
    pub fn words(&self) -> usize {
        usize::try_from(self.bytes / 8).unwrap_or(usize::MAX)
    }

    /// Maps its words, for reading and writing, shared with all who map the file.
    ///
    /// A file without a whole word gives a mapping without words.
    ///
    /// # Errors
    ///
    /// If there is no room for it in the process.
    pub fn map(&self) -> Result<Mapping, Error> {
        Mapping::new(self)
    }

    /// Whether it has no name any more, because it was removed or another took its place.
    #[must_use]
    pub fn is_unlinked(&self) -> bool {
        // What cannot be looked at is looked for again, and found if it is still there.
        self.file
            .metadata()
            .map_or(true, |metadata| metadata.nlink() == 0)
    }

    /// Whether its path still leads to it. If not, it was removed or moved, or another has its place,
    /// and whoever opens the path now gets that.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.path
            .symlink_metadata()
            .is_ok_and(|there| (there.dev(), there.ino()) == self.place)
    }

    /// Whether it has fewer words than when it was opened.
    ///
    /// A mapping of it is [lost](Mapping::is_lost) only after an access to a page that is not there any
    /// more; in a page of which a part is left, what was cut off reads as zeros.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.file
            .metadata()
            .map_or(true, |metadata| metadata.size() < self.bytes)
    }

    /// Whether both are the same file, whatever their names.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.place == other.place
    }
}
