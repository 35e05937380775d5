//! An answer with everything around it.

use core::fmt;

use http::{HeaderMap, StatusCode};

use crate::ledger::Attempts;

/// A typed answer with its status, its headers and the requests that it took.
///
/// A description asks for it by the return type `Response<T>`.
pub struct Response<T> {
    status: StatusCode,
    headers: HeaderMap,
    attempts: Attempts,
    value: T,
}

impl<T> Response<T> {
    pub(crate) fn new(
        status: StatusCode,
        headers: HeaderMap,
        attempts: Attempts,
        value: T,
    ) -> Self {
        Self {
            status,
            headers,
            attempts,
            value,
        }
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The headers.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The requests that the call sent, with their permits and waits.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.value
    }

    /// The value alone.
    #[must_use]
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("value", &self.value)
            .finish_non_exhaustive()
    }
}
