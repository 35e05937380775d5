//! A lock on a file, for the rare repair that must not be done twice at once.
//!
//! In: a file, and for how long to try. Out: a lock that the system takes back when its holder
//! ends. It must not be needed by anything that grants a permit.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;

use super::reported::reported;
use super::{StateFile, forks};
use crate::{Error, ErrorKind};

/// An exclusive lock on a state file; dropping it unlocks.
///
/// It excludes other processes as well as other threads of this one. A process that ends, however
/// it ends, unlocks.
#[derive(Debug)]
#[must_use = "the file is unlocked again as soon as this is dropped"]
pub struct RepairLock {
    file: File,
    /// In which process it was taken.
    forks: u64,
}

const TASK: &str = "lock the state file";

impl StateFile {
    /// Locks the file, and tries again for that long where somebody else has locked it.
    ///
    /// Sleeps between the tries: not for a thread that runs other tasks.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Locked`] if it stayed locked all the time.
    pub fn lock_for_repair(&self, within: Duration) -> Result<RepairLock, Error> {
        let failed = |errno| reported(TASK, self.path(), errno);
        let file = self.opened_again().map_err(failed)?;
        let started = Instant::now();
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {
                    let forks = forks();
                    return Ok(RepairLock { file, forks });
                }
                Err(Errno::WOULDBLOCK) => {}
                Err(Errno::INTR) => continue,
                Err(errno) => return Err(failed(errno)),
            }
            let left = within.saturating_sub(started.elapsed());
            if left.is_zero() {
                return Err(held(within).at(self.path()));
            }
            std::thread::sleep(left.min(POLL));
        }
    }

    /// Two holders of one handle would share the lock, so each gets one of its own.
    fn opened_again(&self) -> Result<File, Errno> {
        let itself = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        let flags = OFlags::RDWR | OFlags::CLOEXEC;
        openat(CWD, itself, flags, Mode::empty()).map(File::from)
    }
}

const POLL: Duration = Duration::from_millis(2);

fn held(within: Duration) -> Error {
    Error::new(
        ErrorKind::Locked,
        TASK,
        format!("another process has had it locked for {within:?}"),
        "look for a process of this user's that is stopped",
    )
}

impl Drop for RepairLock {
    fn drop(&mut self) {
        // In the child of a fork the lock is the parent's, and closing the copy leaves it alone.
        if self.forks == forks() {
            let _ = flock(&self.file, FlockOperation::Unlock);
        }
    }
}
