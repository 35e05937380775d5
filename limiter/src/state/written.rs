//! The state as it is written into a file and read from it, and copies of it for whoever builds another
//! file or only looks.

use std::sync::atomic::{Ordering, fence};

use super::State;
use crate::Limits;
use crate::history::History;
use crate::machine::file::{File, line};
use crate::machine::seat::Seat;
use crate::machine::words::{Reader, Sink};
use crate::rule::Rule;

impl State {
    /// How many numbers [`save`](Self::save) writes at most, without quota and rules.
    pub(crate) const WORDS: usize = 12;

    /// A bucket of a file, without a place in it: to look at, or to copy.
    ///
    /// `None` if what the file holds makes no sense.
    pub(crate) fn of_file(file: &File, bucket: usize) -> Option<Self> {
        let mut state = Self::over(file, bucket);
        let mut numbers = Vec::new();
        let cell = &file.layout.buckets[bucket].cell;
        let head = cell.read(file.words(), &mut numbers).ok()?;
        let (writer, _) = state.restore(&numbers)?;
        state.rules.iter().for_each(Rule::settle);
        let line = file.line(bucket, head.member());
        line[line::TAKEN].fetch_max(writer, Ordering::AcqRel);
        Some(state)
    }

    /// A copy of a bucket of a file that others may be using; `None` as above.
    pub(crate) fn copy_of_file(file: &File, bucket: usize) -> Option<Self> {
        /// Somebody who takes permits as fast as can be is in the middle of one every time.
        const TIMES: usize = 1_000;
        let cell = &file.layout.buckets[bucket].cell;
        for _ in 0..TIMES {
            let head = cell.head(file.words());
            let copy = Self::of_file(file, bucket).and_then(|state| state.copy());
            fence(Ordering::Acquire);
            if cell.head(file.words()) == head {
                return copy;
            }
        }
        Self::of_file(file, bucket).map(|state| state.copy_as_it_is())
    }

    /// Everything that does not change in the bucket of a file.
    fn over(file: &File, bucket: usize) -> Self {
        let mut state = Self::empty();
        state.lie_in(file, bucket);
        state
    }

    pub(super) fn lie_in(&mut self, file: &File, bucket: usize) {
        let specs = file.layout.buckets[bucket].rules.iter().enumerate();
        let rules = specs.map(|(rule, &(spec, _))| Rule::shared(spec, file.places(bucket, rule)));
        self.rules = rules.collect();
        self.sets.clone_from(&file.blueprint.buckets[bucket].sets);
        self.measure();
    }

    /// A bucket in which this process has a place.
    pub(crate) fn at(seat: Seat) -> Self {
        let mut state = Self::over(&seat.at.file, seat.bucket);
        state.seat = Some(Box::new(seat));
        state.refresh();
        state
    }

    /// The same in memory of one's own; `None` if what the file holds makes no sense.
    pub(super) fn copy(&self) -> Option<Self> {
        let copy = self.copy_as_it_is();
        (!self.met_damage()).then_some(copy)
    }

    fn copy_as_it_is(&self) -> Self {
        let mut copy = Self {
            rules: self.rules.iter().map(Rule::copy).collect(),
            taken: self.taken,
            lineage: self.lineage,
            seen: self.seen,
            block: self.block,
            issued: self.issued,
            returned: self.returned,
            sealed: self.sealed,
            moved: self.moved,
            paced: self.paced,
            quota: self.quota.clone(),
            sets: self.sets.clone(),
            tally: self.tally,
            ..Self::empty()
        };
        copy.measure();
        copy
    }

    /// Writes this state into a file that nobody else has seen yet.
    pub(crate) fn fill(&self, file: &File, bucket: usize) {
        let places = &file.layout.buckets[bucket].rules;
        let filled = places.iter().enumerate().map(|(rule, (spec, _))| {
            let own = self.rules.iter().find(|rule| rule.spec() == *spec);
            let fresh = Rule::new(*spec);
            own.unwrap_or(&fresh).fill(file.places(bucket, rule))
        });
        let rules: Vec<Rule> = filled.collect();
        let cell = &file.layout.buckets[bucket].cell;
        cell.fill(file.words(), |into| self.save_with(&rules, into, 0));
    }

    /// Enforces exactly `sets`, of which those that are new here were declared before.
    pub(crate) fn keep(&mut self, sets: &[Limits]) {
        let specs: Vec<_> = sets.iter().flat_map(crate::rule::Spec::all).collect();
        self.rules.retain(|rule| specs.contains(&rule.spec()));
        self.sets = sets.to_vec();
        self.measure();
    }

    /// Counts everything as used at `now`, whatever was used before.
    pub(crate) fn use_up(&mut self, now: u64) {
        self.seen = now;
        let used = History::new(vec![now], false);
        self.rules = self
            .rules
            .iter()
            .map(|rule| Rule::after(rule.spec(), &used))
            .collect();
        (self.sealed, self.paced) = (self.issued, true);
        if self.block > now {
            // After it, what comes back at an even pace still does.
            self.hold(self.block);
        }
    }

    /// Goes on by a clock that starts now: no time has passed since the latest moment that was decided
    /// at, as far as is known.
    pub(crate) fn start_clock(&mut self) {
        let back = self.seen;
        self.seen = 0;
        self.block = self.block.saturating_sub(back);
        self.quota.shift(back);
        for rule in &mut self.rules {
            rule.shift(back);
        }
        self.sealed = self.issued;
    }

    /// Goes on with the counters of `other`.
    pub(crate) fn count_like(&mut self, other: &Self) {
        (self.taken, self.tally) = (other.taken, other.tally);
    }

    #[inline]
    pub(super) fn save_with(&self, rules: &[Rule], into: &mut impl Sink, taken_by_writer: u64) {
        into.put(taken_by_writer);
        into.put(self.lineage);
        into.put(self.seen);
        into.put(self.block);
        into.put(self.taken);
        into.put(self.tally.returned);
        into.put(self.tally.blocks);
        into.put(self.issued);
        into.put(self.returned);
        into.put(self.sealed);
        into.put(self.moved);
        into.put(u64::from(self.paced));
        self.quota.save(into);
        for rule in rules {
            rule.save(into);
        }
    }

    /// How many slots the writer of this had taken, and its latest moment.
    pub(super) fn restore(&mut self, numbers: &[u64]) -> Option<(u64, u64)> {
        let from = &mut Reader::new(numbers);
        let writer = from.take()?;
        self.lineage = from.take()?;
        let seen = from.take()?;
        self.block = from.take()?;
        self.taken = from.take()?;
        self.tally.returned = from.take()?;
        self.tally.blocks = from.take()?;
        self.issued = from.take()?;
        self.returned = from.take()?;
        self.sealed = from.take()?;
        self.moved = from.take()?;
        self.paced = from.take()? != 0;
        self.quota.restore(from)?;
        for rule in &mut self.rules {
            rule.restore(from)?;
        }
        let sound = self.tally.returned <= self.taken && self.returned <= self.issued;
        // Nobody's time goes back.
        self.seen = self.seen.max(seen);
        sound.then_some((writer, seen))
    }
}
