//! What an error number of the system means here.
//!
//! In: the number. Out: its kind and the cure. Pure; it must not look at the file system.

use std::borrow::Cow;
use std::path::Path;

use rustix::io::Errno;

use crate::{Error, ErrorKind};

/// The error for what the system reported of `path`.
pub(super) fn reported(task: impl Into<Cow<'static, str>>, path: &Path, errno: Errno) -> Error {
    let (kind, cure) = meaning(errno);
    match errno {
        // The system's own words are about too many levels, even where there is one.
        Errno::LOOP => {
            Error::new(kind, task, "a symbolic link is not followed here", cure).at(path)
        }
        errno => Error::reported(kind, task, errno.into(), cure).at(path),
    }
}

/// The number in an error of the standard library.
pub(super) fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}

const ELSEWHERE: &str = "set `TOLLGATE_STATE_DIR` to a directory of this user's on another disk";

fn meaning(errno: Errno) -> (ErrorKind, &'static str) {
    match errno {
        Errno::ROFS => (ErrorKind::ReadOnly, ELSEWHERE),
        Errno::NOSPC | Errno::DQUOT => (
            ErrorKind::Full,
            "make room on the disk, or set `TOLLGATE_STATE_DIR` to a directory on another",
        ),
        Errno::FBIG => (
            ErrorKind::Full,
            "raise the largest size of a file (`ulimit -f`)",
        ),
        Errno::ACCESS | Errno::PERM => (
            ErrorKind::Denied,
            "the directory has to be this user's own, with mode 0700, and so has the way to it to be \
             open; or set `TOLLGATE_STATE_DIR` to another",
        ),
        Errno::LOOP => (
            ErrorKind::Link,
            "remove the link, or name what it points to",
        ),
        Errno::NOTDIR => (
            ErrorKind::Directory,
            "remove the file that stands where a directory should be, or set `TOLLGATE_STATE_DIR` to another path",
        ),
        Errno::ISDIR | Errno::NXIO => (
            ErrorKind::NotRegular,
            "remove what stands where a state file should be",
        ),
        Errno::EXIST => (ErrorKind::Exists, "open it, or choose another name"),
        Errno::NOENT | Errno::STALE => (
            ErrorKind::Missing,
            "open the directory again: somebody removed it or what was in it",
        ),
        Errno::NAMETOOLONG => (
            ErrorKind::Directory,
            "set `TOLLGATE_STATE_DIR` to a shorter path",
        ),
        Errno::MFILE | Errno::NFILE => (
            ErrorKind::Crowded,
            "close files, or raise how many may be open (`ulimit -n`)",
        ),
        Errno::NOMEM => (
            ErrorKind::Crowded,
            "raise the limit of memory or of mappings (`ulimit -v`, `vm.max_map_count`)",
        ),
        _ => (ErrorKind::Io, ELSEWHERE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_that_was_thought_of_has_its_kind() {
        for (errno, kind) in [
            (Errno::ROFS, ErrorKind::ReadOnly),
            (Errno::NOSPC, ErrorKind::Full),
            (Errno::DQUOT, ErrorKind::Full),
            (Errno::FBIG, ErrorKind::Full),
            (Errno::ACCESS, ErrorKind::Denied),
            (Errno::PERM, ErrorKind::Denied),
            (Errno::LOOP, ErrorKind::Link),
            (Errno::NOTDIR, ErrorKind::Directory),
            (Errno::NAMETOOLONG, ErrorKind::Directory),
            (Errno::ISDIR, ErrorKind::NotRegular),
            (Errno::NXIO, ErrorKind::NotRegular),
            (Errno::EXIST, ErrorKind::Exists),
            (Errno::NOENT, ErrorKind::Missing),
            (Errno::MFILE, ErrorKind::Crowded),
            (Errno::NOMEM, ErrorKind::Crowded),
            (Errno::IO, ErrorKind::Io),
        ] {
            let error = reported("open the state file", Path::new("/a b"), errno);
            assert_eq!(error.kind(), kind);
            let text = error.to_string();
            assert!(
                text.starts_with("cannot open the state file \"/a b\": "),
                "{text}"
            );
            assert!(text.contains("; "), "{text}");
        }
    }
}
