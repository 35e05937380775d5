//! What part of an account's traffic is paid for here, and a warning when too much is not.
//!
//! In: a bucket after a report of the vendor's. Out: the share for a recorder, and at most one
//! warning. Judging is pure: what was spent by us and by others, a limit and a time come in.
//!
//! Totals would say less with every day: a program that was honest for a month could be passed by
//! everybody for another before a per cent shows. So stretches are judged, each of as many units as
//! tell something.

use core::time::Duration;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

use tollgate_limiter::{Key, Meter};

use super::facade;
use crate::shared::Paid;

/// Fewer units than these are chance.
const STRETCH: u64 = 20;

/// As many units have to be well paid before it counts as over.
const CALM: u64 = 200;

/// How long one warning is enough.
const QUIET: Duration = Duration::from_secs(10 * 60);

/// More buckets than any program has.
const MOST: usize = 4_096;

/// The buckets of this process that a vendor has reported about.
static WATCHES: LazyLock<Mutex<HashMap<Key, Watch>>> = LazyLock::new(Mutex::default);

/// A number of per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Percent(u8);

impl Percent {
    /// Below it is warned where nobody says anything.
    pub(crate) const USUAL: Self = Self(95);

    pub(crate) fn new(percent: u8) -> Option<Self> {
        (percent <= 100).then_some(Self(percent))
    }

    fn share(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// Looks at a bucket about which the vendor has just said something.
pub(crate) fn heard(paid: &Paid, limit: Percent) {
    let bucket = paid.bucket.merged_into();
    let bucket = bucket.as_ref().unwrap_or(&paid.bucket);
    let meter = bucket.meter();
    facade::share(paid, meter.paid_share());
    let mut watches = WATCHES.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = !watches.contains_key(bucket.key());
    if is_new && watches.len() >= MOST {
        return;
    }
    let watch = watches.entry(bucket.key().clone()).or_default();
    let turn = watch.judge(&meter, limit, Instant::now());
    drop(watches);
    let (api, name) = (bucket.key().api(), paid.name);
    let (units, foreign) = (meter.units, meter.foreign);
    match turn {
        Some(Turn::Below(share)) => tracing::warn!(
            target: "tollgate::share",
            api,
            bucket = name,
            share,
            units,
            foreign,
            "somebody spends from this account without paying here: {:.0} % of what the vendor counted lately was paid",
            share * 100.0,
        ),
        Some(Turn::Above(share)) => tracing::info!(
            target: "tollgate::share",
            api,
            bucket = name,
            share,
            units,
            foreign,
            "what the vendor counts is paid for here again"
        ),
        None => {}
    }
}

/// What is known of one bucket.
#[derive(Debug, Default)]
struct Watch {
    /// Units and foreign units when the stretch began.
    began: (u64, u64),
    below: bool,
    /// Whether that was said.
    told: bool,
    /// Units that were well paid since it was not.
    calm: u64,
    warned: Option<Instant>,
}

/// What is to be said.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    Below(f64),
    Above(f64),
}

impl Watch {
    fn judge(&mut self, meter: &Meter, limit: Percent, now: Instant) -> Option<Turn> {
        let mut stretch = Meter::default();
        stretch.units = meter.units.saturating_sub(self.began.0);
        stretch.foreign = meter.foreign.saturating_sub(self.began.1);
        let length = stretch.units.saturating_add(stretch.foreign);
        if length < STRETCH {
            return None;
        }
        self.began = (meter.units, meter.foreign);
        let (share, limit) = (stretch.paid_share(), limit.share());
        if share < limit {
            self.calm = 0;
            self.below = true;
            let is_soon = self.warned.is_some_and(|at| now.duration_since(at) < QUIET);
            if self.told || is_soon {
                return None;
            }
            self.told = true;
            self.warned = Some(now);
            return Some(Turn::Below(share));
        }
        // Half the way from the limit to all: around the limit itself nothing changes.
        if !self.below || share < f64::midpoint(limit, 1.0) {
            self.calm = 0;
            return None;
        }
        self.calm = self.calm.saturating_add(length);
        if self.calm < CALM {
            return None;
        }
        (self.below, self.calm) = (false, 0);
        core::mem::take(&mut self.told).then_some(Turn::Above(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays stretches of (minutes since the last, units, foreign units); what is said at each.
    fn play(limit: u8, stretches: &[(u64, u64, u64)]) -> Vec<&'static str> {
        let (mut watch, mut meter, mut now) = (Watch::default(), Meter::default(), Instant::now());
        let limit = Percent::new(limit).expect("per cent");
        stretches
            .iter()
            .map(|(minutes, units, foreign)| {
                now += Duration::from_secs(60 * minutes);
                meter.units += units;
                meter.foreign += foreign;
                match watch.judge(&meter, limit, now) {
                    None => "",
                    Some(Turn::Below(_)) => "below",
                    Some(Turn::Above(_)) => "above",
                }
            })
            .collect()
    }

    #[test]
    fn one_warning_is_given_until_all_is_well_again() {
        assert_eq!(
            play(
                95,
                &[
                    (0, 100, 0),
                    (0, 90, 10),
                    (0, 50, 50),
                    (0, 96, 4),
                    (0, 100, 0),
                    (0, 100, 0),
                    (11, 10, 90)
                ]
            ),
            ["", "below", "", "", "", "above", "below"]
        );
    }

    #[test]
    fn around_the_limit_nothing_is_said_twice() {
        let around: Vec<_> = (0..100).flat_map(|_| [(20, 94, 6), (20, 96, 4)]).collect();
        assert_eq!(
            play(95, &around)
                .iter()
                .filter(|said| !said.is_empty())
                .count(),
            1
        );
    }

    #[test]
    fn no_flood_comes_of_a_share_that_swings() {
        let swings: Vec<_> = (0..60)
            .flat_map(|_| [(0, 50, 50), (0, 300, 0), (1, 0, 0)])
            .collect();
        let said = play(95, &swings);
        let said = said.iter().filter(|said| !said.is_empty()).count();
        assert!((4..=14).contains(&said), "{said} in an hour");
    }

    #[test]
    fn a_few_units_are_chance_and_zero_is_never() {
        assert_eq!(
            play(95, &[(0, 1, 10), (0, 1, 7), (0, 0, 1)]),
            ["", "", "below"]
        );
        assert_eq!(play(0, &[(0, 0, 1_000)]), [""]);
        assert_eq!(play(100, &[(0, 99, 1)]), ["below"]);
        assert_eq!(Percent::new(101), None);
    }

    #[test]
    fn a_month_of_honesty_hides_nothing() {
        assert_eq!(play(95, &[(0, 10_000_000, 0), (0, 50, 50)]), ["", "below"]);
    }
}
