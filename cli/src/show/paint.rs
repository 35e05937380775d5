//! Lines as the bytes of a terminal or of a file.

use std::fmt::Write as _;
use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};

use super::{Line, Part};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal that has them, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Whether to use colours on the standard output of this process.
    #[must_use]
    pub fn on_stdout(self) -> bool {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        self.decide(
            std::io::stdout().is_terminal(),
            // See https://no-color.org: any value but the empty one.
            set("NO_COLOR").is_some(),
            set("TERM").is_some_and(|terminal| terminal == "dumb"),
        )
    }

    fn decide(self, terminal: bool, unwanted: bool, dumb: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => terminal && !unwanted && !dumb,
        }
    }
}

/// `lines` as text that ends with a newline.
#[must_use]
pub fn paint(lines: &[Line], colours: bool) -> String {
    let mut text = String::new();
    for line in lines {
        match colours {
            true => coloured(&mut text, line),
            false => text.push_str(line.plain().trim_end()),
        }
        text.push('\n');
    }
    text
}

fn coloured(text: &mut String, line: &Line) {
    for piece in &line.0 {
        let style = style(piece.part);
        // Writing into a `String` cannot fail.
        let _ = write!(text, "{style}{}{style:#}", piece.text);
    }
}

/// The colours of a terminal for a part; the sixteen that its user has chosen.
fn style(part: Part) -> Style {
    let colour = |colour: AnsiColor| colour.on_default();
    match part {
        Part::Plain => Style::new(),
        Part::Strong => Style::new().bold(),
        Part::Dim => Style::new().dimmed(),
        Part::Good => colour(AnsiColor::Green),
        Part::Notable => colour(AnsiColor::Yellow),
        Part::Bad => colour(AnsiColor::Red).bold(),
        Part::History => colour(AnsiColor::Cyan),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        for (choice, terminal, unwanted, dumb, expected) in [
            (Colour::Auto, true, false, false, true),
            (Colour::Auto, false, false, false, false),
            (Colour::Auto, true, true, false, false),
            (Colour::Auto, true, false, true, false),
            (Colour::Always, false, true, true, true),
            (Colour::Never, true, false, false, false),
        ] {
            assert_eq!(choice.decide(terminal, unwanted, dumb), expected);
        }
    }

    #[test]
    fn every_style_that_begins_ends() {
        let line = Line::of(Part::Bad, "a").and(Part::Plain, "b");
        assert_eq!(
            paint(std::slice::from_ref(&line), true),
            "\u{1b}[1m\u{1b}[31ma\u{1b}[0mb\n"
        );
        assert_eq!(paint(&[line], false), "ab\n");
    }
}
