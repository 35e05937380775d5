//! A few numbers that all processes share and replace in one step.
//!
//! Every member has two buffers of its own in each cell. The head says which buffer of which member
//! holds what counts now. Who wants to change it reads that, writes what shall count then to the
//! own buffer that does not count, and exchanges the head, if it is still the one that was read.
//! So there is one step before which nothing has happened and after which everything has: whoever
//! is killed or stopped in between has changed nothing, and holds up nobody.
//!
//! ```text
//! head ──► member 3, buffer 1 (version 17)        a lock-free exchange of many words
//!            ▲ compare and exchange                with one compare-and-swap
//! member 5 writes its buffer 0, then ──► head = member 5, buffer 0 (version 18)
//! ```
//!
//! A buffer that counts no more is written again by its member; whoever still reads it then sees
//! that by the head, which has moved on. Each buffer carries a sum over its words and its
//! version: a file that was damaged is not taken for anything.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Which buffer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head(u64);

const FROZEN: u64 = 1 << 63;
const MEMBER_BITS: u32 = 15;
const VERSION_BITS: u32 = 47;

impl Head {
    /// Nothing that a cell can have.
    pub(crate) const NONE: Self = Self(u64::MAX);

    fn new(version: u64, member: usize, buffer: usize) -> Self {
        let version = version & ((1 << VERSION_BITS) - 1);
        Self(version << (MEMBER_BITS + 1) | (member as u64) << 1 | buffer as u64)
    }

    /// Whether nothing changes here any more.
    #[inline]
    pub(crate) fn is_frozen(self) -> bool {
        self.0 & FROZEN != 0
    }

    /// Who wrote what counts.
    pub(crate) fn member(self) -> usize {
        usize::try_from(self.0 >> 1 & ((1 << MEMBER_BITS) - 1)).unwrap_or(0)
    }

    fn buffer(self) -> usize {
        usize::from(self.0 & 1 != 0)
    }

    fn version(self) -> u64 {
        (self.0 & !FROZEN) >> (MEMBER_BITS + 1)
    }
}

/// Where a cell is in a file.
#[derive(Clone, Debug)]
pub(crate) struct CellPlace {
    head: usize,
    buffers: usize,
    members: usize,
    width: usize,
}

/// Before the numbers of a buffer: the sum, and how many there are.
const FRONT: usize = 2;

/// The head has a line of the processor's cache to itself.
const HEAD_WORDS: usize = 8;

impl CellPlace {
    /// A cell of `members`, of at most `width` numbers, that starts at word `start`.
    pub(crate) fn new(start: usize, members: usize, width: usize) -> Self {
        Self {
            head: start,
            buffers: start + HEAD_WORDS,
            members,
            width: (width + FRONT).next_multiple_of(8),
        }
    }

    /// The first word behind it.
    pub(crate) fn end(&self) -> usize {
        self.buffers + self.members * 2 * self.width
    }

    /// The words beside the head, for whatever else is written seldom.
    pub(crate) fn spare(&self) -> Range<usize> {
        self.head + 1..self.buffers
    }

    #[inline]
    pub(crate) fn head(&self, file: &[AtomicU64]) -> Head {
        Head(file[self.head].load(Ordering::Acquire))
    }

    /// Lets nothing change any more; what counts for ever.
    pub(crate) fn freeze(&self, file: &[AtomicU64]) -> Head {
        Head(file[self.head].fetch_or(FROZEN, Ordering::AcqRel) | FROZEN)
    }

    /// What counts: its head, and its numbers in `into`.
    ///
    /// # Errors
    ///
    /// The head, when what it points to makes no sense.
    pub(crate) fn read(&self, file: &[AtomicU64], into: &mut Vec<u64>) -> Result<Head, Head> {
        loop {
            let head = self.head(file);
            let sound = self.copy(file, head, into);
            // The numbers were read before the head is read again.
            fence(Ordering::Acquire);
            if Head(file[self.head].load(Ordering::Relaxed)) == head {
                return if sound { Ok(head) } else { Err(head) };
            }
        }
    }

    fn copy(&self, file: &[AtomicU64], head: Head, into: &mut Vec<u64>) -> bool {
        into.clear();
        if head.member() >= self.members {
            return false;
        }
        let buffer = self.buffer(head, file);
        let count = buffer[1].load(Ordering::Relaxed);
        let Some(count) = usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.width - FRONT)
        else {
            return false;
        };
        let words = &buffer[FRONT..FRONT + count];
        into.extend(words.iter().map(|word| word.load(Ordering::Relaxed)));
        buffer[0].load(Ordering::Relaxed) == sum(head.version(), into)
    }

    /// Replaces what counted at `seen` by `numbers`; the new head, or `None` if it counts no more.
    #[inline]
    pub(crate) fn replace(
        &self,
        file: &[AtomicU64],
        seen: Head,
        member: usize,
        numbers: &[u64],
    ) -> Option<Head> {
        let other = 1 - seen.buffer();
        let next = Head::new(seen.version().wrapping_add(1), member, other);
        self.write(file, next, numbers);
        file[self.head]
            .compare_exchange(seen.0, next.0, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
            .then_some(next)
    }

    /// Starts with `numbers`, in a file that nobody else has seen yet.
    pub(crate) fn fill(&self, file: &[AtomicU64], numbers: &[u64]) {
        let first = Head::new(1, 0, 0);
        self.write(file, first, numbers);
        file[self.head].store(first.0, Ordering::Release);
    }

    #[inline]
    fn write(&self, file: &[AtomicU64], head: Head, numbers: &[u64]) {
        let buffer = self.buffer(head, file);
        // Whoever reads what is written here sees the head as it is now, or later.
        fence(Ordering::Release);
        buffer[0].store(sum(head.version(), numbers), Ordering::Relaxed);
        buffer[1].store(numbers.len() as u64, Ordering::Relaxed);
        for (word, &number) in buffer[FRONT..].iter().zip(numbers) {
            word.store(number, Ordering::Relaxed);
        }
    }

    #[inline]
    fn buffer<'a>(&self, head: Head, file: &'a [AtomicU64]) -> &'a [AtomicU64] {
        let start = self.buffers + (head.member() * 2 + head.buffer()) * self.width;
        &file[start..start + self.width]
    }
}

/// A number that depends on every word, its place, and the version. Products of the words do not
/// wait for each other, so this costs about a nanosecond a word less than a running hash.
#[inline]
fn sum(version: u64, words: &[u64]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut factor = ODD;
    let mut total = (version ^ words.len() as u64).wrapping_mul(ODD) | 1;
    for &word in words {
        factor = factor.wrapping_add(ODD << 1);
        total = total.wrapping_add((word ^ word >> 32).wrapping_mul(factor));
    }
    total
}
