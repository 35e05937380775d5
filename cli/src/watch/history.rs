//! What a bucket did at the latest looks.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

use crate::model::State;

/// Looks that are remembered: as wide as a history can be drawn.
const LOOKS: usize = 256;

/// The latest looks at each bucket.
#[derive(Clone, Debug, Default)]
pub struct History {
    tracks: BTreeMap<(PathBuf, String), Track>,
}

/// The latest looks at one bucket, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Track {
    permits: u64,
    rates: VecDeque<f64>,
    waiting: VecDeque<f64>,
}

impl History {
    /// Adds a look at `state`, so long after the one before.
    pub fn add(&mut self, state: &State, since: Duration) {
        let mut before = std::mem::take(&mut self.tracks);
        for account in &state.accounts {
            for bucket in &account.buckets {
                let key = (account.file.clone(), bucket.name.clone());
                let track = before.remove(&key);
                let counters = bucket.counters;
                self.tracks.insert(
                    key,
                    Track::of(track, counters.permits, counters.waiting, since),
                );
            }
        }
    }

    /// The track of a bucket of the account in `file`.
    #[must_use]
    pub fn track(&self, file: &std::path::Path, bucket: &str) -> Option<&Track> {
        self.tracks.get(&(file.to_owned(), bucket.to_owned()))
    }
}

impl Track {
    /// The track with another look; the first one tells no rate.
    fn of(before: Option<Self>, permits: u64, waiting: u64, since: Duration) -> Self {
        let known = before.is_some();
        let mut track = before.unwrap_or_default();
        if known {
            // Permits that were given back, and a reset, let the counter fall.
            let granted = permits.saturating_sub(track.permits);
            #[expect(clippy::cast_precision_loss, reason = "only ever shown")]
            push(
                &mut track.rates,
                granted as f64 / since.as_secs_f64().max(1e-3),
            );
        }
        #[expect(clippy::cast_precision_loss, reason = "only ever shown")]
        push(&mut track.waiting, waiting as f64);
        track.permits = permits;
        track
    }

    /// Permits in each second, from look to look.
    #[must_use]
    pub fn rates(&self) -> Vec<f64> {
        self.rates.iter().copied().collect()
    }

    /// Those who waited, at each look.
    #[must_use]
    pub fn waiting(&self) -> Vec<f64> {
        self.waiting.iter().copied().collect()
    }

    /// Permits in each second since the look before the last.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        self.rates.back().copied()
    }
}

fn push(values: &mut VecDeque<f64>, value: f64) {
    if values.len() == LOOKS {
        values.pop_front();
    }
    values.push_back(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn looks(permits: &[u64]) -> Track {
        let mut track = None;
        for permits in permits {
            track = Some(Track::of(track, *permits, *permits, 2 * SECOND));
        }
        track.expect("a look")
    }

    #[test]
    fn the_first_look_tells_no_rate_and_each_later_one_what_was_granted_since() {
        assert_eq!(looks(&[10]).rate(), None);
        assert_eq!(looks(&[10, 30]).rates(), [10.0]);
        assert_eq!(looks(&[10, 30, 30]).rates(), [10.0, 0.0]);
        assert_eq!(looks(&[10, 30]).waiting(), [10.0, 30.0]);
    }

    #[test]
    fn a_counter_that_falls_is_no_rate() {
        assert_eq!(looks(&[10, 3, 5]).rates(), [0.0, 1.0]);
    }

    #[test]
    fn as_much_is_remembered_as_can_be_drawn() {
        let many: Vec<u64> = (0..2_000).collect();
        assert_eq!(looks(&many).waiting().len(), LOOKS);
    }

    #[test]
    fn two_looks_at_one_instant_break_nothing() {
        let track = Track::of(Some(Track::default()), u64::MAX, 0, Duration::ZERO);
        assert!(track.rate().is_some_and(f64::is_finite));
    }
}
