//! The settings of a call, with nothing left out.

use core::num::NonZeroU32;
use core::time::Duration;

use crate::describe::Retry;

/// How a call is tried again. The reasons for the defaults stand at [`Retry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(crate) attempts: u32,
    pub(crate) base: Duration,
    pub(crate) cap: Duration,
    pub(crate) within: Duration,
    pub(crate) jitter: bool,
}

const DEFAULT: Policy = Policy {
    attempts: 4,
    base: Duration::from_millis(500),
    cap: Duration::from_secs(20),
    within: Duration::from_secs(120),
    jitter: true,
};

impl Policy {
    /// What was set, and the defaults for the rest.
    pub(crate) fn of(set: Retry) -> Self {
        let Retry {
            attempts,
            base,
            cap,
            within,
            jitter,
        } = set;
        Self {
            attempts: attempts.map_or(DEFAULT.attempts, NonZeroU32::get),
            base: base.unwrap_or(DEFAULT.base),
            cap: cap.unwrap_or(DEFAULT.cap),
            within: within.unwrap_or(DEFAULT.within),
            jitter: jitter.unwrap_or(DEFAULT.jitter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_inherited() {
        let wide = Retry::new().attempts(9).jitter(false);
        let narrow = Retry::new().attempts(2).base(Duration::from_secs(3));
        let policy = Policy::of(narrow.or(wide));
        assert_eq!(policy.attempts, 2);
        assert_eq!(policy.base, Duration::from_secs(3));
        assert!(!policy.jitter);
        assert_eq!(policy.within, DEFAULT.within);
        assert_eq!(Policy::of(Retry::new().attempts(0)).attempts, 1);
    }
}
