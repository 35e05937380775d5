//! A breaker that all processes share: read before each decision, replaced after it.

use std::sync::Arc;
use std::time::Duration;

use tollgate_mapped::Identity;

use super::machine::Machine;
use super::{BreakerRules, BreakerState, Inner};
use crate::machine::cell::{CellPlace, Head};
use crate::machine::desk::{Attached, Desk};
use crate::machine::file::File;
use crate::machine::words::{Reader, Sink};

/// How many numbers a breaker is.
pub(crate) const WIDTH: usize = 9;

/// The place of this process in one breaker.
pub(super) struct BreakerSeat {
    desk: Arc<Desk>,
    at: Arc<Attached>,
    breaker: usize,
    head: Option<Head>,
}

impl BreakerSeat {
    /// The place in the breaker of that name, which is there.
    pub(super) fn new(desk: Arc<Desk>, at: Arc<Attached>, name: &str) -> Option<Self> {
        let breaker = at.file.blueprint.breaker(name)?;
        Some(Self {
            desk,
            at,
            breaker,
            head: None,
        })
    }

    /// The strictest that anybody declares.
    fn rules(&self) -> BreakerRules {
        self.at.file.blueprint.breakers[self.breaker].rules
    }

    fn cell(&self) -> &CellPlace {
        &self.at.file.layout.breakers[self.breaker]
    }

    fn is_current(&self) -> bool {
        Some(self.cell().head(self.at.file.words())) == self.head && !self.at.is_stale()
    }

    /// Goes to the file that replaces the present one.
    fn follow(&mut self, damaged: bool) -> Option<()> {
        let name = &self.at.file.blueprint.breakers[self.breaker].name;
        let found = self.desk.replace(&self.at, damaged)?;
        let breaker = found.file.blueprint.breaker(name)?;
        (self.at, self.breaker, self.head) = (found, breaker, None);
        Some(())
    }
}

/// So often in one step another file is gone to.
const FILES: usize = 64;

impl Inner {
    /// Reads what counts, if that has changed.
    pub(super) fn refresh(&mut self) {
        let Some(mut seat) = self.seat.take() else {
            return;
        };
        let mut numbers = Vec::new();
        let mut damaged = false;
        for _ in 0..FILES {
            if seat.is_current() && !damaged {
                break;
            }
            if (seat.at.is_over(seat.cell()) || damaged) && seat.follow(damaged).is_none() {
                // The buckets grant nothing either; what was known last has to do.
                break;
            }
            let read = seat.cell().read(seat.at.file.words(), &mut numbers);
            let sound = read.is_ok() && self.restore(&numbers).is_some();
            damaged = !sound;
            seat.head = read.ok().filter(|head| !head.is_frozen() && sound);
        }
        self.machine.follow(seat.rules());
        self.seat = Some(seat);
    }

    /// Changes the breaker by `change`, for everybody.
    pub(super) fn change<R>(&mut self, now: u64, mut change: impl FnMut(&mut Self) -> R) -> R {
        loop {
            self.refresh();
            self.forget_the_dead(now);
            let before = (self.machine.clone(), self.refused);
            let changed = change(self);
            if (&self.machine, self.refused) == (&before.0, before.1) || self.publish() {
                return changed;
            }
        }
    }

    /// Has this process have the probe, if one is out.
    pub(super) fn note_prober(&mut self) {
        if self.seat.is_some() && self.machine.has_probe() {
            self.prober = Identity::own().map_or(0, Identity::word);
        }
    }

    /// A probe of a process that is gone is none.
    fn forget_the_dead(&mut self, now: u64) {
        if self.seat.is_none() || !self.machine.has_probe() || self.machine.look(now).is_ok() {
            return;
        }
        if Identity::from_word(self.prober).is_some_and(|prober| !prober.is_alive()) {
            self.machine.abandon();
        }
    }

    fn publish(&mut self) -> bool {
        let (machine, refused, prober) = (&self.machine, self.refused, self.prober);
        let Some(seat) = &mut self.seat else {
            return true;
        };
        let Some(head) = seat.head else { return true };
        let (words, member) = (seat.at.file.words(), seat.at.member);
        let next = seat.cell().replace(words, head, member, |into| {
            machine.save(into);
            into.put(refused);
            into.put(prober);
        });
        seat.head = next;
        next.is_some()
    }

    fn restore(&mut self, numbers: &[u64]) -> Option<()> {
        let from = &mut Reader::new(numbers);
        self.machine.restore(from)?;
        self.refused = from.take()?;
        self.prober = from.take()?;
        Some(())
    }
}

/// What a file says of a breaker, to be looked at or copied.
#[derive(Debug)]
pub(crate) struct BreakerNumbers(Vec<u64>);

impl Default for BreakerNumbers {
    fn default() -> Self {
        Self(vec![0; WIDTH])
    }
}

impl BreakerNumbers {
    /// `None` if that makes no sense.
    pub(crate) fn of_file(file: &File, breaker: usize) -> Option<Self> {
        let mut numbers = Vec::new();
        let cell = &file.layout.breakers[breaker];
        cell.read(file.words(), &mut numbers).ok()?;
        (numbers.len() == WIDTH).then_some(Self(numbers))
    }

    /// Writes them into a file that nobody else has seen yet.
    pub(crate) fn fill(&self, file: &File, breaker: usize) {
        let cell = &file.layout.breakers[breaker];
        cell.fill(file.words(), |into| {
            self.0.iter().for_each(|&word| into.put(word));
        });
    }

    /// The state at `now`, what is left of it, and how often it refused.
    pub(crate) fn view(
        &self,
        rules: BreakerRules,
        now: u64,
    ) -> Option<(BreakerState, Option<Duration>, u64)> {
        let mut machine = Machine::new(rules);
        let from = &mut Reader::new(&self.0);
        machine.restore(from)?;
        Some((machine.state(now), machine.left(now), from.take()?))
    }
}
