//! What workers and the tests that start them share: limits as text, and logs that survive a kill.
//!
//! A worker (`src/bin/worker`) is one of the processes of a fleet. It writes down each departure
//! where the test finds it even if the worker was killed in the middle of a word.

use std::time::Duration;

use tollgate_limiter::Limits;
pub use tollgate_machine_tests::{Entry, Log, Spec};

/// How far the clocks of all workers go ahead of the machine's at least, so that some can go
/// behind others.
pub const AHEAD: Duration = Duration::from_secs(100);

/// The limits that `text` says, with so much `skew`.
///
/// # Panics
///
/// If it says none.
#[must_use]
pub fn limits(text: &str, skew: Duration) -> Limits {
    let Spec { ceilings, budget } = Spec::read(text);
    Limits::new(ceilings, budget, skew).expect("limits that fit")
}
