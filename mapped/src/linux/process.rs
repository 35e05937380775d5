//! Whether a process still runs.
//!
//! In: an identity. Out: what the system says of it. In doubt a process lives.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::auxv::{own_program, program_at};
use super::own::is_own;
use super::pidfd::Handle;
use super::proc_stat::ProcStat;
use crate::Identity;
use crate::identity::Mark;

/// Whether the process runs; also if that cannot be found out.
pub(crate) fn is_alive(identity: Identity) -> bool {
    if is_own(identity) {
        return true;
    }
    let Some(pid) = i32::try_from(identity.pid()).ok().and_then(Pid::from_raw) else {
        return false;
    };
    match identity.mark() {
        Mark::Serial(_) => match Handle::open(pid) {
            Ok(handle) => handle.is(identity) && !handle.has_ended(),
            // No process has that number, or a thread of another one.
            Err(Errno::SRCH | Errno::INVAL | Errno::NOENT) => false,
            Err(_) => exists(pid),
        },
        Mark::Start(start) => match ProcStat::read(&format!("/proc/{}/stat", identity.pid())) {
            Ok(Some(stat)) => stat.start == start && !stat.ended,
            Ok(None) => true,
            // Nothing there: ended, or hidden by how `/proc` is mounted.
            Err(_) => exists(pid),
        },
    }
}

/// A number of the program that this process runs; none if that cannot be found out.
pub(crate) fn own_image() -> Option<u64> {
    own_program()
}

/// The same of another process.
pub(crate) fn image_of(identity: Identity) -> Option<u64> {
    program_at(&format!("/proc/{}/auxv", identity.pid()))
}

fn exists(pid: Pid) -> bool {
    test_kill_process(pid) != Err(Errno::SRCH)
}
