//! A process in one word.
//!
//! In: a process number and a start time. Out: a word that no other process of this boot has, and
//! whether that process still runs. It must not know where the word is kept.

use std::num::NonZeroU64;

use crate::{Error, platform};

/// A process: its number, and what no other process with that number has.
///
/// Numbers are used again, so a number alone may mean a process that has nothing to do with the one that
/// wrote it down. Comparable only between processes that share a [`World`](crate::World).
///
/// ```
/// # #[cfg(target_os = "linux")]
/// # fn main() -> Result<(), tollgate_mapped::Error> {
/// use tollgate_mapped::Identity;
///
/// let own = Identity::own()?;
/// assert_eq!(own.pid(), std::process::id());
/// assert!(own.is_alive());
/// assert_eq!(Identity::from_word(own.word()), Some(own));
/// # Ok(())
/// # }
/// # #[cfg(not(target_os = "linux"))]
/// # fn main() {}
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Identity(NonZeroU64);

/// What tells a process from others that have its number before or after it.
#[cfg(any(target_os = "linux", test))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// When it started, in clock ticks since the boot.
    Start(u64),
    /// The serial number of its handle, which the system gives to each process once in a boot.
    Serial(u64),
}

/// Linux has no larger numbers: PID_MAX_LIMIT is 2²², in `include/linux/threads.h`.
const PID_BITS: u32 = 22;
const PID_MASK: u64 = (1 << PID_BITS) - 1;
/// Set for a serial number.
#[cfg(any(target_os = "linux", test))]
const SERIAL: u64 = 1 << PID_BITS;
/// What is left: seven centuries of ticks.
#[cfg(any(target_os = "linux", test))]
const MARK_SHIFT: u32 = PID_BITS + 1;
#[cfg(any(target_os = "linux", test))]
const MARK_MASK: u64 = u64::MAX >> MARK_SHIFT;

impl Identity {
    /// The identity of this process.
    ///
    /// Found out once, and once more in the child of a fork.
    ///
    /// # Errors
    ///
    /// Before Linux 6.9, if `/proc` is not there or shows the processes of another namespace; elsewhere
    /// than on Linux, always.
    pub fn own() -> Result<Self, Error> {
        platform::own_identity()
    }

    /// The identity that a word stands for; none if it can be no identity.
    #[must_use]
    pub fn from_word(word: u64) -> Option<Self> {
        let word = NonZeroU64::new(word)?;
        (word.get() & PID_MASK != 0).then_some(Self(word))
    }

    /// The word that stands for it; never zero.
    #[must_use]
    pub fn word(self) -> u64 {
        self.0.get()
    }

    /// The number of the process.
    #[must_use]
    pub fn pid(self) -> u32 {
        // Masked to 22 bits.
        u32::try_from(self.0.get() & PID_MASK).unwrap_or(u32::MAX)
    }

    /// A number of the program that this process runs, other than before if it became another program
    /// (by `exec`); `None` if that cannot be found out.
    ///
    /// It is where on the program's stack the system put random bytes for it, which is by chance where
    /// the system places stacks so (`/proc/sys/kernel/randomize_va_space`); where it does not, one
    /// program is like another.
    #[must_use]
    pub fn own_image() -> Option<u64> {
        platform::own_image()
    }

    /// The same of the process with this identity; `None` too if this one may not know.
    #[must_use]
    pub fn image(self) -> Option<u64> {
        platform::image_of(self)
    }

    /// Whether the process still runs.
    ///
    /// A process that has ended and was not waited for yet counts as dead. One of which nothing
    /// can be found out counts as alive: what it holds must not be given to another. Elsewhere than on
    /// Linux every process counts as alive.
    #[must_use]
    pub fn is_alive(self) -> bool {
        platform::is_alive(self)
    }

    /// What it is told from others by.
    #[cfg(any(target_os = "linux", test))]
    pub(crate) fn mark(self) -> Mark {
        let value = self.0.get() >> MARK_SHIFT;
        match self.0.get() & SERIAL {
            0 => Mark::Start(value),
            _ => Mark::Serial(value),
        }
    }

    /// None for a number that no process has. Of a mark that is larger than its bits, the lower ones
    /// tell as much.
    #[cfg(any(target_os = "linux", test))]
    pub(crate) fn new(pid: u64, mark: Mark) -> Option<Self> {
        let (kind, value) = match mark {
            Mark::Start(start) => (0, start),
            Mark::Serial(serial) => (SERIAL, serial),
        };
        let word = pid | kind | (value & MARK_MASK) << MARK_SHIFT;
        (pid <= PID_MASK).then(|| Self::from_word(word))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_keeps_both_numbers_up_to_their_bounds() {
        for pid in [1, 77, 4_194_303] {
            for mark in [
                Mark::Start(0),
                Mark::Start(123_456),
                Mark::Start((1 << 41) - 1),
                Mark::Serial(0),
                Mark::Serial(1_381_889),
                Mark::Serial((1 << 41) - 1),
            ] {
                let identity = Identity::new(pid, mark).unwrap();
                assert_eq!((u64::from(identity.pid()), identity.mark()), (pid, mark));
                assert_eq!(Identity::from_word(identity.word()), Some(identity));
            }
        }
    }

    #[test]
    fn the_lower_bits_of_a_large_mark_are_kept() {
        let identity = Identity::new(5, Mark::Serial((1 << 41) + 7)).unwrap();
        assert_eq!((identity.pid(), identity.mark()), (5, Mark::Serial(7)));
    }

    #[test]
    fn what_can_be_no_process_is_no_identity() {
        assert_eq!(Identity::from_word(0), None);
        assert_eq!(Identity::from_word(5 << 22), None);
        assert_eq!(Identity::new(0, Mark::Start(5)), None);
        assert_eq!(Identity::new(1 << 22, Mark::Start(5)), None);
    }
}
