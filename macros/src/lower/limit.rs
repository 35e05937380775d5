//! `ceiling(…)` and `budget(…)`.

use syn::parse::Parser as _;

use super::commas::entries;
use super::filled::{Filled, transposed};
use super::number::{keyed, pace};
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Budget, Ceiling, Kind, Pace};
use crate::syntax::{self, Entry, Shape};

const CEILING_KEYS: &[Key] = &[
    once("source", "source = \"https://…\""),
    once("burst", "burst = 50"),
    once("in_flight", "in_flight = 10"),
];

const BUDGET_KEYS: &[Key] = &[once("burst", "burst = 10")];

/// `ceiling(60 per minute, burst = 10, source = "…")` or `ceiling(in_flight = 10)`.
pub(super) fn ceiling(filled: &Filled, errors: &mut Errors) -> Option<Ceiling> {
    let (pace, mut sheet) = limit(filled, "a ceiling", CEILING_KEYS, errors)?;
    let source = sheet.take("source").map(|filled| filled.string(errors));
    let burst = sheet.take("burst").map(|filled| {
        let span = filled.span();
        (span, keyed("a burst", filled, errors))
    });
    let slots = sheet.take("in_flight").map(|filled| {
        let span = filled.span();
        (span, keyed("`in_flight`", filled, errors))
    });
    let kind = match (pace, burst, slots) {
        (Rate::Right(pace), None, None) => Kind::Window(pace),
        (Rate::Right(pace), Some((_, burst)), None) => Kind::TokenBucket(pace, burst?),
        (Rate::Absent, None, Some((_, slots))) => Kind::InFlight(slots?),
        (Rate::Absent, Some((span, _)), Some(_)) => {
            errors.at(span, "`burst` belongs to a rate; `in_flight` has none");
            return None;
        }
        (_, _, Some((span, _))) => {
            errors.at(
                span,
                "a ceiling bounds one thing; write `ceiling(in_flight = …)` on its own",
            );
            return None;
        }
        (Rate::Absent, _, None) => {
            filled.misshapen(filled.span(), errors);
            return None;
        }
        (Rate::Wrong, _, None) => return None,
    };
    let source = transposed(source)?.map(|literal| literal.value());
    Some(Ceiling { kind, source })
}

/// `budget(50 per minute, burst = 10)`.
pub(super) fn budget(filled: &Filled, errors: &mut Errors) -> Option<Budget> {
    let (pace, mut sheet) = limit(filled, "a budget", BUDGET_KEYS, errors)?;
    let burst = sheet
        .take("burst")
        .map(|filled| keyed("a burst", filled, errors));
    match pace {
        Rate::Right(pace) => Some(Budget {
            pace,
            burst: transposed(burst)?,
        }),
        Rate::Absent => {
            filled.misshapen(filled.span(), errors);
            None
        }
        Rate::Wrong => None,
    }
}

/// The rate in front of a limit.
enum Rate {
    Right(Pace),
    Wrong,
    Absent,
}

/// The rate and the keys between the parentheses.
fn limit(
    filled: &Filled,
    owner: &str,
    keys: &'static [Key],
    errors: &mut Errors,
) -> Option<(Rate, Sheet)> {
    let Shape::List(group) = &filled.shape else {
        filled.misshapen(filled.span(), errors);
        return None;
    };
    let mut all = entries(keys, group.stream(), errors);
    let rate = match all.first() {
        Some(Entry::Bare(tokens)) => {
            let written = errors.ok(syntax::rate.parse2(tokens.clone()));
            all.remove(0);
            let pace = written.and_then(|written| pace(written, errors));
            pace.map_or(Rate::Wrong, Rate::Right)
        }
        _ => Rate::Absent,
    };
    Some((rate, Sheet::new(owner, keys, all, errors)))
}
