//! A process in one word.
//!
//! In: a process number and a start time. Out: a word that no other process of this boot has, and
//! whether that process still runs. It must not know where the word is kept.

use std::num::NonZeroU64;

use crate::{Error, platform};

/// A process: its number, and the time at which it started.
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

/// Linux has no larger numbers: PID_MAX_LIMIT is 2²², in `include/linux/threads.h`.
const PID_BITS: u32 = 22;
const PID_MASK: u64 = (1 << PID_BITS) - 1;

impl Identity {
    /// The identity of this process.
    ///
    /// Found out once, and once more in the child of a fork.
    ///
    /// # Errors
    ///
    /// If `/proc` is not there, or shows the processes of another namespace; elsewhere than on Linux,
    /// always.
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

    /// Whether the process still runs.
    ///
    /// A process that has ended and was not waited for yet counts as dead. One of which nothing
    /// can be found out counts as alive: what it holds must not be given to another. Elsewhere than on
    /// Linux every process counts as alive.
    #[must_use]
    pub fn is_alive(self) -> bool {
        platform::is_alive(self)
    }

    /// When the process started, in clock ticks since the boot.
    #[cfg(any(target_os = "linux", test))]
    pub(crate) fn start(self) -> u64 {
        self.0.get() >> PID_BITS
    }

    /// None if one of the numbers is beyond its bits.
    #[cfg(any(target_os = "linux", test))]
    pub(crate) fn new(pid: u64, start: u64) -> Option<Self> {
        let fits = pid <= PID_MASK && start <= u64::MAX >> PID_BITS;
        fits.then(|| Self::from_word(pid | start << PID_BITS))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_keeps_both_numbers_up_to_their_bounds() {
        for (pid, start) in [
            (1, 0),
            (4_194_303, 0),
            (4_194_303, (1 << 42) - 1),
            (77, 123_456),
        ] {
            let identity = Identity::new(pid, start).unwrap();
            assert_eq!((u64::from(identity.pid()), identity.start()), (pid, start));
            assert_eq!(Identity::from_word(identity.word()), Some(identity));
        }
    }

    #[test]
    fn what_can_be_no_process_is_no_identity() {
        assert_eq!(Identity::from_word(0), None);
        assert_eq!(Identity::from_word(5 << 22), None);
        assert_eq!(Identity::new(0, 5), None);
        assert_eq!(Identity::new(1 << 22, 5), None);
        assert_eq!(Identity::new(1, 1 << 42), None);
    }
}
