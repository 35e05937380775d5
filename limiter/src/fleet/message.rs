//! What a process and the store say to each other about one bucket: one message there, one back.
//!
//! All times are whole microseconds. Those of a [`Reply`] are by the clock of the store, which is
//! the only clock that decides anything; a process tells nothing but how long ago something was,
//! or how long it will be.

use std::sync::Arc;

use crate::rule::Spec;

/// The bucket that is talked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Topic {
    pub(crate) api: Arc<str>,
    pub(crate) account: Arc<str>,
    pub(crate) bucket: Arc<str>,
}

/// What a process tells and asks in one trip.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// The limits that this process declares; those of others are added by the store.
    pub(crate) rules: Vec<Spec>,
    /// How many exchanges may be open in all processes, if that is bounded.
    pub(crate) slots: Option<u32>,
    /// A number that no other process has.
    pub(crate) process: u64,
    /// How many slots it holds: open exchanges, and units it was given and has not used.
    pub(crate) open: u32,
    /// What has happened since the last trip, the oldest first.
    pub(crate) news: Vec<News>,
    /// The names of buckets that turned out to be this one: what they granted counts here too, once.
    pub(crate) joined: Vec<Arc<str>>,
    /// What was counted since the last trip.
    pub(crate) counts: Counts,
    /// The units of the requests that are to be paid, in their order. Each is given whole, or not
    /// yet; none before those ahead of it.
    pub(crate) wants: Vec<u32>,
    /// For how long the first of them has been the first of its process, so that one who was just
    /// served comes last; `None` if nobody waits, and it is to be had for later.
    pub(crate) waited: Option<u64>,
    /// Units that are free within this time are given already, with the moment from which they
    /// count.
    pub(crate) horizon: u64,
    /// How long after that moment they are used at the latest. They count so much longer.
    pub(crate) hold: u64,
    /// How long after its turn has come this process may stay away before others go first.
    pub(crate) grace: u64,
    /// What this process knows of the state from its last trip.
    pub(crate) known: Option<Known>,
}

/// A state that was there, and for how long it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) lineage: u64,
    /// By the clock of the store.
    pub(crate) alive: u64,
}

/// Something that a process knows and the store does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// The vendor wants nothing for so long.
    Blocked { left: u64 },
    /// Units that were given never left. To be told once: told again, it would give back others.
    Unsent { unit: Unit },
    /// Units that were given left `ago` before this is told, later than they count. To be told
    /// once; told again, they count once more.
    Moved { unit: Unit, ago: u64 },
    /// Units left `ago` before this is told that nobody gave: by a share of the budget, while the
    /// store could not be had.
    /// For `away` the store could not be had; zero if it is not known.
    Spent { units: u32, ago: u64, away: u64 },
    /// The vendor said what is left of its quota, in the answer to the request that `unit` paid.
    Left {
        unit: Unit,
        remaining: u64,
        /// For how long that holds.
        left: u64,
        policy: Option<u64>,
    },
    /// The store's clock went on for longer than time did, by so much at least, since it was read as
    /// `since`.
    Jumped { by: u64, since: u64 },
}

/// Units that were given together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) lineage: u64,
    /// The moment from which they count.
    pub(crate) at: u64,
    pub(crate) units: u32,
    /// The number of the last of them among all units ever counted.
    pub(crate) serial: u64,
    /// Its position in the vendor's quota.
    pub(crate) position: u64,
}

/// Counters, and what was added to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) calls: u64,
    pub(crate) requests: u64,
    pub(crate) permits: u64,
    pub(crate) waited: u64,
    pub(crate) retries: u64,
    pub(crate) exhausted: u64,
    /// Units that were given and not used in time.
    pub(crate) lost: u64,
}

/// What the store answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// Its time.
    pub(crate) now: u64,
    /// Which state this is: another one begins where it is not known what was given.
    pub(crate) lineage: u64,
    /// Until when that state is there.
    pub(crate) alive: u64,
    /// What is given of what was wanted, in order.
    pub(crate) given: Vec<Unit>,
    /// What stands against the first of the rest.
    pub(crate) stop: Stop,
    /// Of each of the units that were told as moved, in order: from when on it counts, and its serial
    /// from here on.
    pub(crate) moved: Vec<(u64, u64)>,
    /// Until when the vendor wants nothing.
    pub(crate) blocked: u64,
    /// Slots that all processes hold, this one included. Zero where their number is not bounded.
    pub(crate) in_flight: u32,
    /// Why the state began anew with this trip, everything used up; `None` if it did not.
    pub(crate) anew: Option<Anew>,
}

/// What stands against units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// All of them were given.
    Nothing,
    /// The limits, or others who wait for longer, until this moment at least.
    Until(u64),
    /// As many exchanges as may be open are open.
    Slot,
    /// No more than this ever leaves at once.
    Never(u32),
}

/// Why it is not known what was given before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anew {
    /// Another server answers, or this one was started again: what it knows may be old.
    Server,
    /// The keys are gone.
    Lost,
    /// The store's clock went back, or jumped.
    Clock,
}
