//! Grants, written down in memory that outlives whoever wrote it.
//!
//! A log is a file of words: how many entries there are, then the entries. An entry counts once
//! the number of entries says so; its end may be missing.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tollgate_mapped::{Directory, Mapping, boottime};

/// One grant. All moments are nanoseconds of `CLOCK_BOOTTIME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When it was asked for.
    pub asked: u64,
    /// From when on it counts.
    pub granted: u64,
    /// When it was in the hands of who asked.
    pub got: u64,
    /// When its slot was about to be given up; zero if it never was.
    pub ended: u64,
}

/// The log of one worker.
#[derive(Debug)]
pub struct Log(Mapping);

const FRONT: usize = 8;
const ENTRY: usize = 4;

impl Log {
    /// Makes the log `name` in `dir`, for at most `entries`.
    #[must_use]
    pub fn create(dir: &Path, name: &str, entries: usize) -> Self {
        let directory = Directory::open(dir).expect("a directory for logs");
        let file = directory.create(name, FRONT + entries * ENTRY);
        Self(file.and_then(|file| file.map()).expect("room for a log"))
    }

    /// Opens a log that was made.
    #[must_use]
    pub fn open(dir: &Path, name: &str) -> Self {
        let directory = Directory::open(dir).expect("a directory for logs");
        let file = directory.file(name).expect("a log").expect("it was made");
        Self(file.map().expect("room for a log"))
    }

    /// Writes down a grant; `None` if the log is full.
    #[must_use]
    pub fn granted(&self, asked: u64, granted: u64) -> Option<Record<'_>> {
        let index = usize::try_from(self.count().load(Ordering::Relaxed)).ok()?;
        let start = FRONT + index * ENTRY;
        let words = self.0.words().get(start..start + ENTRY)?;
        for (word, value) in words.iter().zip([asked, granted, boottime(), 0]) {
            word.store(value, Ordering::Relaxed);
        }
        self.count().store(index as u64 + 1, Ordering::Release);
        Some(Record(&words[ENTRY - 1]))
    }

    /// Notes that the worker is about to do something.
    pub fn beat(&self) {
        self.0.words()[1].fetch_add(1, Ordering::Relaxed);
    }

    /// How often it did.
    #[must_use]
    pub fn beats(&self) -> u64 {
        self.0.words()[1].load(Ordering::Relaxed)
    }

    /// What was written down so far.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let count = usize::try_from(self.count().load(Ordering::Acquire)).unwrap_or(0);
        let words = &self.0.words()[FRONT..FRONT + count * ENTRY];
        let entries = words.chunks_exact(ENTRY).map(|words| {
            let [asked, granted, got, ended] =
                std::array::from_fn(|index| words[index].load(Ordering::Relaxed));
            Entry {
                asked,
                granted,
                got,
                ended,
            }
        });
        entries.collect()
    }

    fn count(&self) -> &AtomicU64 {
        &self.0.words()[0]
    }
}

/// An entry whose end is still to be written down.
#[derive(Debug)]
pub struct Record<'a>(&'a AtomicU64);

impl Record<'_> {
    /// The slot is given up after this.
    pub fn ends(self) {
        self.0.store(boottime(), Ordering::Release);
    }
}
