//! Files that lost their names while somebody uses them.
//!
//! In: the name. Out: what living processes of this user still hold of it, by `/proc/<pid>/fd`. It must
//! not know which of several is the right one.

use std::cmp::Reverse;
use std::ffi::CStr;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, readlinkat, readlinkat_raw, statat};
use rustix::io::Errno;

use super::file::SAFELY;
use super::reported::reported;
use super::{Directory, StateFile};
use crate::{Error, ErrorKind};

impl Directory {
    /// A file that had that name, was deleted or replaced, and is still held by a process of this
    /// user: of several the one that lost it last.
    ///
    /// None also where [`all_deleted`](Self::all_deleted) fails.
    #[must_use]
    pub fn deleted(&self, name: &str) -> Option<StateFile> {
        self.all_deleted(name).ok()?.into_iter().next()
    }

    /// All such files, those that lost the name last first.
    ///
    /// Looks at the open files of all processes of this user, this one included: about a microsecond
    /// for each. A process that forbids it (not dumpable, or of another user) is left out.
    ///
    /// # Errors
    ///
    /// If `/proc` cannot be read, or has more than it makes sense to look at: then nobody knows whether
    /// there is such a file.
    pub fn all_deleted(&self, name: &str) -> Result<Vec<StateFile>, Error> {
        let path = self.join(name)?;
        let failed = |errno| reported(TASK, &path, errno);
        let mut search = Search {
            path: &path,
            text: self.link_text(name).map_err(failed)?,
            links: 0,
            found: Vec::new(),
        };
        search.processes().map_err(failed)?;
        if search.links > MOST_LINKS {
            return Err(too_many().at(&path));
        }
        let mut found = search.found;
        // The loss of its name is the last change of a file's own data.
        found.sort_by_cached_key(|file| {
            let metadata = file.file.metadata().ok();
            Reverse(metadata.map(|metadata| (metadata.ctime(), metadata.ctime_nsec())))
        });
        Ok(found)
    }

    /// What the system shows as the target of a handle of such a file.
    fn link_text(&self, name: &str) -> Result<Vec<u8>, Errno> {
        let itself = format!("/proc/self/fd/{}", self.handle.as_raw_fd());
        let directory = readlinkat(CWD, itself, Vec::new())?.into_bytes();
        Ok([&directory, b"/".as_slice(), name.as_bytes(), b" (deleted)"].concat())
    }
}

const TASK: &str = "look for users of the deleted state file";

/// A process has some tens of files open, and a user some hundreds of processes.
const MOST_LINKS: usize = 1 << 18;

fn too_many() -> Error {
    Error::new(
        ErrorKind::Crowded,
        TASK,
        format!("the processes of this user have more than {MOST_LINKS} files open"),
        "end some of them, or try again later",
    )
}

struct Search<'a> {
    path: &'a Path,
    text: Vec<u8>,
    links: usize,
    found: Vec<StateFile>,
}

impl Search<'_> {
    fn processes(&mut self) -> Result<(), Errno> {
        let processes = folder(CWD, c"/proc")?;
        for process in Dir::read_from(&processes)? {
            if let Some(open) = open_files(&processes, process?.file_name()) {
                // It may have ended meanwhile, and then holds nothing.
                let _ = self.process(&open);
            }
            if self.links > MOST_LINKS {
                break;
            }
        }
        Ok(())
    }

    fn process(&mut self, open: &OwnedFd) -> Result<(), Errno> {
        for link in Dir::read_from(open)? {
            let link = link?;
            self.links += 1;
            if self.leads_there(open, link.file_name())
                && let Some(file) = self.take(open, link.file_name())
                && !self.found.iter().any(|known| known.is_same(&file))
            {
                self.found.push(file);
            }
        }
        Ok(())
    }

    fn leads_there(&self, open: &OwnedFd, link: &CStr) -> bool {
        // One byte more than wanted tells a longer text.
        let mut text = vec![0; self.text.len() + 1];
        readlinkat_raw(open, link, text.as_mut_slice())
            .is_ok_and(|bytes| text[..bytes] == self.text)
    }

    /// The text may be anybody's; what is behind it must be a deleted file of ours.
    fn take(&self, open: &OwnedFd, link: &CStr) -> Option<StateFile> {
        // Followed, for that is how a handle is opened anew.
        let flags = SAFELY.difference(OFlags::NOFOLLOW);
        let file = openat(open, link, flags, Mode::empty()).ok()?;
        let file = StateFile::new(file, self.path.to_owned()).ok()?;
        file.is_unlinked().then_some(file)
    }
}

/// The open files of a process of this user.
fn open_files(processes: &OwnedFd, name: &CStr) -> Option<OwnedFd> {
    let name = name.to_str().ok()?;
    name.parse::<u32>().ok()?;
    let owner = statat(processes, name, AtFlags::empty()).ok()?.st_uid;
    if owner != rustix::process::geteuid().as_raw() {
        return None;
    }
    folder(processes, format!("{name}/fd")).ok()
}

fn folder(at: impl AsFd, path: impl rustix::path::Arg) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat(at, path, flags, Mode::empty())
}
