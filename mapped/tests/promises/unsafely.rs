//! What safe code cannot do, and other programs do.

use std::ffi::{c_int, c_void};
use std::fs::File;
use std::ptr;

use libc::siginfo_t;
use rustix::mm::{MapFlags, ProtFlags, mmap};

/// Forks; the child does no more than that, and ends with what it returns.
pub(crate) fn forked(child: impl FnOnce() -> i32) -> i32 {
    // SAFETY: the child only calls what allocates nothing and takes no lock, or what the C library
    // keeps in order across a fork, and ends without running anything of the test harness.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let code = child();
        // SAFETY: ends the process.
        unsafe { libc::_exit(code) }
    }
    assert!(pid > 0, "a process can be forked");
    pid
}

/// How a child ended: its exit code, or the signal that ended it.
pub(crate) fn end(pid: i32) -> Result<i32, i32> {
    let mut status = 0;
    // SAFETY: `status` lives during the call.
    let waited = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    assert_eq!(waited, pid);
    if libc::WIFEXITED(status) {
        Ok(libc::WEXITSTATUS(status))
    } else {
        Err(libc::WTERMSIG(status))
    }
}

/// Ends this thread and no other, without its knowledge.
pub(crate) fn end_this_thread() -> ! {
    // SAFETY: nothing on this stack is used by others.
    unsafe { libc::syscall(libc::SYS_exit, 0) };
    unreachable!("the thread has ended");
}

/// Reads through a mapping that this crate knows nothing of, behind the end of its file.
pub(crate) fn foreign_fault() {
    let file = tempfile::tempfile().unwrap();
    file.set_len(4096).unwrap();
    let start = foreign(&file);
    file.set_len(0).unwrap();
    // SAFETY: mapped and aligned; that the file has lost the page is what the test is about.
    let word = unsafe { ptr::read_volatile(start.cast::<u64>()) };
    unreachable!("read {word} from a page that is gone");
}

fn foreign(file: &File) -> *mut c_void {
    let protection = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: no address is given, so the system chooses one where nothing is.
    unsafe { mmap(ptr::null_mut(), 4096, protection, MapFlags::SHARED, file, 0) }.unwrap()
}

/// The exit codes of the handlers below.
pub(crate) const PLAIN: i32 = 41;
pub(crate) const WITH_FACTS: i32 = 42;

extern "C" fn plain(signal: c_int) {
    let code = if signal == libc::SIGBUS { PLAIN } else { 1 };
    // SAFETY: ends the process, which a handler may.
    unsafe { libc::_exit(code) }
}

extern "C" fn with_facts(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes a whole value.
    let facts = unsafe { &*info };
    let right = signal == libc::SIGBUS && facts.si_signo == signal && !context.is_null();
    // SAFETY: ends the process, which a handler may.
    unsafe { libc::_exit(if right { WITH_FACTS } else { 1 }) }
}

/// Handles SIGBUS by ending with [`PLAIN`].
pub(crate) fn handle() {
    set(plain as extern "C" fn(c_int) as usize, 0);
}

/// Handles SIGBUS by ending with [`WITH_FACTS`].
pub(crate) fn handle_with_facts() {
    let handler = with_facts as extern "C" fn(c_int, *mut siginfo_t, *mut c_void);
    set(handler as usize, libc::SA_SIGINFO);
}

/// Ignores SIGBUS.
pub(crate) fn ignore() {
    set(libc::SIG_IGN, 0);
}

/// Takes the handler of the standard library away.
pub(crate) fn default() {
    set(libc::SIG_DFL, 0);
}

fn set(handler: usize, flags: c_int) {
    // SAFETY: zeros are valid for all fields.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler;
    action.sa_flags = flags;
    // SAFETY: the handlers have the signatures that their flags say.
    let set = unsafe { libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut()) };
    assert_eq!(set, 0);
}

/// Sends SIGBUS to this thread; it has arrived when this returns.
pub(crate) fn send() {
    // SAFETY: a handler or the default action is all that runs.
    let sent = unsafe { libc::raise(libc::SIGBUS) };
    assert_eq!(sent, 0);
}
