//! What a process and the store say to each other about one breaker, in the store's words.
//!
//! The store counts in microseconds of its own clock. A process tells how long ago something was or
//! how long it will be, and takes what it is told as so far from the moment at which it heard of it:
//! a moment that is to come comes no earlier than there.

use std::sync::LazyLock;
use std::time::Duration;

use redis::Value;

use super::Remote;
use super::trip::Told;
use crate::breaker::machine::{Machine, Outcome, Ticket};
use crate::fleet::Script;
use crate::machine::words::{Reader, Sink as _, Writer};
use crate::moment::nanos;
use crate::{BreakerRules, Key};

pub(super) static SCRIPT: LazyLock<Script> =
    LazyLock::new(|| Script::new(include_str!("../../fleet/breaker.lua")));

/// Something that happened to a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) what: What,
    pub(super) ticket: Ticket,
    pub(super) at: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The probe that was kept goes.
    Entered,
    Settled(Outcome),
}

impl From<Outcome> for What {
    fn from(outcome: Outcome) -> Self {
        Self::Settled(outcome)
    }
}

impl Event {
    /// Has it happen to another state.
    pub(super) fn replay(&self, machine: &mut Machine) {
        match self.what {
            What::Entered => machine.begin(self.ticket, self.at),
            What::Settled(outcome) => machine.settle(self.ticket, outcome, self.at),
        }
    }

    fn name(self) -> &'static str {
        match self.what {
            What::Entered => "entered",
            What::Settled(Outcome::Success) => "success",
            What::Settled(Outcome::Failure) => "failure",
            What::Settled(Outcome::Answered) => "answered",
            What::Settled(Outcome::Neutral) => "neutral",
        }
    }
}

/// What the store says.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) state: Machine,
    /// Whether whoever asked has the probe.
    pub(super) given: bool,
}

/// The key of the state. All keys of an account are in one slot of a cluster.
pub(super) fn key(key: &Key) -> String {
    let prefix = crate::fleet::prefix(key.api(), key.account());
    format!("{prefix}{}:breaker", key.bucket())
}

impl Remote {
    /// What is to be told and asked at `now`, and what to remember of it.
    pub(super) fn write(&mut self, key: &Key, own_refused: u64, now: u64) -> (Vec<String>, Told) {
        let mut words = rules(self.declared).map(|it| it.to_string()).to_vec();
        let asked = self.asking.strong_count() > 0;
        words.push(u8::from(asked).to_string());
        words.push(own_refused.saturating_sub(self.refused).to_string());
        let known = self
            .known
            .filter(|at| now.saturating_sub(*at) < self.lifetime());
        words.push(u8::from(known.is_some()).to_string());
        words.extend(state(&self.base, now).map(|it| it.to_string()));
        words.extend([key.api(), key.account(), key.bucket()].map(str::to_owned));
        for event in &self.events {
            words.push(event.name().to_owned());
            words.push(event.ticket.0.to_string());
            words.push((now.saturating_sub(event.at) / 1_000).to_string());
        }
        self.told = self.events.len();
        let told = Told {
            refused: own_refused,
            asked,
        };
        (words, told)
    }
}

impl Said {
    /// Reads the answer that came at `now`; `None` if it makes no sense.
    pub(super) fn read(answer: &Value, now: u64) -> Option<Self> {
        let Value::Array(items) = answer else {
            return None;
        };
        let numbers = items.iter().map(|item| match item {
            Value::Int(number) => u64::try_from(*number).ok(),
            _ => None,
        });
        let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
        let &[
            store_now,
            epoch,
            tripped,
            failures,
            time,
            out,
            lease,
            answered,
            trips_at,
            open,
            probe,
            given,
        ] = numbers.as_slice()
        else {
            return None;
        };
        let here = |at: u64| match at.checked_sub(store_now) {
            Some(ahead) => now.saturating_add(ahead.saturating_mul(1_000)),
            None => now.saturating_sub((store_now - at).saturating_mul(1_000)),
        };
        let trips_at = u32::try_from(trips_at).ok()?.try_into().ok()?;
        let rules = BreakerRules::new(trips_at, Duration::from_micros(open));
        let mut state = Machine::new(rules.probe(Duration::from_micros(probe)));
        let mut words = Writer::default();
        for word in [
            epoch,
            tripped,
            failures,
            here(time),
            out,
            here(lease),
            answered,
        ] {
            words.put(word);
        }
        state.restore(&mut Reader::new(words.words()))?;
        Some(Self {
            state,
            given: given == 1,
        })
    }
}

/// Longer than anybody waits, and in microseconds after today still a number that a script can
/// tell from the next.
const LONGEST: u64 = 100 * 365 * 24 * 3_600 * 1_000_000;

/// The rules as the script takes them. What is no whole number of microseconds lasts longer.
fn rules(rules: BreakerRules) -> [u64; 3] {
    let micros = |time: Duration| nanos(time).div_ceil(1_000).min(LONGEST);
    let failures = u64::from(rules.failures().get());
    [failures, micros(rules.open()), micros(rules.lease())]
}

/// A state as the script takes it, with times from `now` on.
fn state(machine: &Machine, now: u64) -> [i64; 7] {
    let mut words = Writer::default();
    machine.save(&mut words);
    let signed = |word: u64| i64::try_from(word).unwrap_or(i64::MAX);
    let from_now = |at: u64| match at.checked_sub(now) {
        Some(ahead) => signed(ahead.div_ceil(1_000).min(LONGEST)),
        None => -signed(((now - at) / 1_000).min(LONGEST)),
    };
    let mut state = [0; 7];
    for (index, (into, &word)) in state.iter_mut().zip(words.words()).enumerate() {
        *into = match index {
            TIME | LEASE => from_now(word),
            _ => signed(word),
        };
    }
    state
}

/// Where a machine saves its times.
const TIME: usize = 3;
const LEASE: usize = 5;
