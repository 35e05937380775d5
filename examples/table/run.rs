//! One row: a vendor, an account, the commands; and what all of them counted.

use std::error::Error;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use clap::ValueEnum as _;
use tollgate::Meter;
use tollgate_testkit::Vendor;

use crate::optimum::least;
use crate::rows::Row;
use crate::site::{self, PER_SECOND, Site};

/// What came of a row.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// From the start of the first command to the end of the last.
    pub(crate) took: Duration,
    /// The least that the ceiling leaves, with the time that the vendor took for its answers.
    pub(crate) optimum: Duration,
    /// The most requests that the vendor saw beyond what comes back meanwhile, in any window.
    pub(crate) worst: f64,
    /// Requests that the vendor saw.
    pub(crate) seen: u64,
    /// Those of them that it answered by 429.
    pub(crate) throttled: u64,
    /// What all processes counted together.
    pub(crate) meter: Meter,
}

/// Runs the commands of a row, in a directory and at a vendor of its own.
pub(crate) fn run(row: &Row) -> Result<Outcome, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let dir = tempfile::tempdir()?;
    let vendor = runtime.block_on(site::vendor(row.requests, row.delay))?;
    let program = std::env::current_exe()?;
    let manner = row.manner.to_possible_value();
    let mut command = Command::new(program);
    command
        .arg("send")
        .arg(vendor.url())
        .arg(dir.path())
        .args(manner.as_ref().map(clap::builder::PossibleValue::get_name))
        .arg(row.requests.to_string());
    let begin = Instant::now();
    let children: Result<Vec<Child>, _> = (0..row.processes).map(|_| command.spawn()).collect();
    for mut child in children? {
        let status = child.wait()?;
        if !status.success() {
            return Err(format!("a command ended with {status}").into());
        }
    }
    let took = begin.elapsed();
    // All processes of an account have the same counters, also this one, which sends nothing.
    let meter = Site::open(&vendor.url(), dir.path())?.meter();
    Ok(Outcome {
        took,
        optimum: least(row.processes, row.requests, delay(&vendor)),
        worst: worst(&vendor.arrivals()),
        seen: vendor.count() as u64,
        throttled: vendor.throttled() as u64,
        meter,
    })
}

/// How long the vendor took for an answer, in the mean: its timers are late by up to a
/// millisecond, and that is no time that a client could save.
fn delay(vendor: &Vendor) -> Duration {
    let requests = vendor.requests();
    let spans = requests.iter().filter_map(|request| {
        let finished = request.finished()?;
        Some(finished.duration_since(request.arrived()))
    });
    let total: Duration = spans.sum();
    total / u32::try_from(requests.len()).unwrap_or(u32::MAX).max(1)
}

/// In any stretch of time, how many requests more than come back in it; the ceiling is kept as
/// long as that is no more than the burst.
fn worst(arrivals: &[Instant]) -> f64 {
    let Some(&first) = arrivals.first() else {
        return 0.0;
    };
    let mut arrivals = arrivals.to_vec();
    arrivals.sort_unstable();
    let (mut beyond, mut before, mut worst) = (0.0_f64, first, 0.0_f64);
    for &arrival in &arrivals {
        let back = arrival.duration_since(before).as_secs_f64() * f64::from(PER_SECOND);
        beyond = (beyond - back).max(0.0) + 1.0;
        before = arrival;
        worst = worst.max(beyond);
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_window_is_found_wherever_it_is() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let near = |worst: f64, expected: f64| (worst - expected).abs() < 1e-6;
        assert!(near(worst(&[]), 0.0));
        assert!(near(worst(&[at(0), at(1_000)]), 1.0));
        assert!(near(worst(&[at(0), at(0), at(50)]), 2.5));
        let two = [at(0), at(1_000), at(1_000), at(1_010), at(1_010)];
        assert!(near(worst(&two), 3.9), "not from the first on");
    }
}
