//! One ceiling counted for one client: a plain log of what passed.
//!
//! On purpose naive and on purpose not the limiter's code: a judge who shares the accused's
//! arithmetic would share its mistakes. Time comes in as nanoseconds since the vendor's start.

use std::collections::VecDeque;

use tollgate_limits::{Ceiling, Rate};

/// Nanoseconds since the vendor's start.
pub(super) type Nanos = u64;

/// Why a request may not pass now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// The instant from which it would pass; `None` if time alone does not help.
    pub(super) until: Option<Nanos>,
}

pub(super) enum Counter {
    Window {
        rate: Rate,
        passed: VecDeque<(Nanos, u32)>,
    },
    TokenBucket {
        rate: Rate,
        burst: u32,
        full: Level,
    },
    InFlight {
        most: u32,
        open: u32,
    },
}

/// What a token bucket held at an instant, in units of one token divided by the period's
/// nanoseconds, so that nothing is ever rounded.
pub(super) struct Level {
    at: Nanos,
    held: u128,
}

impl Counter {
    pub(super) fn new(ceiling: Ceiling, now: Nanos) -> Self {
        match ceiling {
            Ceiling::Window(rate) => Self::Window {
                rate,
                passed: VecDeque::new(),
            },
            Ceiling::TokenBucket { rate, burst } => {
                let held = u128::from(burst.get()) * u128::from(rate.period().as_nanos());
                Self::TokenBucket {
                    rate,
                    burst: burst.get(),
                    full: Level { at: now, held },
                }
            }
            Ceiling::InFlight(most) => Self::InFlight {
                most: most.get(),
                open: 0,
            },
        }
    }

    /// Whether `cost` units may pass at `now`. Changes nothing.
    pub(super) fn check(&self, now: Nanos, cost: u32) -> Result<(), Stop> {
        match self {
            Self::Window { rate, passed } => check_window(*rate, passed, now, cost),
            Self::TokenBucket { rate, burst, full } => {
                let needed = u128::from(cost) * u128::from(rate.period().as_nanos());
                let held = full.held_at(*rate, *burst, now);
                if needed <= held {
                    return Ok(());
                }
                let missing = (needed - held).div_ceil(u128::from(rate.count().get()));
                let until = u64::try_from(missing)
                    .ok()
                    .and_then(|wait| now.checked_add(wait));
                Err(Stop {
                    until: until.filter(|_| cost <= *burst),
                })
            }
            Self::InFlight { most, open } if open < most => Ok(()),
            Self::InFlight { .. } => Err(Stop { until: None }),
        }
    }

    /// Counts `cost` units at `now`, whether or not there was room.
    pub(super) fn charge(&mut self, now: Nanos, cost: u32) {
        match self {
            Self::Window { rate, passed } => {
                while passed
                    .front()
                    .is_some_and(|&(at, _)| !same_window(*rate, at, now))
                {
                    passed.pop_front();
                }
                passed.push_back((now, cost));
            }
            Self::TokenBucket { rate, burst, full } => {
                let taken = u128::from(cost) * u128::from(rate.period().as_nanos());
                let held = full.held_at(*rate, *burst, now).saturating_sub(taken);
                *full = Level { at: now, held };
            }
            Self::InFlight { open, .. } => *open += 1,
        }
    }

    /// One exchange that was charged has ended.
    pub(super) fn release(&mut self) {
        if let Self::InFlight { open, .. } = self {
            *open = open.saturating_sub(1);
        }
    }
}

/// Two instants lie in one half-open window if less than its length is between them.
fn same_window(rate: Rate, earlier: Nanos, later: Nanos) -> bool {
    later.saturating_sub(earlier) < rate.period().as_nanos()
}

fn check_window(
    rate: Rate,
    passed: &VecDeque<(Nanos, u32)>,
    now: Nanos,
    cost: u32,
) -> Result<(), Stop> {
    let most = u64::from(rate.count().get());
    let inside = || passed.iter().filter(|&&(at, _)| same_window(rate, at, now));
    let mut sum = u64::from(cost) + inside().map(|&(_, cost)| u64::from(cost)).sum::<u64>();
    if sum <= most {
        return Ok(());
    }
    // The oldest leave first; the one whose leaving makes room says when.
    let until = inside().find_map(|&(at, cost)| {
        sum -= u64::from(cost);
        (sum <= most).then(|| at.saturating_add(rate.period().as_nanos()))
    });
    Err(Stop { until })
}

impl Level {
    fn held_at(&self, rate: Rate, burst: u32, now: Nanos) -> u128 {
        let most = u128::from(burst) * u128::from(rate.period().as_nanos());
        let gained = u128::from(now.saturating_sub(self.at)) * u128::from(rate.count().get());
        (self.held + gained).min(most)
    }
}

#[cfg(test)]
#[path = "counter_tests.rs"]
mod tests;
