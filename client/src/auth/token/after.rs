//! What follows from a 401.

use super::Generation;

/// What becomes of a call whose token was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The token was replaced while the request was on its way: send it again with the new one.
    Resend,
    /// The token in use was refused: have a new one, then send again.
    Refresh,
    /// The call ends with the vendor's answer.
    GiveUp,
}

/// Decides about a request that was answered 401.
///
/// `answered` is the token it carried, `current` the one in use now, and `resent_for` the token for
/// whose refusal the call was sent again before. One repetition is all a call gets: a vendor that
/// refuses a second token means something else by it, and another refresh would not change that.
pub(crate) fn after_401(
    answered: Generation,
    current: Generation,
    resent_for: Option<Generation>,
) -> After {
    match resent_for {
        Some(_) => After::GiveUp,
        None if answered < current => After::Resend,
        None => After::Refresh,
    }
}

#[cfg(test)]
mod tests {
    use super::After::{GiveUp, Refresh, Resend};
    use super::*;

    #[test]
    fn one_refusal_is_one_repetition_and_a_late_one_is_no_refresh() {
        let table = [
            // answered, current, resent for; why
            (1, 1, None, Refresh, "the token in use was refused"),
            (
                1,
                2,
                None,
                Resend,
                "a late 401 for a token that was replaced",
            ),
            (1, 7, None, Resend, "however often it was replaced"),
            (
                2,
                1,
                None,
                Refresh,
                "cannot be; ends in a token that is newer",
            ),
            (2, 2, Some(1), GiveUp, "the new token was refused too"),
            (2, 3, Some(1), GiveUp, "and replaced meanwhile"),
            (1, 1, Some(1), GiveUp, "there was no newer token"),
            (1, 2, Some(1), GiveUp, "nor is there a third request"),
        ];
        for (answered, current, resent_for, expected, why) in table {
            let [answered, current] = [answered, current].map(Generation::nth);
            let resent_for = resent_for.map(Generation::nth);
            assert_eq!(after_401(answered, current, resent_for), expected, "{why}");
        }
    }
}
