//! What the counters of a bucket or an endpoint say, and what they are told.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::time::Duration;

/// What happened in a bucket, at an endpoint, or in several together, up to one moment.
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::Meter;
///
/// let mut read = Meter::default();
/// read.calls = 200;
/// read.waited = Duration::from_millis(12_420);
/// let mut write = Meter::default();
/// write.calls = 14;
/// write.retries = 3;
///
/// let total: Meter = [read, write].into_iter().sum();
/// assert_eq!(
///     total.to_string(),
///     "calls 214, waited 12.4 s, retries 3, exhausted 0, unpaid 0",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meter {
    /// Calls made.
    pub calls: u64,
    /// Requests put on the wire.
    pub requests: u64,
    /// Permits granted and not given back.
    pub permits: u64,
    /// Time spent waiting for permits, by those who gave up too.
    pub waited: Duration,
    /// Retries made.
    pub retries: u64,
    /// How often no permit was there at once.
    pub exhausted: u64,
    /// How often a block began or was prolonged.
    pub blocks: u64,
    /// Permits and exchanges that hold a slot now.
    pub in_flight: u64,
    /// Acquires that wait now.
    pub waiting: u64,
    /// Units of these permits. A bucket's alone: an endpoint counts permits, and has none here.
    pub units: u64,
    /// Units that others spent from the same account, as far as the vendor's
    /// [reports](crate::Bucket::report) prove it.
    pub foreign: u64,
    /// Requests that breakers refused. A bucket has none: whoever has breakers adds them.
    pub refused: u64,
    /// Breakers that are not closed now, as above.
    pub open: u64,
    /// In the scope of a fleet: trips of this process to the store, for permits. Zero in other
    /// scopes, as the next two.
    pub trips: u64,
    /// Units that the store has given to this process, to be used within a short time.
    pub leases: u64,
    /// Units of these that were not used in time, and were told back.
    pub lease_losses: u64,
}

impl Meter {
    /// Requests that did not pay: zero, or a defect in this library.
    #[must_use]
    pub fn unpaid(&self) -> u64 {
        self.requests.saturating_sub(self.permits)
    }

    /// The part of what the account spent that was paid for here, from 0 to 1: our units beside
    /// those that somebody else must have spent, as far as the vendor's reports prove it. 1 where
    /// nothing is known of others.
    ///
    /// What is missing to 1 went past this limiter: another program with the same credential, or a
    /// line in this one that sends by itself. It is an upper bound, as [`foreign`](Self::foreign) is
    /// a lower one.
    ///
    /// ```
    /// use tollgate_limiter::Meter;
    ///
    /// let mut meter = Meter::default();
    /// assert_eq!(meter.paid_share(), 1.0);
    /// (meter.units, meter.foreign) = (150, 50);
    /// assert_eq!(meter.paid_share(), 0.75);
    /// ```
    #[must_use]
    pub fn paid_share(&self) -> f64 {
        let all = self.units.saturating_add(self.foreign);
        if all == 0 {
            return 1.0;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share for people, exact below 2^53"
        )]
        let share = self.units as f64 / all as f64;
        share
    }
}

impl Add for Meter {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            requests: self.requests + other.requests,
            permits: self.permits + other.permits,
            waited: self.waited.saturating_add(other.waited),
            retries: self.retries + other.retries,
            exhausted: self.exhausted + other.exhausted,
            blocks: self.blocks + other.blocks,
            in_flight: self.in_flight + other.in_flight,
            waiting: self.waiting + other.waiting,
            units: self.units.saturating_add(other.units),
            foreign: self.foreign.saturating_add(other.foreign),
            refused: self.refused + other.refused,
            open: self.open + other.open,
            trips: self.trips + other.trips,
            leases: self.leases + other.leases,
            lease_losses: self.lease_losses + other.lease_losses,
        }
    }
}

impl AddAssign for Meter {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Meter {
    fn sum<I: Iterator<Item = Self>>(meters: I) -> Self {
        meters.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "calls {}, waited {:.1} s, retries {}, exhausted {}, unpaid {}",
            self.calls,
            self.waited.as_secs_f64(),
            self.retries,
            self.exhausted,
            self.unpaid(),
        )
    }
}

/// What a client tells the meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A call was made.
    Call,
    /// A request was put on the wire.
    Request,
    /// A request that was counted provably was not sent; to be told before its permit is given
    /// back.
    Unsent,
    /// A request is a retry.
    Retry,
    /// A permit was granted. For the tally of an endpoint; a bucket knows its permits itself.
    Granted,
    /// A permit was given back, as above.
    GivenBack,
}
