//! The right to put one request on the wire, as a value.

use std::time::Duration;

use tollgate_limits::Cost;

use crate::state::{Grant, is_ours};
use crate::{Bucket, Mark, Moment, Serial};

/// The right to put exactly one request on the wire.
///
/// It cannot be copied or made, only acquired; [`spend`](Self::spend) consumes it. Dropped
/// unspent, it is given back. Its units count from the moment of the grant, so send at once;
/// whoever keeps permits in a drawer and sends them together breaks the vendor's limit.
///
/// ```compile_fail,E0599
/// fn twice(permit: tollgate_limiter::Permit) {
///     let copy = permit.clone();
/// }
/// ```
///
/// ```compile_fail,E0382
/// fn twice(permit: tollgate_limiter::Permit) {
///     let first = permit.spend();
///     let second = permit.spend();
/// }
/// ```
#[must_use = "a permit that is dropped unspent is given back, and the request may not be sent"]
#[derive(Debug)]
pub struct Permit(Hold);

impl Permit {
    pub(crate) fn new(hold: Hold) -> Self {
        Self(hold)
    }

    /// The bucket that granted it.
    #[must_use]
    pub fn bucket(&self) -> &Bucket {
        &self.0.bucket
    }

    /// How many units it took.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.0.grant.cost
    }

    /// How long it was waited for.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.0.waited
    }

    /// The moment from which its units count.
    #[must_use]
    pub fn granted(&self) -> Moment {
        Moment::from_nanos(self.0.grant.at)
    }

    /// Its place among all that its bucket issued, by which a [`Report`](crate::Report) says what
    /// it knows of.
    #[must_use]
    pub fn serial(&self) -> Serial {
        Serial::new(&self.0.bucket, self.0.grant)
    }

    /// A mark at the place where its units count, to move them if the request leaves later.
    #[must_use = "without its mark, what the permit took cannot be moved"]
    pub fn mark(&self) -> Mark {
        Mark::new(self.0.bucket.clone(), self.0.grant)
    }

    /// Spends the permit: from here on a byte of the request may leave.
    #[inline]
    pub fn spend(self) -> Flight {
        let Self(mut hold) = self;
        hold.spent = true;
        Flight(hold)
    }
}

/// A request on the wire, or its answer on the way back.
///
/// Holds the in-flight slot of its bucket until it is dropped: at the end of the body, on an
/// error, or when the body is dropped unread.
///
/// ```compile_fail,E0599
/// fn twice(flight: tollgate_limiter::Flight) {
///     let copy = flight.clone();
/// }
/// ```
#[must_use = "dropping it gives up the in-flight slot while the exchange may still be open"]
#[derive(Debug)]
pub struct Flight(Hold);

impl Flight {
    /// The bucket that was paid.
    #[must_use]
    pub fn bucket(&self) -> &Bucket {
        &self.0.bucket
    }

    /// Gives the units back: the request provably was not sent.
    ///
    /// The meter counts the permit as never granted. The limits take the units back where that
    /// cannot let anybody go too early, and keep them counted where it might: see
    /// [`Bucket::block_until`] and [`Mark::leaves_now`], after which nothing older comes back.
    pub fn not_sent(self) {
        let Self(mut hold) = self;
        hold.spent = false;
    }
}

/// What a permit holds, before and after it is spent.
#[derive(Debug)]
pub(crate) struct Hold {
    bucket: Bucket,
    grant: Grant,
    waited: Duration,
    spent: bool,
}

impl Hold {
    #[inline]
    pub(crate) fn new(bucket: Bucket, grant: Grant, waited: Duration) -> Self {
        Self {
            bucket,
            grant,
            waited,
            spent: false,
        }
    }
}

impl Drop for Hold {
    #[inline]
    fn drop(&mut self) {
        if !is_ours(self.grant) {
            // A copy, in the child of a fork: the parent's, and its locks may be held for ever.
            return;
        }
        if self.spent {
            self.bucket.0.land(self.grant);
        } else {
            self.bucket.0.give_back(self.grant);
        }
    }
}
