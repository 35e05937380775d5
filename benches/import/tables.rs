//! What is printed at the end: the documents, what was not imported of them, what each generator
//! came to, and the figures that must be reached.

use std::fmt::Display;

use tollgate_benches::{Reach, Spread, Table, say};

use crate::row::{Best, Row, Times};
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
        "in a package of its own, s",
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
        let change = |of: Option<Figures>| blank(of.map(|figures| rounded(figures.seconds)));
        let (change, apart) = (change(row.recheck), change(row.apart));
        let best = row.best();
        let nobody = if peers { "none" } else { "not asked" };
        let peer = best.map_or_else(|| nobody.into(), named);
        let its = best.map_or_else(Default::default, |best| told(best.figures));
        let [its_seconds, its_cpu, its_megabytes] = its;
        let [of_seconds, of_cpu, of_megabytes] = shares(row);
        table.row([
            row.document.name.into(),
            seconds,
            cpu,
            megabytes,
            change,
            apart,
            peer,
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
    let (Some(times), Some(best)) = (row.times_the_best(), row.best()) else {
        return Default::default();
    };
    let mark = match best.operations.missing() {
        0 => "",
        _ => " (partial)",
    };
    [times.seconds, times.cpu, times.megabytes].map(|times| format!("{times:.2}{mark}"))
}

/// The name of the best, and what it has if that is not all.
fn named(best: Best) -> String {
    match best.operations.missing() {
        0 => best.name.into(),
        _ => format!("none has all; {}, partial: {}", best.name, best.operations),
    }
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
    let mut table = Table::new([
        "document",
        "generator",
        "operations",
        "lines",
        "check, s",
        "CPU, s",
        "MB",
    ]);
    for row in rows {
        for subject in row.peers.iter().chain([&row.ours]) {
            let [seconds, cpu, megabytes] = measured(subject);
            let [document, generator] = [row.document.name, subject.name].map(str::to_owned);
            let operations = blank(subject.operations);
            let lines = blank(subject.lines());
            table.row([
                document, generator, operations, lines, seconds, cpu, megabytes,
            ]);
        }
    }
    table
}

/// Above so many operations the command advises a package.
const LARGE: u32 = 150;

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
    // Of a large import, the command says that it should have a package of its own.
    let large = row
        .imported
        .as_ref()
        .is_some_and(|imported| imported.report.imported > LARGE);
    let (recheck, place) = match large {
        true => (row.apart, "beside its package"),
        false => (row.recheck, "in its package"),
    };
    let seconds = recheck.map_or(f64::INFINITY, |figures| figures.seconds.median);
    if checks {
        let what = format!("{name}: seconds after a change {place}");
        reach.at_most(&what, seconds, 1.0);
    }
    if let (Some(times), Some(best)) = (row.times_the_best(), row.best()) {
        compare(name, times, best, reach);
    }
}

/// Ours beside the best peer; beside one that leaves something out it is told, and not judged.
fn compare(document: &str, times: Times, best: Best, reach: &mut Reach) {
    let figures = [
        ("seconds", times.seconds, 0.2),
        ("processor time", times.cpu, 0.2),
        ("memory", times.megabytes, 0.4),
    ];
    for (what, figure, limit) in figures {
        let of_the_best = format!("{document}: × {what} of the best peer");
        if best.operations.missing() == 0 {
            reach.at_most(&of_the_best, figure, limit);
            continue;
        }
        let Best {
            name, operations, ..
        } = best;
        let beside = if figure <= limit {
            "at most"
        } else {
            "MORE THAN"
        };
        let why = format!(
            "nobody compiles the whole document; {figure:.3} of {name}, which has {operations} \
             operations, is {beside} {limit:.3}"
        );
        reach.not_judged(&of_the_best, why);
    }
}

fn rounded(spread: Spread) -> String {
    format!("{:.2}", spread.median)
}

fn blank(figure: Option<impl Display>) -> String {
    figure.map(|figure| figure.to_string()).unwrap_or_default()
}
