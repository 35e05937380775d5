//! What became of all documents, and how it is told.

use std::collections::BTreeMap;
use std::time::Duration;

use tollgate_openapi::{Entry, Import};

/// All that was seen.
#[derive(Default)]
pub(crate) struct Tally {
    imported: usize,
    operations: usize,
    methods: usize,
    lines: usize,
    reported: BTreeMap<String, Seen>,
    notes: BTreeMap<String, Seen>,
    /// Refused as a whole, and why.
    refused: Vec<(String, String)>,
    failures: Vec<(String, Vec<String>)>,
    slowest: Vec<(Duration, String)>,
}

/// One reason.
#[derive(Default)]
struct Seen {
    documents: usize,
    entries: usize,
    first: String,
}

impl Tally {
    /// How long a document took.
    pub(crate) fn took(&mut self, name: &str, time: Duration) {
        self.slowest.push((time, name.to_owned()));
    }

    /// What is wrong with the import of a document; nothing, if nothing is.
    pub(crate) fn complain(&mut self, name: &str, complaints: Vec<String>) {
        if !complaints.is_empty() {
            self.failures.push((name.to_owned(), complaints));
        }
    }

    /// A document that is refused as a whole, and why.
    pub(crate) fn refuse(&mut self, name: &str, told: String) {
        self.refused.push((name.to_owned(), told));
    }

    /// How many documents have failed.
    pub(crate) fn failed(&self) -> usize {
        self.failures.len()
    }

    /// What an import came to.
    pub(crate) fn count(&mut self, name: &str, import: &Import) {
        let report = &import.report;
        self.imported += 1;
        self.operations += report.operations;
        self.methods += report.imported;
        self.lines += report.lines;
        see(&mut self.reported, name, &report.reported);
        see(&mut self.notes, name, &report.notes);
    }

    /// Prints all of it.
    pub(crate) fn print(&self) {
        let Self {
            imported,
            operations,
            methods,
            lines,
            ..
        } = self;
        println!(
            "{imported} documents with {operations} operations: {methods} methods, {lines} lines\n"
        );
        print("not imported", &self.reported);
        print("noted", &self.notes);
        for (name, told) in &self.refused {
            println!("refused: {name}: {told}");
        }
        let mut slowest = self.slowest.clone();
        slowest.sort();
        for (time, name) in slowest.iter().rev().take(5) {
            println!("slow: {name}: {:.1} s", time.as_secs_f64());
        }
        for (name, complaints) in &self.failures {
            complaints
                .iter()
                .for_each(|complaint| println!("test {name} ... FAILED: {complaint}"));
        }
        let failed = self.failed();
        let passed = self.slowest.len() - failed;
        let word = if failed == 0 { "ok" } else { "FAILED" };
        println!("test result: {word}. {passed} passed; {failed} failed; 0 ignored");
    }
}

fn see(seen: &mut BTreeMap<String, Seen>, name: &str, entries: &[Entry]) {
    let mut of_this: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries {
        let reason = entry.reason.to_string();
        let seen = seen.entry(reason.clone()).or_default();
        if seen.entries == 0 {
            seen.first = format!("{name}{}: {}", entry.pointer, entry.detail);
        }
        seen.entries += 1;
        *of_this.entry(reason).or_default() += 1;
    }
    for reason in of_this.keys() {
        seen.entry(reason.clone()).or_default().documents += 1;
    }
}

fn print(what: &str, seen: &BTreeMap<String, Seen>) {
    println!("| {what} | documents | times | the first |\n|---|---|---|---|");
    for (
        reason,
        Seen {
            documents,
            entries,
            first,
        },
    ) in seen
    {
        println!(
            "| {reason} | {documents} | {entries} | {} |",
            first.replace('|', "\\|")
        );
    }
    println!();
}
