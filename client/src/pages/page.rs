//! One page of a walk.

use core::fmt;

use http::{HeaderMap, StatusCode};

use super::Cursor;
use crate::ledger::Attempts;

/// One page: its items, and everything around them. `Debug` shows neither the headers nor the
/// cursor: a vendor's own links may hold the key.
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
    /// Where to go on after this page, for [`Pages::resume`](crate::Pages::resume); `None` after
    /// the last one, where the next one is not followed, and where the client's credential stands in
    /// it in a place from which it cannot be taken out.
    pub cursor: Option<Cursor>,
}

impl<T: fmt::Debug> fmt::Debug for Page<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("number", &self.number)
            .field("status", &self.status)
            .field("items", &self.items)
            .field("has_next", &self.has_next)
            .finish_non_exhaustive()
    }
}
