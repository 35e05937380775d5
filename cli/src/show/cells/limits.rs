//! What was declared for a bucket, in few letters.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{nothing, piece};
use crate::model::{Bucket, Budget, Ceiling, Limits};
use crate::show::{Part, Piece, units};

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
            next: Some(Duration::ZERO),
            waits_for_slot: false,
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
}
