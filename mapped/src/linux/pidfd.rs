//! A handle of a process.
//!
//! In: the number of a process. Out: what no other process of this boot has, whether it has ended,
//! and its namespaces. Since Linux 6.9 the handles of processes are files of a file system of
//! their own, and the number of such a file is never given to another process; since Linux 6.11 they tell
//! the namespaces. It costs a third of what `/proc` does, which makes objects for each process.

use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::MetadataExt;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::fstatfs;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::raw::{Space, space};
use crate::Identity;
use crate::identity::Mark;

/// A handle of a process, also of one that has ended and was not waited for yet.
///
/// Only ever made by `pidfd_open`: `raw/` relies on that.
pub(super) struct Handle(File);

impl AsRawFd for Handle {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

impl Handle {
    pub(super) fn open(pid: Pid) -> Result<Self, Errno> {
        let handle = pidfd_open(pid, PidfdFlags::empty())?;
        Ok(Self(handle.into()))
    }

    /// None if the number of the handle says nothing.
    pub(super) fn identity(&self, pid: Pid) -> Option<Identity> {
        // `PID_FS_MAGIC` in `linux/magic.h`: "PIDF".
        const OWN_FILE_SYSTEM: i64 = 0x5049_4446;

        // Numbers of files have 32 bits elsewhere, and come again.
        let lasting = cfg!(target_pointer_width = "64");
        #[allow(clippy::useless_conversion, reason = "not everywhere an `i64`")]
        let serial = fstatfs(&self.0).is_ok_and(|fs| i64::from(fs.f_type) == OWN_FILE_SYSTEM);
        let pid = u64::from(pid.as_raw_nonzero().get().unsigned_abs());
        let number = (lasting && serial).then(|| self.0.metadata().ok())??.ino();
        Identity::new(pid, Mark::Serial(number))
    }

    /// Whether it is a handle of that process, and not of a later one with its number.
    pub(super) fn is(&self, identity: Identity) -> bool {
        // In doubt it is.
        self.0.metadata().map_or(true, |metadata| {
            let found = Identity::new(identity.pid().into(), Mark::Serial(metadata.ino()));
            found == Some(identity)
        })
    }

    /// Whether all of its threads have ended.
    pub(super) fn has_ended(&self) -> bool {
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let mut polled = [PollFd::new(&self.0, PollFlags::IN)];
        let ready = poll(&mut polled, Some(&at_once));
        ready.is_ok_and(|ready| ready > 0) && polled[0].revents().contains(PollFlags::IN)
    }

    /// The numbers of its namespaces of processes and of time, zero for one that the system does not
    /// have; none if handles do not tell.
    pub(super) fn spaces(&self) -> Option<[u64; 2]> {
        let number = |which| match space(self, which) {
            Ok(space) => number(space),
            Err(Errno::OPNOTSUPP) => Some(0),
            Err(_) => None,
        };
        Some([number(Space::Processes)?, number(Space::Time)?])
    }
}

fn number(space: OwnedFd) -> Option<u64> {
    Some(File::from(space).metadata().ok()?.ino())
}
