//! How the next page of an endpoint is found.

/// A walk over pages. Paths name fields of the answer: `data.files`.
pub(crate) struct Walk {
    /// The path to the list inside of a page; `None` where the page is the list.
    pub(crate) items: Option<String>,
    pub(crate) turn: Turn,
}

/// How the next page is found.
pub(crate) enum Turn {
    Link,
    NextUrl(String),
    Cursor(Cursor),
    Page {
        query: String,
        first: u64,
        more: Option<String>,
        total: Option<String>,
    },
    Offset {
        query: String,
        scanned: Option<String>,
        more: Option<String>,
        total: Option<String>,
    },
}

impl Turn {
    /// Whether the request of a page carries what finds it in its JSON body.
    pub(crate) fn in_body(&self) -> bool {
        matches!(
            self,
            Self::Cursor(Cursor {
                place: CursorPlace::Body(_),
                ..
            })
        )
    }
}

/// A cursor that each answer gives and the next request carries.
pub(crate) struct Cursor {
    pub(crate) place: CursorPlace,
    pub(crate) next: CursorSource,
    pub(crate) more: Option<String>,
    pub(crate) stop_on_empty: bool,
}

/// Where a request carries its cursor.
pub(crate) enum CursorPlace {
    Query(String),
    Header(String),
    /// A path in the JSON body.
    Body(String),
}

/// Where an answer gives the next cursor.
pub(crate) enum CursorSource {
    Field(String),
    Header(String),
}
