//! `tollgate watch`: all accounts, live.
//!
//! A source of states comes in. On a terminal they become a [`frame`] with histories that is drawn
//! again and again; elsewhere one line for each bucket and look.

pub mod draw;
pub mod frame;
mod history;
mod keys;
mod live;
mod log;
mod signals;
mod terminal;

use std::io::{self, IsTerminal};
use std::num::NonZeroU64;
use std::time::Duration;

pub use self::history::{History, Track};
pub use self::terminal::Screen;
use crate::failure::Failure;
use crate::model::State;
use crate::show::paint::Colour;

/// How often to look, and how many times.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long to wait between two looks.
    pub interval: Duration,
    /// Ends after so many.
    pub count: Option<NonZeroU64>,
}

/// Shows what `source` gives until the user has enough, or nobody reads any more.
///
/// # Errors
///
/// When the first look fails, or the terminal cannot be used. A later look that fails is shown, and
/// looked again.
pub fn watch(
    source: impl FnMut() -> Result<State, Failure>,
    pace: Pace,
    colour: Colour,
) -> Result<(), Failure> {
    // Keys come from a terminal too. One that cannot move its cursor is no better than a file.
    let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    match io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb {
        true => live::watch(source, pace, colour.on_stdout()),
        false => log::watch(source, pace),
    }
}
