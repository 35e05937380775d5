//! The same state where other processes share it: read before a decision, replaced after it.
//!
//! Every change goes round until it is made to what counts: read that, if it has changed; decide;
//! write what shall count then; exchange the two in one step, or begin again if somebody else was
//! faster. A refusal is looked at twice as well: places that were written while it was made belong
//! to a later state.

use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};
use std::task::Waker;
use std::time::Duration;

use tollgate_limits::Cost;

use super::{Answer, Grant, State};
use crate::history::History;
use crate::machine;
use crate::machine::desk::Desk;
use crate::machine::file::{File, line};
use crate::machine::seat::Seat;
use crate::machine::turn::{GLANCE, Rivals, SLOT_GLANCE};
use crate::machine::words::{Reader, Sink};
use crate::queue::Waiter;
use crate::rule::Rule;
use crate::{Bucket, Event, Limits, Meter, Moment};

/// While no file can be had, whoever waits does so for so long, in nanoseconds, before it is refused.
const LOST: u64 = 5_000_000_000;
/// More slots than this are held by nobody.
const NONSENSE: u64 = u32::MAX as u64;
/// So often in one step another file is gone to.
const FILES: usize = 64;
/// A moment that lies so far in the future was not written by anybody whose clock is ours.
const DAMAGED: u64 = 2_000_000_000;

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

    fn lie_in(&mut self, file: &File, bucket: usize) {
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
    fn copy(&self) -> Option<Self> {
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
    fn save_with(&self, rules: &[Rule], into: &mut impl Sink, taken_by_writer: u64) {
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
    fn restore(&mut self, numbers: &[u64]) -> Option<(u64, u64)> {
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

    /// Reads what counts, if that has changed; whether it has.
    #[inline]
    pub(crate) fn refresh(&mut self) -> bool {
        match &self.seat {
            None => false,
            Some(seat) if seat.is_current() => false,
            Some(_) => {
                self.catch_up();
                self.pay_what_is_owed();
                true
            }
        }
    }

    /// Tells of a block that was asked for while there was no file.
    fn pay_what_is_owed(&mut self) {
        if self.owed == 0 || self.stuck().is_some() {
            return;
        }
        let end = std::mem::take(&mut self.owed);
        self.change(|state| {
            if end > state.block {
                state.tally.blocks += 1;
                state.hold(end);
            }
        });
    }

    #[cold]
    fn catch_up(&mut self) {
        let Some(mut seat) = self.seat.take() else {
            return;
        };
        let now = seat.desk.now();
        if seat.stuck.is_none_or(|stuck| stuck.until <= now) {
            let mut numbers = std::mem::take(&mut self.numbers);
            let found = self.find_what_counts(&mut seat, &mut numbers);
            match found {
                true => seat.stuck = None,
                false => seat.get_stuck(now),
            }
            self.numbers = numbers;
        }
        self.seat = Some(seat);
    }

    /// Reads the state, from another file where the present one is no more; whether it was found.
    fn find_what_counts(&mut self, seat: &mut Seat, numbers: &mut Vec<u64>) -> bool {
        let mut damaged = false;
        for _ in 0..FILES {
            if (damaged || seat.is_over()) && !self.move_seat(seat, damaged) {
                return false;
            }
            match seat.read(numbers) {
                // Frozen since it was looked at: there is, or will be, another file.
                Some(head) if head.is_frozen() => {}
                Some(head) => match self.restore(numbers) {
                    Some((writer, seen)) if seen <= seat.desk.now().saturating_add(DAMAGED) => {
                        self.rules.iter().for_each(Rule::settle);
                        seat.know(head, writer);
                        return true;
                    }
                    _ => damaged = true,
                },
                None => damaged = !seat.is_over(),
            }
        }
        false
    }

    /// Goes to the file that replaces the present one; `damaged` if that makes no sense.
    fn move_seat(&mut self, seat: &mut Seat, damaged: bool) -> bool {
        let Some((at, bucket)) = seat.desk.follow(&seat.at, seat.bucket, damaged) else {
            return false;
        };
        seat.move_to(at, bucket);
        self.lie_in(&seat.at.file, bucket);
        self.merged = None;
        true
    }

    /// Whether a place was met that does not hold its unit, since this was asked last.
    fn met_damage(&self) -> bool {
        // All of them are asked, so that none remembers it.
        let places = self.rules.iter().filter(|rule| rule.is_damaged()).count() > 0;
        places
            || self
                .seat
                .as_ref()
                .is_some_and(|seat| seat.in_flight() > NONSENSE)
    }

    /// Goes to a file in the place of the present one, which is damaged.
    #[cold]
    fn mend(&mut self) {
        let Some(mut seat) = self.seat.take() else {
            return;
        };
        if !self.move_seat(&mut seat, true) {
            let now = seat.desk.now();
            seat.get_stuck(now);
        }
        self.seat = Some(seat);
    }

    /// Whether the file says that this bucket has become part of another.
    #[inline]
    pub(crate) fn is_part_of_another(&self) -> bool {
        self.seat.as_ref().is_some_and(|seat| seat.is_merged())
    }

    /// The bucket that it has become part of.
    #[cold]
    pub(crate) fn root_of_file(&self) -> Option<Bucket> {
        let seat = self.seat.as_ref()?;
        machine::merged(&seat.desk, &seat.at, seat.bucket)
    }

    /// Whether nothing can be decided now, and until when.
    pub(crate) fn stuck(&self) -> Option<u64> {
        let stuck = self.seat.as_ref().and_then(|seat| seat.stuck);
        stuck.map(|stuck| stuck.until)
    }

    /// Whether nothing could be decided for so long that nobody is to wait for it any longer.
    pub(crate) fn is_lost(&self, now: u64) -> bool {
        let stuck = self.seat.as_ref().and_then(|seat| seat.stuck);
        stuck.is_some_and(|stuck| stuck.since.saturating_add(LOST) <= now)
    }

    /// Has the state as it is now count for everybody; `false` if it has to be decided again.
    #[inline]
    pub(crate) fn publish(&mut self, slots: u64) -> bool {
        // Out of the way, so that the rest can be read while it writes; no more than a pointer.
        let Some(mut seat) = self.seat.take() else {
            return true;
        };
        let taken = seat.taken().wrapping_add(slots);
        let published = seat.publish(slots, |into| self.save_with(&self.rules, into, taken));
        self.seat = Some(seat);
        if published {
            self.rules.iter().for_each(Rule::settle);
        }
        published
    }

    /// Changes the state by `change`, for everybody.
    pub(crate) fn change<R>(&mut self, mut change: impl FnMut(&mut Self) -> R) -> R {
        loop {
            self.refresh();
            let changed = change(self);
            if self.stuck().is_some() || self.publish(0) {
                return changed;
            }
        }
    }

    /// [`ask`](Self::ask), of what all processes share.
    pub(crate) fn ask_shared(&mut self, cost: Cost, now: u64) -> Answer {
        loop {
            self.refresh();
            self.met_damage(); // in what was looked at before, and may count no more
            if let Some(until) = self.stuck() {
                return Answer::Until(Moment::from_nanos(until));
            }
            let now = now.max(self.seen);
            if let Some(seat) = &mut self.seat
                && seat.look_for_file(now)
            {
                continue;
            }
            if self.is_part_of_another() {
                // Since it was asked for; whoever looks again is sent there.
                return Answer::Until(Moment::from_nanos(now));
            }
            let answer = self.decide(cost, now, 0);
            if self.met_damage() {
                if self.is_current() {
                    self.mend();
                }
                continue;
            }
            let settled = match answer {
                Answer::Granted(_) => self.publish(1),
                Answer::Never(_) => true,
                Answer::Slot if self.bury() => false,
                Answer::Until(_) | Answer::Slot => self.is_current(),
            };
            if settled {
                return answer;
            }
        }
    }

    fn is_current(&self) -> bool {
        self.seat
            .as_ref()
            .is_none_or(|seat| seat.is_current_still())
    }

    fn bury(&self) -> bool {
        self.seat.as_ref().is_some_and(|seat| seat.bury())
    }

    /// Says that somebody joined the queue or left it; `first` if that changed who is the first.
    pub(crate) fn post(&mut self, first: bool, now: u64) {
        if self.seat.is_none() {
            return;
        }
        if first {
            self.turn.pass(!self.queue.is_empty(), now);
            self.turn.units = self.queue.units_of_first();
        }
        self.tell();
    }

    fn tell(&self) {
        if let Some(seat) = &self.seat {
            seat.post(self.queue.len() as u64, &self.turn);
        }
    }

    /// When the first waiter, which was told to come at `until`, looks again. Others may change
    /// what it was told.
    pub(crate) fn glance(&mut self, until: Option<Moment>, slot: bool, now: u64) -> Option<Moment> {
        if self.seat.is_none() {
            return until;
        }
        self.turn.due = until.map_or(u64::MAX, Moment::as_nanos);
        self.tell();
        let glance = if slot { SLOT_GLANCE } else { GLANCE };
        Some(Moment::from_nanos(
            self.turn.due.min(now.saturating_add(glance)),
        ))
    }

    /// Until when the first waiter lets those of other processes go ahead who wait longer;
    /// `None` if it is its turn, or if there is nothing to be had.
    pub(crate) fn courtesy(&mut self, units: u64, now: u64) -> Option<Moment> {
        let since = self.turn.since;
        let rivals = self.seat.as_ref()?.rivals(since, now);
        if self.earliest(units, now).as_nanos() > now {
            self.turn.reset();
            return None;
        }
        let until = if self.takes_from_savers(rivals, units, since, now) {
            rivals.due.min(now.saturating_add(GLANCE))
        } else {
            let there = if rivals.all == 0 { 0 } else { self.there(now) };
            self.turn.wait_for(rivals, there, now)?
        };
        // It could go now, and others are to know that.
        self.turn.due = now;
        self.tell();
        Some(Moment::from_nanos(until))
    }

    /// Whether `units` would be taken from what others save up who wait for longer than since `since`.
    fn takes_from_savers(&self, rivals: Rivals, units: u64, since: u64, now: u64) -> bool {
        let wanted = units.saturating_add(rivals.saved);
        rivals.saved > 0
            && self.earliest(wanted, now).as_nanos() > now
            && self
                .seat
                .as_ref()
                .is_some_and(|seat| seat.saver_lives(since))
    }

    /// Whether others wait in other processes, and come before one who wants `units`.
    pub(crate) fn is_behind(&self, units: u64, now: u64) -> bool {
        let Some(seat) = &self.seat else { return false };
        let rivals = seat.rivals(u64::MAX, now);
        rivals.elder > 0 || self.takes_from_savers(rivals, units, u64::MAX, now)
    }

    /// Gives up the slot of `grant`.
    pub(crate) fn land(&mut self, grant: Grant) {
        self.refresh();
        if let Some(seat) = &mut self.seat {
            seat.land(grant.forks);
        }
    }

    /// Counts how long somebody waited.
    pub(crate) fn note_waited(&mut self, nanos: u64) {
        self.refresh();
        match &mut self.seat {
            None => self.tally.waited = self.tally.waited.saturating_add(nanos),
            Some(seat) => seat.add(line::WAITED, nanos),
        }
    }

    /// Counts that nothing was there at once.
    pub(crate) fn note_exhausted(&mut self) {
        self.refresh();
        match &mut self.seat {
            None => self.tally.exhausted += 1,
            Some(seat) => seat.add(line::EXHAUSTED, 1),
        }
    }

    /// Counts an event of all processes.
    pub(crate) fn note(&mut self, event: Event) {
        self.refresh();
        let Some(seat) = &mut self.seat else { return };
        match event {
            Event::Call => seat.add(line::CALLS, 1),
            Event::Request => seat.add(line::REQUESTS, 1),
            Event::Unsent => seat.add(line::REQUESTS, u64::MAX),
            Event::Retry => seat.add(line::RETRIES, 1),
            Event::Granted | Event::GivenBack => {}
        }
    }

    /// The counters of all processes; `None` in memory of one's own.
    pub(crate) fn meter(&mut self) -> Option<Meter> {
        self.refresh();
        let seat = self.seat.as_ref()?;
        Some(self.meter_of(&seat.at.file, seat.bucket))
    }

    /// The counters of a bucket of a file.
    pub(crate) fn meter_of(&self, file: &File, bucket: usize) -> Meter {
        let sum = |word: usize| {
            let lines = (0..file.high()).map(|member| file.line(bucket, member));
            lines.fold(0_u64, |sum, line| {
                sum.wrapping_add(line[word].load(Ordering::Relaxed))
            })
        };
        let waiting =
            |&member: &usize| file.line(bucket, member)[line::WAITING].load(Ordering::Relaxed) > 0;
        let there = |&member: &usize| !file.has_gone(member);
        let waiting = (0..file.high()).filter(waiting).filter(there);
        let waiting =
            waiting.map(|member| file.line(bucket, member)[line::WAITING].load(Ordering::Relaxed));
        Meter {
            calls: sum(line::CALLS),
            requests: sum(line::REQUESTS),
            permits: self.permits(),
            waited: Duration::from_nanos(sum(line::WAITED)),
            retries: sum(line::RETRIES),
            exhausted: sum(line::EXHAUSTED),
            blocks: self.tally.blocks,
            in_flight: file.held(bucket),
            waiting: waiting.sum(),
            foreign: self.quota.foreign(),
            refused: 0,
            open: 0,
        }
    }

    /// Where the account has its file; `None` in memory of one's own.
    pub(crate) fn desk(&self) -> Option<Arc<Desk>> {
        self.seat.as_ref().map(|seat| Arc::clone(&seat.desk))
    }

    /// Learns that the vendor calls this bucket by a name of this digest; the bucket that it calls
    /// so already, for any process.
    pub(crate) fn learn(&mut self, digest: u64) -> Option<String> {
        self.refresh();
        let seat = self.seat.as_ref()?;
        seat.at.file.learn(seat.bucket, digest)
    }

    /// Everybody who waits goes where this bucket has become part of, if it has.
    pub(crate) fn leave_for_all(&mut self) -> Vec<Waker> {
        match self.merged() {
            Some(_) => self.queue.iter_mut().filter_map(Waiter::call).collect(),
            None => Vec::new(),
        }
    }
}
