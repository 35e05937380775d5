//! The moments of the latest units, one place each, in memory that all processes write.
//!
//! Units have numbers, one after the other. The moment of unit `i` stands at place `i` modulo the
//! number of places. Moments never go back from one unit to the next, so a place only ever grows,
//! and is written with a maximum: whoever writes it late, after the place was taken again, changes
//! nothing.
//!
//! What a decision adds stands in the state that the decision replaces, and is copied to the
//! places afterwards, by whoever comes first: [`Trail::settle`]. So nobody who is killed or
//! stopped between the two leaves anything undone.
//!
//! A unit that is taken back keeps its place, and its number is remembered, until the place is used
//! by the next decision: the moments behind it move up by one place, each to a place that it only
//! makes grow. So a request that leaves later than it was granted, as the first of every process
//! does, which waits for its connection, counts once and not twice. Of more than [`VOIDS`] at a time,
//! and of those that have more than [`TAIL`] behind them, the others stay counted.
//!
//! A place also holds a mark of its unit's number. Where that is not the one that is looked for,
//! somebody else has written there, and the file is damaged: see [`Trail::is_damaged`]. So that a
//! place grows with every unit that takes it, no two at the same moment have the same: of those
//! that fill all places, whoever adds more is told that there is no room for them.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::Ordering;

use tollgate_mapped::Mapping;

use super::words::{Reader, Sink};

/// So many units that were taken back are remembered.
pub(crate) const VOIDS: usize = 6;
/// So many units move up at a time.
const TAIL: usize = 64;

/// The moments of the latest units.
#[derive(Debug)]
pub(crate) struct Trail {
    places: Places,
    /// The number of the next unit.
    next: u64,
    /// So many of the latest units may not stand at their places yet …
    fresh: u64,
    /// … and this is their moment; no other is after it …
    latest: u64,
    /// … unless some of them have moved up: then this is the moment of each but the latest.
    tail: Vec<u64>,
    /// Units that were taken back, the oldest first.
    voids: Vec<u64>,
    /// Whether a place was met that does not hold its unit.
    damaged: Cell<bool>,
}

impl Trail {
    /// How many places remember `units` units, however many of them were taken back.
    pub(crate) fn room(units: u64) -> u64 {
        units + VOIDS as u64
    }

    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = 3 + VOIDS + TAIL;

    /// No units, over places that hold what [`restore`](Self::restore) knows of.
    pub(crate) fn new(places: Places) -> Self {
        Self {
            places,
            next: 0,
            fresh: 0,
            latest: 0,
            tail: Vec::new(),
            voids: Vec::with_capacity(VOIDS),
            damaged: Cell::new(false),
        }
    }

    /// Starts from units at `moments`, in a file that nobody else has seen yet.
    pub(crate) fn fill(&mut self, moments: &[u64]) {
        for (unit, &moment) in moments.iter().enumerate() {
            self.places.raise(unit as u64, moment);
        }
        self.next = moments.len() as u64;
        self.latest = moments.iter().copied().max().unwrap_or(0);
    }

    /// Whether a place was met that does not hold its unit, since this was asked last. If what was
    /// decided is about what counts, the file is damaged; if not, the place belongs to a later unit.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged.take()
    }

    /// The number of the next unit.
    #[inline]
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// How many units there are from number `first` on.
    #[inline]
    pub(crate) fn since(&self, first: u64) -> u64 {
        self.between(first, self.next)
    }

    /// How many units there are from number `first` on, before number `end`.
    #[inline]
    pub(crate) fn between(&self, first: u64, end: u64) -> u64 {
        let voids = self
            .voids
            .iter()
            .filter(|&&void| void >= first && void < end);
        end.saturating_sub(first)
            .saturating_sub(voids.count() as u64)
    }

    /// The moment of `unit`, which is never after that of the latest one.
    #[inline]
    pub(crate) fn at(&self, unit: u64) -> u64 {
        let age = self.next - unit;
        if age > self.fresh {
            self.placed(unit)
        } else if self.tail.is_empty() {
            self.latest
        } else {
            self.moved(age)
        }
    }

    /// The moment of the `age`-th newest unit, of those that moved up.
    #[cold]
    fn moved(&self, age: u64) -> u64 {
        let index = usize::try_from(self.fresh - age).unwrap_or(usize::MAX);
        self.tail.get(index).copied().unwrap_or(self.latest)
    }

    #[inline]
    fn placed(&self, unit: u64) -> u64 {
        let Some(moment) = self.places.at(unit) else {
            self.damaged.set(true);
            return self.latest;
        };
        moment.min(self.latest)
    }

    pub(crate) fn is_void(&self, unit: u64) -> bool {
        self.voids.contains(&unit)
    }

    /// The number of the `age`-th newest unit; the newest has age 1.
    #[inline]
    pub(crate) fn newest(&self, age: u64) -> u64 {
        let mut unit = self.next.saturating_sub(age);
        for &void in self.voids.iter().rev() {
            if void < unit {
                break;
            }
            unit = unit.saturating_sub(1);
        }
        unit
    }

    /// Adds `units` units at `moment`, in the places of those from number `first` on that were taken
    /// back, and behind; how many have no place. Once for each decision.
    ///
    /// That can only be where more requests wait for their connections than fit at once, or left
    /// under other limits: then all places but [`VOIDS`] hold units at `moment` that count.
    #[inline]
    pub(crate) fn push(&mut self, units: u64, moment: u64, first: u64) -> u64 {
        // A file that was filled in a block holds what comes back after it.
        let moment = moment.max(self.latest);
        let room = if moment > self.latest {
            self.places.count()
        } else {
            self.room_at(moment)
        };
        let placed = units.min(room);
        if self.voids.is_empty() || !self.move_up(placed, moment, first) {
            self.next += placed;
            self.fresh = placed;
            self.tail.clear();
        }
        self.latest = moment;
        units - placed
    }

    /// How many places hold no unit at `moment`, which is that of the latest.
    #[cold]
    fn room_at(&self, moment: u64) -> u64 {
        let oldest = self.next.saturating_sub(self.places.count());
        self.first(oldest, moment) + self.places.count() - self.next
    }

    /// The same where units were taken back; `false`, and nothing, if none of them can be used.
    #[cold]
    fn move_up(&mut self, units: u64, moment: u64, first: u64) -> bool {
        let room = (TAIL as u64 + 1).min(self.places.count());
        let first = first.max((self.next + units).saturating_sub(room));
        let known = self.voids.partition_point(|&void| void < first);
        let most = usize::try_from(units).unwrap_or(usize::MAX);
        let used = self
            .voids
            .split_off(known.max(self.voids.len().saturating_sub(most)));
        let Some(&start) = used.first() else {
            return false;
        };
        let behind = (start..self.next).filter(|unit| !used.contains(unit));
        let mut tail: Vec<u64> = behind.map(|unit| self.at(unit)).collect();
        self.next = self.next + units - used.len() as u64;
        self.fresh = self.next - start;
        // All but the latest.
        tail.resize(usize::try_from(self.fresh - 1).unwrap_or(0), moment);
        self.tail = tail;
        true
    }

    /// Copies what the latest decision added to its places.
    #[inline]
    pub(crate) fn settle(&self) {
        for unit in self.next - self.fresh..self.next {
            self.places.raise(unit, self.at(unit));
        }
    }

    /// Takes back at most `units` of the units at `moment`, from number `first` on; how many.
    pub(crate) fn withdraw(&mut self, units: u64, moment: u64, first: u64) -> u64 {
        let oldest = first.max(self.next.saturating_sub(self.places.count()));
        self.voids.retain(|&void| void >= oldest);
        let mut gone = 0;
        let mut unit = self.first(oldest, moment);
        while gone < units && unit < self.next && self.at(unit) == moment {
            if self.voids.len() == VOIDS {
                break;
            }
            if !self.is_void(unit) {
                self.voids.push(unit);
                gone += 1;
            }
            unit += 1;
        }
        self.voids.sort_unstable();
        gone
    }

    /// The first unit from `oldest` on whose moment is not before `moment`.
    fn first(&self, oldest: u64, moment: u64) -> u64 {
        let (mut low, mut high) = (oldest, self.next);
        while low < high {
            let middle = u64::midpoint(low, high);
            if self.at(middle) >= moment {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    #[inline]
    pub(crate) fn save(&self, into: &mut impl Sink) {
        into.put(self.next);
        let lists = self.tail.len() << LIST_BITS | self.voids.len();
        into.put(self.fresh << (2 * LIST_BITS) | lists as u64);
        into.put(self.latest);
        for &word in self.voids.iter().chain(&self.tail) {
            into.put(word);
        }
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.next = from.take()?;
        let counts = from.take()?;
        self.fresh = counts >> (2 * LIST_BITS);
        self.latest = from.take()?;
        self.voids.clear();
        for _ in 0..counts & LIST {
            self.voids.push(from.take()?);
        }
        self.tail.clear();
        for _ in 0..counts >> LIST_BITS & LIST {
            self.tail.push(from.take()?);
        }
        let sorted = self.voids.is_sorted() && self.voids.len() <= VOIDS;
        let known = self.voids.last().is_none_or(|&last| last < self.next);
        let moved = self.tail.is_empty() || self.tail.len() as u64 + 1 == self.fresh;
        let rising = self.tail.is_sorted() && self.tail.last() <= Some(&self.latest);
        let fresh = self.fresh <= self.next.min(self.places.count());
        (sorted && known && moved && rising && fresh).then_some(())
    }
}

/// How long the two lists are shares a word with how many units are fresh.
const LIST_BITS: u32 = 8;
const LIST: u64 = (1 << LIST_BITS) - 1;

/// A range of words in a state file.
#[derive(Clone)]
pub(crate) struct Places {
    file: Mapping,
    range: Range<usize>,
}

impl Places {
    /// The words `range` of `file`, which are there.
    pub(crate) fn new(file: Mapping, range: Range<usize>) -> Self {
        Self { file, range }
    }

    pub(crate) fn count(&self) -> u64 {
        self.range.len() as u64
    }

    /// The moment of `unit`; `None` if its place holds something else.
    #[inline]
    fn at(&self, unit: u64) -> Option<u64> {
        let word = self.file.words()[self.place(unit)].load(Ordering::Relaxed);
        let moment = word >> MARK_BITS;
        let moment = if moment == NEVER { u64::MAX } else { moment };
        (word & MARK == mark(unit)).then_some(moment)
    }

    #[inline]
    fn raise(&self, unit: u64, moment: u64) {
        let word = moment.min(NEVER) << MARK_BITS | mark(unit);
        // Whoever reads this sees the head that it belongs to, or a later one.
        self.file.words()[self.place(unit)].fetch_max(word, Ordering::Release);
    }

    #[inline]
    fn place(&self, unit: u64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "less than the number of places"
        )]
        let place = (unit % self.count()) as usize;
        self.range.start + place
    }
}

/// The last bits of a place are the mark of its unit.
const MARK_BITS: u32 = 4;
const MARK: u64 = (1 << MARK_BITS) - 1;
/// More than 36 years after the boot; what lies beyond is never reached.
const NEVER: u64 = u64::MAX >> MARK_BITS;

/// Never zero, which is what an empty file holds.
#[inline]
fn mark(unit: u64) -> u64 {
    1 + unit % MARK
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Places").field(&self.range).finish()
    }
}
