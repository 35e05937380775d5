//! A bucket, a breaker, an endpoint, and what they counted.

use std::iter::Sum;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Limits, seconds};

/// A bucket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bucket {
    /// Its name in the description.
    pub name: String,
    /// The bucket that it has become part of, which grants in its place.
    pub merged_into: Option<String>,
    /// Every declaration that was made for it; the strictest holds.
    pub limits: Vec<Limits>,
    /// Units that could leave now.
    pub available: u64,
    /// How long until one unit can leave; zero if one can leave now. `None` while a slot is
    /// waited for: when a request ends nobody knows.
    #[serde(rename = "next_permit_seconds", with = "seconds::optional")]
    pub next: Option<Duration>,
    /// Whether all slots in flight are taken: the next unit leaves when a request ends.
    pub waits_for_slot: bool,
    /// The pause that the vendor asked for.
    pub blocked: Option<Block>,
    /// What happened in it.
    pub counters: Counters,
}

/// A pause that the vendor asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// How long it still holds.
    #[serde(rename = "left_seconds", with = "seconds")]
    pub left: Duration,
    /// When it ends, by the wall clock of this machine.
    pub until: Timestamp,
}

/// A breaker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breaker {
    /// The bucket's name, or `*` for the whole account.
    pub name: String,
    /// What it does with requests.
    pub state: BreakerState,
    /// How long until it lets a probe through.
    #[serde(rename = "left_seconds", with = "seconds::optional")]
    pub left: Option<Duration>,
    /// Requests that it refused.
    pub refused: u64,
}

/// What a breaker does with requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreakerState {
    /// It lets all of them through.
    Closed,
    /// It refuses all of them.
    Open,
    /// It lets one through at a time.
    HalfOpen,
}

/// An endpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Its name in the description.
    pub name: String,
    /// What happened to its calls.
    pub counters: Counters,
}

/// What happened, in all processes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    /// Calls made.
    pub calls: u64,
    /// Requests put on the wire.
    pub requests: u64,
    /// Permits granted and not given back.
    pub permits: u64,
    /// Time spent waiting for permits.
    #[serde(rename = "waited_seconds", with = "seconds")]
    pub waited: Duration,
    /// Retries made.
    pub retries: u64,
    /// How often no permit was there at once.
    pub exhausted: u64,
    /// Requests that did not pay.
    pub unpaid: u64,
    /// How often a block began or was prolonged.
    pub blocks: u64,
    /// Requests under way that hold a slot.
    pub in_flight: u64,
    /// Calls that wait for a permit.
    pub waiting: u64,
    /// Units of the permits.
    pub units: u64,
    /// Units that others spent from the same account, as far as the vendor tells.
    pub foreign: u64,
    /// What part of both was paid for here.
    pub paid_share: Share,
}

/// A part of a whole, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Share(f64);

impl Share {
    /// Of what was paid for here, in all that was spent; everything where nothing was.
    #[must_use]
    pub fn of(units: u64, foreign: u64) -> Self {
        let all = units.saturating_add(foreign);
        if all == 0 {
            return Self::default();
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share for people, exact below 2^53"
        )]
        let share = units as f64 / all as f64;
        Self(share)
    }

    /// In per cent, rounded towards what is missing: nothing but all is a hundred.
    #[must_use]
    pub fn percent(self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a float becomes an integer within its bounds, whatever a file says"
        )]
        let percent = (self.0 * 100.0).floor() as u64;
        percent.min(100)
    }
}

impl Default for Share {
    fn default() -> Self {
        Self(1.0)
    }
}

impl Sum for Counters {
    /// Adds them up; what does not fit stays at the largest number, whatever a file says.
    fn sum<I: Iterator<Item = Self>>(counters: I) -> Self {
        counters.fold(Self::default(), |a, b| Self {
            calls: a.calls.saturating_add(b.calls),
            requests: a.requests.saturating_add(b.requests),
            permits: a.permits.saturating_add(b.permits),
            waited: a.waited.saturating_add(b.waited),
            retries: a.retries.saturating_add(b.retries),
            exhausted: a.exhausted.saturating_add(b.exhausted),
            unpaid: a.unpaid.saturating_add(b.unpaid),
            blocks: a.blocks.saturating_add(b.blocks),
            in_flight: a.in_flight.saturating_add(b.in_flight),
            waiting: a.waiting.saturating_add(b.waiting),
            units: a.units.saturating_add(b.units),
            foreign: a.foreign.saturating_add(b.foreign),
            paid_share: Share::of(
                a.units.saturating_add(b.units),
                a.foreign.saturating_add(b.foreign),
            ),
        })
    }
}
