//! When a process goes to the store for a bucket, with what, and what it makes of the reply.
//!
//! Pure but for the line that it is called by: moments come in as arguments. A moment of the store
//! becomes two of this process. The store decided between when the ask was sent and when the reply
//! came; so a unit that counts from a moment of the store surely does from as long after the reply
//! came, and is surely not over before as long after the ask was sent.

use super::fault::Fault;
use super::front::{Front, Held, Pending, Reading, Verdict};
use super::leases::Lease;
use super::message::{Anew, Ask, Counts, Known, News, Reply, Stop, Unit};
use super::pace::MOST;
use crate::rule::Spec;

/// Who waits hears of a block elsewhere within this time.
pub(super) const GLANCE: u64 = 500_000_000;
/// Who waits for a slot asks again so often.
const SLOT_GLANCE: u64 = 15_000_000;
/// Slots that are held are told again so often; see `admit.lua` for when they end.
const RENEW: u64 = 3_000_000_000;
/// Counters are told so long after the last trip at the latest.
const COUNT: u64 = 1_000_000_000;
/// What can wait a little is told together with what comes after it.
const TOGETHER: u64 = 10_000_000;
/// A clock is held against ours over so long a time.
const ANCHOR: u64 = 300_000_000_000;
/// One trip tells no more than this.
const NEWS: usize = 1_000;
/// The store is tried again so soon after a failure, and then less and less often, down to this.
const RETRY: u64 = 50_000_000;
pub(super) const RARELY: u64 = 1_000_000_000;
/// By so much, and a thousandth of the time between, two clocks may differ from trip to trip.
const DRIFT: u64 = 250_000_000;

/// What the bucket wants and has, as the courier finds it.
#[derive(Debug, Default)]
pub(crate) struct Demand {
    /// The units of those who wait, the first first, as many as one trip tells.
    pub(crate) waiting: Vec<u32>,
    /// Exchanges under way, and permits about to be.
    pub(crate) in_flight: u64,
    pub(crate) counts: Counts,
    pub(crate) rules: Vec<Spec>,
}

/// When the next trip is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Now,
    At(u64),
    /// When the line is called.
    Called,
}

/// A trip as it was begun.
#[derive(Debug)]
pub(crate) struct Trip {
    pub(crate) ask: Ask,
    /// What it tells.
    told: Vec<Pending>,
    counts: Counts,
    hold: u64,
}

/// What a reply changes for those who wait.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) blocked: u64,
    pub(crate) largest: Option<u32>,
    pub(crate) anew: Option<Anew>,
    /// Whether the store had been gone.
    pub(crate) back: bool,
}

impl Front {
    /// What those who wait want beside what is at hand.
    fn wants(&self, demand: &Demand) -> Vec<u32> {
        let wanted = demand.waiting.iter().skip(self.leases.len());
        wanted.take(self.pace.reach()).copied().collect()
    }

    /// When the next trip is to begin, as things are at `now`.
    pub(crate) fn next(&self, demand: &Demand, now: u64) -> Next {
        let wants = self.wants(demand);
        if let Some(down) = self.down {
            let again = down
                .tried
                .saturating_add(RARELY.min(RETRY << down.tries.min(8)));
            let shared = self.line.stand_in().is_some() || self.borrowed > 0;
            let told = self.news.is_empty() && self.joined.is_empty();
            let needed = !wants.is_empty() || !told || self.sought > 0 || shared;
            return match needed {
                true if again <= now => Next::Now,
                true => Next::At(again),
                false => Next::Called,
            };
        }
        if self.urgent
            || self.news.len() >= NEWS
            || !self.joined.is_empty()
            || (self.posted && demand.waiting.is_empty())
        {
            return Next::Now;
        }
        let mut next = Vec::new();
        if !self.news.is_empty() {
            next.push(self.asked.saturating_add(TOGETHER));
        }
        if let Some(&first) = wants.first() {
            next.push(self.due(first, now));
        } else if demand.waiting.is_empty() && self.sought > 0 {
            next.push(self.due(self.sought, now));
        } else if demand.waiting.is_empty() && self.leases.units() < self.pace.low() {
            next.push(self.due(1, now).max(self.asked));
        }
        next.extend(self.slots_due(demand, now));
        if demand.counts != self.told {
            next.push(self.asked.saturating_add(COUNT));
        }
        next.extend(self.leases.first_end().map(|end| end.saturating_add(1)));
        match next.into_iter().min() {
            None => Next::Called,
            Some(moment) if moment <= now => Next::Now,
            Some(moment) => Next::At(moment),
        }
    }

    /// When to tell of the slots that this process holds, or holds no longer: at once where others may
    /// wait for them.
    fn slots_due(&self, demand: &Demand, now: u64) -> Option<u64> {
        if !self.is_bounded() {
            return None;
        }
        let holds = demand.in_flight + self.leases.len() as u64;
        if holds < self.held.own {
            return Some(match self.held.all {
                true => now,
                false => self.asked.saturating_add(SLOT_GLANCE),
            });
        }
        (holds > 0 || self.posted).then(|| self.asked.saturating_add(RENEW))
    }

    /// When to ask for the first of what is wanted, which is so many units.
    fn due(&self, first: u32, now: u64) -> u64 {
        match self.verdict {
            Verdict::Unknown => now,
            Verdict::Until { units, .. } if first < units => now,
            Verdict::Until { moment, .. } => {
                let due = moment.saturating_sub(self.pace.lead());
                due.min(self.asked.saturating_add(GLANCE))
            }
            Verdict::Slot { again } => again,
        }
    }

    /// What to tell and ask at `now`.
    pub(crate) fn set_out(&mut self, demand: Demand, now: u64) -> Trip {
        let waits = !demand.waiting.is_empty();
        self.expire(waits, now);
        self.pace.measure(now);
        let mut wants = self.wants(&demand);
        if waits && !self.is_bounded() && self.verdict == Verdict::Unknown {
            let ahead = self.pace.ahead().min(MOST - wants.len().min(MOST));
            wants.extend(std::iter::repeat_n(1, ahead));
        }
        if !waits {
            let missing = self.pace.batch().saturating_sub(self.leases.units());
            let ahead = self.leases.units() < self.pace.low();
            let missing = usize::try_from(missing).unwrap_or(MOST);
            wants = vec![1; if ahead { missing } else { 0 }];
            let sought = std::mem::take(&mut self.sought);
            if sought > 0 {
                wants.insert(0, sought);
            }
        }
        let told = |news: &Pending| matches!(news, Pending::Spent { .. });
        if self.borrowed > 0 || (self.away && !self.news.iter().any(told)) {
            let units = std::mem::take(&mut self.borrowed);
            let since = self.down.map_or(now, |down| down.since);
            self.news.push(Pending::Spent {
                units,
                at: now,
                since,
            });
        }
        let late = self.news.split_off(self.news.len().min(NEWS));
        let told = std::mem::replace(&mut self.news, late);
        self.telling = std::mem::take(&mut self.urgent);
        let hold = self.pace.hold() / 1_000;
        let news = told.iter().filter_map(|news| self.say(*news, now));
        let news = news.map(|news| found_with(hold, news));
        let waited = waits.then(|| now.saturating_sub(self.since) / 1_000);
        let ask = Ask {
            rules: demand.rules,
            slots: self.slots,
            process: self.process,
            open: u32::try_from(demand.in_flight + self.leases.len() as u64).unwrap_or(u32::MAX),
            news: news.collect(),
            joined: self.joined.clone(),
            counts: minus(demand.counts, self.told),
            waited,
            horizon: self.pace.horizon() / 1_000,
            hold,
            grace: self.pace.grace() / 1_000,
            known: self.known,
            wants,
        };
        (self.asked, self.posted) = (now, waits);
        self.trips += 1;
        Trip {
            hold: ask.hold * 1_000,
            ask,
            told,
            counts: demand.counts,
        }
    }

    fn say(&self, news: Pending, now: u64) -> Option<News> {
        let left = |end: u64| end.saturating_sub(now).div_ceil(1_000);
        Some(match news {
            Pending::Blocked { end } => News::Blocked { left: left(end) },
            Pending::Unsent(unit) => News::Unsent { unit },
            Pending::Moved { position } => self.moved.news(position, now)?,
            Pending::Spent { units, at, since } => News::Spent {
                units,
                ago: now.saturating_sub(at) / 1_000,
                away: now.saturating_sub(since) / 1_000,
            },
            Pending::Left {
                unit,
                remaining,
                end,
                policy,
            } => News::Left {
                unit,
                remaining,
                left: left(end),
                policy,
            },
            Pending::Jumped { by, since } => News::Jumped { by, since },
        })
    }
}

impl Front {
    /// Takes in what the store answered to `trip`, which was sent and received at these moments.
    pub(crate) fn hear(&mut self, trip: &Trip, reply: &Reply, sent: u64, received: u64) -> Heard {
        self.telling = false;
        let back = self.down.take().is_some();
        self.away = false;
        self.joined.retain(|name| !trip.ask.joined.contains(name));
        if reply.stop == Stop::Nothing {
            // Its place among those who wait went with that.
            self.posted = false;
        }
        self.told = trip.counts;
        self.bounded = reply.in_flight > 0;
        self.held = Held {
            own: u64::from(trip.ask.open) + reply.given.len() as u64,
            // Another's bound may be lower than what is declared here.
            all: self.slots.is_none_or(|slots| reply.in_flight >= slots),
        };
        let moved = trip.told.iter().filter_map(|news| match news {
            Pending::Moved { position } => Some(*position),
            _ => None,
        });
        for (position, &(at, serial)) in moved.zip(&reply.moved) {
            let at = at.saturating_add(trip.ask.hold);
            self.moved.settle(position, (at, serial));
        }
        match reply.anew {
            Some(anew) => self.anew = Some(self.line.explains(anew)),
            None if !reply.given.is_empty() => self.anew = None,
            None => {}
        }
        let due: Vec<u64> = self.due_moves().collect();
        self.moved.forget(|position| due.contains(&position));
        self.known = Some(Known {
            lineage: reply.lineage,
            alive: reply.alive,
        });
        let took = received.saturating_sub(sent);
        self.pace
            .note_trip(took, reply.given.len(), trip.ask.wants.len());
        let jumped = self.has_jumped(Reading {
            store: reply.now,
            sent,
            received,
        });
        if reply.anew.is_some() || jumped.is_some() {
            // What was given before is counted, and nobody knows where.
            for unit in self.leases.clear() {
                self.lost += u64::from(unit.units);
            }
        }
        self.news.extend(jumped);
        self.keep(trip, reply, sent, received, jumped.is_some());
        let later =
            |at: u64| received.saturating_add(at.saturating_sub(reply.now).saturating_mul(1_000));
        self.full = match reply.stop {
            Stop::Slot if reply.given.is_empty() => self.full.saturating_add(1),
            Stop::Slot | Stop::Nothing | Stop::Until(_) | Stop::Never(_) => 0,
        };
        self.verdict = match reply.stop {
            Stop::Nothing | Stop::Never(_) => Verdict::Unknown,
            Stop::Until(at) => Verdict::Until {
                moment: later(at),
                units: trip.ask.wants.get(reply.given.len()).copied().unwrap_or(1),
            },
            Stop::Slot => Verdict::Slot {
                again: received.saturating_add(SLOT_GLANCE << self.full.min(3)),
            },
        };
        // Each reply says it again, and each time some microseconds off.
        let new = reply.blocked > reply.now && reply.blocked != self.blocked;
        self.blocked = reply.blocked;
        Heard {
            blocked: if new { later(reply.blocked) } else { 0 },
            largest: match reply.stop {
                Stop::Never(largest) => Some(largest),
                Stop::Nothing | Stop::Until(_) | Stop::Slot => None,
            },
            anew: reply.anew.or(jumped.map(|_| Anew::Clock)),
            back,
        }
    }

    fn due_moves(&self) -> impl Iterator<Item = u64> {
        self.news.iter().filter_map(|news| match news {
            Pending::Moved { position } => Some(*position),
            _ => None,
        })
    }

    /// Keeps what was given, as long as it may be used.
    fn keep(&mut self, trip: &Trip, reply: &Reply, sent: u64, received: u64, jumped: bool) {
        for &given in &reply.given {
            let after = given.at.saturating_sub(reply.now).saturating_mul(1_000);
            let unit = Unit {
                at: given.at.saturating_add(trip.ask.hold),
                ..given
            };
            let lease = Lease {
                from: received.saturating_add(after),
                until: sent.saturating_add(after).saturating_add(trip.hold),
                unit,
            };
            self.given += u64::from(unit.units);
            if jumped {
                self.lost += u64::from(unit.units);
            } else if lease.from > lease.until {
                self.lost += u64::from(unit.units);
                self.news.push(Pending::Unsent(unit));
            } else {
                self.leases.add(lease);
            }
        }
    }

    /// What to tell if the clock of the store went on for longer than ours since the trip before.
    ///
    /// It may as well be ours that stood still, as on a machine that was paused; then all that is
    /// counted counts for a while longer than it has to.
    fn has_jumped(&mut self, new: Reading) -> Option<Pending> {
        let before = self.clock.replace(new)?;
        let anchor = *self.anchor.get_or_insert(before);
        let jump = [before, anchor].into_iter().find_map(|old| {
            let most = new.received.saturating_sub(old.sent);
            let theirs = new.store.saturating_sub(old.store).saturating_mul(1_000);
            let more = theirs.saturating_sub(most);
            (more > DRIFT.saturating_add(most / 1_000)).then_some(Pending::Jumped {
                by: more.div_ceil(1_000),
                since: old.store,
            })
        });
        if jump.is_some() || new.sent > anchor.sent.saturating_add(ANCHOR) {
            self.anchor = Some(new);
        }
        jump
    }

    /// Takes in that `trip` came to nothing.
    pub(crate) fn miss(&mut self, trip: Trip, fault: &Fault, sent: u64, now: u64) {
        self.telling = false;
        let ran = fault.may_have_run();
        let mut kept = Vec::new();
        for news in trip.told {
            match news {
                // Told twice, it would be given to two.
                Pending::Unsent(unit) if ran => self.lost += u64::from(unit.units),
                // Told twice, these count twice or say nothing new.
                _ => kept.push(news),
            }
        }
        kept.append(&mut self.news);
        self.urgent |= kept
            .iter()
            .any(|news| matches!(news, Pending::Blocked { .. }));
        self.news = kept;
        if ran {
            self.told = trip.counts;
            self.posted = true;
            // What was given with the answer that is lost is nobody's.
            self.held.own = u64::MAX;
        }
        self.verdict = Verdict::Unknown;
        self.said = Some(self.line.says(fault));
        self.note_down(fault.kind(), sent, now);
    }
}

/// The store knows a unit by when it ends to count, and works that out with the hold of the trip. Here
/// each unit is kept with its own, and told so that with the trip's it is found.
fn found_with(hold: u64, news: News) -> News {
    let found = |unit: Unit| Unit {
        at: unit.at.saturating_sub(hold),
        ..unit
    };
    match news {
        News::Unsent { unit } => News::Unsent { unit: found(unit) },
        News::Moved { unit, ago } => News::Moved {
            unit: found(unit),
            ago,
        },
        News::Blocked { .. } | News::Spent { .. } | News::Left { .. } | News::Jumped { .. } => news,
    }
}

fn minus(counts: Counts, told: Counts) -> Counts {
    Counts {
        calls: counts.calls.saturating_sub(told.calls),
        requests: counts.requests.saturating_sub(told.requests),
        permits: counts.permits.saturating_sub(told.permits),
        waited: counts.waited.saturating_sub(told.waited),
        retries: counts.retries.saturating_sub(told.retries),
        exhausted: counts.exhausted.saturating_sub(told.exhausted),
        lost: counts.lost.saturating_sub(told.lost),
    }
}
