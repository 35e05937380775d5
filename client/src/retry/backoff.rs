//! The pause before an attempt: exponential with a cap, and "full jitter" over all of it.
//!
//! Full jitter, and not a share of the pause, spreads clients that failed together the most; see
//! Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.

use core::time::Duration;

use super::Policy;

/// The pause after `failed` attempts, with `chance` of it taken: a number from 0 to 1.
pub(super) fn pause(policy: &Policy, failed: u32, chance: f64) -> Duration {
    let doublings = failed.saturating_sub(1);
    let factor = 1_u32.checked_shl(doublings).unwrap_or(u32::MAX);
    let full = policy.base.saturating_mul(factor).min(policy.cap);
    if policy.jitter {
        let part = full.as_secs_f64() * chance.clamp(0.0, 1.0);
        Duration::try_from_secs_f64(part).map_or(full, |part| part.min(full))
    } else {
        full
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Retry;

    const BASE: Duration = Duration::from_millis(100);
    const CAP: Duration = Duration::from_secs(20);

    fn policy(jitter: bool) -> Policy {
        Policy::of(Retry::new().base(BASE).cap(CAP).jitter(jitter))
    }

    #[test]
    fn pauses_double_up_to_the_cap() {
        let table = [(1, 100), (2, 200), (3, 400), (8, 12_800), (9, 20_000)];
        for (failed, millis) in table {
            let pause = pause(&policy(false), failed, 0.3);
            assert_eq!(pause, Duration::from_millis(millis), "after {failed}");
        }
    }

    #[test]
    fn no_number_of_attempts_overflows() {
        for failed in [0, 31, 32, 33, 64, u32::MAX - 1, u32::MAX] {
            assert!(pause(&policy(false), failed, 1.0) <= CAP);
            let policy = Policy {
                base: Duration::MAX,
                cap: Duration::MAX,
                ..policy(true)
            };
            assert_eq!(pause(&policy, failed, 1.0), Duration::MAX);
        }
    }

    #[test]
    fn jitter_takes_from_nothing_to_all() {
        assert_eq!(pause(&policy(true), 3, 0.0), Duration::ZERO);
        assert_eq!(pause(&policy(true), 3, 0.5), 2 * BASE);
        assert_eq!(pause(&policy(true), 3, 1.0), 4 * BASE);
        assert_eq!(pause(&policy(true), 3, 7.0), 4 * BASE);
    }
}
