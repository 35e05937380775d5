//! What was paid for what: the requests of all ledgers, by their causes.

use std::fmt;
use std::time::Duration;

use tollgate::{Attempt, Attempts, Cause};

use crate::book::Purpose;

/// A table with a row for each cause.
#[derive(Debug)]
pub(super) struct Causes {
    rows: [(&'static str, Row); 5],
}

/// What the requests of one cause cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    pub(super) requests: u64,
    pub(super) permits: u64,
    waited: Duration,
    paused: Duration,
}

impl Causes {
    /// From the ledgers of all calls.
    pub(super) fn new(calls: &[(Purpose, Attempts)]) -> Self {
        let names = ["first", "retry", "redirect", "new token", "refresh"];
        let mut rows = names.map(|name| (name, Row::default()));
        for (purpose, attempts) in calls {
            for attempt in attempts {
                let name = name(*purpose, attempt.cause);
                if let Some((_, row)) = rows.iter_mut().find(|(known, _)| *known == name) {
                    row.add(attempt);
                }
            }
        }
        Self { rows }
    }

    /// All of them together.
    pub(super) fn total(&self) -> Row {
        let mut total = Row::default();
        for (_, row) in &self.rows {
            total.requests += row.requests;
            total.permits += row.permits;
            total.waited += row.waited;
            total.paused += row.paused;
        }
        total
    }
}

/// The cause by the ledger; the requests of a token source are named by what they are for.
pub(super) fn name(purpose: Purpose, cause: Cause) -> &'static str {
    match (purpose, cause) {
        (Purpose::Token, _) => "refresh",
        (_, Cause::First) => "first",
        (_, Cause::Retry) => "retry",
        (_, Cause::Redirect) => "redirect",
        (_, Cause::NewToken) => "new token",
        _ => "another cause",
    }
}

impl Row {
    fn add(&mut self, attempt: &Attempt) {
        self.requests += 1;
        self.permits += u64::from(attempt.cost);
        self.waited += attempt.waited;
        self.paused += attempt.paused;
    }
}

impl fmt::Display for Causes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<12}{:>9}{:>9}{:>11}{:>11}",
            "cause", "requests", "permits", "waited", "paused"
        )?;
        for (name, row) in self.rows.iter().chain([&("all", self.total())]) {
            let (waited, paused) = (row.waited.as_secs_f64(), row.paused.as_secs_f64());
            writeln!(
                f,
                "{name:<12}{:>9}{:>9}{waited:>9.2} s{paused:>9.2} s",
                row.requests, row.permits
            )?;
        }
        Ok(())
    }
}
