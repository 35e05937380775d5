//! The standard output and the standard error of this process, and how wide they are.

use std::io::{self, ErrorKind, IsTerminal, Write};

use ratatui::crossterm::terminal;

use crate::failure::Failure;

/// The exit code where something is not as it should be.
pub const TROUBLE: u8 = 1;
/// The exit code where the command line cannot be followed; the parser's own.
pub const USAGE: u8 = 2;

/// Whether somebody still reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// They do.
    There,
    /// They have closed the pipe, and want no more.
    Gone,
}

/// Writes `text` to the standard output.
///
/// # Errors
///
/// When it cannot be written, for another reason than that nobody reads any more.
pub fn print(text: &str) -> Result<Reader, Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        Ok(()) => Ok(Reader::There),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Failure::trouble(format!(
            "writing to the standard output: {error}"
        ))),
    }
}

/// Writes `text` and a newline to the standard error, as far as there is one.
pub fn complain(text: &str) {
    // Whom should it be told?
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// How many columns of text the standard output has: those of the terminal, or of `COLUMNS`, or as
/// many as anybody likes.
#[must_use]
pub fn width() -> usize {
    let of_terminal = || io::stdout().is_terminal().then(terminal::size)?.ok();
    let of_variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    let columns = of_terminal().map(|(columns, _)| usize::from(columns));
    columns
        .or_else(of_variable)
        .filter(|columns| *columns > 0)
        .unwrap_or(usize::MAX)
}
