//! What the script answers, and asking it.
//!
//! In comes a value of the protocol, out goes a [`Reply`], or a fault if it makes no sense.

use std::sync::LazyLock;

use redis::Value;

use super::fault::Fault;
use super::limit::spec_named;
use super::message::{Anew, Ask, Reply, Stop, Topic, Unit};
use super::script::{Call, Mode, script};
use super::store::{Script, Store};
use crate::rule::Spec;

static SCRIPT: LazyLock<Script> = LazyLock::new(script);

/// So often limits of others are added in one trip, at most.
const ROUNDS: u32 = 8;

/// What came back.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer<T> {
    Done(T),
    /// Nothing was done: there are these limits beside those that were told.
    Foreign(Vec<Spec>),
}

impl Store {
    /// Tells and asks about one bucket, by the limits of all who share it. Takes no longer than the
    /// fleet's timeout.
    ///
    /// Nothing is ever told twice: after a fault that [may have run](Fault::may_have_run), what was
    /// told may have been heard, and what was asked for may have been given and is lost.
    pub(crate) async fn tell(&self, topic: &Topic, ask: &Ask) -> Result<Reply, Fault> {
        let read = |value: &Value| read(value, &ask.wants);
        self.converse(&SCRIPT, topic, ask, Mode::Ask, read).await
    }

    /// The same in any mode, with any script that takes the same.
    pub(super) async fn converse<T>(
        &self,
        script: &Script,
        topic: &Topic,
        ask: &Ask,
        mode: Mode,
        read: impl Fn(&Value) -> Option<Answer<T>>,
    ) -> Result<T, Fault> {
        let end = self.end();
        let mut all = None;
        for _ in 0..ROUNDS {
            let ask = all.as_ref().unwrap_or(ask);
            let Call { keys, args } = Call::new(topic, ask, mode);
            let value = self.run_until(script, &keys, &args, end).await?;
            match read(&value) {
                Some(Answer::Done(reply)) => return Ok(reply),
                Some(Answer::Foreign(mut rules)) => {
                    let mut more = ask.clone();
                    more.rules.append(&mut rules);
                    all = Some(more);
                }
                None => return Err(nonsense(&value)),
            }
        }
        Err(Fault::answer("the limits of others change with each trip"))
    }

    /// The script of this version, in another mode than asking.
    pub(super) async fn converse_by_mode<T>(
        &self,
        topic: &Topic,
        ask: &Ask,
        mode: Mode,
        read: impl Fn(&Value) -> Option<Answer<T>>,
    ) -> Result<T, Fault> {
        self.converse(&SCRIPT, topic, ask, mode, read).await
    }
}

fn nonsense(value: &Value) -> Fault {
    let shown: String = format!("{value:?}").chars().take(100).collect();
    Fault::answer(format!(
        "another version of this library may use the same keys: {shown}"
    ))
}

/// The limits of others, or the numbers of an answer.
pub(super) fn numbers(value: &Value) -> Option<Answer<Vec<u64>>> {
    let Value::Array(items) = value else {
        return None;
    };
    let (kind, rest) = items.split_first()?;
    match kind {
        Value::Int(0) => {
            let numbers = rest.iter().map(|item| match item {
                Value::Int(number) => u64::try_from(*number).ok(),
                _ => None,
            });
            numbers.collect::<Option<_>>().map(Answer::Done)
        }
        Value::Int(1) => {
            let names = rest.iter().map(|item| match item {
                Value::BulkString(name) => spec_named(std::str::from_utf8(name).ok()?),
                _ => None,
            });
            let specs: Vec<Spec> = names.collect::<Option<_>>()?;
            (!specs.is_empty()).then_some(Answer::Foreign(specs))
        }
        _ => None,
    }
}

/// What `value` says to one who wants `wants`.
pub(super) fn read(value: &Value, wants: &[u32]) -> Option<Answer<Reply>> {
    let numbers = match numbers(value)? {
        Answer::Done(numbers) => numbers,
        Answer::Foreign(specs) => return Some(Answer::Foreign(specs)),
    };
    let (head, runs) = numbers.split_first_chunk()?;
    let &[
        now,
        lineage,
        alive,
        blocked,
        in_flight,
        anew,
        stop,
        value,
        serial,
        position,
        words,
    ] = head;
    let (moved, runs) = runs.split_at_checked(usize::try_from(words).ok()?)?;
    Some(Answer::Done(Reply {
        now,
        lineage,
        alive,
        given: given((lineage, serial, position), runs, wants)?,
        moved: moved
            .as_chunks()
            .0
            .iter()
            .map(|&[at, serial]| (at, serial))
            .collect(),
        stop: match stop {
            0 => Stop::Nothing,
            1 => Stop::Until(value),
            2 => Stop::Slot,
            3 => Stop::Never(u32::try_from(value).ok()?),
            _ => return None,
        },
        blocked,
        in_flight: u32::try_from(in_flight).ok()?,
        anew: match anew {
            0 => None,
            1 => Some(Anew::Server),
            2 => Some(Anew::Lost),
            3 => Some(Anew::Clock),
            _ => return None,
        },
    }))
}

/// The units that are given: `runs` are moments, each with the number of requests it is for.
fn given(
    (lineage, mut serial, mut position): (u64, u64, u64),
    runs: &[u64],
    wants: &[u32],
) -> Option<Vec<Unit>> {
    let mut wants = wants.iter();
    let mut given = Vec::with_capacity(wants.len());
    for run in runs.chunks(2) {
        let &[at, requests] = run else { return None };
        for _ in 0..requests {
            let units = *wants.next()?;
            serial += u64::from(units);
            position += u64::from(units);
            given.push(Unit {
                lineage,
                at,
                units,
                serial,
                position,
            });
        }
    }
    Some(given)
}
