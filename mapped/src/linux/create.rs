//! Creates a file with all the room that it will ever need.
//!
//! In: a name and a number of words. Out: a file of zeros that is ours and private, or nothing at
//! all.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FallocateFlags, Mode, OFlags, fallocate, fchmod, openat, unlinkat};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Resource, getrlimit};

use super::file::SAFELY;
use super::reported::{errno, reported};
use super::{Directory, StateFile};
use crate::Error;

const TASK: &str = "create the state file";

impl Directory {
    /// Creates a file of that many words, all zero.
    ///
    /// The room is taken at once: what is written through a mapping cannot fail for want of it, as far
    /// as the file system keeps its word.
    ///
    /// # Errors
    ///
    /// [`Exists`](crate::ErrorKind::Exists) if the name is taken; [`Missing`](crate::ErrorKind::Missing) if the directory is not
    /// there any more; otherwise if there is no room, or the directory cannot be written to. Then no
    /// file is left behind.
    pub fn create(&self, name: &str, words: usize) -> Result<StateFile, Error> {
        let path = self.join(name)?;
        let failed = |errno| reported(TASK, &path, errno);
        let bytes = size(words, &path)?;

        let flags = SAFELY | OFlags::CREATE | OFlags::EXCL;
        let file = retry_on_intr(|| openat(&self.handle, name, flags, PRIVATE)).map_err(failed)?;
        let filled = fill(file, bytes)
            .map_err(failed)
            .and_then(|file| StateFile::new(file, path.clone()));
        if filled.is_err() {
            // Nothing better can be done if that fails too; the first error says more.
            let _ = unlinkat(&self.handle, name, AtFlags::empty());
        }
        filled
    }
}

const PRIVATE: Mode = Mode::RUSR.union(Mode::WUSR);

/// How many bytes that is.
///
/// A file beyond the process's limit is refused before it is tried: the system would answer
/// with a signal (SIGXFSZ), which ends the process.
fn size(words: usize, path: &Path) -> Result<u64, Error> {
    let too_large = || reported(TASK, path, Errno::FBIG);
    let bytes = words.checked_mul(8).ok_or_else(too_large)?;
    let bytes = u64::try_from(bytes).map_err(|_| too_large())?;
    match getrlimit(Resource::Fsize).current {
        Some(limit) if bytes > limit => Err(too_large()),
        _ => Ok(bytes),
    }
}

fn fill(file: OwnedFd, bytes: u64) -> Result<OwnedFd, Errno> {
    // The umask may have taken what the owner needs.
    fchmod(&file, PRIVATE)?;
    if bytes == 0 {
        return Ok(file);
    }
    match retry_on_intr(|| fallocate(&file, FallocateFlags::empty(), 0, bytes)) {
        Ok(()) => Ok(file),
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => {
            let file = File::from(file);
            write_zeros(&file, bytes).map_err(|error| errno(&error))?;
            Ok(file.into())
        }
        Err(errno) => Err(errno),
    }
}

/// For file systems that cannot promise room without writing.
fn write_zeros(file: &File, bytes: u64) -> io::Result<()> {
    const ZEROS: [u8; 4096] = [0; 4096];

    let mut at = 0;
    while at < bytes {
        let rest = usize::try_from(bytes - at).unwrap_or(usize::MAX);
        let piece = rest.min(ZEROS.len());
        file.write_all_at(&ZEROS[..piece], at)?;
        at += piece as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn zeros_are_written_to_the_last_byte() {
        for bytes in [8, 4096, 4104, 12_288, 100_000] {
            let file = tempfile::tempfile().unwrap();
            write_zeros(&file, bytes).unwrap();
            assert_eq!(file.metadata().unwrap().len(), bytes);
        }
    }

    #[test]
    fn a_size_that_no_file_has_is_refused() {
        let error = size(usize::MAX, Path::new("/s")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Full);
    }
}
