//! How long trips take, and how much is used between them: how far ahead to ask, and for how much.
//!
//! Pure. Moments and times are in nanoseconds of this process.

/// How many wants one trip tells at most.
pub(crate) const MOST: usize = 128;

/// Units are asked for so long ahead, so that at high rates one trip brings many and at low ones one.
const HORIZON: u64 = 16_000_000;
/// … and, where trips take long, for two of them, up to this.
const FAR: u64 = 100_000_000;
/// What it takes a task to be woken and to send, on a busy machine.
const SLACK: u64 = 20_000_000;
/// How much earlier than needed the courier sets out, beside the trip itself.
const LEAD: u64 = 2_000_000;
/// What a trip is taken to last before there was one; the first has to connect.
const UNKNOWN: u64 = 50_000_000;

/// What was measured.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How long a trip takes, smoothed; it follows a longer one at once.
    trip: u64,
    /// Units used per second, smoothed.
    rate: f64,
    /// Units used since `since`.
    used: u64,
    since: u64,
    /// How many wants to tell.
    reach: usize,
}

impl Pace {
    pub(crate) fn new(now: u64) -> Self {
        Self {
            trip: UNKNOWN,
            rate: 0.0,
            used: 0,
            since: now,
            reach: 32,
        }
    }

    /// Notes that a trip has taken so long, and how many wants of how many it brought.
    pub(crate) fn note_trip(&mut self, took: u64, given: usize, wanted: usize) {
        self.trip = match took > self.trip {
            true => took,
            false => self.trip - (self.trip - took) / 4,
        };
        if wanted == 0 {
            return;
        }
        self.reach = match given == wanted {
            true => (self.reach * 2).min(MOST),
            false => (given * 2).clamp(4, MOST),
        };
    }

    pub(crate) fn note_used(&mut self, units: u32) {
        self.used += u64::from(units);
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
        SLACK + 2 * self.trip
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
                pace.note_used(rate);
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
        assert_eq!(pace.hold(), SLACK + 80 * MILLI);
        for _ in 0..100 {
            pace.note_trip(MILLI, 1, 1);
        }
        assert!(pace.hold().abs_diff(usual) < 10);
    }
}
