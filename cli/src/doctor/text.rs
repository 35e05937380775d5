//! Findings as lines for people.

use unicode_width::UnicodeWidthStr;

use super::{Finding, Level};
use crate::show::{Line, Part};

/// Columns of the level.
const LEVEL: usize = 9;
/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;
/// Shorter ones too.
const NARROWEST: usize = 40;

/// One line for what is well, and for all else what it means and what to do. The last line counts.
#[must_use]
pub fn lines(findings: &[Finding], width: usize) -> Vec<Line> {
    let width = width.clamp(NARROWEST, WIDEST);
    let mut lines: Vec<Line> = findings
        .iter()
        .flat_map(|finding| of(finding, width))
        .collect();
    lines.push(Line::default());
    lines.push(count(findings));
    lines
}

fn of(finding: &Finding, width: usize) -> Vec<Line> {
    let (word, part) = word(finding.level);
    let text = format!("{}: {}", finding.topic, finding.found);
    let mut lines = wrapped(&format!("{word:<LEVEL$}"), part, Part::Plain, &text, width);
    if let Some(meaning) = &finding.meaning {
        lines.extend(wrapped(&" ".repeat(LEVEL), part, Part::Dim, meaning, width));
    }
    if let Some(cure) = &finding.cure {
        let cure = format!("→ {cure}");
        lines.extend(wrapped(&" ".repeat(LEVEL), part, Part::Plain, &cure, width));
    }
    lines
}

fn word(level: Level) -> (&'static str, Part) {
    match level {
        Level::Ok => ("ok", Part::Good),
        Level::Note => ("note", Part::Strong),
        Level::Warning => ("warning", Part::Notable),
        Level::Error => ("error", Part::Bad),
    }
}

/// `text` to the right of `lead`, on as many lines as it needs. Words are not cut.
fn wrapped(lead: &str, lead_part: Part, part: Part, text: &str, width: usize) -> Vec<Line> {
    let room = width.saturating_sub(LEVEL);
    let mut rows = Vec::new();
    for paragraph in text.lines() {
        let mut row = String::new();
        for word in paragraph.split_whitespace() {
            if !row.is_empty() && row.width() + 1 + word.width() > room {
                rows.push(std::mem::take(&mut row));
            }
            if !row.is_empty() {
                row.push(' ');
            }
            row.push_str(word);
        }
        rows.push(row);
    }
    let blank = " ".repeat(LEVEL);
    let leads = std::iter::once(lead).chain(std::iter::repeat(blank.as_str()));
    leads
        .zip(rows)
        .map(|(lead, row)| Line::of(lead_part, lead).and(part, row))
        .collect()
}

fn count(findings: &[Finding]) -> Line {
    let of = |level| {
        findings
            .iter()
            .filter(|finding| finding.level == level)
            .count()
    };
    let (notes, warnings, errors) = (of(Level::Note), of(Level::Warning), of(Level::Error));
    let part = match (warnings, errors) {
        (_, 1..) => Part::Bad,
        (1.., 0) => Part::Notable,
        (0, 0) => Part::Good,
    };
    let several =
        |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let counts = [
        several(errors, "error"),
        several(warnings, "warning"),
        several(notes, "note"),
    ];
    Line::of(part, counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_wrapped_below_itself() {
        let finding = Finding::new(
            Level::Error,
            "directory",
            "it is a file, and no directory at all",
        )
        .meaning("no client can start")
        .cure("move it away");
        let text: Vec<String> = lines(&[finding], 0).iter().map(Line::plain).collect();
        assert_eq!(
            text,
            [
                "error    directory: it is a file, and no",
                "         directory at all",
                "         no client can start",
                "         → move it away",
                "",
                "1 error, 0 warnings, 0 notes",
            ]
        );
    }
}
