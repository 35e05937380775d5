//! The command `tollgate`: shows, watches, resets and examines the state that all processes of a
//! user share on a machine.
//!
//! This library is the inside of the command, for its binary, its pictures and its tests; nobody else
//! should build on it, and no version promises that it stays. What is promised is the command line
//! and its JSON: see `README.md` beside it.
//!
//! ```text
//! options ─► run ─► read ─► model::State ─┬─► status   table, JSON
//!                                         ├─► watch    history ─► screen, log
//!                                         └─► reset    choose ─► plan ─► ask ─► do
//!                   doctor::gather ─► Facts ─► judge ─► findings ─► text, JSON
//!                   audit  the crate `tollgate-audit` with a command line
//! ```
//!
//! [`read`] is the only module that asks the limiter; the gathering half of [`doctor`] and
//! [`place`] are the only ones that ask the operating system. All else works on plain data.

mod audit;
pub mod doctor;
pub mod failure;
mod import;
pub mod model;
pub mod options;
pub mod output;
pub mod place;
pub mod read;
pub mod reset;
mod run;
pub mod show;
pub mod status;
pub mod watch;

pub use crate::run::run;
