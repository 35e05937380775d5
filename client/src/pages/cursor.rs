//! Where a walk goes on, as a text that can be stored.

use core::convert::Infallible;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where a walk goes on after a page: [`Page::cursor`](crate::Page::cursor), for
/// [`Pages::resume`](crate::Pages::resume).
///
/// It is text, by `Display` and `FromStr` and in serde, and means nothing but to the endpoint whose
/// walk gave it. A text that is no cursor is found out when a walk is resumed there.
///
/// It may be an address of the vendor's, in which a signature or a key can stand; so `Debug` does
/// not show it. The credential of a client is not in it.
///
/// ```
/// use tollgate::Cursor;
///
/// let stored = "p:7";
/// let cursor: Cursor = stored.parse().unwrap();
/// assert_eq!(cursor.to_string(), stored);
/// assert_eq!(format!("{cursor:?}"), "Cursor(..)");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(String);

impl Cursor {
    /// A cursor of a kind, which is told by one letter.
    pub(super) fn new(kind: char, value: &str) -> Self {
        Self(format!("{kind}:{value}"))
    }

    /// The kind and the value.
    pub(super) fn parts(&self) -> Option<(&str, &str)> {
        self.0.split_once(':')
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cursor(..)")
    }
}

impl FromStr for Cursor {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}
