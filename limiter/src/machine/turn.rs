//! Whose turn it is among processes.
//!
//! Within a process the queue is fair. Between processes only the first waiters compete, each at
//! the moment it was told. So that one who has bad luck does not have it for ever, they go in the
//! order in which they became the first of their process: who became it later lets the others
//! go ahead, for as long as a timer may be late. A process that was just served therefore comes
//! last, however many wait in it, and one call beside a thousand waits for one or two permits of
//! theirs.
//!
//! Nothing is booked by that: who does not come in time, because it was stopped or killed, is not
//! waited for a second time.

/// How long one who waits longer is let go ahead, in nanoseconds: longer than most timers are late.
pub(crate) const COURTESY: u64 = 2_000_000;
/// Not more than so many are let go ahead at a time.
const FEW: u64 = 3;
/// Who only waits for something that other processes do looks so often, in nanoseconds.
pub(crate) const GLANCE: u64 = 250_000_000;
/// The same where it is an open exchange that has to end.
pub(crate) const SLOT_GLANCE: u64 = 5_000_000;

/// The turn of this process's first waiter.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    /// Since when it is the first; zero if there is none.
    pub(crate) since: u64,
    /// Until when it lets others go ahead; zero if it does not.
    patience: u64,
}

impl Turn {
    /// Somebody else is the first now, or nobody.
    pub(crate) fn pass(&mut self, waits: bool, now: u64) {
        self.since = if waits { now.max(1) } else { 0 };
        self.patience = 0;
    }

    /// There is nothing to be had now.
    pub(crate) fn reset(&mut self) {
        self.patience = 0;
    }

    /// Until when to let `elders` go ahead; `None` if it is its turn.
    pub(crate) fn wait_for(&mut self, elders: u64, now: u64) -> Option<u64> {
        if elders == 0 || (self.patience != 0 && self.patience <= now) {
            return None;
        }
        if self.patience == 0 {
            self.patience = now.saturating_add(COURTESY * elders.min(FEW));
        }
        Some(self.patience)
    }
}

#[cfg(test)]
mod tests {
    use super::{COURTESY, Turn};

    #[test]
    fn who_came_later_lets_others_go_ahead_once_and_not_longer() {
        let mut turn = Turn::default();
        turn.pass(true, 5);
        assert_eq!(turn.wait_for(0, 10), None);
        assert_eq!(turn.wait_for(2, 10), Some(10 + 2 * COURTESY));
        assert_eq!(turn.wait_for(9, 11), Some(10 + 2 * COURTESY));
        assert_eq!(
            turn.wait_for(2, 10 + 2 * COURTESY),
            None,
            "they did not come"
        );
        turn.reset();
        assert_eq!(turn.wait_for(9, 20), Some(20 + 3 * COURTESY));
    }
}
