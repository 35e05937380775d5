//! Why the command could not do what it was asked for.

use std::fmt;
use std::process::ExitCode;

use crate::output;
use crate::show::text::clean_lines;

/// A failure: what was being done and what was wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    kind: FailureKind,
    text: String,
    tip: Option<String>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Something on this machine is not as it should be.
    Trouble,
    /// The command was asked for something that it does not do.
    Usage,
}

impl Failure {
    /// Trouble with `text`.
    #[must_use]
    pub fn trouble(text: impl fmt::Display) -> Self {
        Self::new(FailureKind::Trouble, text)
    }

    /// A request that cannot be followed, for the reason of `text`.
    #[must_use]
    pub fn usage(text: impl fmt::Display) -> Self {
        Self::new(FailureKind::Usage, text)
    }

    fn new(kind: FailureKind, text: impl fmt::Display) -> Self {
        Self {
            kind,
            text: clean_lines(&text.to_string()),
            tip: None,
        }
    }

    /// The same with what would be right.
    #[must_use]
    pub fn tip(mut self, tip: impl fmt::Display) -> Self {
        self.tip = Some(clean_lines(&tip.to_string()));
        self
    }

    /// What was being done, and what was wrong.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Says it on the standard error, in the way of the parser of the command line.
    pub fn tell(&self) {
        output::complain(&self.to_string());
    }

    /// The exit code that goes with it.
    #[must_use]
    pub fn code(&self) -> ExitCode {
        match self.kind {
            FailureKind::Trouble => ExitCode::from(output::TROUBLE),
            FailureKind::Usage => ExitCode::from(output::USAGE),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.text)?;
        match &self.tip {
            Some(tip) => write!(f, "\n\n  tip: {}", tip.replace('\n', "\n       ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_shows_no_control_characters_and_keeps_its_lines() {
        let failure = Failure::trouble("reading `a\u{1b}[2J`\nno").tip("one\ntwo");
        assert_eq!(
            failure.to_string(),
            "error: reading `a\\u{1b}[2J`\nno\n\n  tip: one\n       two"
        );
    }
}
