//! What is printed at the end: the documents, what was not imported of them, what each generator
//! came to, and the figures that must be reached.

use std::fmt::Display;

use tollgate_benches::{Reach, Spread, Table, say};

use crate::row::Row;
use crate::subject::{Figures, Subject};

/// Prints everything about the documents.
pub(crate) fn print(rows: &[Row], peers: bool) {
    documents(rows).print();
    checks(rows, peers).print();
    say("What was not imported:\n");
    reasons(rows).print();
    say("All generators:\n");
    generators(rows).print();
    let mut reach = Reach::default();
    rows.iter().for_each(|row| judge(row, &mut reach));
    reach.sum_up();
}

/// What was imported.
fn documents(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "document",
        "dialect",
        "operations",
        "imported",
        "reported",
        "lines",
        "import, s",
    ]);
    for row in rows {
        let [name, dialect] = [row.document.name, &row.document.dialect].map(str::to_owned);
        let [operations, imported, reported, seconds] = counts(row);
        let lines = blank(row.ours.lines());
        table.row([
            name, dialect, operations, imported, reported, lines, seconds,
        ]);
    }
    table
}

/// What checking it takes.
fn checks(rows: &[Row], peers: bool) -> Table {
    let mut table = Table::new([
        "document",
        "check, s",
        "CPU, s",
        "peak, MB",
        "a change beside it, s",
        "best peer",
        "its s",
        "its CPU, s",
        "its MB",
        "× its s",
        "× its CPU",
        "× its MB",
    ]);
    for row in rows {
        let [seconds, cpu, megabytes] = measured(&row.ours);
        let change = blank(row.recheck.map(|figures| rounded(figures.seconds)));
        let best = row.best();
        let peer = best.map_or(if peers { "none" } else { "not asked" }, |(name, _)| name);
        let its = best.map_or_else(Default::default, |(_, figures)| told(figures));
        let [its_seconds, its_cpu, its_megabytes] = its;
        let [of_seconds, of_cpu, of_megabytes] = shares(row);
        table.row([
            row.document.name.into(),
            seconds,
            cpu,
            megabytes,
            change,
            peer.into(),
            its_seconds,
            its_cpu,
            its_megabytes,
            of_seconds,
            of_cpu,
            of_megabytes,
        ]);
    }
    table
}

fn counts(row: &Row) -> [String; 4] {
    let Some(imported) = &row.imported else {
        return Default::default();
    };
    let report = &imported.report;
    [
        report.operations.to_string(),
        report.imported.to_string(),
        report.reported.len().to_string(),
        format!("{:.2}", imported.seconds),
    ]
}

fn measured(subject: &Subject) -> [String; 3] {
    match subject.figures() {
        Ok(figures) => told(figures),
        // Why not, in a few words.
        Err(_) => [subject.failure(), String::new(), String::new()],
    }
}

fn told(figures: Figures) -> [String; 3] {
    [
        rounded(figures.seconds),
        rounded(figures.cpu),
        format!("{:.0}", figures.megabytes.median),
    ]
}

fn shares(row: &Row) -> [String; 3] {
    let Some(times) = row.times_the_best() else {
        return Default::default();
    };
    [times.seconds, times.cpu, times.megabytes].map(|times| format!("{times:.2}"))
}

fn reasons(rows: &[Row]) -> Table {
    let mut table = Table::new(["document", "reason", "operations", "the first of them"]);
    for row in rows {
        let reports = row.imported.iter().map(|imported| &imported.report);
        for (reason, (count, first)) in reports.flat_map(|report| report.reasons()) {
            table.row([
                row.document.name.into(),
                reason.into(),
                count.to_string(),
                first.into(),
            ]);
        }
    }
    table
}

fn generators(rows: &[Row]) -> Table {
    let mut table = Table::new(["document", "generator", "lines", "check, s", "CPU, s", "MB"]);
    for row in rows {
        for subject in row.peers.iter().chain([&row.ours]) {
            let [seconds, cpu, megabytes] = measured(subject);
            let [document, generator] = [row.document.name, subject.name].map(str::to_owned);
            let lines = blank(subject.lines());
            table.row([document, generator, lines, seconds, cpu, megabytes]);
        }
    }
    table
}

/// The figures that must be reached for one document; those of GitHub are also absolute.
fn judge(row: &Row, reach: &mut Reach) {
    let name = row.document.name;
    if let Some(imported) = &row.imported {
        let unaccounted = imported.report.unaccounted();
        let what = format!("{name}: operations not accounted for");
        reach.at_most(&what, f64::from(unaccounted), 0.0);
    }
    let checks = row.ours.figures().is_ok();
    reach.at_least(
        &format!("{name}: imports and checks"),
        f64::from(u8::from(checks)),
        1.0,
    );
    if let (Ok(figures), "github") = (row.ours.figures(), name) {
        reach.at_most("github: seconds", figures.seconds.median, 15.0);
        reach.at_most("github: peak, MB", figures.megabytes.median, 1024.0);
    }
    if let Some(figures) = row.recheck {
        let what = format!("{name}: seconds after a change");
        reach.at_most(&what, figures.seconds.median, 1.0);
    }
    if let Some(times) = row.times_the_best() {
        let of = |what| format!("{name}: × {what} of the best peer");
        reach.at_most(&of("seconds"), times.seconds, 0.2);
        reach.at_most(&of("processor time"), times.cpu, 0.2);
        reach.at_most(&of("memory"), times.megabytes, 0.4);
    }
}

fn rounded(spread: Spread) -> String {
    format!("{:.2}", spread.median)
}

fn blank(figure: Option<impl Display>) -> String {
    figure.map(|figure| figure.to_string()).unwrap_or_default()
}
