//! This process among those who share the state: whose turn it is, what it counts, what all of them
//! counted.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Waker;
use std::time::Duration;

use super::{Grant, State};
use crate::machine::desk::Desk;
use crate::machine::file::{File, line};
use crate::machine::turn::{GLANCE, Rivals, SLOT_GLANCE};
use crate::queue::Waiter;
use crate::{Event, Meter, Moment};

impl State {
    /// Says that somebody joined the queue or left it; `first` if that changed who is the first.
    pub(crate) fn post(&mut self, first: bool, now: u64) {
        #[cfg(feature = "fleet")]
        if let Some(front) = &mut self.front {
            return front.post(first, now);
        }
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
            waiting: waiting.fold(0, u64::saturating_add),
            units: self.quota.issued(),
            foreign: self.quota.foreign(),
            ..Meter::default()
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
