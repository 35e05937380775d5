//! The vendor's limit, our own below it, and what one request takes.

use core::num::NonZeroU32;

use crate::Rate;

/// A limit that the vendor publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ceiling {
    /// `N per W`: no stretch of time of length `W`, wherever it starts, holds more than `N` units.
    Window(Rate),
    /// A token bucket: `burst` units at once when it is full, refilled at `rate`.
    TokenBucket {
        /// How fast it refills.
        rate: Rate,
        /// How much it holds.
        burst: NonZeroU32,
    },
    /// At most so many exchanges open at one time.
    InFlight(NonZeroU32),
}

impl Ceiling {
    /// The sustained rate of this ceiling; `None` for one that only bounds what is in flight.
    #[must_use]
    pub const fn rate(self) -> Option<Rate> {
        match self {
            Self::Window(rate) | Self::TokenBucket { rate, .. } => Some(rate),
            Self::InFlight(_) => None,
        }
    }

    /// How many units may leave at once; `None` for a ceiling that only bounds what is in flight.
    #[must_use]
    pub const fn burst(self) -> Option<NonZeroU32> {
        match self {
            Self::Window(rate) => Some(rate.count()),
            Self::TokenBucket { burst, .. } => Some(burst),
            Self::InFlight(_) => None,
        }
    }
}

/// What we allow ourselves: a sustained rate and a burst, as a token bucket of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    rate: Rate,
    burst: NonZeroU32,
}

impl Budget {
    /// A budget of `rate` with `burst` units at once; `None` for a burst of zero.
    #[must_use]
    pub const fn new(rate: Rate, burst: u32) -> Option<Self> {
        match NonZeroU32::new(burst) {
            Some(burst) => Some(Self { rate, burst }),
            None => None,
        }
    }

    /// The sustained rate.
    #[must_use]
    pub const fn rate(self) -> Rate {
        self.rate
    }

    /// How many units may leave at once after a pause.
    #[must_use]
    pub const fn burst(self) -> NonZeroU32 {
        self.burst
    }
}

/// How many units one request of an endpoint takes from its bucket; at least one.
///
/// ```
/// use tollgate_limits::Cost;
///
/// assert_eq!(Cost::ONE.units(), 1);
/// assert!(Cost::new(0).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(NonZeroU32);

impl Cost {
    /// One unit, what a request takes where nothing else is declared.
    pub const ONE: Self = Self(NonZeroU32::MIN);

    /// A cost of `units`; `None` for zero.
    #[must_use]
    pub const fn new(units: u32) -> Option<Self> {
        match NonZeroU32::new(units) {
            Some(units) => Some(Self(units)),
            None => None,
        }
    }

    /// The number of units.
    #[must_use]
    pub const fn units(self) -> u32 {
        self.0.get()
    }
}
