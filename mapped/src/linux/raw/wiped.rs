//! A word that is zero in the child of a fork.

use std::ptr;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use std::sync::atomic::{AtomicPtr, AtomicU64};

use rustix::io::Errno;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// Null as long as nobody has asked, `NONE` if the system has no such pages.
static WORD: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());
static NONE: AtomicU64 = AtomicU64::new(0);

/// The word; none if the system has no such pages.
#[inline]
pub(in super::super) fn word_wiped_by_forks() -> Option<&'static AtomicU64> {
    let known = WORD.load(Acquire);
    let word = if known.is_null() { made() } else { known };
    if ptr::eq(word, &raw const NONE) {
        return None;
    }
    // SAFETY: `WORD` only ever holds null, the address of `NONE`, or the beginning of a page that was mapped
    // for reading and writing and is never unmapped. The page is used as this one atomic and nothing
    // else; that a fork wipes it changes another process.
    Some(unsafe { &*word })
}

/// Makes the page, or takes that of a thread which was quicker.
///
/// Without a lock, for a child that was forked while another thread held it would wait for ever.
#[cold]
fn made() -> *mut AtomicU64 {
    let own = page().unwrap_or((&raw const NONE).cast_mut());
    match WORD.compare_exchange(ptr::null_mut(), own, AcqRel, Acquire) {
        Ok(_) => own,
        Err(other) => {
            if !ptr::eq(own, &raw const NONE) {
                // SAFETY: the page was made above, and nobody else knows of it.
                let _ = unsafe { munmap(own.cast(), BYTES) };
            }
            other
        }
    }
}

/// The system takes whole pages for this.
const BYTES: usize = size_of::<AtomicU64>();

fn page() -> Result<*mut AtomicU64, Errno> {
    let protection = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: no address is given, so the system chooses one where nothing is.
    let page = unsafe { mmap_anonymous(ptr::null_mut(), BYTES, protection, MapFlags::PRIVATE) }?;
    // SAFETY: the page was mapped above, and nothing is in it yet.
    let advised = unsafe { madvise(page, BYTES, Advice::LinuxWipeOnFork) };
    if let Err(errno) = advised {
        // SAFETY: the page was mapped above, and nobody else knows of it.
        let _ = unsafe { munmap(page, BYTES) };
        return Err(errno);
    }
    Ok(page.cast())
}
