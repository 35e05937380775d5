//! One page of a walk.

use http::{HeaderMap, StatusCode};

use crate::ledger::Attempts;

/// One page: its items, and everything around them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in the vendor's order.
    pub items: Vec<T>,
    /// The number of the page in this walk, from 1.
    pub number: u64,
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The requests that the page took.
    pub attempts: Attempts,
    /// Whether the vendor says that another page follows.
    pub has_next: bool,
}
