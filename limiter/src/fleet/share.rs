//! What a machine may do while the store is gone: an equal part of all limits, shared by its processes.
//!
//! The part is an account of its own in the scope `machine`. It begins used up: whatever the store gave
//! may have been all there was.

use std::num::NonZeroU32;
use std::sync::Arc;

use tollgate_limits::{Budget, Ceiling, Period, Rate};

use super::{Fleet, Without};
use crate::moment::nanos;
use crate::{Account, Limits, Plan, Registry, Scope, StoreError, StoreErrorKind};

/// The account of the part of `plan` that this machine has without the store; `None` if it has none.
pub(super) fn part(
    registry: &Registry,
    plan: &Plan,
    fleet: &Fleet,
) -> Result<Option<Account>, StoreError> {
    let Without::Share(machines) = fleet.otherwise() else {
        return Ok(None);
    };
    let name = format!("{} (without the store, 1/{machines})", plan.account());
    let mut share = Plan::new(Arc::clone(plan.api()), name);
    for (name, limits) in plan.buckets() {
        let part = part_of(limits, machines).ok_or_else(|| too_small(name, limits, machines))?;
        share = share.bucket(Arc::clone(name), part);
    }
    registry.account(&share, &Scope::Machine(None)).map(Some)
}

/// For how long after the last word of the store nothing may leave by the part: until every window
/// that the store may have filled is over.
pub(crate) fn wait(limits: &[Limits]) -> u64 {
    let windows = limits.iter().flat_map(|limits| {
        let skew = nanos(limits.skew());
        limits.ceilings().iter().map(move |ceiling| match ceiling {
            Ceiling::Window(rate) => rate.period().as_nanos().saturating_add(skew),
            // What is paced from the end on fits under these, however empty they are.
            Ceiling::TokenBucket { .. } | Ceiling::InFlight(_) => 0,
        })
    });
    windows.max().unwrap_or(0)
}

/// One of so many parts of `limits`; `None` if that is less than one request.
fn part_of(limits: &Limits, parts: NonZeroU32) -> Option<Limits> {
    let ceilings = limits.ceilings().iter().map(|&ceiling| match ceiling {
        Ceiling::Window(rate) => {
            let count = divided(rate.count(), parts)?;
            Some(Ceiling::Window(Rate::new(count, rate.period())))
        }
        Ceiling::TokenBucket { rate, burst } => Some(Ceiling::TokenBucket {
            rate: slower(rate, parts)?,
            burst: divided(burst, parts)?,
        }),
        Ceiling::InFlight(slots) => Some(Ceiling::InFlight(divided(slots, parts)?)),
    });
    let ceilings: Vec<Ceiling> = ceilings.collect::<Option<_>>()?;
    let budget = limits.budget().and_then(|budget| {
        let burst = (budget.burst().get() / parts).max(1);
        Budget::new(slower(budget.rate(), parts)?, burst)
    });
    let skew = limits.skew();
    // Where whole numbers leave the ceilings below the budget, they alone decide.
    let part = Limits::new(ceilings.clone(), budget, skew);
    part.or_else(|_| Limits::new(ceilings, None, skew)).ok()
}

fn divided(count: NonZeroU32, parts: NonZeroU32) -> Option<NonZeroU32> {
    NonZeroU32::new(count.get() / parts)
}

fn slower(rate: Rate, parts: NonZeroU32) -> Option<Rate> {
    let period = rate
        .period()
        .as_nanos()
        .checked_mul(u64::from(parts.get()))?;
    Some(Rate::new(rate.count(), Period::from_nanos(period)?))
}

fn too_small(bucket: &str, limits: &Limits, machines: NonZeroU32) -> StoreError {
    let ceilings = limits.ceilings();
    StoreError::new(
        StoreErrorKind::Store,
        format!(
            "each of {machines} machines without the store would have less than one request of the bucket `{bucket}`, whose ceilings are {ceilings:?}; name fewer machines, or let nothing be granted without the store"
        ),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn window(count: u32) -> Limits {
        let rate = Rate::per(count, Period::MINUTE).expect("a rate");
        Limits::new(vec![Ceiling::Window(rate)], None, Duration::ZERO).expect("limits")
    }

    #[test]
    fn all_parts_together_are_never_more_than_the_whole() {
        for count in 1..50_u32 {
            for machines in 1..12_u32 {
                let parts = NonZeroU32::new(machines).expect("not zero");
                match part_of(&window(count), parts) {
                    None => assert!(count < machines),
                    Some(part) => {
                        let Some(&Ceiling::Window(rate)) = part.ceilings().first() else {
                            panic!("a window stays one");
                        };
                        assert!(rate.count().get() * machines <= count);
                        assert!(
                            (rate.count().get() + 1) * machines > count,
                            "as much as fits"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_budget_that_no_longer_fits_gives_way_to_the_ceilings() {
        let rate = Rate::per(10, Period::from_secs(10).expect("a period")).expect("a rate");
        let budget = Budget::new(Rate::per(1, Period::SECOND).expect("a rate"), 10);
        let limits = Limits::new(vec![Ceiling::Window(rate)], budget, Duration::ZERO);
        let parts = NonZeroU32::new(3).expect("not zero");
        let part = part_of(&limits.expect("limits"), parts).expect("three a window");
        assert_eq!(part.budget(), None);
        assert_eq!(part.ceilings().len(), 1);
    }
}
