//! Whether literal numbers fit under the ceilings. The compiler compares constants.

use proc_macro2::Ident;
use tollgate_limits as limits;

use super::names::plain;
use crate::errors::Errors;
use crate::model::{Bucket, Budget, Ceiling, Kind, Number, Pace};

/// Compares literal numbers here, with the caret on the one that is too large. The compiler
/// compares constants.
pub(super) fn fits(bucket: &Bucket, errors: &mut Errors) -> Option<()> {
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

/// Compares the cost of an endpoint with the limits of its bucket.
pub(super) fn payable(endpoint: &Ident, cost: &Number, bucket: &Bucket, errors: &mut Errors) {
    let (Some(value), Some(ceilings)) = (cost.value(), known_ceilings(bucket)) else {
        return;
    };
    let budget = known_budget(bucket, &ceilings);
    if budget.is_none() && bucket.budget.is_some() {
        return;
    }
    let misfit = limits::Cost::new(value).map(|cost| limits::check_cost(cost, budget, &ceilings));
    if let Some(Err(misfit)) = misfit {
        let (endpoint, name) = (plain(endpoint), plain(&bucket.name));
        errors.at(
            cost.span(),
            format!(
                "endpoint `{endpoint}`, bucket `{name}`: {}",
                misfit.message()
            ),
        );
    }
}

/// The ceilings, where all their numbers are literals.
fn known_ceilings(bucket: &Bucket) -> Option<Vec<limits::Ceiling>> {
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
fn known_budget(bucket: &Bucket, ceilings: &[limits::Ceiling]) -> Option<limits::Budget> {
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
