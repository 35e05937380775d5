//! Files that are locked: what programs do that keep their limit in a file.
//!
//! The state is one line of text, a budget as one number; nothing is flushed to the disk.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use tollgate_mapped::boottime;

/// What is done under the lock, or without it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    InPlace,
    Renamed,
    Polled,
}

/// So long the polled lock is waited for …
const PATIENCE: Duration = Duration::from_millis(100);
/// … and so often it is tried.
const POLL: Duration = Duration::from_millis(5);

/// A state file, and the file that is locked.
pub(crate) struct LockedFile {
    way: Way,
    lock: File,
    state: PathBuf,
    temporary: PathBuf,
}

impl LockedFile {
    pub(crate) fn open(dir: &Path, way: Way) -> Self {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        let lock = options.open(dir.join("lock")).expect("a file can be made");
        let temporary = dir.join(format!("state.{}", process::id()));
        let state = dir.join("state");
        Self {
            way,
            lock,
            state,
            temporary,
        }
    }

    /// Takes one permit; whether that was under the lock.
    pub(crate) fn acquire(&mut self) -> bool {
        let locked = match self.way {
            Way::InPlace | Way::Renamed => flock(&self.lock, FlockOperation::LockExclusive).is_ok(),
            Way::Polled => self.poll(),
        };
        match self.way {
            Way::InPlace => self.in_place(),
            Way::Renamed | Way::Polled => self.renamed(),
        }
        if locked {
            flock(&self.lock, FlockOperation::Unlock).expect("it was locked");
        }
        locked
    }

    fn poll(&self) -> bool {
        let end = Instant::now() + PATIENCE;
        loop {
            if flock(&self.lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
                return true;
            }
            if Instant::now() >= end {
                return false;
            }
            thread::sleep(POLL);
        }
    }

    fn in_place(&self) {
        let mut text = [0; 32];
        let length = self.lock.read_at(&mut text, 0).expect("it can be read");
        let next = decided(&String::from_utf8_lossy(&text[..length]));
        let written = self.lock.write_all_at(next.as_bytes(), 0);
        written.expect("it can be written");
    }

    fn renamed(&self) {
        // Not there before the first.
        let text = fs::read_to_string(&self.state).unwrap_or_default();
        fs::write(&self.temporary, decided(&text)).expect("it can be written");
        fs::rename(&self.temporary, &self.state).expect("it can be renamed");
    }
}

/// When the budget is full again, of a nanosecond for each permit; as it is written.
fn decided(text: &str) -> String {
    let full: u64 = text.trim().parse().unwrap_or(0);
    format!("{:020}\n", full.max(boottime()) + 1)
}
