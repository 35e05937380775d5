//! What is printed at the end: the documents, what was not imported of them, what each generator
//! came to, and the figures that must be reached.

use std::fmt::Display;

use tollgate_benches::{Reach, Spread, Table, say};

use crate::row::Row;
use crate::subject::{Figures, Subject};

/// Prints everything about the documents.
pub(crate) fn print(rows: &[Row], peers: bool) {
    documents(rows, peers).print();
    say("What was not imported:\n");
    reasons(rows).print();
    say("All generators:\n");
    generators(rows).print();
    let mut reach = Reach::default();
    rows.iter().for_each(|row| judge(row, &mut reach));
    reach.sum_up();
}

fn documents(rows: &[Row], peers: bool) -> Table {
    let mut table = Table::new([
        "document",
        "dialect",
        "operations",
        "imported",
        "reported",
        "lines",
        "import, s",
        "check, s",
        "peak, MB",
        "a change beside it, s",
        "best peer",
        "its s",
        "its MB",
        "× its s",
        "× its MB",
    ]);
    for row in rows {
        let [name, dialect] = [row.document.name, &row.document.dialect].map(str::to_owned);
        let [operations, imported, reported, import] = counts(row);
        let [lines, seconds, megabytes] = measured(&row.ours);
        let change = blank(row.recheck.map(|figures| rounded(figures.seconds)));
        let [best, its_seconds, its_megabytes, of_seconds, of_megabytes] = beside(row, peers);
        table.row([
            name,
            dialect,
            operations,
            imported,
            reported,
            lines,
            import,
            seconds,
            megabytes,
            change,
            best,
            its_seconds,
            its_megabytes,
            of_seconds,
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
    let figures = subject.figures().ok();
    [
        blank(subject.lines()),
        // Why not, in a few words, where it was not to be had.
        figures.map_or_else(|| subject.failure(), |figures| rounded(figures.seconds)),
        blank(figures.map(|figures| format!("{:.0}", figures.megabytes.median))),
    ]
}

fn beside(row: &Row, peers: bool) -> [String; 5] {
    let Some((name, best)) = row.best() else {
        let why = if peers { "none" } else { "not asked" };
        return [why, "", "", "", ""].map(str::to_owned);
    };
    let times = row.times_the_best();
    [
        name.into(),
        rounded(best.seconds),
        format!("{:.0}", best.megabytes.median),
        blank(times.map(|(seconds, _)| format!("{seconds:.2}"))),
        blank(times.map(|(_, megabytes)| format!("{megabytes:.2}"))),
    ]
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
    let mut table = Table::new(["document", "generator", "lines", "check, s", "peak, MB"]);
    for row in rows {
        for subject in row.peers.iter().chain([&row.ours]) {
            let [lines, seconds, megabytes] = measured(subject);
            let [document, generator] = [row.document.name, subject.name].map(str::to_owned);
            table.row([document, generator, lines, seconds, megabytes]);
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
    if let (Ok(Figures { seconds, megabytes }), "github") = (row.ours.figures(), name) {
        reach.at_most("github: seconds", seconds.median, 15.0);
        reach.at_most("github: peak, MB", megabytes.median, 1024.0);
    }
    if let Some(figures) = row.recheck {
        reach.at_most(
            &format!("{name}: seconds after a change"),
            figures.seconds.median,
            1.0,
        );
    }
    if let Some((seconds, megabytes)) = row.times_the_best() {
        reach.at_most(&format!("{name}: × the time of the best"), seconds, 0.2);
        reach.at_most(&format!("{name}: × the memory of the best"), megabytes, 0.4);
    }
}

fn rounded(spread: Spread) -> String {
    format!("{:.2}", spread.median)
}

fn blank(figure: Option<impl Display>) -> String {
    figure.map(|figure| figure.to_string()).unwrap_or_default()
}
