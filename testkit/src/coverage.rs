//! The vendor's count against the client's.

use std::fmt;

use tollgate_limiter::Meter;

use crate::vendor::Vendor;

/// How many of the requests that a vendor saw were paid for with permits.
///
/// ```
/// use tollgate_testkit::Coverage;
///
/// let coverage = Coverage::new(100, 97);
/// assert_eq!((coverage.paid(), coverage.unpaid()), (97, 3));
/// assert_eq!(coverage.to_string(), "seen 100, permits 97, paid 97, unpaid 3, fraction 0.9700");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    seen: u64,
    permits: u64,
}

impl Coverage {
    /// From the requests that vendors saw and the permits that clients spent.
    #[must_use]
    pub fn new(seen: u64, permits: u64) -> Self {
        Self { seen, permits }
    }

    /// Requests that the vendor saw, well-formed or not.
    #[must_use]
    pub fn seen(self) -> u64 {
        self.seen
    }

    /// Permits that the client spent.
    #[must_use]
    pub fn permits(self) -> u64 {
        self.permits
    }

    /// Requests for which there was a permit.
    #[must_use]
    pub fn paid(self) -> u64 {
        self.seen.min(self.permits)
    }

    /// Requests for which there was none.
    #[must_use]
    pub fn unpaid(self) -> u64 {
        self.seen.saturating_sub(self.permits)
    }

    /// The paid part of what was seen, from 0 to 1; 1 if nothing was seen.
    #[must_use]
    pub fn fraction(self) -> f64 {
        if self.seen == 0 {
            return 1.0;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share for people, exact below 2^53"
        )]
        let fraction = self.paid() as f64 / self.seen as f64;
        fraction
    }
}

/// Its count against the client's.
impl Vendor {
    /// Compares what arrived here with what the client's meter says it paid for.
    ///
    /// The meter must cover exactly the clients that talk to this vendor; for several vendors add
    /// up and use [`Coverage::new`].
    #[must_use]
    pub fn coverage(&self, meter: &Meter) -> Coverage {
        let entries = self.log.entries();
        let seen = entries.count + entries.malformed.len();
        Coverage::new(seen as u64, meter.permits)
    }

    /// Every request that arrived was paid for.
    ///
    /// # Panics
    ///
    /// If one was not.
    #[track_caller]
    pub fn assert_all_paid(&self, meter: &Meter) {
        let coverage = self.coverage(meter);
        assert!(
            coverage.unpaid() == 0,
            "not every request was paid for: {coverage}; the vendor saw {}",
            self.seen()
        );
    }

    /// As many requests arrived as permits were spent: none unpaid, and none paid in vain. Ask
    /// when nothing is on its way any more.
    ///
    /// # Panics
    ///
    /// If it were more or fewer.
    #[track_caller]
    pub fn assert_paid_exactly(&self, meter: &Meter) {
        let coverage = self.coverage(meter);
        let exact = coverage.seen() == coverage.permits();
        assert!(
            exact,
            "requests and permits differ: {coverage}; the vendor saw {}",
            self.seen()
        );
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seen, permits } = self;
        let (paid, unpaid, fraction) = (self.paid(), self.unpaid(), self.fraction());
        write!(
            f,
            "seen {seen}, permits {permits}, paid {paid}, unpaid {unpaid}, fraction {fraction:.4}"
        )
    }
}
