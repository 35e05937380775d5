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

impl Budget {
    /// A budget of `rate` whose burst is what the rate yields in 20 ms: at least 2, and inside
    /// every ceiling.
    ///
    /// Timers are late by a millisecond or two. With a burst of 1 every delay is lost for good;
    /// with this one a sender that oversleeps catches up and keeps the rate.
    ///
    /// ```
    /// use tollgate_limits::{Budget, Ceiling, Period, Rate};
    ///
    /// let rate = Rate::per(1_000, Period::SECOND).unwrap();
    /// assert_eq!(Budget::paced(rate, &[]).burst().get(), 20);
    /// let slow = Rate::per(50, Period::MINUTE).unwrap();
    /// assert_eq!(Budget::paced(slow, &[]).burst().get(), 2);
    /// let tight = Ceiling::Window(Rate::per(1, Period::SECOND).unwrap());
    /// assert_eq!(Budget::paced(slow, &[tight]).burst().get(), 1);
    /// ```
    #[must_use]
    pub const fn paced(rate: Rate, ceilings: &[Ceiling]) -> Self {
        const PACE_NANOS: u128 = 20_000_000;
        let share =
            (rate.count().get() as u128 * PACE_NANOS).div_ceil(rate.period().as_nanos() as u128);
        let share = if share < 2 { 2 } else { share };
        let largest = smallest_burst(NonZeroU32::MAX, ceilings).get();
        #[expect(clippy::cast_possible_truncation, reason = "smaller than a u32")]
        let burst = if share < largest as u128 {
            share as u32
        } else {
            largest
        };
        match Self::new(rate, burst) {
            Some(budget) => budget,
            None => panic!("a burst is at least 1, as every ceiling's is"),
        }
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
    let largest = match budget {
        Some(budget) => smallest_burst(budget.burst(), ceilings),
        None => smallest_burst(NonZeroU32::MAX, ceilings),
    };
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
    let mut index = 0;
    while index < ceilings.len() {
        if let Some(rate) = ceilings[index].rate() {
            slowest = match slowest {
                Some(known) if !known.exceeds(rate) => Some(known),
                _ => Some(rate),
            };
        }
        index += 1;
    }
    match slowest {
        Some(rate) => Budget::new(rate, smallest_burst(NonZeroU32::MAX, ceilings).get()),
        None => None,
    }
}

/// The smallest of `ours` and the bursts of all ceilings.
const fn smallest_burst(ours: NonZeroU32, ceilings: &[Ceiling]) -> NonZeroU32 {
    let mut smallest = ours;
    let mut index = 0;
    while index < ceilings.len() {
        if let Some(burst) = ceilings[index].burst()
            && burst.get() < smallest.get()
        {
            smallest = burst;
        }
        index += 1;
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Period;

    fn rate(count: u32, seconds: u64) -> Rate {
        let period = Period::from_secs(seconds).expect("more than zero");
        Rate::per(count, period).expect("more than zero")
    }

    fn window(count: u32, seconds: u64) -> Ceiling {
        Ceiling::Window(rate(count, seconds))
    }

    fn budget(count: u32, seconds: u64, burst: u32) -> Budget {
        Budget::new(rate(count, seconds), burst).expect("more than zero")
    }

    fn slots(count: u32) -> Ceiling {
        Ceiling::InFlight(NonZeroU32::new(count).expect("more than zero"))
    }

    #[test]
    fn a_budget_fits_up_to_the_ceiling_and_not_beyond() {
        let ceilings = [window(50, 10), slots(1)];
        assert_eq!(check_budget(budget(5, 1, 50), &ceilings), Ok(()));
        assert_eq!(check_budget(budget(50, 10, 50), &ceilings), Ok(()));
        assert!(matches!(
            check_budget(budget(51, 10, 1), &ceilings),
            Err(Misfit::Rate { .. })
        ));
        assert!(matches!(
            check_budget(budget(1, 10, 51), &ceilings),
            Err(Misfit::Burst { .. })
        ));
    }

    #[test]
    fn each_of_several_ceilings_binds() {
        let ceilings = [window(10, 1), window(100, 60)];
        assert!(check_budget(budget(2, 1, 1), &ceilings).is_err());
        assert!(check_budget(budget(1, 1, 11), &ceilings).is_err());
        assert_eq!(check_budget(budget(1, 1, 10), &ceilings), Ok(()));
        assert_eq!(largest_budget(&ceilings), Some(budget(100, 60, 10)));
        assert_eq!(largest_budget(&[slots(4)]), None);
    }

    #[test]
    fn a_cost_is_paid_by_the_smallest_burst() {
        let ceilings = [window(60, 60), slots(1)];
        let cost = |units| Cost::new(units).expect("more than zero");
        assert_eq!(check_cost(cost(60), None, &ceilings), Ok(()));
        assert!(check_cost(cost(61), None, &ceilings).is_err());
        assert_eq!(
            check_cost(cost(10), Some(budget(1, 1, 10)), &ceilings),
            Ok(())
        );
        assert!(check_cost(cost(11), Some(budget(1, 1, 10)), &ceilings).is_err());
        assert!(check_cost(cost(61), Some(budget(1, 1, 99)), &ceilings).is_err());
    }

    #[test]
    fn a_paced_budget_fits_whenever_its_rate_does() {
        for count in [1, 2, 3, 50, 51, 1_000, u32::MAX] {
            for seconds in [1, 10, 86_400] {
                let ceilings = [window(count, seconds)];
                let paced = Budget::paced(rate(count, seconds), &ceilings);
                assert_eq!(check_budget(paced, &ceilings), Ok(()), "{paced:?}");
            }
        }
        assert_eq!(
            Budget::paced(rate(u32::MAX, 1), &[]).burst().get(),
            85_899_346
        );
    }
}
