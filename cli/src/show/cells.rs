//! What a bucket is like, piece by piece; the same words wherever it is shown.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};

use super::text::{clean, shorten};
use super::{Line, Part, Piece, units};
use crate::model::{Account, Block, Breaker, BreakerState, Bucket, Budget, Ceiling, Limits};

/// Columns of a name in a table; the account's line has room for whole ones.
const NAME: usize = 28;
/// Columns of an account's name: most are digests, of which the beginning is enough.
const ACCOUNT: usize = 21;
/// Processes that are named; the rest is counted.
const PROCESSES: usize = 4;

/// What stands where nothing applies.
#[must_use]
pub fn nothing() -> Piece {
    piece(Part::Dim, "–")
}

/// A piece of text that is clean.
#[must_use]
pub fn piece(part: Part, text: impl Into<String>) -> Piece {
    Piece {
        text: text.into(),
        part,
    }
}

/// A number, dim if it is nothing.
#[must_use]
pub fn number(number: u64) -> Piece {
    let part = if number == 0 { Part::Dim } else { Part::Plain };
    piece(part, units::count(number))
}

/// A number that is trouble unless it is nothing.
#[must_use]
pub fn trouble(number: u64) -> Piece {
    let part = if number == 0 { Part::Good } else { Part::Bad };
    piece(part, units::count(number))
}

/// A length of time, dim if it is nothing.
#[must_use]
pub fn time(time: Duration) -> Piece {
    let part = if time.is_zero() {
        Part::Dim
    } else {
        Part::Plain
    };
    piece(part, units::span(time))
}

/// A name from a file, as much of it as a table has room for.
#[must_use]
pub fn name(text: &str) -> Piece {
    piece(Part::Plain, shorten(&clean(text), NAME))
}

/// The name of a bucket, and of the one that it has become part of.
#[must_use]
pub fn bucket(bucket: &Bucket) -> Piece {
    let own = name(&bucket.name);
    match &bucket.merged_into {
        None => own,
        Some(into) => piece(Part::Dim, format!("{} → {}", own.text, name(into).text)),
    }
}

/// What the clients allow themselves; of several declarations the slowest.
#[must_use]
pub fn budget(bucket: &Bucket) -> Piece {
    let budgets = bucket.limits.iter().filter_map(|limits| limits.budget);
    let mut budgets: Vec<Budget> = budgets.collect();
    budgets.sort_by_key(|budget| (slowness(budget.units, budget.period), budget.burst));
    listed(budgets.iter().map(budget_text), 1)
}

/// What the vendor allows.
#[must_use]
pub fn ceilings(bucket: &Bucket) -> Piece {
    let ceilings = bucket
        .limits
        .iter()
        .flat_map(|limits: &Limits| &limits.ceilings);
    listed(ceilings.map(ceiling_text), 2)
}

/// Orders rates from slow to fast: units in as long a time as any two periods have in common.
fn slowness(units: u32, period: Duration) -> u128 {
    const LONG: u128 = 1 << 96;
    LONG / period.as_nanos().max(1) * u128::from(units)
}

fn budget_text(budget: &Budget) -> String {
    let Budget {
        units,
        period,
        burst,
    } = *budget;
    format!("{} burst {burst}", units::rate(units, period))
}

fn ceiling_text(ceiling: &Ceiling) -> String {
    match *ceiling {
        Ceiling::Window { units, period } => units::rate(units, period),
        Ceiling::TokenBucket {
            units,
            period,
            burst,
        } => format!("{} burst {burst}", units::rate(units, period)),
        Ceiling::InFlight { slots } => format!("{slots} in flight"),
    }
}

/// Each of several texts once, in the order in which they come, and how many more there are.
fn listed(texts: impl Iterator<Item = String>, most: usize) -> Piece {
    let mut known = BTreeSet::new();
    let texts: Vec<String> = texts.filter(|text| known.insert(text.clone())).collect();
    let shown = texts[..texts.len().min(most)].join(", ");
    match texts.len().checked_sub(most) {
        _ if texts.is_empty() => nothing(),
        None | Some(0) => piece(Part::Plain, shown),
        Some(more) => piece(Part::Plain, format!("{shown} +{more}")),
    }
}

/// How many units could leave now.
#[must_use]
pub fn available(bucket: &Bucket) -> Piece {
    if bucket.merged_into.is_some() {
        return nothing();
    }
    let part = if bucket.available == 0 {
        Part::Notable
    } else {
        Part::Good
    };
    piece(part, units::count(bucket.available))
}

/// How long until one can leave.
#[must_use]
pub fn next(bucket: &Bucket) -> Piece {
    match (&bucket.merged_into, bucket.next) {
        (Some(_), _) => nothing(),
        (None, Duration::ZERO) => piece(Part::Good, "now"),
        (None, wait) => piece(Part::Notable, units::span(wait)),
    }
}

/// How long a block still holds, and until when.
#[must_use]
pub fn blocked(bucket: &Bucket, now: Timestamp, zone: &TimeZone) -> Piece {
    let Some(Block { left, until }) = bucket.blocked else {
        return nothing();
    };
    let until = units::clock(until, now, zone);
    piece(Part::Bad, format!("{} ({until})", units::span(left)))
}

/// How long a block still holds.
#[must_use]
pub fn blocked_for(bucket: &Bucket) -> Piece {
    match bucket.blocked {
        Some(block) => piece(Part::Bad, units::span(block.left)),
        None => nothing(),
    }
}

/// What the breaker of a bucket does.
#[must_use]
pub fn breaker(breaker: Option<&Breaker>) -> Piece {
    let Some(breaker) = breaker else {
        return nothing();
    };
    let left = breaker.left.filter(|left| !left.is_zero()).map(units::span);
    match (breaker.state, left) {
        (BreakerState::Closed, _) => piece(Part::Good, "closed"),
        (BreakerState::HalfOpen, _) => piece(Part::Notable, "half-open"),
        (BreakerState::Open, None) => piece(Part::Bad, "open"),
        (BreakerState::Open, Some(left)) => piece(Part::Bad, format!("open {left}")),
    }
}

/// The line of an account: its API, its name, its processes; folded where it is too long.
#[must_use]
pub fn account(account: &Account, width: usize) -> Vec<Line> {
    let [api, name] = names(account);
    fold(vec![api, name, processes(account)], width)
}

/// The line of an account without its processes.
#[must_use]
pub fn account_name(account: &Account, width: usize) -> Vec<Line> {
    fold(names(account).to_vec(), width)
}

fn names(account: &Account) -> [Line; 2] {
    let name = shorten(&clean(&account.account), ACCOUNT);
    [
        Line::of(Part::Strong, clean(&account.api)),
        Line::of(Part::Dim, "account ").and(Part::Plain, name),
    ]
}

/// How many processes are alive, and which.
fn processes(account: &Account) -> Line {
    let pids: Vec<String> = account
        .alive()
        .map(|process| process.pid.to_string())
        .collect();
    let named = pids[..pids.len().min(PROCESSES)].join(", ");
    let more = if pids.len() > PROCESSES { ", …" } else { "" };
    match pids.len() {
        0 => Line::of(Part::Dim, "no process"),
        1 => Line::of(Part::Dim, format!("1 process ({named})")),
        several => Line::of(Part::Dim, format!("{several} processes ({named}{more})")),
    }
}

/// Pieces of a line with gaps between them, on as many lines as they need.
fn fold(parts: Vec<Line>, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + part.width() <= width => {
                line.0.push(piece(Part::Plain, "  "));
                line.0.extend(part.0);
            }
            Some(_) => {
                let mut line = Line::of(Part::Plain, "  ");
                line.0.extend(part.0);
                lines.push(line);
            }
            None => lines.push(part),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Counters;

    fn window(units: u32, seconds: u64) -> Ceiling {
        let period = Duration::from_secs(seconds);
        Ceiling::Window { units, period }
    }

    fn declared(limits: Vec<Limits>) -> Bucket {
        Bucket {
            name: String::new(),
            merged_into: None,
            limits,
            available: 0,
            next: Duration::ZERO,
            blocked: None,
            counters: Counters::default(),
        }
    }

    #[test]
    fn what_two_programs_declared_alike_is_told_once_and_what_has_no_room_is_counted() {
        let limits = |ceilings| Limits {
            budget: None,
            ceilings,
            skew: Duration::ZERO,
        };
        let slots = Ceiling::InFlight { slots: 4 };
        let bucket = declared(vec![
            limits(vec![window(50, 10), window(60, 60)]),
            limits(vec![window(50, 10), slots]),
        ]);
        assert_eq!(ceilings(&bucket).text, "50/10 s, 60/min +1");
        assert_eq!(budget(&bucket), nothing());
    }

    #[test]
    fn the_slowest_budget_is_shown() {
        let limits = |units, seconds| Limits {
            budget: Some(Budget {
                units,
                period: Duration::from_secs(seconds),
                burst: 3,
            }),
            ceilings: vec![],
            skew: Duration::ZERO,
        };
        let bucket = declared(vec![limits(1, 1), limits(59, 60), limits(1, 1)]);
        assert_eq!(budget(&bucket).text, "59/min burst 3 +1");
    }

    #[test]
    fn an_accounts_line_is_folded_where_it_is_too_long() {
        let parts = || {
            vec![
                Line::of(Part::Strong, "api.example.com"),
                Line::of(Part::Plain, "account me"),
                Line::of(Part::Dim, "1 process (7)"),
            ]
        };
        let folded = |width| {
            fold(parts(), width)
                .iter()
                .map(Line::plain)
                .collect::<Vec<_>>()
        };
        assert_eq!(folded(80), ["api.example.com  account me  1 process (7)"]);
        assert_eq!(
            folded(30),
            ["api.example.com  account me", "  1 process (7)"]
        );
        assert_eq!(folded(5).len(), 3);
    }
}
