//! The right to be let through after a wait.

use std::fmt;

/// What [`Breaker::ready`](crate::Breaker::ready) answers, to be kept until
/// [`enter`](crate::Breaker::enter).
///
/// While a breaker of a fleet is half-open, the one probe of the fleet is kept for this process for
/// as long as one of these is held. Dropped without an `enter`, it is told back. In other scopes it
/// holds nothing.
#[must_use = "a probe that is kept for it is told back when this is dropped"]
pub struct Turn {
    _kept: Option<Held>,
}

#[cfg(feature = "fleet")]
type Held = std::sync::Arc<super::remote::Turns>;
#[cfg(not(feature = "fleet"))]
type Held = std::convert::Infallible;

impl Turn {
    pub(super) const FREE: Self = Self { _kept: None };

    #[cfg(feature = "fleet")]
    pub(super) fn of(kept: Option<Held>) -> Self {
        Self { _kept: kept }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn").finish_non_exhaustive()
    }
}
