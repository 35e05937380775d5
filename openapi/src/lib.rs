//! Writes descriptions from OpenAPI documents: traits that pay for every request, and their types.
//!
//! People who call large APIs have a document, and not the patience to write a trait. This reads
//! OpenAPI 3.0, 3.1 and Swagger 2.0, as JSON or YAML, in one file or several, and writes Rust in the
//! description language of `tollgate`, to be read, reviewed, committed and extended by hand. What is
//! written is compiled by the same macros as what a person writes, so it pays like everything else.
//!
//! ```text
//! files ─► document ─► operation ─┬─► group ─┐
//!          nodes with   requests,  │  traits   ├─► output ─► files, report
//!          pointers     answers    └─► schema ─┘
//!                                      types
//! ```
//!
//! A [`Document`] is opened and imported ([`import()`]) by [`Options`], with the vendor's [`Limits`] among them; the
//! [`Import`] is written into a folder, compared with one, or put into one file. The command `tollgate import` is
//! this with a command line, and [`Build`] is it in a build script.
//!
//! Nothing is dropped silently: an operation becomes a method, or stands in the [`Report`] with its
//! place in the document and the reason.

mod docs;
mod document;
mod error;
mod group;
mod import;
mod limits;
mod memory;
mod names;
mod operation;
mod options;
mod output;
mod pattern;
mod report;
mod root;
mod schema;

pub use crate::document::Document;
pub use crate::error::Error;
pub use crate::import::import;
pub use crate::limits::Limits;
pub use crate::options::Options;
pub use crate::output::{Build, Difference, File, Import, Owner};
pub use crate::report::{Entry, Reason, Report};
