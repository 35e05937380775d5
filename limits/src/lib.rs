//! What a vendor allows and what we allow ourselves, as pure `const` arithmetic.
//!
//! A [`Ceiling`] is a limit that the vendor publishes; a [`Budget`] is what the user of an
//! API grants itself below it; a [`Cost`] is what one request takes. Everything here is plain
//! data, compared exactly (no floating point, no rounding), and usable in constants, so that
//! the attribute macro, a `const` assertion in the user's crate and the limiter at run time
//! all decide by the same code.
//!
//! This crate knows no clock, no HTTP and no macro.
//!
//! ```
//! use tollgate_limits::{check_budget, largest_budget, Budget, Ceiling, Period, Rate};
//!
//! // "50 requests per 10 seconds" is the vendor's word …
//! const CEILING: Ceiling = Ceiling::Window(Rate::per(50, Period::from_secs(10).unwrap()).unwrap());
//! // … and ten a second is more than that.
//! const TOO_FAST: Budget = Budget::new(Rate::per(10, Period::SECOND).unwrap(), 50).unwrap();
//!
//! assert!(check_budget(TOO_FAST, &[CEILING]).is_err());
//! let largest = largest_budget(&[CEILING]).unwrap();
//! assert_eq!((largest.rate().count().get(), largest.burst().get()), (50, 50));
//! assert!(check_budget(largest, &[CEILING]).is_ok());
//! ```

mod ceiling;
mod fit;
mod period;
mod rate;
mod text;

pub use crate::ceiling::{Budget, Ceiling, Cost};
pub use crate::fit::{Misfit, check_budget, check_cost, largest_budget};
pub use crate::period::Period;
pub use crate::rate::Rate;
pub use crate::text::Text;
