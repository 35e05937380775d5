//! Limits as one word of a command line: `window=400/100ms,budget=3000/1s/300,inflight=4`.

use std::num::NonZeroU32;
use std::time::Duration;

use tollgate_limiter::{BreakerRules, Budget, Ceiling, Limits, Period, Rate};

/// What a word says, before it is checked.
#[derive(Debug, Default)]
pub struct Spec {
    /// `window=N/W`, `bucket=N/W/burst`, `inflight=N`.
    pub ceilings: Vec<Ceiling>,
    /// `budget=N/W/burst`.
    pub budget: Option<Budget>,
}

/// The limits that `text` says.
///
/// # Panics
///
/// If it says none.
#[must_use]
pub fn limits(text: &str) -> Limits {
    let Spec { ceilings, budget } = Spec::read(text);
    Limits::new(ceilings, budget, Duration::ZERO).expect("limits that fit")
}

/// `failures/open/lease`, as `3/20ms/10s`.
///
/// # Panics
///
/// If it says something else.
#[must_use]
pub fn breaker(text: &str) -> BreakerRules {
    let parts: Vec<&str> = text.split('/').collect();
    let [failures, open, lease] = parts[..] else {
        panic!("{text}: not the rules of a breaker");
    };
    BreakerRules::new(number(failures), period(open).as_duration())
        .probe(period(lease).as_duration())
}

impl Spec {
    /// Reads a word.
    ///
    /// # Panics
    ///
    /// If it makes no sense.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut spec = Self::default();
        for part in text.split(',') {
            let (kind, rest) = part.split_once('=').expect("kind=numbers");
            let numbers: Vec<&str> = rest.split('/').collect();
            match (kind, &numbers[..]) {
                ("window", [count, every]) => {
                    spec.ceilings.push(Ceiling::Window(rate(count, every)));
                }
                ("bucket", [count, every, burst]) => spec.ceilings.push(Ceiling::TokenBucket {
                    rate: rate(count, every),
                    burst: number(burst),
                }),
                ("inflight", [count]) => spec.ceilings.push(Ceiling::InFlight(number(count))),
                ("budget", [count, every, burst]) => {
                    spec.budget = Budget::new(rate(count, every), number(burst).get());
                }
                _ => panic!("{part}: no limit"),
            }
        }
        spec
    }
}

fn rate(count: &str, every: &str) -> Rate {
    Rate::new(number(count), period(every))
}

fn number(text: &str) -> NonZeroU32 {
    text.parse().expect("a number that is not zero")
}

fn period(text: &str) -> Period {
    let split = text.find(|char: char| !char.is_ascii_digit());
    let (number, unit) = text.split_at(split.expect("a unit"));
    let number: u64 = number.parse().expect("a number");
    let period = match unit {
        "ms" => Period::from_millis(number),
        "s" => Period::from_secs(number),
        _ => None,
    };
    period.expect("a period")
}
