//! The directory of the state files.
//!
//! In: a path. Out: a handle of a directory that is ours and that nobody else may write to; all that is
//! done in it goes by this handle. It must not know what is in the files.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, statat};
use rustix::io::Errno;

use super::guard::{Seen, Sort, check, is_link};
use super::make;
use super::reported::{errno, reported};
use crate::home::{named_directory, state_directory};
use crate::{Error, ErrorKind};

/// A directory of state files: ours, and nobody else may write to it.
///
/// Everything in it is found by the handle that was opened, not by the path. So somebody who moves
/// the directory away takes the files with it; [`is_current`](Self::is_current) tells.
#[derive(Debug)]
pub struct Directory {
    pub(super) handle: File,
    pub(super) path: PathBuf,
}

impl Directory {
    /// Where the state directory of this user is, if nobody says otherwise.
    ///
    /// The first that is there of `TOLLGATE_STATE_DIR`, `$XDG_STATE_HOME/tollgate` and
    /// `$HOME/.local/state/tollgate`. An empty variable counts as none; a relative
    /// `TOLLGATE_STATE_DIR` is meant from the current directory, the others are ignored if they are
    /// relative.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NoHome`] if none of them is there; [`ErrorKind::Directory`] if
    /// `TOLLGATE_STATE_DIR` begins with `~`, which only a shell reads as the home directory.
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

    /// Opens the directory, and makes it with those above it where they are missing.
    ///
    /// Those that it makes have the mode 0700. A relative path is meant from the current directory.
    ///
    /// # Errors
    ///
    /// If the directory is a link or no directory, belongs to somebody else, can be written to by
    /// others, or cannot be made or entered.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let path = plain(path)?;
        let handle = settled(&path)?;
        Ok(Self { handle, path })
    }

    /// Opens the directory if it is there, and makes nothing.
    ///
    /// # Errors
    ///
    /// As those of [`open`](Self::open).
    pub fn find(path: &Path) -> Result<Option<Self>, Error> {
        let path = plain(path)?;
        match open(&path) {
            Err(Errno::NOENT) => Ok(None),
            opened => {
                let (handle, _) = judged(&path, opened)?;
                Ok(Some(Self { handle, path }))
            }
        }
    }

    /// The path, absolute; links above the directory are kept as they were given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the path still leads to this directory.
    ///
    /// If not, it was removed or moved, and who opens the path now gets other files.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let (Ok(here), Ok(there)) = (self.handle.metadata(), self.path.symlink_metadata()) else {
            return false;
        };
        (here.dev(), here.ino()) == (there.dev(), there.ino())
    }

    /// The names of all that is in it, in their order; such that are no UTF-8 are left out.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        let failed = |errno| reported("list the state directory", &self.path, errno);
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.handle).map_err(failed)? {
            if let Ok(name) = entry.map_err(failed)?.file_name().to_str()
                && !matches!(name, "." | "..")
            {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// The path of a file in it; only a name that can be nothing else has one.
    pub(super) fn join(&self, name: &str) -> Result<PathBuf, Error> {
        let strange = name.is_empty() || matches!(name, "." | "..") || name.contains(['/', '\0']);
        if strange {
            return Err(Error::new(
                ErrorKind::Name,
                format!("use the name {name:?} for a state file in"),
                "it is not the name of a file",
                "choose one without `/`",
            )
            .at(&self.path));
        }
        Ok(self.path.join(name))
    }
}

/// Absolute, and without a slash at the end, which would follow a link.
fn plain(path: &Path) -> Result<PathBuf, Error> {
    let absolute = std::path::absolute(path).map_err(|source| {
        Error::reported(
            ErrorKind::Directory,
            "find the state directory",
            source,
            "name it by an absolute path",
        )
        .at(path)
    })?;
    Ok(absolute.components().collect())
}

/// Looks again for a moment where somebody else may be about to make the directory.
///
/// It exists an instant before it has all bits of its mode, if the maker's umask took some.
fn settled(path: &Path) -> Result<File, Error> {
    const LOOKS: u32 = 20;
    const PAUSE: Duration = Duration::from_millis(1);

    for _ in 1..LOOKS {
        match entered(path) {
            Ok((handle, true)) => return Ok(handle),
            Err(error) if !matches!(error.kind(), ErrorKind::Denied | ErrorKind::Missing) => {
                return Err(error);
            }
            Ok((_, false)) | Err(_) => std::thread::sleep(PAUSE),
        }
    }
    entered(path).map(|(handle, _)| handle)
}

/// The directory, and whether its owner may do everything there.
fn entered(path: &Path) -> Result<(File, bool), Error> {
    match open(path) {
        Err(Errno::NOENT) => {
            make::with_parents(path).map_err(|errno| unmade(path, errno))?;
            judged(path, open(path))
        }
        opened => judged(path, opened),
    }
}

/// Whatever is above it is there by now: where the system still finds nothing, it makes none there.
fn unmade(path: &Path, errno: Errno) -> Error {
    const TASK: &str = "make the state directory";
    match errno {
        Errno::NOENT => Error::reported(
            ErrorKind::Missing,
            TASK,
            errno.into(),
            "no directory can be made at such a path; set `TOLLGATE_STATE_DIR` to another path",
        )
        .at(path),
        errno => reported(TASK, path, errno),
    }
}

/// Refuses a directory that is not private and ours.
fn judged(path: &Path, handle: Result<OwnedFd, Errno>) -> Result<(File, bool), Error> {
    let handle = File::from(handle.map_err(|errno| refused(path, errno))?);
    let metadata = handle
        .metadata()
        .map_err(|error| reported(TASK, path, errno(&error)))?;
    let seen = Seen {
        mode: metadata.mode(),
        owner: metadata.uid(),
        user: rustix::process::geteuid().as_raw(),
    };
    check(Sort::Directory, seen, path)?;
    Ok((handle, seen.mode & 0o700 == 0o700))
}

const TASK: &str = "open the state directory";

fn open(path: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(CWD, path, flags, Mode::empty())
}

/// The system calls a link and a file by the same number.
fn refused(path: &Path, errno: Errno) -> Error {
    let link = statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|stat| is_link(stat.st_mode));
    let errno = match errno {
        Errno::NOTDIR if link => Errno::LOOP,
        other => other,
    };
    reported(TASK, path, errno)
}
