//! The report as text, in the manner of a compiler.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::Report;
use crate::finding::Finding;
use crate::place::Class;

/// How much of a line is shown.
const WIDEST: usize = 120;

impl Report {
    fn one(&self, finding: &Finding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            place,
            rule,
            message,
            reason,
            package,
            class,
            ..
        } = finding;
        writeln!(f, "{rule}: {message}")?;
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        let kind = match class {
            Class::Code | Class::Manifest => String::new(),
            class => format!(" ({class})"),
        };
        let of = match package.as_str() {
            "" => String::new(),
            package => format!(" in `{package}`"),
        };
        writeln!(f, "{margin}--> {place}{of}{kind}")?;
        if let Some(line) = self.line(place) {
            writeln!(f, "{margin} |\n{number} | {}", shown(line))?;
            writeln!(
                f,
                "{margin} | {}^",
                " ".repeat(shown_before(line, place.column))
            )?;
        }
        writeln!(f, "{margin} = {reason}\n")
    }

    /// One line that counts.
    fn count(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in &self.findings {
            *kinds.entry(finding.rule.name()).or_default() += 1;
        }
        let mut what = String::new();
        for (kind, count) in kinds {
            write!(what, ", {kind} {count}")?;
        }
        let (packages, files) = (self.packages, self.files);
        let found = self.findings.len();
        let allowed = self.allowed.len();
        write!(
            f,
            "packages {packages}, files {files}: findings {found}, allowed {allowed}{what}"
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            self.one(finding, f)?;
        }
        self.count(f)
    }
}

/// A line without what a terminal would take for a command, and not too long.
fn shown(line: &str) -> String {
    let clean = |letter: char| if letter.is_control() { ' ' } else { letter };
    line.chars()
        .take(WIDEST)
        .map(clean)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// How many columns stand before a column that is shown.
fn shown_before(line: &str, column: usize) -> usize {
    column
        .saturating_sub(1)
        .min(line.chars().count())
        .min(WIDEST)
}
