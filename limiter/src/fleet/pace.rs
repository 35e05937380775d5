//! How long trips take, and how much is used between them: how far ahead to ask, and for how much.
//!
//! Pure. Moments and times are in nanoseconds of this process.

/// How many wants one trip tells at most.
pub(crate) const MOST: usize = 128;

/// Units are asked for so long ahead, so that at high rates one trip brings many and at low ones one.
const HORIZON: u64 = 16_000_000;
/// … and, where trips take long, for two of them, up to this.
const FAR: u64 = 100_000_000;
/// What it takes a task to be woken and to send: at first, at the least, and on a machine that has
/// too much to do.
const SLACK: u64 = 20_000_000;
const LEAST_SLACK: u64 = 2_000_000;
const MOST_SLACK: u64 = 250_000_000;
/// So many units are fetched at most for calls that wait for each other.
const AHEAD: usize = 64;
/// So often in a row units may be lost before they are held for longer than the limits bear.
const PATIENCE: u32 = 3;
/// How much earlier than needed the courier sets out, beside the trip itself.
const LEAD: u64 = 2_000_000;
/// What a trip is taken to last before there was one; the first has to connect.
const UNKNOWN: u64 = 10_000_000;

/// What was measured.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How long a trip takes, smoothed; it follows a longer one at once.
    trip: u64,
    /// How late units may be used, by how late they were.
    slack: u64,
    /// … which is no more than the limits bear.
    most: u64,
    /// The latest that one was used since the last trip.
    late: u64,
    /// Units used per second, smoothed.
    rate: f64,
    /// Units used since `since`.
    used: u64,
    since: u64,
    /// How many wants to tell.
    reach: usize,
    /// When units were used last, and whether that was soon after the time before.
    last: u64,
    hungry: bool,
    /// How many units to fetch for those who are to come, beside what is waited for.
    ahead: usize,
    /// How often in a row units were not used in time, though somebody wanted them.
    misses: u32,
}

impl Pace {
    pub(crate) fn new(now: u64) -> Self {
        Self {
            trip: UNKNOWN,
            slack: SLACK,
            most: MOST_SLACK,
            late: 0,
            rate: 0.0,
            used: 0,
            since: now,
            reach: 32,
            last: 0,
            hungry: false,
            ahead: 0,
            misses: 0,
        }
    }

    /// The limits bear it that units are held for so long: for longer, what they allow could no
    /// longer be used.
    pub(crate) fn bear(&mut self, most: u64) {
        self.most = most.clamp(LEAST_SLACK, MOST_SLACK);
        self.slack = self.slack.min(self.most);
    }

    /// Notes that a trip has taken so long, and how many wants of how many it brought.
    pub(crate) fn note_trip(&mut self, took: u64, given: usize, wanted: usize) {
        self.trip = match took > self.trip {
            true => took,
            false => self.trip - (self.trip - took) / 4,
        };
        let late = 2 * std::mem::take(&mut self.late);
        let less = self.slack - self.slack / 16;
        let most = if self.misses > PATIENCE {
            MOST_SLACK
        } else {
            self.most
        };
        self.slack = less.max(late).clamp(LEAST_SLACK, most);
        if wanted == 0 {
            return;
        }
        if self.hungry && given == wanted {
            self.ahead = (self.ahead * 2).clamp(1, AHEAD);
        }
        self.reach = match given == wanted {
            true => (self.reach * 2).min(MOST),
            false => (given * 2).clamp(4, MOST),
        };
    }

    /// Notes that units were used at `now`, so long after their moment.
    pub(crate) fn note_used(&mut self, units: u32, late: u64, now: u64) {
        self.hungry = now.saturating_sub(self.last) <= self.hold();
        (self.last, self.misses) = (now, 0);
        self.used += u64::from(units);
        self.late = self.late.max(late);
    }

    /// Notes that units were not used in time; `wanted` if somebody wanted them.
    pub(crate) fn note_lost(&mut self, wanted: bool) {
        self.ahead /= 2;
        if !wanted {
            return;
        }
        self.misses += 1;
        // Who never comes in time gets nothing at all, however much the limits would bear.
        let most = if self.misses > PATIENCE {
            MOST_SLACK
        } else {
            self.most
        };
        self.slack = self.slack.max((self.slack * 2).min(most));
    }

    /// How many units to fetch beside what is waited for, where each call waits for the one before.
    pub(crate) fn ahead(&self) -> usize {
        let batch = usize::try_from(self.batch()).unwrap_or(MOST);
        match (self.reach == MOST, self.hungry) {
            // The latest trips brought all that was wanted, however much that was.
            (true, true) => self.ahead.max(batch),
            (true, false) => batch,
            (false, true) => self.ahead,
            (false, false) => 0,
        }
    }

    /// Works out the rate of use.
    pub(crate) fn measure(&mut self, now: u64) {
        /// Shorter than this says nothing.
        const SPAN: u64 = 10_000_000;
        let span = now.saturating_sub(self.since);
        if span < SPAN {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let rate = self.used as f64 * 1e9 / span as f64;
        // What was long ago says nothing of now.
        let weight = if span > 10 * SPAN { 1.0 } else { 0.5 };
        self.rate += (rate - self.rate) * weight;
        (self.used, self.since) = (0, now);
    }

    /// How many units are used within `span`.
    fn within(&self, span: u64) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "an estimate, which is never negative"
        )]
        let units = (self.rate * span as f64 / 1e9) as u64;
        units
    }

    /// Below how many units at hand more are fetched before somebody waits for them.
    pub(crate) fn low(&self) -> u64 {
        self.within(self.trip + LEAD)
    }

    /// How many are fetched then.
    pub(crate) fn batch(&self) -> u64 {
        self.within(self.horizon()).min(MOST as u64)
    }

    pub(crate) fn reach(&self) -> usize {
        self.reach
    }

    /// How far ahead units are asked for.
    pub(crate) fn horizon(&self) -> u64 {
        HORIZON.max(2 * self.trip).min(FAR)
    }

    /// How long after its moment a unit is used at the latest.
    pub(crate) fn hold(&self) -> u64 {
        self.slack + 2 * self.trip
    }

    /// How long this process may be late when its turn has come.
    pub(crate) fn grace(&self) -> u64 {
        SLACK + 2 * self.trip
    }

    /// How long before a unit is free the courier sets out for it.
    pub(crate) fn lead(&self) -> u64 {
        (self.trip + LEAD).min(self.horizon() / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: u64 = 1_000_000;

    #[test]
    fn a_slow_use_fetches_nothing_ahead_and_a_fast_one_a_batch() {
        for (rate, low, batch) in [(50, 0, 0), (100, 0, 1), (2_000, 4, 32), (100_000, 220, 128)] {
            let mut pace = Pace::new(0);
            for _ in 0..100 {
                pace.note_trip(200_000, 1, 1);
            }
            for second in 1..=3_u64 {
                pace.note_used(rate, 0, second * 1_000 * MILLI);
                pace.measure(second * 1_000 * MILLI);
            }
            assert_eq!((pace.low(), pace.batch()), (low, batch), "{rate} a second");
        }
    }

    #[test]
    fn a_long_trip_counts_at_once_and_is_forgotten_slowly() {
        let mut pace = Pace::new(0);
        for _ in 0..100 {
            pace.note_trip(MILLI, 1, 1);
        }
        let usual = pace.hold();
        pace.note_trip(40 * MILLI, 1, 1);
        assert_eq!(pace.hold(), LEAST_SLACK + 80 * MILLI);
        for _ in 0..100 {
            pace.note_trip(MILLI, 1, 1);
        }
        assert!(pace.hold().abs_diff(usual) < 10);
    }

    #[test]
    fn units_may_be_used_as_late_as_they_are_and_later_when_they_were_lost() {
        let mut pace = Pace::new(0);
        for _ in 0..100 {
            pace.note_used(1, 8 * MILLI, 0);
            pace.note_trip(0, 1, 1);
        }
        assert_eq!(pace.hold() - 2 * pace.trip, 16 * MILLI);
        pace.note_lost(true);
        assert_eq!(pace.hold() - 2 * pace.trip, 32 * MILLI);
        for _ in 0..10 {
            pace.note_lost(true);
        }
        assert_eq!(pace.hold() - 2 * pace.trip, MOST_SLACK);
    }

    #[test]
    fn units_are_held_for_longer_than_the_limits_bear_only_where_none_are_used_otherwise() {
        let mut pace = Pace::new(0);
        pace.bear(4 * MILLI);
        for _ in 0..10 {
            pace.note_lost(true);
            pace.note_used(1, 900 * MILLI, 0);
            pace.note_trip(0, 1, 1);
        }
        assert!(pace.hold() <= 4 * MILLI + 2 * UNKNOWN, "{}", pace.hold());
        for _ in 0..10 {
            pace.note_lost(false);
        }
        assert!(pace.hold() <= 4 * MILLI + 2 * UNKNOWN, "nobody wanted them");
        for _ in 0..20 {
            pace.note_lost(true);
        }
        assert!(pace.hold() >= MOST_SLACK, "nobody came in time");
        pace.note_used(1, 0, 0);
        pace.note_trip(0, 1, 1);
        assert!(pace.hold() <= 4 * MILLI + 2 * UNKNOWN, "{}", pace.hold());
        pace.bear(0);
        assert!(pace.hold() >= LEAST_SLACK, "nobody is as fast as that");
    }

    #[test]
    fn calls_that_wait_for_each_other_find_more_and_more_until_something_is_lost() {
        let mut pace = Pace::new(0);
        let mut now = 1_000 * MILLI;
        for ahead in [0, 1, 2, 4, 8] {
            assert_eq!(pace.ahead(), ahead);
            for _ in 0..2 {
                now += MILLI;
                pace.note_used(1, 0, now);
            }
            pace.note_trip(10 * MILLI, 1, 1);
        }
        pace.note_lost(false);
        assert_eq!(pace.ahead(), 8);
        pace.note_used(1, 0, now + 10_000 * MILLI);
        assert_eq!(pace.ahead(), 0, "it is no longer in a hurry");
    }
}
