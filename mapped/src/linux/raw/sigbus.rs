//! What happens when a mapped file is shorter than it was.
//!
//! The system answers an access to a page behind the end of the file with SIGBUS, whose default
//! action ends the process. The handler puts zeros in place of the mapping, if the address is in one of
//! ours, and passes the signal on if not. It uses nothing but atomics and system calls, so it
//! may run in the middle of anything.

use std::ffi::{c_int, c_void};
use std::mem;
use std::ptr;
use std::sync::atomic::Ordering::{Acquire, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr};

use libc::{SIGBUS, sigaction, siginfo_t};
use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};

use super::super::table::RANGES;

/// Whose handler was there before; null as long as nobody has looked.
///
/// Only ever points to leaked memory that nobody changes.
static PREVIOUS: AtomicPtr<sigaction> = AtomicPtr::new(ptr::null_mut());
static INSTALLED: AtomicBool = AtomicBool::new(false);

/// Installs the handler, the first time that it is called.
///
/// Without a lock, for a child that was forked while another thread held it would wait for ever. Threads
/// that come here together all do the same.
pub(super) fn install() -> Result<(), Errno> {
    if INSTALLED.load(Acquire) {
        return Ok(());
    }
    // Before ours is in place: from then on it may be asked to pass a signal on.
    remember(exchange(None)?);
    remember(exchange(Some(&ours()))?);
    INSTALLED.store(true, Release);
    Ok(())
}

fn remember(found: sigaction) {
    if found.sa_sigaction != address() {
        PREVIOUS.store(Box::into_raw(Box::new(found)), Release);
    }
}

fn ours() -> sigaction {
    // SAFETY: all fields are numbers, sets of bits or nullable function pointers, for which zeros
    // are valid.
    let mut action: sigaction = unsafe { mem::zeroed() };
    action.sa_sigaction = address();
    // On the alternative stack where there is one, as the handlers of other languages' runtimes need it.
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    action
}

fn address() -> usize {
    on_sigbus as extern "C" fn(c_int, *mut siginfo_t, *mut c_void) as usize
}

/// Sets what happens on SIGBUS, if anything is given, and says what happened before.
fn exchange(action: Option<&sigaction>) -> Result<sigaction, Errno> {
    // SAFETY: as above.
    let mut before: sigaction = unsafe { mem::zeroed() };
    let action = action.map_or(ptr::null(), ptr::from_ref);
    // SAFETY: both pointers are null or to whole values that live during the call. The action is
    // the default one, or `on_sigbus` with the flags that its signature needs.
    match unsafe { sigaction(SIGBUS, action, &raw mut before) } {
        0 => Ok(before),
        _ => Err(Errno::INVAL),
    }
}

extern "C" fn on_sigbus(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: it is this thread's, and always there.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above, and initialised.
    let before = unsafe { *errno };
    // SAFETY: with SA_SIGINFO the system passes a whole `siginfo_t`, which lives until we return and
    // which nobody changes before `pass_on`.
    let facts = unsafe { &*info };
    let code = facts.si_code;
    // SAFETY: the field is there in every `siginfo_t`; where the signal is no fault, it is some number,
    // which `rescued` ignores.
    let address = unsafe { facts.si_addr() };
    if !rescued(code, address) {
        pass_on(signal, code, info, context);
    }
    // SAFETY: as above.
    unsafe { *errno = before };
}

// Faults at an address, from `asm-generic/siginfo.h`: no such page, an error of the device, an error of
// the memory. Others are about alignment, or about no access of this thread.
const BUS_ADRERR: c_int = 2;
const BUS_OBJERR: c_int = 3;
const BUS_MCEERR_AR: c_int = 4;

/// Puts zeros in place of the mapping that the address is in, if it is one of ours.
fn rescued(code: c_int, address: *mut c_void) -> bool {
    if !matches!(code, BUS_ADRERR | BUS_OBJERR | BUS_MCEERR_AR) {
        return false;
    }
    let Some(found) = RANGES.find(address) else {
        return false;
    };
    // First: whoever reads a zero and looks afterwards has to see it.
    found.lost.store(true, SeqCst);
    let protection = ProtFlags::READ | ProtFlags::WRITE;
    let flags = MapFlags::PRIVATE | MapFlags::FIXED;
    // SAFETY: the range is exactly one mapping of `Pages`, and this thread has just accessed it through a
    // borrow of that value, so it stays mapped until we return. Its memory is only ever used as
    // atomics, for which zeros are as valid as what was there.
    let mapped = unsafe { mmap_anonymous(found.start, found.bytes, protection, flags) };
    mapped.is_ok()
}

/// Does what would have been done without us.
fn pass_on(signal: c_int, code: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let previous = PREVIOUS.load(Acquire);
    // SAFETY: null, or leaked memory that was written before it was published and never after.
    let Some(previous) = (unsafe { previous.as_ref() }) else {
        return by_default(signal, code);
    };
    match previous.sa_sigaction {
        libc::SIG_DFL => by_default(signal, code),
        // Only a signal that was sent can be ignored.
        libc::SIG_IGN if was_sent(code) => {}
        libc::SIG_IGN => by_default(signal, code),
        handler if previous.sa_flags & libc::SA_SIGINFO != 0 => {
            // SAFETY: whoever installed it with SA_SIGINFO said that it is such a function.
            let handler = unsafe {
                mem::transmute::<usize, extern "C" fn(c_int, *mut siginfo_t, *mut c_void)>(handler)
            };
            handler(signal, info, context);
        }
        handler => {
            // SAFETY: whoever installed it without SA_SIGINFO said that it is such a function.
            let handler = unsafe { mem::transmute::<usize, extern "C" fn(c_int)>(handler) };
            handler(signal);
        }
    }
}

/// Codes of signals that a process sent are not positive.
fn was_sent(code: c_int) -> bool {
    code <= 0
}

/// Takes all handlers away, so that the signal does what it does by default.
///
/// A fault comes again as soon as the access is repeated. One that was sent has to be sent again,
/// and arrives when this handler returns.
fn by_default(signal: c_int, code: c_int) {
    // SAFETY: as in `ours`; zeros are `SIG_DFL` without flags.
    let default: sigaction = unsafe { mem::zeroed() };
    let _ = exchange(Some(&default));
    if was_sent(code) {
        // SAFETY: sends a signal to this thread; safe in a handler.
        let _ = unsafe { libc::raise(signal) };
    }
}
