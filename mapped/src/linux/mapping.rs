//! The words of a file, in memory.
//!
//! In: an open file. Out: a slice of atomics that is there as long as anybody holds it. It must not
//! know what the words mean.

use std::fs::File;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::StateFile;
use super::raw::Pages;
use super::reported::reported;
use super::table::{RANGES, SLOTS};
use crate::{Error, ErrorKind};

/// The words of a state file, shared with every process that maps it; a clone is a handle of the same.
///
/// If the file is truncated, the system answers the next access to a page that is gone with the
/// signal SIGBUS. A handler then puts pages of zeros in place of the whole mapping and marks it
/// [lost](Self::is_lost): the process goes on, alone.
///
/// The handler is installed with the first mapping. It passes on every SIGBUS that is about other
/// memory. Who installs another one later has to pass on the signals that are not his, and a thread
/// that blocks SIGBUS is not protected: the system then ends the process.
#[derive(Clone, Debug)]
pub struct Mapping(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// None for a file without a whole word, which cannot be mapped.
    pages: Option<Pages>,
    /// Kept open, so that `/proc` shows to others that the file is in use also after it lost its name.
    _file: Arc<File>,
}

const TASK: &str = "map the state file";

/// An unguarded mapping could end the process.
fn crowded() -> Error {
    Error::new(
        ErrorKind::Crowded,
        TASK,
        format!("this process has {SLOTS} state files mapped already"),
        "drop clients of accounts that are not used",
    )
}

impl Mapping {
    pub(super) fn new(file: &StateFile) -> Result<Self, Error> {
        let pages = NonZeroUsize::new(file.words())
            .map(|words| {
                let claim = RANGES.claim().ok_or_else(|| crowded().at(file.path()))?;
                Pages::map(&file.file, words, claim)
                    .map_err(|errno| reported(TASK, file.path(), errno))
            })
            .transpose()?;
        Ok(Self(Arc::new(Inner {
            pages,
            _file: Arc::clone(&file.file),
        })))
    }

    /// The words, as many as the file had when it was opened.
    #[must_use]
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        self.0.pages.as_ref().map_or(&[], Pages::words)
    }

    /// Whether the file was truncated under it.
    ///
    /// Then the words are zeros of this process alone. Who has read a zero of them gets `true`
    /// here afterwards.
    #[must_use]
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.0.pages.as_ref().is_some_and(Pages::is_lost)
    }
}
