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
//!
//! The model test in `tests/loom_cell.rs` compiles this file with loom's atomics.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::atomics::{AtomicU64, fence};
use super::words::Sink;

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

    /// Replaces what counted at `seen` by the numbers that `save` puts; the new head, or `None` if
    /// `seen` counts no more.
    #[inline]
    pub(crate) fn replace(
        &self,
        file: &[AtomicU64],
        seen: Head,
        member: usize,
        save: impl FnOnce(&mut Buffer<'_>),
    ) -> Option<Head> {
        let other = 1 - seen.buffer();
        let next = Head::new(seen.version().wrapping_add(1), member, other);
        self.write(file, next, save);
        file[self.head]
            .compare_exchange(seen.0, next.0, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
            .then_some(next)
    }

    /// Starts with the numbers that `save` puts, in a file that nobody else has seen yet.
    pub(crate) fn fill(&self, file: &[AtomicU64], save: impl FnOnce(&mut Buffer<'_>)) {
        let first = Head::new(1, 0, 0);
        self.write(file, first, save);
        file[self.head].store(first.0, Ordering::Release);
    }

    #[inline]
    fn write(&self, file: &[AtomicU64], head: Head, save: impl FnOnce(&mut Buffer<'_>)) {
        // Whoever reads what is written here sees the head as it is now, or later.
        fence(Ordering::Release);
        let mut buffer = Buffer {
            words: self.buffer(head, file),
            next: FRONT,
            sum: Sum::new(),
        };
        save(&mut buffer);
        let count = buffer.next - FRONT;
        let total = buffer.sum.total(head.version(), count);
        buffer.words[0].store(total, Ordering::Relaxed);
        buffer.words[1].store(count as u64, Ordering::Relaxed);
    }

    #[inline]
    fn buffer<'a>(&self, head: Head, file: &'a [AtomicU64]) -> &'a [AtomicU64] {
        let start = self.buffers + (head.member() * 2 + head.buffer()) * self.width;
        &file[start..start + self.width]
    }
}

/// Where the next state is written to.
pub(crate) struct Buffer<'a> {
    words: &'a [AtomicU64],
    next: usize,
    sum: Sum,
}

impl Sink for Buffer<'_> {
    /// There is room for as many as the cell was made for; more would not be read.
    #[inline]
    fn put(&mut self, word: u64) {
        if let Some(place) = self.words.get(self.next) {
            place.store(word, Ordering::Relaxed);
        }
        self.next += 1;
        self.sum.add(word);
    }
}

/// A number that depends on every word, its place, and the version. Products of the words do not
/// wait for each other, so it costs less than a running hash.
struct Sum {
    factor: u64,
    total: u64,
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Sum {
    #[inline]
    fn new() -> Self {
        Self {
            factor: ODD,
            total: 1,
        }
    }

    #[inline]
    fn add(&mut self, word: u64) {
        self.factor = self.factor.wrapping_add(ODD << 1);
        let mixed = (word ^ word >> 32).wrapping_mul(self.factor);
        self.total = self.total.wrapping_add(mixed);
    }

    #[inline]
    fn total(&self, version: u64, count: usize) -> u64 {
        let version = (version ^ (count as u64) << 48).wrapping_mul(ODD);
        // Never zero for nothing, which is what an empty file holds.
        (self.total.wrapping_add(version)) ^ 1 << 63
    }
}

fn sum(version: u64, words: &[u64]) -> u64 {
    let mut sum = Sum::new();
    words.iter().for_each(|&word| sum.add(word));
    sum.total(version, words.len())
}
