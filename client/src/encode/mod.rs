//! From the user's values to the bytes of a request: path, query, headers, body.
//!
//! Everything here is pure. A value that cannot be sent as it stands is an error that names it;
//! nothing is repaired by guessing.

mod body;
mod field;
mod form;
mod headers;
mod multipart;
mod parts;
mod path;
mod query;
pub(crate) mod styles;
mod tree;

pub use self::body::Body;
pub(crate) use self::body::{Again, Chunks, Content, RequestBody};
pub(crate) use self::field::with_field;
pub(crate) use self::form::{FORM, append_flat, append_value, form};
pub(crate) use self::headers::{credential_value, put, vetted};
pub use self::multipart::{Multipart, Part};
pub use self::parts::{AsParts, Form};
pub(crate) use self::path::{fill, fill_key, fill_written, refuse_dot_segments};
pub(crate) use self::query::{without, without_pairs};
pub(crate) use self::tree::Tree;
