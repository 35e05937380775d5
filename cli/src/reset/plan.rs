//! What a reset would do, and what it gives up.

use jiff::{Timestamp, tz::TimeZone};

use super::Target;
use crate::model::{Account, Bucket, Unreadable};
use crate::show::text::clean;
use crate::show::{Line, Part, cells, units};
use crate::status;

/// What is given up, whatever it is.
const GIVEN_UP: [&str; 3] = [
    "units that count as used here still count at the vendor: it may answer with 429",
    "pauses that the vendor asked for are forgotten: it may block for longer who comes earlier",
    "breakers close, and let requests go to a vendor that may still be failing",
];

/// What stays.
const STAYS: &str =
    "the counters of accounts that can be read, and the slots of requests that are under way";

/// What would be reset, and what is given up.
#[must_use]
pub fn plan(chosen: &[Target<'_>], now: Timestamp, zone: &TimeZone, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for target in chosen {
        lines.extend(match target {
            Target::Account(account) => of_account(account, now, zone, width),
            Target::File(file) => of_file(file),
        });
        lines.push(Line::default());
    }
    if chosen.iter().any(Target::is_resettable) {
        lines.push(Line::of(Part::Strong, "What is given up:"));
        lines.extend(GIVEN_UP.map(|text| Line::of(Part::Dim, "  - ").and(Part::Plain, text)));
    }
    if chosen
        .iter()
        .any(|target| matches!(target, Target::Account(_)))
    {
        lines.push(Line::of(Part::Strong, "What stays: ").and(Part::Plain, STAYS));
    }
    lines
}

/// Nothing is known of it but its name: it goes as a whole, or not at all.
fn of_file(file: &Unreadable) -> Vec<Line> {
    let mut lines = status::unreadable(file);
    lines.push(match file.resettable {
        true => Line::of(
            Part::Notable,
            "  all that may be in it is given up, its counters too",
        ),
        false => Line::of(
            Part::Bad,
            "  it stays as it is: a reset does not change that",
        ),
    });
    lines
}

fn of_account(account: &Account, now: Timestamp, zone: &TimeZone, width: usize) -> Vec<Line> {
    let mut lines = cells::account(account, width);
    let file = clean(&account.file.to_string_lossy());
    let (what, file) = match account.is_in_store() {
        true => ("  keys ", format!("{file}*")),
        false => ("  file ", file),
    };
    lines.push(Line::of(Part::Dim, what).and(Part::Plain, file));
    match account.alive().count() {
        0 => {}
        1 => lines.push(Line::of(
            Part::Notable,
            "  the process that uses it goes on with it",
        )),
        several => lines.push(Line::of(
            Part::Notable,
            format!("  the {several} processes that use it go on with it"),
        )),
    }
    lines.extend(
        account
            .buckets
            .iter()
            .map(|bucket| of_bucket(account, bucket, now, zone)),
    );
    let mut total = Line::of(Part::Plain, "  ");
    total.0.extend(status::total(&account.total()).0);
    lines.push(total);
    lines
}

fn of_bucket(account: &Account, bucket: &Bucket, now: Timestamp, zone: &TimeZone) -> Line {
    let mut line = Line::of(Part::Plain, "  bucket ").and(Part::Plain, clean(&bucket.name));
    if let Some(into) = &bucket.merged_into {
        return line.and(Part::Dim, format!(": part of {}", clean(into)));
    }
    line = line.and(
        Part::Plain,
        format!(": {} available", units::count(bucket.available)),
    );
    if bucket.blocked.is_some() {
        line = line.and(Part::Plain, ", blocked for ");
        line.0.push(cells::blocked(bucket, now, zone));
    }
    if let Some(breaker) = account.breaker(&bucket.name) {
        line = line.and(Part::Plain, ", breaker ");
        line.0.push(cells::breaker(Some(breaker)));
    }
    line
}
