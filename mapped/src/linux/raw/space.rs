//! The namespaces of a process, by its handle.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use rustix::io::Errno;

use super::super::pidfd::Handle;

/// Which namespace.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Space {
    /// That of processes.
    Processes,
    /// That of time.
    Time,
}

// PIDFD_GET_PID_NAMESPACE and PIDFD_GET_TIME_NAMESPACE: `_IO(0xff, 5)` and `_IO(0xff, 7)` in
// `linux/pidfd.h`. Requests without an argument are spelled alike on all processors but those that mark
// them (`_IOC_NONE` is 1 there): they get an error, and look in `/proc`.
const PROCESSES: libc::Ioctl = 0xff05;
const TIME: libc::Ioctl = 0xff07;

/// A handle of a namespace of that process.
///
/// Fails with `EOPNOTSUPP` if the system has no such namespaces, and otherwise if handles do not tell.
pub(in super::super) fn space(process: &Handle, which: Space) -> Result<OwnedFd, Errno> {
    let request = match which {
        Space::Processes => PROCESSES,
        Space::Time => TIME,
    };
    let handle = process.as_raw_fd();
    // SAFETY: a `Handle` is what `pidfd_open` returned and nothing else, and is open during the call.
    // Such a handle answers these requests with a new handle or an error, and touches no memory of ours.
    let space = unsafe { libc::ioctl(handle, request, 0) };
    if space < 0 {
        let error = std::io::Error::last_os_error();
        return Err(Errno::from_io_error(&error).unwrap_or(Errno::IO));
    }
    // SAFETY: the system has just opened it for us, and nobody else knows of it.
    Ok(unsafe { OwnedFd::from_raw_fd(space) })
}
