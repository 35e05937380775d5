//! Types for JSON bodies: `#[derive(tollgate::Model)]` and what stands behind it.
//!
//! An API of a thousand types spends its compile time on the code that reads and writes them. What
//! [`Model`](macro@crate::Model) writes for a type is one line for each field; everything else is in
//! here, compiled once. In go a serde `Deserializer` and a type, out comes a value or the first fault
//! with the path that leads to it; and a value into a serde `Serializer`. This room knows no
//! request and no answer.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use tollgate::Model;
//! use tollgate::model::Value;
//!
//! #[derive(Debug, Clone, PartialEq, Model)]
//! #[wire(new)]
//! pub struct Repository {
//!     pub id: i64,
//!     #[wire("full-name")]
//!     pub full_name: String,
//!     /// Absent or `null`; left out when it is `None`.
//!     pub description: Option<String>,
//!     /// There in any case, maybe as `null`.
//!     #[wire(nullable)]
//!     pub license: Option<String>,
//!     /// Absent, `null` (`Some(None)`), or a name.
//!     pub assignee: Option<Option<String>>,
//!     pub parent: Option<Box<Repository>>,
//!     pub visibility: Option<Visibility>,
//!     #[wire(rest)]
//!     pub rest: BTreeMap<String, Value>,
//! }
//!
//! #[derive(Debug, Clone, PartialEq, Model)]
//! pub enum Visibility {
//!     #[wire("public")]
//!     Public,
//!     #[wire(other)]
//!     Other(String),
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = r#"{"id":1,"full-name":"a/b","license":null,"assignee":null,"visibility":"secret","stars":3}"#;
//! let repository: Repository = serde_json::from_str(text)?;
//! assert_eq!(repository.assignee, Some(None));
//! assert_eq!(repository.visibility, Some(Visibility::Other("secret".to_owned())));
//! assert_eq!(repository.rest["stars"], 3);
//! assert_eq!(serde_json::to_string(&repository)?, text);
//!
//! let wrong = r#"{"id":1,"full-name":"a/b","license":null,"parent":{"id":"1"}}"#;
//! let error = serde_json::from_str::<Repository>(wrong).unwrap_err();
//! assert!(error.to_string().starts_with("parent.id: expected an integer, found a string"));
//!
//! let new = Repository::new(2, "c/d".to_owned(), None);
//! assert_eq!(serde_json::to_string(&new)?, r#"{"id":2,"full-name":"c/d","license":null}"#);
//! # Ok(())
//! # }
//! ```
//!
//! # As serde does it, and where not
//!
//! Unknown members are ignored, a known one that occurs twice is a fault, the last of two wins in a
//! map. Integers of 64 bits are exact, `3.0` is none; a number beyond the range of its type is a fault.
//! Lists and objects stand in each other up to 128 deep. Other than with serde's derive, a struct is
//! never read from a list and an enum of strings never from an object, and a member that nothing asks
//! for has to be JSON too, without numbers like `1e999`.
//!
//! A type that contains itself other than in an `Option`, a `Vec` or a map has no finite value, and
//! does not compile.

mod containers;
#[cfg(feature = "jiff")]
mod dates;
mod judged;
mod node;
mod out;
mod path;
mod pieces;
mod reader;
mod scalars;
mod state;
mod unions;
mod wire;
mod within;
mod writer;

#[cfg(feature = "jiff")]
pub use jiff;
pub use serde_json::Value;

#[doc(hidden)]
pub use self::judged::{debug, eq};
pub(crate) use self::out::last_fault;
#[doc(hidden)]
pub use self::out::{deserialize, serialize};
pub(crate) use self::pieces::{JsonOf, Piece, pieces};
pub use self::reader::Reader;
pub use self::wire::Wire;
pub use self::writer::Writer;
