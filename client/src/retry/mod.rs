//! Whether and when a call is tried again.
//!
//! Everything here is decided from arguments: what went wrong, what was set, what time it is and
//! a random number. Knows no request and reads no clock; a moment of the limiter's is a
//! number to it.

mod backoff;
mod decide;
mod policy;
mod quota;

pub(crate) use self::decide::{Chances, Fault, decide};
pub(crate) use self::policy::Policy;
pub(crate) use self::quota::Quota;
pub use self::quota::RetryQuota;
