//! Whether a directory or file is private and ours.
//!
//! In: its mode and owner, and who we are. Out: what is wrong with it, and the cure. Pure.

use std::path::Path;

use crate::{Error, ErrorKind};

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sort {
    Directory,
    File,
}

/// What the system says of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) mode: u32,
    pub(super) owner: u32,
    pub(super) user: u32,
}

/// Refuses files that others could read or write, and directories in which they could replace
/// them.
pub(super) fn check(sort: Sort, seen: Seen, path: &Path) -> Result<(), Error> {
    let Seen { mode, owner, user } = seen;
    let (task, wanted, others, may, private) = match sort {
        Sort::Directory => (
            "use the state directory",
            FORMAT_DIRECTORY,
            WRITE,
            "write to it",
            "700",
        ),
        Sort::File => ("use the state file", FORMAT_REGULAR, ANY, "use it", "600"),
    };
    let refuse =
        |kind, fault: String, cure: String| Err(Error::new(kind, task, fault, cure).at(path));

    if mode & FORMAT != wanted {
        let kind = match sort {
            Sort::Directory => ErrorKind::Directory,
            Sort::File => ErrorKind::NotRegular,
        };
        return refuse(
            kind,
            format!("it is {}", describe(mode)),
            format!("remove it: `rm -r {}`", shell(path)),
        );
    }
    if owner != user {
        return refuse(
            ErrorKind::Foreign,
            format!("it belongs to user {owner}, and this process runs as user {user}"),
            "set `TOLLGATE_STATE_DIR` to a directory of this user's, or remove it as its owner"
                .into(),
        );
    }
    if mode & others != 0 {
        return refuse(
            ErrorKind::NotPrivate,
            format!(
                "others than its owner may {may} (mode {:04o})",
                mode & 0o7777
            ),
            format!("run `chmod {private} {}`", shell(path)),
        );
    }
    Ok(())
}

/// For a file that is ours and that the system does not open: what its own mode denies.
pub(super) fn check_owner(seen: Seen, path: &Path) -> Result<(), Error> {
    check(Sort::File, seen, path)?;
    if seen.mode & 0o600 == 0o600 {
        return Ok(());
    }
    let mode = seen.mode & 0o7777;
    Err(Error::new(
        ErrorKind::Denied,
        "open the state file",
        format!("its owner may not read and write it (mode {mode:04o})"),
        format!("run `chmod 600 {}`", shell(path)),
    )
    .at(path))
}

// The bits of `st_mode`, as in `sys/stat.h`.
const FORMAT: u32 = 0o170_000;
const FORMAT_DIRECTORY: u32 = 0o040_000;
const FORMAT_REGULAR: u32 = 0o100_000;
const FORMAT_LINK: u32 = 0o120_000;
/// What others than the owner may not do with a file …
const ANY: u32 = 0o077;
/// … and with a directory. That they see the names of files is no harm: those hold a host and a
/// digest, and many directories that people name for their state are made so.
const WRITE: u32 = 0o022;

/// Whether the mode is that of a symbolic link.
pub(super) fn is_link(mode: u32) -> bool {
    mode & FORMAT == FORMAT_LINK
}

fn describe(mode: u32) -> &'static str {
    match mode & FORMAT {
        FORMAT_DIRECTORY => "a directory",
        FORMAT_REGULAR => "a file",
        FORMAT_LINK => "a symbolic link",
        _ => "a device, a pipe or a socket",
    }
}

/// A path as a shell takes it.
fn shell(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%=".contains(c);
    if text.chars().all(plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(sort: Sort, mode: u32, owner: u32) -> Option<ErrorKind> {
        let seen = Seen {
            mode,
            owner,
            user: 1000,
        };
        check(sort, seen, Path::new("/s"))
            .err()
            .map(|error| error.kind())
    }

    #[test]
    fn only_what_is_private_and_ours_passes() {
        use ErrorKind::{Directory, Foreign, NotPrivate, NotRegular};
        for (sort, mode, owner, expected) in [
            (Sort::Directory, 0o040_700, 1000, None),
            (Sort::Directory, 0o040_500, 1000, None),
            (Sort::Directory, 0o040_700, 0, Some(Foreign)),
            (Sort::Directory, 0o040_777, 0, Some(Foreign)),
            (Sort::Directory, 0o040_755, 1000, None),
            (Sort::Directory, 0o040_720, 1000, Some(NotPrivate)),
            (Sort::Directory, 0o041_777, 1000, Some(NotPrivate)),
            (Sort::Directory, 0o100_600, 1000, Some(Directory)),
            (Sort::File, 0o100_600, 1000, None),
            (Sort::File, 0o100_400, 1000, None),
            (Sort::File, 0o100_604, 1000, Some(NotPrivate)),
            (Sort::File, 0o100_620, 1000, Some(NotPrivate)),
            (Sort::File, 0o100_600, 1001, Some(Foreign)),
            (Sort::File, 0o040_700, 1000, Some(NotRegular)),
            (Sort::File, 0o010_600, 1000, Some(NotRegular)),
            (Sort::File, 0o140_600, 1000, Some(NotRegular)),
        ] {
            assert_eq!(
                refusal(sort, mode, owner),
                expected,
                "{sort:?} {mode:o} {owner}"
            );
        }
    }

    #[test]
    fn a_file_that_its_owner_may_not_use_says_so() {
        for (mode, owner, expected) in [
            (0o100_600, 5, None),
            (0o100_400, 5, Some(ErrorKind::Denied)),
            (0o100_000, 5, Some(ErrorKind::Denied)),
            (0o100_444, 5, Some(ErrorKind::NotPrivate)),
            (0o100_400, 6, Some(ErrorKind::Foreign)),
        ] {
            let seen = Seen {
                mode,
                owner,
                user: 5,
            };
            let refusal = check_owner(seen, Path::new("/s")).err();
            assert_eq!(refusal.map(|error| error.kind()), expected, "{mode:o}");
        }
    }

    #[test]
    fn the_cure_can_be_pasted_into_a_shell() {
        for (path, quoted) in [
            ("/srv/you/.local/state", "/srv/you/.local/state"),
            ("/a b", "'/a b'"),
            ("/it's", r"'/it'\''s'"),
            ("/$(x)", "'/$(x)'"),
        ] {
            assert_eq!(shell(Path::new(path)), quoted);
        }
        let refused = |sort, mode| {
            let seen = Seen {
                mode,
                owner: 1,
                user: 1,
            };
            check(sort, seen, Path::new("/a b"))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused(Sort::File, 0o100_644),
            "cannot use the state file \"/a b\": others than its owner may use it (mode 0644); run `chmod 600 '/a b'`"
        );
        assert_eq!(
            refused(Sort::Directory, 0o040_775),
            "cannot use the state directory \"/a b\": others than its owner may write to it (mode 0775); run `chmod 700 '/a b'`"
        );
    }
}
