//! What a process knows of one bucket in the store: what it was given, what it has to tell, and how
//! the store is. Lives in the state of the bucket, under its lock.
//!
//! In: replies and faults from the courier, what permits come to. Out: units, and what the next trip tells.
//! Knows neither the connection nor the task that uses it. Moments are by the clock of this process,
//! in nanoseconds.

use std::collections::HashMap;
use std::sync::Arc;

use super::courier::Line;
use super::fault::StoreFault;
use super::leases::Leases;
use super::message::{Counts, Known, News, Unit};
use super::pace::Pace;

/// The part of a bucket that the store decides about.
#[derive(Debug)]
pub(crate) struct Front {
    pub(crate) line: Arc<Line>,
    /// A number that no other process has.
    pub(super) process: u64,
    /// How often this process had been forked when it began.
    pub(crate) forks: u64,
    pub(crate) leases: Leases,
    /// How many exchanges may be open in all processes.
    pub(crate) slots: Option<u32>,
    /// Whether others bound it.
    pub(super) bounded: bool,
    /// When the store said last that more than something never leaves at once.
    pub(crate) never: u64,
    /// How many the store takes this process to hold, and whether no other was free then.
    pub(super) held: Held,
    pub(super) news: Vec<Pending>,
    /// Whether some of it cannot wait, and whether such is under way.
    pub(super) urgent: bool,
    pub(super) telling: bool,
    pub(super) moved: Moved,
    pub(super) known: Option<Known>,
    pub(super) verdict: Verdict,
    pub(super) pace: Pace,
    pub(super) down: Option<Down>,
    /// What it said then.
    pub(super) said: Option<Arc<str>>,
    /// Why the store counts everything as used, until it has given something.
    pub(super) anew: Option<Arc<str>>,
    /// When the latest trip was begun.
    pub(super) asked: u64,
    /// What the store has been told of the counters.
    pub(super) told: Counts,
    /// Whether the store was told that somebody waits.
    pub(super) posted: bool,
    /// Since when the first waiter is that.
    pub(super) since: u64,
    /// What the latest reply said of the store's clock, and when.
    pub(super) clock: Option<Reading>,
    /// A reading from a while ago, for a clock that runs too fast for long.
    pub(super) anchor: Option<Reading>,
    /// How often in a row there was no slot.
    pub(super) full: u32,
    /// Buckets that turned out to be this one, and are to be told.
    pub(super) joined: Vec<Arc<str>>,
    /// Units that somebody looked for who does not wait.
    pub(super) sought: u32,
    /// Until when the vendor wants nothing, by the store's clock, as it said last.
    pub(super) blocked: u64,
    /// What was had without the store, and is to be told.
    pub(super) borrowed: u32,
    /// Whether what there is without the store has begun in this outage.
    pub(super) away: bool,
    /// When the part was told last that the store was heard.
    pub(super) marked: u64,
    /// When this was made.
    pub(super) begun: u64,
    pub(crate) trips: u64,
    pub(crate) given: u64,
    pub(crate) lost: u64,
}

/// What the store knows of slots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// Those of this process.
    pub(super) own: u64,
    /// Whether all processes together hold all there are.
    pub(super) all: bool,
}

/// Something to be told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending {
    Blocked {
        end: u64,
    },
    Unsent(Unit),
    Moved {
        position: u64,
    },
    Spent {
        units: u32,
        at: u64,
        since: u64,
    },
    Left {
        unit: Unit,
        remaining: u64,
        end: u64,
        policy: Option<u64>,
    },
    Jumped {
        by: u64,
        since: u64,
    },
}

/// What stood against the first want when the store was asked last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has to be asked.
    Unknown,
    /// So many units not before this moment.
    Until { moment: u64, units: u32 },
    /// Not before an exchange has ended somewhere; it is asked again then.
    Slot { again: u64 },
}

/// The store cannot be had.
#[derive(Clone, Copy, Debug)]
pub(super) struct Down {
    pub(super) since: u64,
    pub(super) fault: StoreFault,
    pub(super) tries: u32,
    /// When it was tried last.
    pub(super) tried: u64,
}

/// The clock of the store, as read in one trip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) store: u64,
    pub(super) sent: u64,
    pub(super) received: u64,
}

/// Where units count that left later than they were given, by their position.
#[derive(Debug, Default)]
pub(super) struct Moved(HashMap<u64, Elsewhere>);

#[derive(Clone, Copy, Debug)]
struct Elsewhere {
    unit: Unit,
    left: u64,
    /// Whether its exchange is over, so that it cannot be moved again.
    over: bool,
}

impl Moved {
    /// The unit as the store knows it.
    fn of(&self, unit: Unit) -> Unit {
        self.0.get(&unit.position).map_or(unit, |moved| moved.unit)
    }

    /// Notes that `unit` left at `left`.
    fn note(&mut self, unit: Unit, left: u64) {
        let new = Elsewhere {
            unit,
            left,
            over: false,
        };
        self.0.entry(unit.position).or_insert(new).left = left;
    }

    /// The exchange that `position` paid is over; `told` if nothing is to be told of it any more.
    fn end(&mut self, position: u64, told: bool) {
        if told {
            self.0.remove(&position);
        } else if let Some(moved) = self.0.get_mut(&position) {
            moved.over = true;
        }
    }

    /// What to tell of `position` at `now`.
    pub(super) fn news(&self, position: u64, now: u64) -> Option<News> {
        let moved = self.0.get(&position)?;
        Some(News::Moved {
            unit: moved.unit,
            // Rather too short: it then counts for longer.
            ago: now.saturating_sub(moved.left) / 1_000,
        })
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets exchanges that are over and of which nothing is `due` any more.
    pub(super) fn forget(&mut self, due: impl Fn(u64) -> bool) {
        self.0
            .retain(|&position, moved| !moved.over || due(position));
    }

    /// The store counts the units of `position` from `at` on, under another serial.
    pub(super) fn settle(&mut self, position: u64, (at, serial): (u64, u64)) {
        let over = self.0.get_mut(&position).is_some_and(|moved| {
            (moved.unit.at, moved.unit.serial) = (at, serial);
            moved.over
        });
        if over {
            self.0.remove(&position);
        }
    }
}

impl Front {
    pub(crate) fn new(line: Arc<Line>, now: u64) -> Self {
        Self {
            process: super::hub::process(),
            forks: line.forks(),
            line,
            leases: Leases::default(),
            slots: None,
            bounded: false,
            never: 0,
            held: Held::default(),
            news: Vec::new(),
            urgent: false,
            telling: false,
            moved: Moved::default(),
            known: None,
            verdict: Verdict::Unknown,
            pace: Pace::new(now),
            down: None,
            said: None,
            anew: None,
            asked: 0,
            told: Counts::default(),
            posted: false,
            since: now,
            clock: None,
            anchor: None,
            full: 0,
            joined: Vec::new(),
            sought: 0,
            blocked: 0,
            borrowed: 0,
            away: false,
            marked: 0,
            begun: now,
            trips: 0,
            given: 0,
            lost: 0,
        }
    }

    /// The limits bear it that units are held for no longer than this.
    pub(crate) fn bear(&mut self, most: Option<u64>) {
        self.pace.bear(most.unwrap_or(u64::MAX));
    }

    /// Takes `units` of what is at hand.
    pub(crate) fn take(&mut self, units: u32, now: u64) -> Option<Unit> {
        self.expire(true, now);
        let taken = self.leases.take(units, now);
        if let Some((unit, from)) = taken {
            let late = now.saturating_sub(from);
            self.pace.note_used(unit.units, late, now);
            if self.leases.units() <= self.pace.low() {
                self.line.call();
            }
        }
        taken.map(|(unit, _)| unit)
    }

    /// Has `units` fetched, to be there when they are asked for again.
    pub(crate) fn seek(&mut self, units: u32) {
        self.sought = self.sought.max(units);
        self.line.call();
    }

    /// Tells the store of what was not used in time; `wanted` if somebody wants it.
    pub(super) fn expire(&mut self, wanted: bool, now: u64) {
        for unit in self.leases.expire(now) {
            self.pace.note_lost(wanted);
            self.lost += u64::from(unit.units);
            self.tell(Pending::Unsent(unit));
        }
    }

    /// From when on `units` may leave, as far as is known.
    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        if let Some(moment) = self.leases.earliest(units, now) {
            return moment;
        }
        match self.verdict {
            Verdict::Until { moment, .. } if self.is_fresh(now) => moment.max(now),
            Verdict::Until { .. } | Verdict::Unknown | Verdict::Slot { .. } => now,
        }
    }

    /// Whether what the store said last still holds: others may have given something back.
    fn is_fresh(&self, now: u64) -> bool {
        now <= self.asked.saturating_add(super::trip::GLANCE)
    }

    /// Takes back a unit that never left.
    pub(crate) fn give_back(&mut self, unit: Unit) {
        let told = self.moved.of(unit);
        self.moved.end(unit.position, true);
        self.news.retain(
            |news| !matches!(news, Pending::Moved { position } if *position == unit.position),
        );
        self.tell(Pending::Unsent(told));
    }

    /// A unit left later than it was given.
    pub(crate) fn moves(&mut self, unit: Unit, now: u64) {
        self.moved.note(unit, now);
        let position = unit.position;
        if !self.is_due(position) {
            self.tell(Pending::Moved { position });
        }
    }

    /// Whether it is to be told that the units of `position` left later.
    pub(super) fn is_due(&self, position: u64) -> bool {
        let due = |news: &Pending| matches!(news, Pending::Moved { position: known } if *known == position);
        self.news.iter().any(due)
    }

    /// The exchange that `position` paid is over.
    pub(crate) fn end(&mut self, position: u64) {
        let told = !self.line.is_out() && !self.is_due(position);
        self.moved.end(position, told);
        if self.is_bounded() {
            if matches!(self.verdict, Verdict::Slot { .. }) {
                self.verdict = Verdict::Unknown;
            }
            self.line.call();
        }
    }

    /// The vendor wants nothing before `end`.
    pub(crate) fn block(&mut self, end: u64) {
        self.tell(Pending::Blocked { end });
    }

    /// The vendor said what is left, in the answer to the request that `unit` paid.
    pub(crate) fn report(&mut self, unit: Unit, remaining: u64, end: u64, policy: Option<u64>) {
        // The latest says more than those before it, of one limit.
        self.news.retain(|news| {
            !matches!(news, Pending::Left { policy: known, .. } if policy.is_some() && *known == policy)
        });
        self.tell(Pending::Left {
            unit,
            remaining,
            end,
            policy,
        });
    }

    /// The bucket `name` turned out to be this one.
    pub(crate) fn join(&mut self, name: Arc<str>) {
        if !self.joined.contains(&name) {
            self.joined.push(name);
        }
        self.line.call();
    }

    /// Units were had without the store.
    pub(crate) fn borrow(&mut self, units: u32) {
        self.borrowed = self.borrowed.saturating_add(units);
    }

    fn tell(&mut self, news: Pending) {
        self.urgent |= matches!(news, Pending::Blocked { .. });
        self.news.push(news);
        self.line.call();
    }

    /// Somebody joined the queue or left it; `first` if that changed who is the first.
    pub(crate) fn post(&mut self, first: bool, now: u64) {
        if first {
            self.since = now;
        }
        self.line.call();
    }

    /// Whether the number of open exchanges is bounded, by this process or by others.
    pub(super) fn is_bounded(&self) -> bool {
        self.slots.is_some() || self.bounded
    }

    /// Whether something is to be told, or being told, that others wait for.
    pub(crate) fn is_urgent(&self) -> bool {
        self.urgent || self.telling
    }

    /// Which store it is that cannot be had, and what it said.
    pub(crate) fn fault(&self) -> Option<Arc<str>> {
        self.said.clone()
    }

    /// Why the store has nothing to give, though nothing was used as far as it knows.
    pub(crate) fn warming(&self) -> Option<Arc<str>> {
        self.anew.clone()
    }

    /// Whether nothing is held and nothing is to be told.
    pub(crate) fn is_quiet(&self) -> bool {
        self.leases.units() == 0
            && self.news.is_empty()
            && self.joined.is_empty()
            && !self.line.is_out()
    }

    /// In the child of a fork: nothing of all this is its own.
    pub(crate) fn begin_anew(&mut self, now: u64) {
        let line = self.line.renewed();
        let slots = self.slots;
        *self = Self::new(line, now);
        self.slots = slots;
    }
}
