//! What is declared for one bucket, checked.

use std::num::NonZeroU32;
use std::time::Duration;

use tollgate_limits::{Budget, Ceiling, Misfit, check_budget};

/// The largest `N` of a window and burst of a vendor's token bucket: each unit is remembered.
const LARGEST: u32 = 1 << 26;

/// The limits of one bucket: the vendor's ceilings, our budget, and the skew of the network.
///
/// The skew is by how much the travel times of two requests may differ; every rate ceiling is
/// kept with that much to spare, so that it holds where the vendor counts. The budget is our
/// own and counted where we are.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::{Budget, Ceiling, Limits, Period, Rate};
///
/// let ceiling = Ceiling::Window(Rate::per(50, Period::from_secs(10).unwrap()).unwrap());
/// let fast = Budget::new(Rate::per(10, Period::SECOND).unwrap(), 50);
/// let slow = Budget::new(Rate::per(4, Period::SECOND).unwrap(), 10);
///
/// assert!(Limits::new(vec![ceiling], slow, Duration::ZERO).is_ok());
/// let error = Limits::new(vec![ceiling], fast, Duration::ZERO).unwrap_err();
/// assert!(error.to_string().contains("exceeds the ceiling of 50 per 10 s"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    ceilings: Vec<Ceiling>,
    budget: Option<Budget>,
    skew: Duration,
}

impl Limits {
    /// Limits whose budget fits under all ceilings.
    ///
    /// # Errors
    ///
    /// When nothing bounds the rate, when the budget exceeds a ceiling, or when a ceiling is
    /// too large to be counted exactly.
    pub fn new(
        ceilings: Vec<Ceiling>,
        budget: Option<Budget>,
        skew: Duration,
    ) -> Result<Self, LimitsError> {
        if budget.is_none() && ceilings.iter().all(|ceiling| ceiling.rate().is_none()) {
            return Err(LimitsError(Mistake::Unlimited));
        }
        if let Some(budget) = budget {
            check_budget(budget, &ceilings)
                .map_err(|misfit| LimitsError(Mistake::Misfit(misfit)))?;
        }
        let bursts = ceilings.iter().filter_map(|ceiling| ceiling.burst());
        if let Some(burst) = bursts.max().filter(|burst| burst.get() > LARGEST) {
            return Err(LimitsError(Mistake::TooLarge(burst)));
        }
        Ok(Self {
            ceilings,
            budget,
            skew,
        })
    }

    /// The vendor's ceilings.
    #[must_use]
    pub fn ceilings(&self) -> &[Ceiling] {
        &self.ceilings
    }

    /// Our own budget.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// By how much the travel times of two requests may differ.
    #[must_use]
    pub fn skew(&self) -> Duration {
        self.skew
    }
}

/// Why limits cannot be enforced.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct LimitsError(Mistake);

#[derive(Debug, thiserror::Error)]
enum Mistake {
    #[error(
        "a bucket without a limit: nothing bounds its rate; give it a window, a token bucket or a budget"
    )]
    Unlimited,
    #[error("{}", .0.message())]
    Misfit(Misfit),
    #[error(
        "a ceiling of {0} units at once is too large to be counted exactly; the largest is {LARGEST}"
    )]
    TooLarge(NonZeroU32),
}
