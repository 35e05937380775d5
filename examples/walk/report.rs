//! What came of the walk: a table, and whether it is what was promised.

use std::fmt;
use std::time::Duration;

use tollgate::Meter;
use tollgate_testkit::Vendor;

use crate::options::Kind;

/// The client's counters beside the vendor's.
#[derive(Debug)]
pub(crate) struct Report {
    /// Requests that the vendor saw and those that it throttled; `None` for one that is not ours.
    pub(crate) seen: Option<(u64, u64)>,
    /// The client's counters.
    pub(crate) meter: Meter,
    /// From the first request to the last answer.
    pub(crate) duration: Duration,
    /// How the vendor counts.
    pub(crate) ceiling: Kind,
}

impl Report {
    /// From the counters of both sides.
    pub(crate) fn new(
        vendor: Option<&Vendor>,
        meter: Meter,
        duration: Duration,
        ceiling: Kind,
    ) -> Self {
        let seen = vendor.map(|vendor| (vendor.count() as u64, vendor.throttled() as u64));
        Self {
            seen,
            meter,
            duration,
            ceiling,
        }
    }

    /// Whether every request paid, none was throttled, and no permit was spent for nothing.
    pub(crate) fn is_clean(&self) -> bool {
        let (seen, throttled) = self.seen.unwrap_or((self.meter.requests, 0));
        self.unpaid() == 0
            && throttled == 0
            && self.meter.permits == seen
            && self.meter.requests == seen
    }

    /// Requests without a permit, by the count of whoever counted more.
    fn unpaid(&self) -> u64 {
        let (seen, _) = self.seen.unwrap_or_default();
        seen.max(self.meter.requests)
            .saturating_sub(self.meter.permits)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seen,
            meter,
            duration,
            ceiling,
        } = self;
        let mut row = |name: &str, value: String| writeln!(f, "{name:<28}{value:>10}");
        let by_vendor = |count: Option<u64>| {
            count.map_or_else(|| "not ours".to_owned(), |count| count.to_string())
        };
        row(
            "requests seen by the vendor",
            by_vendor(seen.map(|(seen, _)| seen)),
        )?;
        row("permits", meter.permits.to_string())?;
        row("unpaid", self.unpaid().to_string())?;
        row(
            "answered 429",
            by_vendor(seen.map(|(_, throttled)| throttled)),
        )?;
        row(
            "time waited, all walkers",
            format!("{:.2} s", meter.waited.as_secs_f64()),
        )?;
        row("times exhausted", meter.exhausted.to_string())?;
        let (duration, optimum) = (duration.as_secs_f64(), ceiling.optimum(meter.requests));
        row("duration", format!("{duration:.3} s"))?;
        row("optimum", format!("{optimum:.3} s"))?;
        if optimum > 0.0 {
            row("duration / optimum", format!("{:.4}", duration / optimum))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(seen: Option<(u64, u64)>, requests: u64, permits: u64) -> Report {
        let mut meter = Meter::default();
        (meter.requests, meter.permits) = (requests, permits);
        let (duration, ceiling) = (Duration::from_secs(1), Kind::Window);
        Report {
            seen,
            meter,
            duration,
            ceiling,
        }
    }

    #[test]
    fn only_a_walk_that_paid_for_everything_is_clean() {
        assert!(report(Some((7, 0)), 7, 7).is_clean());
        assert!(report(None, 7, 7).is_clean());
        for dirty in [
            report(Some((8, 0)), 7, 7), // one that the client does not know of
            report(Some((7, 1)), 7, 7), // one throttled
            report(Some((7, 0)), 7, 8), // a permit for nothing
            report(Some((6, 0)), 7, 7), // a request that did not arrive
            report(None, 8, 7),
        ] {
            assert!(!dirty.is_clean(), "{dirty}");
        }
        assert_eq!(report(Some((9, 0)), 7, 7).unpaid(), 2);
    }
}
