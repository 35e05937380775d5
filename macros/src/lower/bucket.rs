//! Buckets: ceilings, the budget below them, and whether one fits under the other.

use proc_macro2::{Ident, Span};
use syn::parse::Parser as _;
use tollgate_limits as limits;

use super::names::plain;
use super::number::{keyed, pace};
use super::sheet::{self, Filled, Key, Sheet, many, once};
use crate::errors::Errors;
use crate::model::{Bucket, Budget, Ceiling, Kind, Number, Pace};
use crate::syntax::{self, Entry, Shape, entries};

const KEYS: &[Key] = &[
    many("ceiling", "ceiling(60 per minute, source = \"https://…\")"),
    once("budget", "budget(50 per minute, burst = 10)"),
    once("skew", "skew = 20ms"),
    once(
        "unpublished",
        "unpublished(\"the vendor answers 429 above some 5 per second\")",
    ),
];

const CEILING_KEYS: &[Key] = &[
    once("source", "source = \"https://…\""),
    once("burst", "burst = 50"),
    once("in_flight", "in_flight = 10"),
];

const BUDGET_KEYS: &[Key] = &[once("burst", "burst = 10")];

/// A bucket as it was declared; without limits when they are wrong, so that its name is known.
pub(super) struct Declared {
    pub(super) name: Ident,
    pub(super) bucket: Option<Bucket>,
}

/// `bucket(name, …)`.
pub(super) fn bucket(filled: &Filled, errors: &mut Errors) -> Option<Declared> {
    let Shape::List(group) = &filled.shape else {
        filled.misshapen(filled.span(), errors);
        return None;
    };
    let mut all = entries(group.stream());
    let named = matches!(
        all.first(),
        Some(Entry::Keyed {
            shape: Shape::Flag,
            ..
        })
    );
    if !named {
        let span = all.first().map_or(group.span(), Entry::span);
        errors.at(
            span,
            "a bucket begins with its name: `bucket(read, ceiling(60 per minute))`",
        );
        return None;
    }
    let Entry::Keyed { key: name, .. } = all.remove(0) else {
        return None;
    };
    let bucket = limits_of(&name, all, errors);
    Some(Declared { name, bucket })
}

fn limits_of(name: &Ident, all: Vec<Entry>, errors: &mut Errors) -> Option<Bucket> {
    let owner = format!("bucket `{}`", plain(name));
    let mut sheet = Sheet::new(&owner, KEYS, all, errors);
    let written = sheet.take_all("ceiling");
    let ceilings: Vec<_> = written
        .iter()
        .map(|filled| ceiling(filled, errors))
        .collect();
    let budget = sheet.take("budget").map(|filled| budget(&filled, errors));
    let skew = sheet
        .take("skew")
        .map(|filled| filled.value(syntax::duration, errors));
    let unpublished = sheet
        .take("unpublished")
        .map(|filled| (filled.span(), sheet::text(&filled, errors)));
    let reason = unpublished.as_ref().map(|(span, _)| *span);
    // A part that was wrong has been told; the rest is not judged without it.
    let bucket = Bucket {
        name: name.clone(),
        ceilings: ceilings.into_iter().collect::<Option<_>>()?,
        budget: transposed(budget)?,
        skew_nanos: transposed(skew)?,
        unpublished: transposed(unpublished.map(|(_, text)| text))?,
    };
    complete(&bucket, reason, errors)?;
    fits(&bucket, errors)?;
    Some(bucket)
}

/// What is absent stays absent, what was wrong ends it.
fn transposed<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        None => Some(None),
        Some(None) => None,
        Some(part) => Some(part),
    }
}

/// A bucket says what the vendor allows, or that the vendor does not say.
fn complete(bucket: &Bucket, unpublished: Option<Span>, errors: &mut Errors) -> Option<()> {
    let name = plain(&bucket.name);
    let published = bucket.ceilings.iter().any(|ceiling| ceiling.kind.is_rate());
    let cure = match (published, unpublished, &bucket.budget) {
        (true, None, _) | (false, Some(_), Some(_)) => return Some(()),
        (true, Some(span), _) => {
            errors.at(
                span,
                format!(
                    "bucket `{name}` has a published rate; remove `unpublished` or the ceiling"
                ),
            );
            return None;
        }
        (false, None, Some(_)) => {
            "add the vendor's `ceiling(60 per minute, source = \"https://…\")`, or `unpublished(\"why\")` if there is none"
        }
        (false, None, None) => {
            "add the vendor's `ceiling(60 per minute, source = \"https://…\")`, or `unpublished(\"why\")` and a `budget(5 per second)` if there is none"
        }
        (false, Some(_), None) => "an unpublished limit needs a `budget(5 per second)` of your own",
    };
    errors.on(
        &bucket.name,
        format!("bucket `{name}` has no limit of its rate; {cure}"),
    );
    None
}

/// `ceiling(60 per minute, burst = 10, source = "…")` or `ceiling(in_flight = 10)`.
fn ceiling(filled: &Filled, errors: &mut Errors) -> Option<Ceiling> {
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
fn budget(filled: &Filled, errors: &mut Errors) -> Option<Budget> {
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
    let mut all = entries(group.stream());
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

/// Compares literal numbers here, with the caret on the one that is too large. The compiler
/// compares constants.
fn fits(bucket: &Bucket, errors: &mut Errors) -> Option<()> {
    let Some(budget) = &bucket.budget else {
        return Some(());
    };
    let Some((ceilings, known)) = known(bucket) else {
        return Some(());
    };
    let Err(misfit) = limits::check_budget(known, &ceilings) else {
        return Some(());
    };
    let span = match misfit {
        limits::Misfit::Burst { .. } => budget.burst.as_ref().map(Number::span),
        limits::Misfit::Rate { .. } | limits::Misfit::Cost { .. } => None,
    };
    errors.at(
        span.unwrap_or(budget.pace.count.span()),
        format!("bucket `{}`: {}", plain(&bucket.name), misfit.message()),
    );
    None
}

fn known(bucket: &Bucket) -> Option<(Vec<limits::Ceiling>, limits::Budget)> {
    let ceilings = known_ceilings(bucket)?;
    let budget = known_budget(bucket, &ceilings)?;
    Some((ceilings, budget))
}

/// The ceilings, where all their numbers are literals.
pub(super) fn known_ceilings(bucket: &Bucket) -> Option<Vec<limits::Ceiling>> {
    let known = |ceiling: &Ceiling| {
        Some(match &ceiling.kind {
            Kind::Window(pace) => limits::Ceiling::Window(rate(pace)?),
            Kind::TokenBucket(pace, burst) => limits::Ceiling::TokenBucket {
                rate: rate(pace)?,
                burst: burst.value()?.try_into().ok()?,
            },
            Kind::InFlight(slots) => limits::Ceiling::InFlight(slots.value()?.try_into().ok()?),
        })
    };
    bucket.ceilings.iter().map(known).collect()
}

/// The budget, where all its numbers are literals.
pub(super) fn known_budget(
    bucket: &Bucket,
    ceilings: &[limits::Ceiling],
) -> Option<limits::Budget> {
    let Budget { pace, burst } = bucket.budget.as_ref()?;
    let rate = rate(pace)?;
    match burst {
        Some(burst) => limits::Budget::new(rate, burst.value()?),
        None => Some(limits::Budget::paced(rate, ceilings)),
    }
}

fn rate(pace: &Pace) -> Option<limits::Rate> {
    let period = limits::Period::from_nanos(pace.nanos)?;
    limits::Rate::per(pace.count.value()?, period)
}
