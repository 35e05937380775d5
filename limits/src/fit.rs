//! Whether a budget and a cost fit under the vendor's ceilings.

use core::num::NonZeroU32;

use crate::{Budget, Ceiling, Cost, Rate, Text};

/// What is too large, and what it is too large for.
///
/// [`Misfit::message`] puts it into words, in constants too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The budget's sustained rate is faster than a ceiling's.
    Rate {
        /// The rate of the budget.
        budget: Rate,
        /// The ceiling that it exceeds.
        ceiling: Ceiling,
        /// The largest budget that fits under all ceilings.
        largest: Budget,
    },
    /// The budget's burst is larger than a ceiling lets through at once.
    Burst {
        /// The burst of the budget.
        budget: NonZeroU32,
        /// The ceiling that it exceeds.
        ceiling: Ceiling,
        /// The largest budget that fits under all ceilings.
        largest: Budget,
    },
    /// One request costs more than can ever be there at once.
    Cost {
        /// The cost of the request.
        cost: Cost,
        /// The largest cost that can be paid.
        largest: NonZeroU32,
    },
}

impl Misfit {
    /// The mistake in words: both numbers, and the largest that fits.
    #[must_use]
    pub const fn message(&self) -> Text {
        Text::of_misfit(self)
    }
}

/// Checks that `budget` stays within every ceiling, rate and burst.
///
/// # Errors
///
/// The first ceiling that is exceeded, with the largest budget that would fit.
pub const fn check_budget(budget: Budget, ceilings: &[Ceiling]) -> Result<(), Misfit> {
    let Some(largest) = largest_budget(ceilings) else {
        return Ok(());
    };
    let mut index = 0;
    while index < ceilings.len() {
        let ceiling = ceilings[index];
        if let Some(rate) = ceiling.rate()
            && budget.rate().exceeds(rate)
        {
            let budget = budget.rate();
            return Err(Misfit::Rate {
                budget,
                ceiling,
                largest,
            });
        }
        if let Some(burst) = ceiling.burst()
            && budget.burst().get() > burst.get()
        {
            let budget = budget.burst();
            return Err(Misfit::Burst {
                budget,
                ceiling,
                largest,
            });
        }
        index += 1;
    }
    Ok(())
}

/// Checks that a request of `cost` can ever be paid: at most the budget's burst and every
/// ceiling's.
///
/// # Errors
///
/// The cost, with the largest that could be paid.
pub const fn check_cost(
    cost: Cost,
    budget: Option<Budget>,
    ceilings: &[Ceiling],
) -> Result<(), Misfit> {
    let mut largest = match budget {
        Some(budget) => budget.burst(),
        None => NonZeroU32::MAX,
    };
    let mut index = 0;
    while index < ceilings.len() {
        if let Some(burst) = ceilings[index].burst()
            && burst.get() < largest.get()
        {
            largest = burst;
        }
        index += 1;
    }
    if cost.units() > largest.get() {
        return Err(Misfit::Cost { cost, largest });
    }
    Ok(())
}

/// The largest budget under `ceilings`: the slowest rate and the smallest burst.
///
/// `None` when no ceiling bounds a rate.
#[must_use]
pub const fn largest_budget(ceilings: &[Ceiling]) -> Option<Budget> {
    let mut slowest: Option<Rate> = None;
    let mut smallest = NonZeroU32::MAX;
    let mut index = 0;
    while index < ceilings.len() {
        if let Some(rate) = ceilings[index].rate() {
            slowest = match slowest {
                Some(known) if !known.exceeds(rate) => Some(known),
                _ => Some(rate),
            };
        }
        if let Some(burst) = ceilings[index].burst()
            && burst.get() < smallest.get()
        {
            smallest = burst;
        }
        index += 1;
    }
    match slowest {
        Some(rate) => Budget::new(rate, smallest.get()),
        None => None,
    }
}
