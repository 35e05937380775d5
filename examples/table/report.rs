//! The table, and whether it is what was promised.

use std::fmt;
use std::time::Duration;

use crate::rows::Row;
use crate::run::Outcome;
use crate::site::BURST;

/// What is wrong with the rows so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    complaints: Vec<String>,
}

/// So much of the optimum a row may take.
const REACH: f64 = 1.01;
/// A permit that is there costs less than this.
const NO_WAIT: Duration = Duration::from_millis(1);

impl Report {
    /// The first line.
    pub(crate) const HEAD: &str = "what                requests  measured of the other tool       optimum       ours   ratio   per s  worst window  429  unpaid  waited, all";

    /// The line of a row.
    pub(crate) fn add(&mut self, row: &Row, outcome: &Outcome) -> String {
        let ratio = outcome.took.as_secs_f64() / outcome.optimum.as_secs_f64();
        let unpaid = unpaid(outcome);
        let mut claim = |holds: bool, complaint: &str| {
            if !holds {
                self.complaints.push(format!("{}: {complaint}", row.what));
            }
        };
        if row.is_free() {
            claim(outcome.meter.waited < NO_WAIT, "waited for a permit");
        } else {
            claim(ratio <= REACH, "more than 1 % above the optimum");
        }
        claim(
            outcome.throttled == 0 && outcome.worst <= f64::from(BURST),
            "above the ceiling",
        );
        claim(
            unpaid == 0 && outcome.meter.permits == outcome.seen,
            "permits and requests differ",
        );
        claim(
            outcome.seen == u64::from(row.total()),
            "not as many requests as there should be",
        );
        let window = format!("{:.2} of {BURST}", outcome.worst);
        format!(
            "{:<18}  {:>8}  {:<30}  {:>8.3} s {:>8.3} s  {:>6.4}  {:>6.2}  {:>12}  {:>3}  {:>6}  {:>9.3} s",
            row.what,
            outcome.seen,
            row.original,
            outcome.optimum.as_secs_f64(),
            outcome.took.as_secs_f64(),
            ratio,
            f64::from(row.total()) / outcome.took.as_secs_f64(),
            window,
            outcome.throttled,
            unpaid,
            outcome.meter.waited.as_secs_f64(),
        )
    }

    /// Whether every row was as promised.
    pub(crate) fn is_clean(&self) -> bool {
        self.complaints.is_empty()
    }
}

/// Requests without a permit, by the count of whoever counted more.
fn unpaid(outcome: &Outcome) -> u64 {
    let requests = outcome.seen.max(outcome.meter.requests);
    requests.saturating_sub(outcome.meter.permits)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "ours: from the start of the first process to the end of the last; of one page that is the start of the program\n\
             optimum: with the time that the vendor took for its answers, as it measured it\n\
             worst window: the most requests in any stretch of time, less the 10 per second that come back in it\n"
        )?;
        if self.is_clean() {
            return f.write_str(
                "as promised: within 1 % of the optimum, never above the ceiling, no wait for one page",
            );
        }
        write!(f, "not as promised: {}", self.complaints.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use tollgate::Meter;

    use super::*;
    use crate::rows::ROWS;

    fn outcome(row: &Row) -> Outcome {
        let total = u64::from(row.total());
        let mut meter = Meter::default();
        (meter.permits, meter.requests) = (total, total);
        Outcome {
            took: Duration::from_millis(10_090),
            optimum: Duration::from_secs(10),
            worst: 50.0,
            seen: total,
            throttled: 0,
            meter,
        }
    }

    fn is_clean(row: &Row, change: impl FnOnce(&mut Outcome)) -> bool {
        let mut outcome = outcome(row);
        change(&mut outcome);
        let mut report = Report::default();
        report.add(row, &outcome);
        report.is_clean()
    }

    #[test]
    fn only_what_was_promised_is_clean() {
        let [page, walk, ..] = &ROWS;
        assert!(is_clean(page, |_| ()));
        assert!(is_clean(walk, |_| ()));
        let late = |outcome: &mut Outcome| outcome.took = Duration::from_millis(10_110);
        let waited = |outcome: &mut Outcome| outcome.meter.waited = Duration::from_millis(1);
        assert!(!is_clean(walk, late));
        assert!(is_clean(walk, waited), "there it has to");
        assert!(!is_clean(page, waited));
        assert!(is_clean(page, late), "that is the start of a program");
        assert!(!is_clean(walk, |outcome| outcome.throttled = 1));
        assert!(!is_clean(walk, |outcome| outcome.worst = 50.01));
        assert!(!is_clean(walk, |outcome| outcome.meter.permits -= 1));
        assert!(!is_clean(walk, |outcome| outcome.meter.permits += 1));
        assert!(!is_clean(walk, |outcome| outcome.seen -= 1));
    }
}
