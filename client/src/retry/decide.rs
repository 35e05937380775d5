//! The decision about one fault.

use core::time::Duration;

use tollgate_limiter::Moment;

use super::{Policy, backoff};
use crate::ledger::GaveUp;

/// What a failed request may have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing: it was not sent, or the vendor refused to act on it.
    Harmless,
    /// Perhaps all that it was meant to do: no answer, half an answer, or a failure inside of the
    /// vendor.
    Unclear,
}

/// All that the decision depends on beside the fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chances {
    /// Attempts made, the failed one included.
    pub(crate) made: u32,
    /// Whether the request may be repeated if it was received.
    pub(crate) repeatable: bool,
    /// Whether there is a body to send again, or none was needed.
    pub(crate) replayable: bool,
    /// The pause that the vendor asked for.
    pub(crate) asked: Option<Duration>,
    pub(crate) now: Moment,
    /// When the call has to be over.
    pub(crate) deadline: Option<Moment>,
    /// Until when another attempt may begin.
    pub(crate) end: Moment,
    /// From 0 to 1.
    pub(crate) chance: f64,
}

/// The call's own pause before the next attempt, or why there is none. The vendor's pause is in
/// the bucket's block, for which the next attempt waits as everybody does, or is the caller's to add
/// where there is no block; here it only decides whether waiting for it is worth while.
pub(crate) fn decide(policy: &Policy, fault: Fault, chances: Chances) -> Result<Duration, GaveUp> {
    let Chances {
        made,
        repeatable,
        replayable,
        asked,
        now,
        deadline,
        end,
        chance,
    } = chances;
    if !replayable {
        return Err(GaveUp::Body);
    }
    if fault == Fault::Unclear && !repeatable {
        return Err(GaveUp::NotIdempotent);
    }
    if made >= policy.attempts {
        return Err(GaveUp::Attempts);
    }
    let own = backoff::pause(policy, made, chance);
    let begins = now + own.max(asked.unwrap_or_default());
    if deadline.is_some_and(|deadline| begins > deadline) {
        return Err(GaveUp::Deadline);
    }
    if begins > end {
        return Err(GaveUp::Time);
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Retry;

    const SECOND: Duration = Duration::from_secs(1);

    fn second(number: u64) -> Moment {
        Moment::from_nanos(number * 1_000_000_000)
    }

    fn policy() -> Policy {
        Policy::of(Retry::new().attempts(3).base(SECOND).jitter(false))
    }

    fn chances() -> Chances {
        Chances {
            made: 1,
            repeatable: true,
            replayable: true,
            asked: None,
            now: second(10),
            deadline: None,
            end: second(100),
            chance: 1.0,
        }
    }

    #[test]
    fn a_fault_that_may_pass_is_tried_again_after_the_own_pause() {
        for fault in [Fault::Harmless, Fault::Unclear] {
            assert_eq!(decide(&policy(), fault, chances()), Ok(SECOND));
        }
        // The vendor's pause is in the block; the own one is not added to it.
        let asked = Some(30 * SECOND);
        let decision = decide(&policy(), Fault::Harmless, Chances { asked, ..chances() });
        assert_eq!(decision, Ok(SECOND));
    }

    #[test]
    fn every_reason_to_give_up_has_its_name() {
        let made = 3;
        let table = [
            (Chances { made, ..chances() }, GaveUp::Attempts),
            (
                Chances {
                    replayable: false,
                    ..chances()
                },
                GaveUp::Body,
            ),
            (
                Chances {
                    repeatable: false,
                    ..chances()
                },
                GaveUp::NotIdempotent,
            ),
            (
                Chances {
                    deadline: Some(Moment::from_nanos(10_900_000_000)),
                    ..chances()
                },
                GaveUp::Deadline,
            ),
            (
                Chances {
                    asked: Some(60 * SECOND),
                    deadline: Some(second(69)),
                    ..chances()
                },
                GaveUp::Deadline,
            ),
            (
                Chances {
                    asked: Some(91 * SECOND),
                    ..chances()
                },
                GaveUp::Time,
            ),
            (
                Chances {
                    asked: Some(Duration::MAX),
                    ..chances()
                },
                GaveUp::Time,
            ),
        ];
        for (chances, reason) in table {
            let decision = decide(&policy(), Fault::Unclear, chances);
            assert_eq!(decision, Err(reason), "{chances:?}");
        }
    }

    #[test]
    fn what_was_refused_may_be_repeated_by_any_method() {
        let chances = Chances {
            repeatable: false,
            ..chances()
        };
        assert_eq!(decide(&policy(), Fault::Harmless, chances), Ok(SECOND));
    }
}
