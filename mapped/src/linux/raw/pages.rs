//! Pages of a file as atomics.

use std::fs::File;
use std::num::NonZeroUsize;
use std::ptr::{self, NonNull};
use std::slice;
use std::sync::atomic::AtomicU64;

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

use super::super::ranges::Claim;
use super::sigbus;

/// A shared mapping of the beginning of a file, guarded against its truncation.
#[derive(Debug)]
pub(in super::super) struct Pages {
    start: NonNull<AtomicU64>,
    words: NonZeroUsize,
    claim: Claim,
}

// SAFETY: `start` is owned by this value, whichever thread has it, and unmapping works from all.
unsafe impl Send for Pages {}
// SAFETY: what is behind `start` is only reachable as atomics.
unsafe impl Sync for Pages {}

impl Pages {
    /// Maps that many words, and guards them by that claim.
    ///
    /// Fails with `EOVERFLOW` for more than the address space has.
    pub(in super::super) fn map(
        file: &File,
        words: NonZeroUsize,
        mut claim: Claim,
    ) -> Result<Self, Errno> {
        let bytes = bytes(words)?;
        sigbus::install()?;

        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: no address is given, so the system chooses one where nothing is.
        let start = unsafe {
            mmap(
                ptr::null_mut(),
                bytes,
                protection,
                MapFlags::SHARED,
                file,
                0,
            )
        }?;
        let words_start = NonNull::new(start.cast()).ok_or(Errno::NOMEM)?;
        claim.guard(start, bytes);
        Ok(Self {
            start: words_start,
            words,
            claim,
        })
    }

    /// The words.
    #[inline]
    pub(in super::super) fn words(&self) -> &[AtomicU64] {
        // SAFETY: `start` is the beginning of a page, so it is aligned, and `words` words from there
        // are mapped for reading and writing until `self` is dropped, which the lifetime of the
        // slice forbids; `bytes` made sure that they are no more than `isize::MAX` bytes. Any bits are
        // an `AtomicU64`. Other processes, and other mappings in this one, change the memory
        // meanwhile, which is what atomics are for; nothing in this crate makes any other reference to
        // it. A page that the file lost is replaced by the handler of SIGBUS before the access goes
        // on.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.words.get()) }
    }

    /// Whether the file was truncated under it.
    #[inline]
    pub(in super::super) fn is_lost(&self) -> bool {
        self.claim.is_lost()
    }
}

/// A slice has at most `isize::MAX` bytes.
fn bytes(words: NonZeroUsize) -> Result<usize, Errno> {
    let bytes = words.get().checked_mul(size_of::<AtomicU64>());
    bytes
        .filter(|bytes| isize::try_from(*bytes).is_ok())
        .ok_or(Errno::OVERFLOW)
}

impl Drop for Pages {
    fn drop(&mut self) {
        // First: from the next line on the addresses may be somebody else's.
        self.claim.withdraw();
        let bytes = self.words.get() * size_of::<AtomicU64>();
        // SAFETY: exactly this range was mapped by `map`, it belongs to this value alone, and every slice
        // of it borrows this value. If it fails, the range stays mapped, which harms nobody.
        let _ = unsafe { munmap(self.start.as_ptr().cast(), bytes) };
    }
}
