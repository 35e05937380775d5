//! Finds what in a cargo workspace can send a request without paying.
//!
//! Types close the client of `tollgate`; nobody can stop a program from depending on an HTTP library
//! beside it. So this reads the workspace, manifests and source, and names every place where a raw
//! HTTP client is depended on, called, held or handed on, however it is imported or renamed; every
//! text with the host of a described vendor outside its description; and every vendor that is
//! described twice. The command `tollgate audit` is this library with a command line.
//!
//! ```text
//! cargo metadata ─► workspace ─► facts ─► names ─► rules ─► findings ─► settings ─► report
//!                   packages     files    what a            by place    exceptions  text, JSON,
//!                                as data  path means                                SARIF
//! ```
//!
//! # What it sees, and what not
//!
//! Every Rust file of every package of the workspace, build scripts, tests, examples and benches too,
//! with a [`Class`] by which they can be excepted; all conditional code, whatever its condition; the
//! tokens of macros. A path is followed through imports, renames, aliases, globs and re-exports of the
//! workspace's own crates. A text is found in its parts too, in `concat!`, in formats and in sums, as
//! far as they are constants.
//!
//! A file that is put into another by `include!` is read as one of its own, of the class of fixtures.
//! It has no types. A method that is called on a raw client that another function returned is not
//! seen; where the client was made, or named as a type, is. Dependencies of dependencies are not
//! looked into: what a crate of others sends is its own affair, until it hands a client out. A host
//! that is put together by the running program is not seen.
//!
//! # Exceptions
//!
//! In `tollgate-audit.toml`, or in `[workspace.metadata.tollgate-audit]`:
//!
//! ```toml
//! [[allow]]
//! rule = "call"                # and any of `class`, `package`, `path`, `client`, `host`
//! package = "smoke-tests"
//! reason = "asks the vendor's status page, which has no limit"
//! expires = "2027-06-30"       # the last day
//!
//! [[client]]                   # a client that is not known here
//! package = "our-http"
//! doors = ["Client", "fetch"]  # everything, if left out
//! ```
//!
//! An exception without a reason, without an end, past its end, or for nothing is a finding itself.

mod catalog;
mod date;
mod error;
mod facts;
mod finding;
mod fragments;
mod manifest;
mod names;
mod place;
mod report;
mod rules;
mod run;
mod settings;
mod workspace;

pub use crate::date::{Date, NoDate};
pub use crate::error::Error;
pub use crate::finding::{Finding, Rule};
pub use crate::fragments::Fragments;
pub use crate::place::{Class, Place};
pub use crate::report::{Allowed, Report};
pub use crate::run::Audit;
