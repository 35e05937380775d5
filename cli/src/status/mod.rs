//! `tollgate status`: all accounts at this moment.
//!
//! A [`State`] comes in; a table for people or a document for programs comes out.

mod document;
mod table;

use jiff::tz::TimeZone;

pub use self::document::{Document, VERSION, json};
use crate::model::{Counters, State, Unreadable};
use crate::show::text::{clean, clean_lines};
use crate::show::{Line, Part, units};

/// How to show a table.
#[derive(Clone, Debug)]
pub struct View {
    /// Columns of text.
    pub width: usize,
    /// The zone of times of day.
    pub zone: TimeZone,
    /// Whether to show the endpoints' counters too.
    pub endpoints: bool,
}

/// The state as lines for people.
#[must_use]
pub fn lines(state: &State, view: &View) -> Vec<Line> {
    let mut lines = vec![Line::of(Part::Dim, "state in ").and(Part::Plain, place(state))];
    if !state.accounts.is_empty() {
        lines.push(Line::default());
        lines.extend(table::lines(state, view));
        lines.push(Line::default());
        lines.push(total(&state.total()));
    }
    if !state.unreadable.is_empty() {
        lines.push(Line::default());
        lines.extend(state.unreadable.iter().flat_map(unreadable));
    }
    lines
}

/// What is said where there is nothing to show, and where else it may be.
#[must_use]
pub fn nothing(state: &State, filter: Option<&str>) -> String {
    let place = place(state);
    match filter {
        Some(filter) => format!("No account of an API like `{}` in {place}.", clean(filter)),
        None if state.state_dir_from.is_fleet() => {
            format!("Nothing in {place}: no client of a fleet has used this store within a day.")
        }
        None => format!(
            "Nothing yet in {place}: no client with machine scope has been built for this directory.\n\
             Programs may have been told another one, by TOLLGATE_STATE_DIR or by themselves: --state-dir \
             shows it."
        ),
    }
}

/// The directory, and who says so unless it is the usual one.
pub(crate) fn place(state: &State) -> String {
    let dir = clean(&state.state_dir.to_string_lossy());
    match state.state_dir_from.named() {
        Some(by) => format!("{dir} (from {by})"),
        None => dir,
    }
}

/// The numbers of all together, as a client's meter says them.
pub(crate) fn total(counters: &Counters) -> Line {
    let text = format!(
        "calls {}, waited {}, retries {}, exhausted {}, ",
        units::count(counters.calls),
        units::spent(counters.waited),
        units::count(counters.retries),
        units::count(counters.exhausted),
    );
    let part = if counters.unpaid == 0 {
        Part::Good
    } else {
        Part::Bad
    };
    Line::of(Part::Dim, "total: ")
        .and(Part::Plain, text)
        .and(part, format!("unpaid {}", units::count(counters.unpaid)))
}

/// A file that cannot be read, and why not.
pub(crate) fn unreadable(file: &Unreadable) -> Vec<Line> {
    let name = clean(&file.file.to_string_lossy());
    let reason = clean_lines(&file.reason);
    let what = match file.stale {
        true => Line::of(Part::Dim, "not used since the machine started: "),
        false => Line::of(Part::Bad, "cannot be read: "),
    };
    let reasons = reason
        .lines()
        .map(|line| Line::of(Part::Plain, format!("  {line}")));
    std::iter::once(what.and(Part::Plain, name))
        .chain(reasons)
        .collect()
}
