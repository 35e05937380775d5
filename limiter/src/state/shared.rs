//! The same state where other processes share it: read before a decision, replaced after it.
//!
//! Every change goes round until it is made to what counts: read that, if it has changed; decide;
//! write what shall count then; exchange the two in one step, or begin again if somebody else was
//! faster. A refusal is looked at twice as well: places that were written while it was made belong
//! to a later state.

use tollgate_limits::Cost;

use super::{Answer, State};
use crate::machine;
use crate::machine::seat::Seat;
use crate::rule::Rule;
use crate::{Bucket, Moment};

/// While no file can be had, whoever waits does so for so long, in nanoseconds, before it is refused.
const LOST: u64 = 5_000_000_000;
/// More slots than this are held by nobody.
const NONSENSE: u64 = u32::MAX as u64;
/// So often in one step another file is gone to.
const FILES: usize = 64;
/// A moment that lies so far in the future was not written by anybody whose clock is ours.
const DAMAGED: u64 = 2_000_000_000;

impl State {
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
        self.change(|state| state.prolong(end, 0));
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
    pub(super) fn met_damage(&self) -> bool {
        // All of them are asked, so that none remembers it.
        self.rules.iter().filter(|rule| rule.is_damaged()).count() > 0
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
            let open = self.in_flight(0);
            let answer = self.decide(cost, now, open);
            if self.met_damage() || open > NONSENSE {
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
                #[cfg(feature = "fleet")]
                Answer::Trip => true,
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
}
