//! Who this process is, and in which namespaces; found out once.
//!
//! Out: an identity, and the numbers of two namespaces. One handle of the process tells both
//! (`pidfd.rs`); where the system has none, `/proc` does.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use rustix::process::getpid;

use super::forks;
use super::pidfd::Handle;
use super::proc_stat::ProcStat;
use super::reported::reported;
use super::spaces::{by_links, together};
use crate::identity::Mark;
use crate::{Error, ErrorKind, Identity};

/// What was found out, and the number of the process that did; written in this order.
static IDENTITY: AtomicU64 = AtomicU64::new(0);
static SPACES: AtomicU64 = AtomicU64::new(0);
static FOUND_BY: AtomicU64 = AtomicU64::new(0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Own {
    identity: Identity,
    spaces: u64,
}

/// The identity of this process, from memory unless it was another process's memory.
pub(crate) fn own_identity() -> Result<Identity, Error> {
    own().map(|own| own.identity)
}

/// The namespaces of processes and of time.
pub(super) fn own_spaces() -> u64 {
    own().map_or_else(|_| by_links(), |own| own.spaces)
}

/// Whether that is known to be this process.
pub(super) fn is_own(identity: Identity) -> bool {
    FOUND_BY.load(Acquire) == forks() && IDENTITY.load(Relaxed) == identity.word()
}

fn own() -> Result<Own, Error> {
    loop {
        let process = forks();
        if FOUND_BY.load(Acquire) == process
            && let Some(identity) = Identity::from_word(IDENTITY.load(Relaxed))
        {
            let spaces = SPACES.load(Relaxed);
            return Ok(Own { identity, spaces });
        }
        let own = by_handle().map_or_else(by_proc, Ok)?;
        IDENTITY.store(own.identity.word(), Relaxed);
        SPACES.store(own.spaces, Relaxed);
        FOUND_BY.store(process, Release);
        // A signal handler may have forked in between.
        if forks() == process {
            return Ok(own);
        }
    }
}

/// None where handles of processes have no serial numbers.
fn by_handle() -> Option<Own> {
    let pid = getpid();
    let handle = Handle::open(pid).ok()?;
    let spaces = handle.spaces().map_or_else(by_links, together);
    let identity = handle.identity(pid)?;
    Some(Own { identity, spaces })
}

fn by_proc() -> Result<Own, Error> {
    const TASK: &str = "tell this process from others by";
    const SELF: &str = "/proc/self/stat";

    let at = Path::new(SELF);
    let pid = u64::from(getpid().as_raw_nonzero().get().unsigned_abs());
    let stat = ProcStat::read(SELF).map_err(|errno| reported(TASK, at, errno))?;
    let identity = stat
        .filter(|stat| stat.pid == pid)
        .and_then(|stat| Identity::new(stat.pid, Mark::Start(stat.start)))
        .ok_or_else(|| {
            Error::new(
                ErrorKind::Process,
                TASK,
                format!("this is process {pid}, and it says {stat:?}"),
                "mount `/proc` in the namespace of this process, or use the scope `process`",
            )
            .at(at)
        })?;
    let spaces = by_links();
    Ok(Own { identity, spaces })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_the_same_process_alive_in_the_same_namespaces() {
        let by_proc = by_proc().unwrap();
        assert!(matches!(by_proc.identity.mark(), Mark::Start(_)));
        assert!(by_proc.identity.is_alive());
        assert_eq!(by_proc.identity.pid(), std::process::id());
        let Some(by_handle) = by_handle() else {
            eprintln!("skipped: this system's handles of processes have no serial numbers");
            return;
        };
        assert!(matches!(by_handle.identity.mark(), Mark::Serial(_)));
        assert!(by_handle.identity.is_alive());
        assert_eq!(by_handle.identity.pid(), std::process::id());
        assert_eq!(by_handle.spaces, by_proc.spaces);
        assert_eq!(own().unwrap(), by_handle);
    }

    /// Runs this test again in a namespace whose `/proc` is that of the namespace around it.
    #[test]
    fn a_proc_of_another_namespace_is_not_taken_for_the_own() {
        const INSIDE: &str = "TOLLGATE_MAPPED_INSIDE";
        const THIS: &str =
            "platform::own::tests::a_proc_of_another_namespace_is_not_taken_for_the_own";

        if std::env::var_os(INSIDE).is_some() {
            let error = by_proc().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Process, "{error}");
            assert!(error.to_string().contains("mount `/proc`"), "{error}");
            return;
        }
        let apart = |program: &std::ffi::OsStr| {
            let mut command = std::process::Command::new("unshare");
            command.args(["--map-root-user", "--pid", "--fork"]);
            command.arg(program).args(["--exact", THIS]).env(INSIDE, "");
            command.output()
        };
        if !apart("true".as_ref()).is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: this user may not make a namespace of processes");
            return;
        }
        let exe = std::env::current_exe().unwrap();
        let output = apart(exe.as_os_str()).unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("1 passed"),
            "{text}"
        );
    }
}
