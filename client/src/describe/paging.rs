//! How the next page of an endpoint is found.

/// A walk over pages.
#[derive(Debug)]
pub struct Paging {
    /// The path to the list inside of a page, such as `data.items`; `None` where the page is the
    /// list.
    pub items: Option<&'static str>,
    /// How the next page is found.
    pub turn: Turn,
}

/// How the next page is found. A path such as `meta.next` names fields of the answer's JSON; a
/// number in it is an index into a list, and `-1` its last element.
#[derive(Debug)]
pub enum Turn {
    /// By the `Link` header with the relation `next` (RFC 8288).
    Link,
    /// By an address that the answer's body holds at this path.
    NextUrl(&'static str),
    /// By a cursor that each answer gives and the next request carries.
    Cursor {
        /// Where the request carries it.
        place: CursorPlace,
        /// Where the answer gives it.
        next: CursorSource,
        /// The path to a boolean that says whether there is more.
        more: Option<&'static str>,
        /// An empty page is the last one.
        stop_on_empty: bool,
    },
    /// By the number of the page, in a query parameter.
    Page {
        /// The parameter.
        query: &'static str,
        /// The number of the first page.
        first: u64,
        /// The path to a boolean that says whether there is more.
        more: Option<&'static str>,
        /// The path to the number of pages.
        total: Option<&'static str>,
    },
    /// By the number of items to skip, in a query parameter.
    Offset {
        /// The parameter.
        query: &'static str,
        /// The path to the number of rows that the vendor looked at for this page, where it may
        /// be more than the items on it.
        scanned: Option<&'static str>,
        /// The path to a boolean that says whether there is more.
        more: Option<&'static str>,
        /// The path to the number of all items.
        total: Option<&'static str>,
    },
}

/// Where a request carries its cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorPlace {
    /// In this query parameter.
    Query(&'static str),
    /// In this header.
    Header(&'static str),
    /// At this path of its JSON body.
    Body(&'static str),
}

/// Where an answer gives the cursor of the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorSource {
    /// At this path of its JSON body; absent, null or empty text means that there is no more.
    Field(&'static str),
    /// In this header; absent or empty means that there is no more.
    Header(&'static str),
}
