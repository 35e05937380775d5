//! What the system told the program of this process when it started it.

use libc::{c_int, c_ulong};

/// `linux/prctl.h`, since Linux 6.4; not in every version of the C library's headers.
const PR_GET_AUXV: c_int = 0x4155_5856;

/// Writes the system's own copy of that down, which the program cannot have changed; how many bytes,
/// or none if the system does not tell.
pub(in super::super) fn own_auxv(into: &mut [u8]) -> Option<usize> {
    let [room, none]: [c_ulong; 2] = [into.len().try_into().ok()?, 0];
    // SAFETY: the system writes at most `room` bytes to `into`, which has as many and is ours alone
    // during the call; every byte is valid.
    let bytes = unsafe { libc::prctl(PR_GET_AUXV, into.as_mut_ptr(), room, none, none) };
    // It says how many there are, also if there was room for fewer.
    let bytes = usize::try_from(bytes).ok()?;
    (bytes <= into.len()).then_some(bytes)
}
