//! How things are shown, whoever shows them.
//!
//! Values come in, and lines of text with a part to play come out. What a terminal, a file or a
//! picture makes of a part is the business of [`paint`] and of those who draw. Nothing here
//! knows where a value is from, and no text that is from a file gets out without
//! [`text::clean`].

pub mod cells;
pub mod paint;
pub mod spark;
pub mod table;
pub mod text;
pub mod units;

use unicode_width::UnicodeWidthStr;

/// What a piece of text is there for; colours follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A value like any other.
    Plain,
    /// What others stand below.
    Strong,
    /// What only leads the eye: headings, units, what does not apply.
    Dim,
    /// All is well.
    Good,
    /// Worth a look: a pause, an empty bucket.
    Notable,
    /// Trouble.
    Bad,
    /// A history.
    History,
}

/// A piece of text and its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Text without control characters.
    pub text: String,
    /// What it is there for.
    pub part: Part,
}

/// One line, from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Piece>);

impl Line {
    /// A line of one piece.
    #[must_use]
    pub fn of(part: Part, text: impl Into<String>) -> Self {
        Self::default().and(part, text)
    }

    /// The line with another piece at its end.
    #[must_use]
    pub fn and(mut self, part: Part, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Piece { text, part });
        }
        self
    }

    /// How many columns it takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.iter().map(|piece| piece.text.width()).sum()
    }

    /// Its text alone.
    #[must_use]
    pub fn plain(&self) -> String {
        self.0.iter().map(|piece| piece.text.as_str()).collect()
    }
}
