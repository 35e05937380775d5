//! A refresh that failed, as everybody sees it who waited for it.

use core::fmt;
use std::sync::Arc;

use tollgate_limiter::Moment;

use crate::error::BoxError;

/// The failure of one refresh. Its source is what the user's source said, for all who waited.
#[derive(Clone, Debug)]
pub(crate) struct RefreshFailed {
    /// When it failed.
    pub(super) at: Moment,
    error: Arc<dyn core::error::Error + Send + Sync>,
}

impl RefreshFailed {
    pub(super) fn new(error: BoxError, at: Moment) -> Self {
        Self {
            at,
            error: error.into(),
        }
    }
}

impl fmt::Display for RefreshFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the source of tokens failed")
    }
}

impl core::error::Error for RefreshFailed {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&*self.error)
    }
}

/// What is wrong with an answer of a source. None of it is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unusable {
    #[error("the source gave an empty token")]
    Empty,
    #[error(
        "the source gave a token that cannot stand in a header: it holds a blank at an end, a line break or another control character; trim what was read from a file or an answer"
    )]
    Unsendable,
    #[error(
        "the source of tokens called the client that it serves, which would wait for it; send its requests with the payer"
    )]
    Circular,
    #[error("the source panicked")]
    Panicked,
    #[error("the source gave no answer: the runtime in which it ran was shut down")]
    BrokenOff,
}
