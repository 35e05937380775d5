//! The place of this process in one bucket of a state file.
//!
//! Holds what the process knows of the bucket: the head whose state it has read last, the buffers
//! it writes, its own counters. Knows nothing of what the numbers mean; that is the business of
//! [`State`](crate::state::State).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

use tollgate_mapped::Identity;

use super::cell::{Buffer, Head};
use super::desk::{Attached, Desk};
use super::file::{line, open};
use super::turn::{Rivals, Turn};

/// The counters that only their member writes.
const OWN: usize = 7;

/// The place of this process in one bucket.
pub(crate) struct Seat {
    pub(crate) desk: Arc<Desk>,
    pub(crate) at: Arc<Attached>,
    pub(crate) bucket: usize,
    /// What was read last.
    head: Head,
    /// The own counters, in the order of the line: a new file may have missed the latest.
    own: [u64; OWN],
    /// Slots that this process holds.
    open: u64,
    /// The file is gone, and no other can be had.
    pub(crate) stuck: Option<Stuck>,
    /// When the name of the file was looked at last …
    looked: u64,
    /// … and whether it is that of another one by now, or of none, or was cut short.
    gone: bool,
    /// When it was last looked whether all limits are still declared by somebody.
    refitted: u64,
}

/// Nothing can be decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stuck {
    /// Since when.
    pub(crate) since: u64,
    /// When it is tried again.
    pub(crate) until: u64,
}

impl Seat {
    /// No file was found at `now`.
    pub(crate) fn get_stuck(&mut self, now: u64) {
        self.stuck = Some(Stuck {
            since: self.stuck.map_or(now, |stuck| stuck.since),
            until: now.saturating_add(RETRY),
        });
    }

    /// The place of the process that is `at` a file, in `bucket` of it.
    pub(crate) fn new(desk: Arc<Desk>, at: Arc<Attached>, bucket: usize) -> Self {
        let looked = at.opened;
        let mut seat = Self {
            desk,
            at,
            bucket,
            head: Head::NONE,
            own: [0; OWN],
            open: 0,
            stuck: None,
            looked,
            gone: false,
            refitted: 0,
        };
        seat.adopt();
        seat
    }

    /// Goes to another file, or to another place after a fork.
    pub(crate) fn move_to(&mut self, at: Arc<Attached>, bucket: usize) {
        let place = at.member == self.at.member && at.forks == self.at.forks;
        if at.forks != self.at.forks {
            // The slots are those of the process that this one was forked from.
            self.open = 0;
        }
        (self.at, self.bucket, self.head) = (at, bucket, Head::NONE);
        (self.gone, self.looked) = (false, self.at.opened);
        if place {
            self.tell();
        } else {
            self.adopt();
        }
    }

    /// Goes on with the counters of whoever had this place before, and holds its slots there.
    fn adopt(&mut self) {
        let line = self.line();
        let own = std::array::from_fn(|index| line[index].load(Ordering::Relaxed));
        self.own = own;
        self.own[line::TAKEN] = self.own[line::TAKEN].wrapping_add(self.open);
        self.tell();
    }

    /// Writes everything down that is told of this process.
    fn tell(&mut self) {
        let line = self.at.file.line(self.bucket, self.at.member);
        for (word, &own) in line.iter().zip(&self.own).skip(2) {
            word.store(own, Ordering::Relaxed);
        }
        // What was taken is known by the bucket's state, and all that is not open has landed.
        let taken = line[line::TAKEN].fetch_max(self.own[line::TAKEN], Ordering::AcqRel);
        let taken = taken.max(self.own[line::TAKEN]);
        self.own[line::TAKEN] = taken;
        line[line::LANDED].store(taken.wrapping_sub(self.open), Ordering::Release);
    }

    #[inline]
    fn line(&self) -> &[std::sync::atomic::AtomicU64] {
        self.at.file.line(self.bucket, self.at.member)
    }

    /// Whether what was decided is about what counts: also the places that were read for it.
    #[inline]
    pub(crate) fn is_current_still(&self) -> bool {
        fence(Ordering::Acquire);
        self.is_current()
    }

    /// Whether what was read last is what counts.
    #[inline]
    pub(crate) fn is_current(&self) -> bool {
        let cell = &self.at.file.layout.buckets[self.bucket].cell;
        cell.head(self.at.file.words()) == self.head && !self.at.is_stale()
    }

    /// Whether the bucket has become part of another.
    #[inline]
    pub(crate) fn is_merged(&self) -> bool {
        self.at.file.blueprint.buckets[self.bucket].merged.is_some()
    }

    /// Whether another file has to be found.
    pub(crate) fn is_over(&self) -> bool {
        self.gone
            || self
                .at
                .is_over(&self.at.file.layout.buckets[self.bucket].cell)
    }

    /// Looks now and then whether the file still has its name and its length; whether it does not.
    /// Whoever replaces it by way of this library freezes it before; others may not.
    #[inline]
    pub(crate) fn look_for_file(&mut self, now: u64) -> bool {
        now >= self.looked.saturating_add(LOOK) && self.is_gone(now)
    }

    #[cold]
    fn is_gone(&mut self, now: u64) -> bool {
        self.looked = now;
        let handle = &self.at.file.handle;
        let file = &self.at.file;
        file.raise_high(self.at.member + 1);
        let own = file.identity(self.at.member);
        let ousted = own.is_none() || own != Identity::own().ok();
        self.gone = !handle.is_current() || handle.is_cut() || ousted;
        let sets = &self.at.file.blueprint.buckets[self.bucket].sets;
        if sets.len() > 1 && now >= self.refitted.saturating_add(REFIT) {
            self.refitted = now;
            self.desk.refit(&self.at.file);
        }
        if self.gone {
            self.head = Head::NONE;
        }
        self.gone
    }

    /// Reads what counts. `None` if it makes no sense.
    pub(crate) fn read(&mut self, into: &mut Vec<u64>) -> Option<Head> {
        let file = &self.at.file;
        let cell = &file.layout.buckets[self.bucket].cell;
        cell.read(file.words(), into).ok()
    }

    /// What was read makes sense: the decisions from here on are about that.
    pub(crate) fn know(&mut self, head: Head, taken_by_writer: u64) {
        self.head = head;
        let line = self.at.file.line(self.bucket, head.member());
        line[line::TAKEN].fetch_max(taken_by_writer, Ordering::AcqRel);
    }

    /// How many slots this process ever took.
    #[inline]
    pub(crate) fn taken(&self) -> u64 {
        self.own[line::TAKEN]
    }

    /// Has the numbers that `save` puts count, if what was read last still does. `slots` are taken
    /// with it.
    #[inline]
    pub(crate) fn publish(&mut self, slots: u64, save: impl FnOnce(&mut Buffer<'_>)) -> bool {
        let file = &self.at.file;
        let cell = &file.layout.buckets[self.bucket].cell;
        let next = cell.replace(file.words(), self.head, self.at.member, save);
        let Some(next) = next else { return false };
        self.head = next;
        if slots > 0 {
            self.own[line::TAKEN] = self.own[line::TAKEN].wrapping_add(slots);
            self.open += slots;
            // Others write down no more than this, so it need not be compared.
            self.line()[line::TAKEN].store(self.own[line::TAKEN], Ordering::Release);
        }
        true
    }

    /// How often this process had been forked when it took its place.
    #[inline]
    pub(crate) fn forks(&self) -> u64 {
        self.at.forks
    }

    /// Gives up a slot that was taken in this process, of this generation.
    pub(crate) fn land(&mut self, forks: u64) {
        if forks != self.at.forks || self.open == 0 {
            return;
        }
        self.open -= 1;
        let landed = self.own[line::TAKEN].wrapping_sub(self.open);
        self.line()[line::LANDED].store(landed, Ordering::Release);
    }

    /// Adds to a counter.
    #[inline]
    pub(crate) fn add(&mut self, counter: usize, more: u64) {
        self.own[counter] = self.own[counter].wrapping_add(more);
        self.line()[counter].store(self.own[counter], Ordering::Relaxed);
    }

    /// Says how many wait, and of the first of them: since when it is that, when it looks again, and
    /// how much it wants.
    pub(crate) fn post(&self, waiting: u64, turn: &Turn) {
        if self.at.is_stale() {
            return; // the line is that of the process that this one was forked from
        }
        let line = self.line();
        line[line::WAITING].store(waiting, Ordering::Relaxed);
        line[line::DUE].store(turn.due, Ordering::Relaxed);
        line[line::UNITS].store(turn.units, Ordering::Relaxed);
        line[line::SINCE].store(turn.since, Ordering::Release);
    }

    /// The processes whose first waiter is to look at about `now`, or saves up for more, beside one
    /// that waits since `since`.
    pub(crate) fn rivals(&self, since: u64, now: u64) -> Rivals {
        let file = &self.at.file;
        let mut rivals = Rivals::default();
        for member in (0..file.high()).filter(|&member| member != self.at.member) {
            let line = file.line(self.bucket, member);
            let theirs = line[line::SINCE].load(Ordering::Acquire);
            let due = line[line::DUE].load(Ordering::Relaxed);
            if theirs == 0 {
                continue;
            }
            if due <= now && now <= due.saturating_add(PROMPT) {
                rivals.all += 1;
                rivals.elder += u64::from(theirs < since);
            } else if theirs < since && now < due && due != u64::MAX {
                let units = line[line::UNITS].load(Ordering::Relaxed);
                rivals.save(units, due);
            }
        }
        rivals
    }

    /// Whether one of the processes that wait for longer than since `since`, and save up, lives.
    pub(crate) fn saver_lives(&self, since: u64) -> bool {
        let file = &self.at.file;
        (0..file.high()).any(|member| {
            let line = file.line(self.bucket, member);
            let theirs = line[line::SINCE].load(Ordering::Acquire);
            member != self.at.member && theirs != 0 && theirs < since && !file.has_gone(member)
        })
    }

    /// Exchanges that are open, of all processes.
    #[inline]
    pub(crate) fn in_flight(&self) -> u64 {
        self.at.file.in_flight(self.bucket)
    }

    /// Gives up the slots of the dead; whether there were any.
    pub(crate) fn bury(&self) -> bool {
        let file = &self.at.file;
        let mut buried = false;
        for member in (0..file.high()).filter(|&member| member != self.at.member) {
            let line = file.line(self.bucket, member);
            let taken = line[line::TAKEN].load(Ordering::Acquire);
            if open(line) > 0 && file.has_gone(member) {
                line[line::LANDED].fetch_max(taken, Ordering::AcqRel);
                buried = true;
            }
        }
        buried
    }
}

/// While no file can be had, it is tried again after so long, in nanoseconds.
const RETRY: u64 = 50_000_000;
/// So often the name of the file is looked at while permits are asked for, in nanoseconds.
pub(crate) const LOOK: u64 = 20_000_000;
/// So often, where several limits hold, it is looked whether all are still declared by somebody.
const REFIT: u64 = 1_000_000_000;
/// So long after it was to look, a process is thought to have been stopped.
const PROMPT: u64 = 20_000_000;

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("bucket", &self.bucket)
            .field("member", &self.at.member)
            .field("head", &self.head)
            .finish_non_exhaustive()
    }
}
