//! When a limit is full again, in the many ways in which vendors write that.
//!
//! In: one value and how its vendor writes it. Out: a bounded wait, and how the value was read.

use std::time::Duration;

use crate::date;
use crate::go;
use crate::number;
use crate::stamp::{Receipt, Stamp, bounded};

const SECOND: Duration = Duration::from_secs(1);
const MILLISECOND: Duration = Duration::from_millis(1);

/// From here on a bare number is taken for a point in time: 1985 as an epoch, 15 years as a wait.
const FIRST_EPOCH: Duration = Duration::from_secs(500_000_000);

/// From here on an epoch is in milliseconds: the year 5138 in seconds, 1973 in milliseconds.
const FIRST_EPOCH_MILLIS: Duration = Duration::from_secs(100_000_000_000);

/// How a reset is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Not known. Dates and Go durations can be told by their shape. A number is an epoch in
    /// milliseconds from 10¹¹ on, an epoch in seconds from 5·10⁸ on, else a number of seconds
    /// from now. A vendor that counts milliseconds from now is misread as a much longer wait,
    /// never as a shorter one.
    Guess,
    /// Seconds from now, with decimals or without.
    Seconds,
    /// Milliseconds from now.
    Millis,
    /// Seconds since 1970, with decimals or without; from 10¹¹ on it is milliseconds, since no
    /// limit lasts until the year 5138.
    Epoch,
    /// A duration as Go prints it: `2m59.56s`.
    Go,
    /// An RFC 3339 timestamp, whose seconds may be missing.
    Rfc3339,
    /// An HTTP date (RFC 9110 5.6.7).
    HttpDate,
}

/// When a limit is full again, or at least when there is more of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reset {
    /// From the answer until then, at most [`MAX_WAIT`](crate::MAX_WAIT); zero if it has passed.
    pub wait: Duration,
    /// How the value was read; never [`Dialect::Guess`].
    pub dialect: Dialect,
    /// Whether the dialect was guessed from the value, and not known of the vendor. A guess must
    /// never shorten a wait that is known otherwise.
    pub guessed: bool,
}

/// Reads one value. Negative numbers, empty values and what else is not of the dialect say
/// nothing.
pub(crate) fn read(receipt: &Receipt<'_>, text: &str, dialect: Dialect) -> Option<Reset> {
    if dialect == Dialect::Guess {
        return guess(receipt, text);
    }
    let wait = match dialect {
        Dialect::Seconds => number::decimal(text, SECOND).map(from_now),
        Dialect::Millis => number::decimal(text, MILLISECOND).map(from_now),
        Dialect::Epoch => epoch(text).map(|end| receipt.until(end)),
        Dialect::Go => go::duration(text).map(from_now),
        Dialect::Rfc3339 => date::rfc3339(text).map(|end| receipt.until(end)),
        Dialect::HttpDate => receipt.http_date(text).map(|end| receipt.until(end)),
        Dialect::Guess => None,
    };
    wait.map(|wait| Reset {
        wait,
        dialect,
        guessed: false,
    })
}

fn guess(receipt: &Receipt<'_>, text: &str) -> Option<Reset> {
    let number = match number::decimal(text, SECOND) {
        Some(number) if number >= FIRST_EPOCH => Dialect::Epoch,
        _ => Dialect::Seconds,
    };
    let known = [number, Dialect::Go, Dialect::Rfc3339, Dialect::HttpDate];
    let reset = known
        .into_iter()
        .find_map(|dialect| read(receipt, text, dialect))?;
    Some(Reset {
        guessed: true,
        ..reset
    })
}

fn epoch(text: &str) -> Option<Stamp> {
    let seconds = number::decimal(text, SECOND)?;
    if seconds < FIRST_EPOCH_MILLIS {
        return Some(Stamp(seconds));
    }
    number::decimal(text, MILLISECOND).map(Stamp)
}

fn from_now(wait: Duration) -> Duration {
    bounded(number::up_to_millis(wait))
}
