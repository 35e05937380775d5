//! Exact, fair, cancel-safe rate limiting. Knows nothing of HTTP.
//!
//! A [`Bucket`] holds the limits that some requests share and decides about each of them:
//! windows (`N per W`) counted exactly, vendors' token buckets and own budgets without
//! rounding, in-flight slots, and blocks that a vendor asked for. All of it is decided in one
//! step, at the moment of departure; nothing is booked ahead. A [`Permit`] is the right to send
//! one request; waiting for it is first come first served, and a waiter that gives up leaves
//! nothing behind. Buckets are found by [`Key`] in the one [`Registry`] of the process, so
//! that all clients of one account share them.
//!
//! [`Terms`] say what a wait is worth, and whether it goes before others. A [`Report`] of what
//! the vendor says is left lowers what a bucket grants, when somebody else spends from the same
//! account. A [`Breaker`] refuses requests before they ask a bucket, while the vendor fails.
//!
//! ```
//! use std::time::Duration;
//! use tollgate_limiter::{Budget, Ceiling, Cost, Event, Key, Limits, Period, Rate, Registry};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The vendor allows 50 per 10 s; we take four a second, three at once.
//! let ceiling = Ceiling::Window(Rate::per(50, Period::from_secs(10).unwrap()).unwrap());
//! let budget = Budget::new(Rate::per(4, Period::SECOND).unwrap(), 3);
//! let limits = Limits::new(vec![ceiling], budget, Duration::from_millis(50))?;
//! let bucket = Registry::process().bucket(Key::new("api.example.com", "read", "me"), limits);
//!
//! for _ in 0..3 {
//!     let permit = bucket.acquire(Cost::ONE, None).await?;
//!     let exchange = permit.spend(); // the request leaves here …
//!     bucket.count(Event::Request);
//!     drop(exchange); // … and here the body of the answer has ended
//! }
//!
//! // The fourth would have to wait a quarter of a second, longer than it may.
//! let deadline = bucket.clock().now() + Duration::from_millis(10);
//! let refused = bucket.acquire(Cost::ONE, Some(deadline)).await.unwrap_err();
//! assert_eq!(refused.bucket(), "read");
//!
//! let meter = bucket.meter();
//! assert_eq!((meter.requests, meter.permits, meter.unpaid()), (3, 3, 0));
//! # Ok(())
//! # }
//! ```
//!
//! # What it promises
//!
//! - No window of length `W` ever contains more than `N` units, wherever it starts, and no
//!   vendor's token bucket is overdrawn, even when requests reach the vendor up to the declared
//!   skew earlier or later than others. And the whole ceiling can be used: nothing is refused
//!   that would not have broken a limit.
//! - What the vendor says only ever lowers what is granted, in whichever order it arrives, and no
//!   number that it can send breaks the arithmetic.
//! - Time is the operating system's monotonic clock. Neither the wall clock nor the runtime's
//!   pausable clock opens the limiter.
//! - Where nothing stands against a permit, nothing is allocated and nobody waits.
//! - Arithmetic saturates to "later", time that goes back counts as standing still, and a panic
//!   of another thread changes nothing: nothing fails open.

mod account;
mod acquire;
mod breaker;
mod bucket;
mod clock;
#[cfg(feature = "fleet")]
mod fleet;
mod gcra;
mod history;
mod key;
mod learn;
mod limits;
mod machine;
mod manual;
mod mark;
mod merge;
mod meter;
mod moment;
mod permit;
mod plan;
mod queue;
mod quota;
mod refused;
mod registry;
mod report;
mod rule;
mod scope;
mod shelf;
mod state;
mod store_error;
mod sync;
mod tally;
mod terms;
#[cfg(test)]
mod tests;
mod vendor;
mod window;

pub use tollgate_limits::*;

pub use crate::account::Account;
pub use crate::breaker::{Breaker, BreakerRules, BreakerState, Open, Pass, Turn};
pub use crate::bucket::Bucket;
pub use crate::clock::Clock;
#[cfg(feature = "fleet")]
pub use crate::fleet::{Fleet, StoreFault, Without, reset_fleet, survey_fleet};
pub use crate::key::Key;
pub use crate::limits::{Limits, LimitsError};
pub use crate::machine::{
    AccountView, BreakerView, BucketView, EndpointView, ProcessView, Survey, Unreadable, reset,
    survey,
};
pub use crate::manual::ManualClock;
pub use crate::mark::Mark;
pub use crate::meter::{Event, Meter};
pub use crate::moment::Moment;
pub use crate::permit::{Flight, Permit};
pub use crate::plan::Plan;
pub use crate::refused::{NotYet, Refused, RefusedKind};
pub use crate::registry::Registry;
pub use crate::report::{Report, Serial};
pub use crate::scope::Scope;
pub use crate::store_error::{StoreError, StoreErrorKind};
pub use crate::tally::Tally;
pub use crate::terms::Terms;
