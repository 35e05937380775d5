//! Makes the state directory, with the directories above it.
//!
//! In: an absolute path. Out: a directory of that name, ours and private unless somebody else was first.
//! It must not judge what it finds there.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, chmodat, mkdirat, openat};
use rustix::io::Errno;

use super::reported::errno;

/// Makes what is missing; what others make at the same time is as good.
pub(super) fn with_parents(path: &Path) -> Result<(), Errno> {
    match one(path) {
        Err(Errno::NOENT) => {}
        made => return made,
    }
    let parent = path.parent().ok_or(Errno::NOENT)?;
    with_parents(parent)?;
    one(path)
}

fn one(path: &Path) -> Result<(), Errno> {
    match mkdirat(CWD, path, Mode::RWXU) {
        Ok(()) => complete(path),
        Err(Errno::EXIST) => Ok(()),
        Err(errno) => Err(errno),
    }
}

/// Gives the owner back what a strange umask took; the rest nobody had.
///
/// By a handle of the directory itself: something else may stand at its path by now.
fn complete(path: &Path) -> Result<(), Errno> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let handle = File::from(openat(CWD, path, flags, Mode::empty())?);
    let seen = handle.metadata().map_err(|error| errno(&error))?;
    let ours = seen.uid() == rustix::process::geteuid().as_raw();
    if !ours || seen.mode() & 0o700 == 0o700 {
        return Ok(());
    }
    let itself = format!("/proc/self/fd/{}", handle.as_raw_fd());
    chmodat(CWD, itself, Mode::RWXU, AtFlags::empty())
}
