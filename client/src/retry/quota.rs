//! The quota of a client's retries: a share of its calls, so that a sick vendor is not stormed.
//!
//! Without it, four attempts for each call quadruple the load on a vendor that fails all of them,
//! just when it can bear it least.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many retries a client has: a reserve, and a share of its calls.
///
/// Each call adds its share, up to the reserve; each retry takes one away. So over any number of
/// calls the retries are at most the reserve and the share of the calls.
///
/// ```
/// use tollgate::RetryQuota;
///
/// let quota = RetryQuota::default();
/// assert_eq!(quota, RetryQuota::new(20, 100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a quota does nothing until it is given to a builder"]
pub struct RetryQuota {
    percent: u32,
    reserve: u32,
}

impl RetryQuota {
    /// A share in per cent of the calls, and a reserve in retries.
    pub const fn new(percent: u32, reserve: u32) -> Self {
        Self { percent, reserve }
    }
}

impl Default for RetryQuota {
    /// 20 % of the calls, as is usual, and a reserve of 100: all calls that are in flight together
    /// may meet one fault that passes.
    fn default() -> Self {
        Self::new(20, 100)
    }
}

/// What a retry takes; a call adds one for each per cent.
const RETRY: u64 = 100;

/// The quota of one client as it stands.
#[derive(Debug)]
pub(crate) struct Quota {
    share: u64,
    most: u64,
    left: AtomicU64,
}

impl Quota {
    pub(crate) fn new(quota: RetryQuota) -> Self {
        let most = u64::from(quota.reserve) * RETRY;
        Self {
            share: u64::from(quota.percent),
            most,
            left: AtomicU64::new(most),
        }
    }

    /// A call began.
    pub(crate) fn called(&self) {
        let add = |left: u64| {
            let more = (left + self.share).min(self.most);
            (more != left).then_some(more)
        };
        // A full quota stays as it is.
        let _ = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    /// Takes one retry, if there is one.
    pub(crate) fn take(&self) -> bool {
        let take = |left: u64| left.checked_sub(RETRY);
        self.left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_are_a_share_of_the_calls_and_a_reserve() {
        let quota = Quota::new(RetryQuota::new(20, 10));
        let mut retries = 0;
        for _ in 0..1000 {
            quota.called();
            while quota.take() {
                retries += 1;
            }
        }
        assert_eq!(
            retries,
            10 + 200 - 1,
            "the first call finds the reserve full"
        );
    }

    #[test]
    fn a_quota_of_nothing_has_none_and_does_not_overflow() {
        assert!(!Quota::new(RetryQuota::new(0, 0)).take());
        let quota = Quota::new(RetryQuota::new(u32::MAX, u32::MAX));
        quota.called();
        assert!(quota.take());
    }
}
