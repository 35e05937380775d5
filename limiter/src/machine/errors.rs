//! The words for what stands between an account and its file.

use std::path::Path;

use tollgate_mapped::{Error, ErrorKind};

use super::blueprint::{MOST_BUCKETS, MOST_CEILINGS};
use super::file::VERSION;
use crate::{StoreError, StoreErrorKind};

/// What the file system, or what guards it, said.
pub(super) fn of_file(error: Error) -> StoreError {
    let kind = match error.kind() {
        ErrorKind::Unsupported => StoreErrorKind::Unsupported,
        ErrorKind::NoHome | ErrorKind::Directory | ErrorKind::ReadOnly => StoreErrorKind::Directory,
        _ => StoreErrorKind::File,
    };
    let text = format!("the state of this account cannot be had: {error}");
    StoreError::caused(kind, text, error)
}

/// The same of the directory itself, whatever is wrong with it and whoever asks: there may be no
/// account that it is for.
pub(super) fn of_directory(error: Error) -> StoreError {
    let kind = match error.kind() {
        ErrorKind::Unsupported => StoreErrorKind::Unsupported,
        _ => StoreErrorKind::Directory,
    };
    let text = match error.kind() {
        // As for services and in small containers, where there is nothing to be mended.
        ErrorKind::NoHome => format!("{error}; a client of the scope `process` needs none"),
        _ => error.to_string(),
    };
    StoreError::caused(kind, text, error)
}

/// The file is of another version of this library.
pub(super) fn version(file: &Path, version: u64) -> StoreError {
    StoreError::new(
        StoreErrorKind::Version,
        format!(
            "{}: this state file has format {version}, and this program reads format {VERSION}; \
             update the older of the two programs, or give this one a state directory of its own, \
             where it has a budget of its own as well",
            file.display()
        ),
    )
}

/// The file belongs to processes that cannot be seen from here.
pub(super) fn elsewhere(file: &Path) -> StoreError {
    StoreError::new(
        StoreErrorKind::OtherWorld,
        format!(
            "{}: this state file is in use by processes of another container (another namespace \
             of processes or clocks), whose lives cannot be told from here; give each container a \
             state directory of its own and divide the budget, or remove the file if that \
             container is gone",
            file.display()
        ),
    )
}

/// There is no room.
pub(super) fn crowded(api: &str, what: &str, count: usize, most: usize) -> StoreError {
    StoreError::new(
        StoreErrorKind::Crowded,
        format!(
            "{api}: {count} {what} of one account are too many for a state file, which has room for {most}"
        ),
    )
}

/// What is declared cannot be written down.
pub(super) fn unwritable(api: &str) -> StoreError {
    StoreError::new(
        StoreErrorKind::Crowded,
        format!(
            "{api}: what is declared for this account does not fit into a state file, which has room for \
             {MOST_BUCKETS} buckets, and for {MOST_CEILINGS} ceilings of each; declare less, or use the \
             scope `process`"
        ),
    )
}

/// The file changes all the time.
pub(super) fn restless(file: &Path) -> StoreError {
    StoreError::new(
        StoreErrorKind::File,
        format!(
            "{}: this state file was replaced again and again while it was opened; do programs \
             with different limits start all the time?",
            file.display()
        ),
    )
}
