//! This process, and whether another one still runs.
//!
//! In: an identity. Out: what `/proc` says of it. In doubt a process lives.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;
use rustix::process::{Pid, getpid, test_kill_process};

use super::forks;
use super::proc_stat::ProcStat;
use super::reported::reported;
use crate::{Error, ErrorKind, Identity};

/// The identity, and the number of the process that found it out; written in this order.
static OWN: AtomicU64 = AtomicU64::new(0);
static FOUND_BY: AtomicU64 = AtomicU64::new(0);

/// The identity of this process, from memory unless it was another process's memory.
pub(crate) fn own_identity() -> Result<Identity, Error> {
    loop {
        let process = forks();
        if FOUND_BY.load(Acquire) == process
            && let Some(own) = Identity::from_word(OWN.load(Relaxed))
        {
            return Ok(own);
        }
        let own = found()?;
        OWN.store(own.word(), Relaxed);
        FOUND_BY.store(process, Release);
        // A signal handler may have forked in between.
        if forks() == process {
            return Ok(own);
        }
    }
}

const TASK: &str = "tell this process from others by";
const SELF: &str = "/proc/self/stat";

fn found() -> Result<Identity, Error> {
    let at = Path::new(SELF);
    let pid = u64::from(getpid().as_raw_nonzero().get().unsigned_abs());
    let stat = read(SELF).map_err(|errno| reported(TASK, at, errno))?;
    stat.filter(|stat| stat.pid == pid)
        .and_then(|stat| Identity::new(stat.pid, stat.start))
        .ok_or_else(|| {
            Error::new(
                ErrorKind::Process,
                TASK,
                format!("this is process {pid}, and it says {stat:?}"),
                "mount `/proc` in the namespace of this process, or use the scope `process`",
            )
            .at(at)
        })
}

/// Whether the process runs; also if that cannot be found out.
pub(crate) fn is_alive(identity: Identity) -> bool {
    if FOUND_BY.load(Acquire) == forks() && OWN.load(Relaxed) == identity.word() {
        return true;
    }
    match read(&format!("/proc/{}/stat", identity.pid())) {
        Ok(Some(stat)) => stat.start == identity.start() && !stat.ended,
        Ok(None) => true,
        // Nothing there: ended, or hidden by how `/proc` is mounted.
        Err(_) => exists(identity.pid()),
    }
}

fn exists(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        return false;
    };
    test_kill_process(pid) != Err(Errno::SRCH)
}

/// None if the text is not what the system writes.
fn read(path: &str) -> Result<Option<ProcStat>, Errno> {
    // Some 52 numbers and a name of at most 64 bytes.
    let mut text = [0; 2048];
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = openat(CWD, path, flags, Mode::empty())?;
    let bytes = rustix::io::read(&file, &mut text)?;
    Ok(ProcStat::parse(&text[..bytes]))
}
