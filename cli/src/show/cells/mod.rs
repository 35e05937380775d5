//! What a bucket is like, piece by piece; the same words wherever it is shown.

mod account;
mod limits;

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};

pub use self::account::{account, account_name};
pub use self::limits::{budget, ceilings};
use super::text::{clean, shorten};
use super::{Part, Piece, units};
use crate::model::{Block, Breaker, BreakerState, Bucket};

/// Columns of a name in a table; the account's line has room for whole ones.
const NAME: usize = 28;

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

/// A length of time that has passed, dim if it is nothing.
#[must_use]
pub fn time(time: Duration) -> Piece {
    let part = if time.is_zero() {
        Part::Dim
    } else {
        Part::Plain
    };
    piece(part, units::spent(time))
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

/// What part of what the vendor counted was paid for here; nothing where the vendor has said nothing
/// of others.
#[must_use]
pub fn share(bucket: &Bucket) -> Piece {
    let percent = bucket.counters.paid_share.percent();
    let part = match percent {
        _ if bucket.merged_into.is_some() => return nothing(),
        // A store knows of permits only.
        _ if bucket.counters.units == 0 && bucket.counters.permits > 0 => return nothing(),
        100 => Part::Good,
        95.. => Part::Notable,
        _ => Part::Bad,
    };
    piece(part, format!("{percent} %"))
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

/// How long until one can leave, or that a slot has to become free before.
#[must_use]
pub fn next(bucket: &Bucket) -> Piece {
    match (&bucket.merged_into, bucket.next) {
        (Some(_), _) => nothing(),
        (None, None) => piece(Part::Notable, "slot"),
        (None, Some(Duration::ZERO)) => piece(Part::Good, "now"),
        (None, Some(wait)) => piece(Part::Notable, units::span(wait)),
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
