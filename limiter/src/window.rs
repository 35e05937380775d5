//! `N per W`, counted exactly: the decision over a ring of the last `N` units.
//!
//! The ring holds, oldest first, the moment at which each of the last `N` units stops
//! counting: its grant plus `W` plus the skew. Zero is a place that was never used. A request
//! of cost `c` fits when the `c` oldest places are free, and then takes them. Windows are
//! half-open, so a unit granted exactly `W` (and skew) after another no longer meets it.
//!
//! Times are given by the caller and never go back; this file knows no clock and no lock.

use tollgate_limits::Rate;

use crate::history::History;

/// The state of one window.
#[derive(Debug)]
pub(crate) struct Window {
    /// When each unit stops counting; `ring[head]` is the oldest, ascending from there.
    ring: Box<[u64]>,
    head: usize,
    /// `W` and the skew, in nanoseconds.
    span: u64,
}

impl Window {
    /// An empty window. Its only allocation: zeroed memory, which costs nothing until used.
    pub(crate) fn new(rate: Rate, skew: u64) -> Self {
        let units = usize::try_from(rate.count().get()).unwrap_or(usize::MAX);
        Self {
            ring: vec![0; units].into_boxed_slice(),
            head: 0,
            span: rate.period().as_nanos().saturating_add(skew),
        }
    }

    /// A window whose units stop counting at `frees`, the oldest first; as many as it counts.
    pub(crate) fn holding(frees: Vec<u64>, span: u64) -> Self {
        Self {
            ring: frees.into_boxed_slice(),
            head: 0,
            span,
        }
    }

    /// The same by a clock that is `back` behind.
    pub(crate) fn shift(&mut self, back: u64) {
        for free in &mut self.ring {
            *free = free.saturating_sub(back);
        }
    }

    /// When each unit stops counting, the oldest first.
    pub(crate) fn frees(&self) -> Vec<u64> {
        let ages = 0..self.ring.len();
        ages.map(|age| self.ring[self.place(age)]).collect()
    }

    pub(crate) fn span(&self) -> u64 {
        self.span
    }

    /// Whether `cost` units may leave at `now`.
    #[inline]
    pub(crate) fn fits(&self, cost: u32, now: u64) -> bool {
        let age = cost as usize - 1;
        self.ring
            .get(self.place(age))
            .is_some_and(|&free| age < self.ring.len() && free <= now)
    }

    /// The earliest moment at which the last of `units` units can leave, if nobody else comes.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        let last = units.saturating_sub(1);
        let size = self.ring.len() as u64;
        let (rounds, age) = (last / size, last % size);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "less than the ring's length"
        )]
        let free = self.ring[self.place(age as usize)].max(now);
        free.saturating_add(rounds.saturating_mul(self.span))
    }

    /// Counts `cost` units that leave at `now`.
    #[inline]
    pub(crate) fn take(&mut self, cost: u32, now: u64) {
        let free = now.saturating_add(self.span);
        for _ in 0..cost {
            self.ring[self.head] = free;
            self.head = self.place(1);
        }
    }

    /// Forgets `cost` units that were granted at `at` and never left.
    ///
    /// Exact: a unit that the vacated place had held before stopped counting when the place
    /// was taken, so the place is free. A unit that is no longer in the ring counts no more.
    pub(crate) fn give_back(&mut self, cost: u32, at: u64) {
        let free = at.saturating_add(self.span);
        let start = self.first_age(|held| held >= free);
        let end = self.first_age(|held| held > free);
        let gone = (end - start).min(cost as usize);
        // Newer units move towards the oldest; they are the few that came since.
        for age in start + gone..self.ring.len() {
            self.ring[self.place(age - gone)] = self.ring[self.place(age)];
        }
        for _ in 0..gone {
            self.head = self.place(self.ring.len() - 1);
            self.ring[self.head] = 0;
        }
    }

    /// Counts as used up by sends at an even pace that ended at `end`: from then on one place
    /// becomes free every `span / N`.
    pub(crate) fn pace_from(&mut self, end: u64) {
        let size = self.ring.len() as u128;
        for age in 0..self.ring.len() {
            let wait = (age as u128 * u128::from(self.span)).div_ceil(size);
            let free = end.saturating_add(u64::try_from(wait).unwrap_or(u64::MAX));
            let place = self.place(age);
            self.ring[place] = self.ring[place].max(free);
        }
    }

    /// Counts what was granted before this window was declared.
    pub(crate) fn replay(&mut self, history: &History) {
        if let Some(oldest) = history.worst_before() {
            for _ in 0..self.ring.len() {
                self.take(1, oldest);
            }
        }
        for &at in history.times() {
            self.take(1, at);
        }
    }

    /// Counts what another bucket granted; of both the newest units matter.
    pub(crate) fn absorb(&mut self, history: &History) {
        let size = self.ring.len();
        let unknown = history.worst_before().map(|oldest| vec![oldest; size]);
        let theirs = unknown.unwrap_or_default().into_iter();
        let theirs = theirs.chain(history.times().iter().copied());
        let mut held: Vec<u64> = self.ring.to_vec();
        held.extend(theirs.map(|at| at.saturating_add(self.span)));
        held.sort_unstable();
        self.ring.copy_from_slice(&held[held.len() - size..]);
        self.head = 0;
    }

    /// When the units in the ring were granted, oldest first.
    pub(crate) fn times(&self) -> Vec<u64> {
        (0..self.ring.len())
            .map(|age| self.ring[self.place(age)])
            .filter(|&free| free != 0)
            .map(|free| free.saturating_sub(self.span))
            .collect()
    }

    /// Whether this cannot be told from a window that was never used.
    pub(crate) fn is_idle(&self, now: u64) -> bool {
        self.ring[self.place(self.ring.len() - 1)] <= now
    }

    /// The place of the unit with `age` older ones, for ages up to the ring's length.
    #[inline]
    fn place(&self, age: usize) -> usize {
        let place = self.head + age;
        if place >= self.ring.len() {
            place - self.ring.len()
        } else {
            place
        }
    }

    /// The first age for which `beyond` holds; the ring ascends with age.
    fn first_age(&self, beyond: impl Fn(u64) -> bool) -> usize {
        let (mut low, mut high) = (0, self.ring.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if beyond(self.ring[self.place(middle)]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}
