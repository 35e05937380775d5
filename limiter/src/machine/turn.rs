//! Whose turn it is among processes.
//!
//! Within a process the queue is fair. Between processes only the first waiters compete, each at
//! the moment it was told. So that one who has bad luck does not have it for ever, they go in the
//! order in which they became the first of their process: who became it later lets the others
//! go ahead, for as long as a timer may be late. A process that was just served therefore comes
//! last, however many wait in it, and one call beside a thousand waits for one or two permits of
//! theirs.
//!
//! Who wants several units at once saves up for them, and those who want fewer would take each as it
//! comes. So who became the first of its process later leaves what those before want, until the
//! moment for which they were told; in one process the queue does the same.
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
    /// When it looks for a permit, or has looked.
    pub(crate) due: u64,
    /// How much it wants.
    pub(crate) units: u64,
    /// Until when it lets others go ahead; zero if it does not.
    patience: u64,
    /// How many more may leave without looking at the others: what is left of this process's share
    /// of what was there when its turn came.
    share: u64,
}

/// Who else has a first waiter that is about to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rivals {
    /// All of them.
    pub(crate) all: u64,
    /// Those who have waited longer.
    pub(crate) elder: u64,
    /// What those want who have waited longer, and were told to come later …
    pub(crate) saved: u64,
    /// … and when the first of them comes.
    pub(crate) due: u64,
}

impl Rivals {
    /// One more wants `units`, and comes at `due`.
    pub(crate) fn save(&mut self, units: u64, due: u64) {
        self.due = if self.saved == 0 {
            due
        } else {
            self.due.min(due)
        };
        self.saved = self.saved.saturating_add(units);
    }
}

impl Turn {
    /// Somebody else is the first now, or nobody.
    pub(crate) fn pass(&mut self, waits: bool, now: u64) {
        self.since = if waits { now.max(1) } else { 0 };
        self.due = now;
        self.patience = 0;
    }

    /// There is nothing to be had now.
    pub(crate) fn reset(&mut self) {
        (self.patience, self.share) = (0, 0);
    }

    /// Until when to let others go ahead, where `there` permits are to be had at once; `None` if it
    /// is its turn.
    pub(crate) fn wait_for(&mut self, rivals: Rivals, there: u64, now: u64) -> Option<u64> {
        if rivals.all == 0 {
            self.reset();
            return None;
        }
        if self.share > 0 {
            self.share -= 1;
            return None;
        }
        let waited = self.patience != 0 && self.patience <= now;
        if rivals.elder == 0 || waited {
            self.patience = 0;
            self.share = (there / (rivals.all + 1)).saturating_sub(1);
            return None;
        }
        if self.patience == 0 {
            self.patience = now.saturating_add(COURTESY * rivals.elder.min(FEW));
        }
        Some(self.patience)
    }
}

#[cfg(test)]
mod tests {
    use super::{COURTESY, Rivals, Turn};

    fn rivals(all: u64, elder: u64) -> Rivals {
        Rivals {
            all,
            elder,
            ..Rivals::default()
        }
    }

    #[test]
    fn who_came_later_lets_others_go_ahead_once_and_not_longer() {
        let mut turn = Turn::default();
        turn.pass(true, 5);
        assert_eq!(turn.wait_for(rivals(0, 0), 1, 10), None);
        let end = 10 + 2 * COURTESY;
        assert_eq!(turn.wait_for(rivals(2, 2), 1, 10), Some(end));
        assert_eq!(turn.wait_for(rivals(9, 9), 1, 11), Some(end));
        assert_eq!(
            turn.wait_for(rivals(2, 2), 1, end),
            None,
            "they did not come"
        );
        turn.reset();
        let end = 20 + 3 * COURTESY;
        assert_eq!(turn.wait_for(rivals(9, 9), 1, 20), Some(end));
    }

    #[test]
    fn of_what_is_there_at_once_each_takes_a_share() {
        let mut turn = Turn::default();
        turn.pass(true, 5);
        let takes = (0..9).take_while(|_| turn.wait_for(rivals(3, 0), 16, 10).is_none());
        assert_eq!(takes.count(), 9, "the eldest need not wait");
        turn.reset();
        assert_eq!(turn.wait_for(rivals(3, 0), 16, 10), None);
        turn.pass(true, 10);
        for _ in 1..4 {
            assert_eq!(turn.wait_for(rivals(3, 3), 16, 10), None, "its share");
        }
        assert!(turn.wait_for(rivals(3, 3), 12, 10).is_some());
    }
}
