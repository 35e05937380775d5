//! What an answer says is left of the vendor's quota.

use crate::quota::Statement;
use crate::state::Grant;
use crate::{Bucket, Moment};

/// How many units a bucket had issued when it granted a permit, that one's included.
///
/// Taken from the permit before it is spent, and kept with the request until its answer
/// [reports](Report) what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serial {
    /// The number of the bucket.
    bucket: u64,
    lineage: u64,
    position: u64,
    open: u32,
}

impl Serial {
    pub(crate) fn new(bucket: &Bucket, grant: Grant) -> Self {
        Self {
            bucket: bucket.0.number(),
            lineage: grant.lineage,
            position: grant.position,
            open: grant.open,
        }
    }

    /// The count that it belongs to, and its place in it.
    #[cfg(feature = "fleet")]
    pub(crate) fn place(self) -> (u64, u64) {
        (self.lineage, self.position)
    }
}

/// What the vendor says is left until its reset, in the answer to one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Units that may still be spent.
    pub remaining: u64,
    /// Units of the whole period, if it says so.
    pub limit: Option<u64>,
    /// When the period ends.
    pub until: Moment,
    /// The request that was answered.
    pub as_of: Serial,
    /// Which of the vendor's limits this is about, where it has several; any number will do.
    pub policy: Option<u64>,
}

impl Report {
    /// A report of `remaining` units until `until`, without a limit, in the answer to the request
    /// that the permit of `as_of` paid for.
    #[must_use]
    pub const fn new(remaining: u64, until: Moment, as_of: Serial) -> Self {
        Self {
            remaining,
            limit: None,
            until,
            as_of,
            policy: None,
        }
    }

    /// Adds which of the vendor's limits this is about. A later answer about the same one takes the
    /// place of an earlier one: more may be left by then.
    #[must_use]
    pub const fn policy(self, policy: u64) -> Self {
        Self {
            policy: Some(policy),
            ..self
        }
    }

    /// Adds how many units the whole period has.
    #[must_use]
    pub const fn limit(self, limit: u64) -> Self {
        Self {
            limit: Some(limit),
            ..self
        }
    }
}

impl Bucket {
    /// Takes in what the vendor says is left: less than the limits grant, if somebody else spends
    /// from the same account.
    ///
    /// Until the report's end, no more leaves than `remaining` less what was issued after the
    /// request that it answers, since the vendor may not have counted that yet; what was issued
    /// before is taken for counted, and if it was not, the next report says so. It only ever
    /// lowers what the bucket grants: it raises nothing above the limits, shortens no block, and
    /// after its end the limits alone decide. Every report holds until its own end, so of several
    /// the strictest at each moment, in whatever order they arrive; one whose end has passed is
    /// none. Who waits looks again, and is refused at once if its deadline is now out of reach.
    ///
    /// What others must have spent for that to be true is counted as [`Meter::foreign`]. That is
    /// a lower bound: between the reports of one period (the same limit, and the same end but for
    /// rounding), what is left and what we spent together only fall when others spend, and fall
    /// for certain only as far as requests under way cannot explain it. The first report with a
    /// limit counts what is missing beside all that this bucket ever issued. So what others spent
    /// before the first report shows only in a limit, and not if we spent as much in earlier
    /// periods; what comes back during a period hides as much; and where the vendor counts
    /// roughly, or a request as more than its cost here, the difference looks foreign.
    ///
    /// A report as of a permit that another bucket granted is ignored, and so is, after a
    /// [merge](Self::merge), one as of a permit from before it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate_limiter::{Ceiling, Cost, Key, Limits, Period, Rate, Registry, Report};
    ///
    /// let hundred_a_minute = Ceiling::Window(Rate::per(100, Period::MINUTE).unwrap());
    /// let limits = Limits::new(vec![hundred_a_minute], None, Duration::ZERO).unwrap();
    /// let bucket = Registry::process().bucket(Key::new("report.example", "read", "me"), limits);
    ///
    /// let permit = bucket.try_acquire(Cost::ONE).unwrap();
    /// let serial = permit.serial();
    /// drop(permit.spend()); // the request, and its answer: of 100, 2 are left
    /// let reset = bucket.clock().now() + Duration::from_secs(40);
    /// bucket.report(Report::new(2, reset, serial).limit(100));
    ///
    /// assert_eq!(bucket.meter().foreign, 97);
    /// for _ in 0..2 {
    ///     drop(bucket.try_acquire(Cost::ONE).unwrap().spend());
    /// }
    /// assert!(bucket.try_acquire(Cost::ONE).is_err());
    /// ```
    ///
    /// [`Meter::foreign`]: crate::Meter::foreign
    pub fn report(&self, report: Report) {
        let now = self.clock().now();
        let woken = {
            let mut state = self.0.lock();
            if let Some(merged) = state.merged() {
                drop(state);
                return merged.report(report);
            }
            #[cfg(feature = "fleet")]
            if let Some(part) = state.stand_in_of(report.as_of.bucket) {
                drop(state);
                return part.report(report);
            }
            if report.as_of.bucket != self.0.number() {
                return;
            }
            #[cfg(feature = "fleet")]
            if state.report_front(report) {
                return;
            }
            state.refresh();
            if report.as_of.lineage != state.lineage {
                return;
            }
            let now = state.observe(now);
            state.report(report.statement(), now)
        };
        for waker in woken {
            waker.wake();
        }
    }
}

impl Report {
    fn statement(self) -> Statement {
        let Self {
            remaining,
            limit,
            until,
            as_of,
            policy,
        } = self;
        Statement {
            remaining,
            limit,
            end: until.as_nanos(),
            as_of: as_of.position,
            open: u64::from(as_of.open),
            policy,
        }
    }
}
