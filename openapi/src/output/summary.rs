//! The report as a page: what is not imported, and what is worth a look.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use super::HEADER;
use crate::Report;
use crate::report::{Entry, Reason};

/// The text of `unimported.md`.
pub(crate) fn unimported(title: &str, report: &Report) -> String {
    let mut text = format!(
        "<!-- {HEADER} from {}. -->\n\n# What was not imported\n\n",
        inline(title).replace("--", "- -")
    );
    let _ = writeln!(
        text,
        "Of {} operations {} are methods, and {} are not.\n",
        report.operations,
        report.imported,
        report.reported.len()
    );
    section(&mut text, &report.reported);
    if !report.notes.is_empty() {
        text.push_str("# What is worth a look\n\n");
        section(&mut text, &report.notes);
    }
    text
}

fn section(text: &mut String, entries: &[Entry]) {
    let mut kinds: BTreeMap<Reason, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        kinds.entry(entry.reason).or_default().push(entry);
    }
    for (reason, entries) in kinds {
        let _ = writeln!(text, "## {reason} ({})\n", entries.len());
        for entry in entries {
            let operation = match entry.operation.as_str() {
                "" => String::new(),
                operation => format!("{}: ", inline(operation)),
            };
            let _ = writeln!(
                text,
                "- {operation}{} (`{}`)",
                inline(&entry.detail),
                inline(&entry.pointer)
            );
        }
        text.push('\n');
    }
}

/// On one line, whatever the document holds.
fn inline(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
