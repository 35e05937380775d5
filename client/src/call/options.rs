//! What a call can be told beside its arguments.

use core::time::Duration;

use crate::describe::{Redirects, Retry};

/// The options of one call; they hold on every page of a walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) deadline: Option<Duration>,
    pub(crate) attempt_timeout: Option<Duration>,
    pub(crate) max_body: Option<u64>,
    pub(crate) retry: Retry,
    pub(crate) redirects: Option<Redirects>,
    /// The key that every attempt carries.
    pub(crate) idempotency_key: Option<String>,
    /// The body goes to the caller as it arrives.
    pub(crate) streamed: bool,
    /// No credential is put on.
    pub(crate) bare: bool,
    /// Its permit goes before those of others: they wait for what it brings.
    pub(crate) urgent: bool,
    /// The most requests of the call, of all kinds.
    pub(crate) most_sends: Option<usize>,
    /// A 404 is an answer, not an error.
    pub(crate) absent_is_answer: bool,
    /// The `Accept` of a call that sets none.
    pub(crate) accept: Option<&'static str>,
}
