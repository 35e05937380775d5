//! What workers and the tests that start them share: limits as text, and logs that survive a kill.
//!
//! A worker (`src/bin/worker`) is one of several processes that share an account. It writes down
//! each grant where the test finds it even if the worker was killed in the middle of a word.

mod log;
mod spec;

pub use self::log::{Entry, Log, Record};
pub use self::spec::{Spec, breaker, limits};
