//! The limits in the words of the script: what they are called, and their arithmetic.
//!
//! In comes what a limit declares ([`Spec`], in nanoseconds), out go whole microseconds with exact
//! rests, and the name under which all processes know it. What cannot be kept exactly so is refused
//! when the account is made.

use std::fmt;
use std::num::NonZeroU32;

use tollgate_limits::{Budget, Period, Rate};

use super::script::LONGEST;
use crate::rule::Spec;
use crate::{StoreError, StoreErrorKind};

/// Nanoseconds in a microsecond.
const MICRO: u64 = 1_000;
/// The largest number of units, and the largest part of a microsecond that a unit takes a multiple
/// of: their product stays below 2^53.
const LARGEST: u64 = 1 << 26;
/// How long everything that may leave at once may take to come back, in microseconds: 17 years.
const SLOWEST: u64 = LONGEST / 2;

/// One limit as the script reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) id: String,
    pub(super) kind: Kind,
    /// The most units that leave at once.
    pub(super) units: u32,
    /// For how long a unit stands in the limit's list.
    pub(super) span: u64,
    /// What one unit takes to come back …
    pub(super) unit: Time,
    /// … and all of them.
    pub(super) full: Time,
    /// Whether it is this limit that spreads out what would leave at the end of a block.
    pub(super) decides: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Window,
    Vendor,
    Budget,
}

impl Kind {
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Window => 'w',
            Self::Vendor => 'v',
            Self::Budget => 'b',
        }
    }
}

/// So many microseconds and `rest / of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) whole: u64,
    pub(super) rest: u64,
    pub(super) of: u64,
}

impl Time {
    /// `times` times `period / count` microseconds.
    fn of(times: u64, period: u64, count: u64) -> Self {
        let divisor = greatest_divisor(period, count);
        let (period, count) = (period / divisor, count / divisor);
        let product = u128::from(times) * u128::from(period);
        let whole = product / u128::from(count);
        let rest = product % u128::from(count);
        Self {
            whole: u64::try_from(whole).unwrap_or(u64::MAX),
            rest: u64::try_from(rest).unwrap_or(u64::MAX),
            of: count,
        }
    }

    /// Of which `of` all others are.
    const fn whole(whole: u64, of: u64) -> Self {
        Self { whole, rest: 0, of }
    }
}

fn greatest_divisor(one: u64, other: u64) -> u64 {
    match other {
        0 => one,
        _ => greatest_divisor(other, one % other),
    }
}

/// The limits that `specs` declare, each once, where units may leave `hold` microseconds late.
pub(super) fn limits_of(specs: &[Spec], hold: u64) -> Vec<Limit> {
    let mut limits: Vec<Limit> = Vec::with_capacity(specs.len());
    let mut spans = Vec::with_capacity(specs.len());
    for &spec in specs {
        let limit = Limit::new(spec, hold);
        if limits.iter().all(|known| known.id != limit.id) {
            limits.push(limit);
            spans.push(span_of(spec, hold));
        }
    }
    // As `State::hold` chooses.
    let budgeted = limits.iter().any(|limit| limit.kind == Kind::Budget);
    let shortest = spans.iter().min().copied();
    for (limit, span) in limits.iter_mut().zip(spans) {
        limit.decides = if budgeted {
            limit.kind == Kind::Budget
        } else {
            Some(span) == shortest
        };
    }
    limits
}

impl Limit {
    fn new(spec: Spec, hold: u64) -> Self {
        let id = Name(spec).to_string();
        let (kind, units, span, unit, full) = match spec {
            Spec::Window { rate, skew } => {
                let (count, period) = parts(rate);
                let span = period.saturating_add(micros(skew)).saturating_add(hold);
                let unit = Time {
                    whole: span / count,
                    rest: span % count,
                    of: count,
                };
                (
                    Kind::Window,
                    rate.count(),
                    span,
                    unit,
                    Time::whole(span, count),
                )
            }
            Spec::Vendor { rate, burst, skew } => {
                let (count, period) = parts(rate);
                let span = micros(skew).saturating_add(hold);
                let full = Time::of(u64::from(burst.get()), period, count);
                (Kind::Vendor, burst, span, Time::of(1, period, count), full)
            }
            Spec::Budget(budget) => {
                let (count, period) = parts(budget.rate());
                let full = Time::of(u64::from(budget.burst().get()), period, count);
                (
                    Kind::Budget,
                    budget.burst(),
                    0,
                    Time::of(1, period, count),
                    full,
                )
            }
        };
        Self {
            id,
            kind,
            units: units.get(),
            span,
            unit,
            full,
            decides: false,
        }
    }

    pub(super) fn has_line(&self) -> bool {
        self.kind != Kind::Budget
    }

    /// For how long it matters what was used.
    pub(super) fn memory(&self) -> u64 {
        match self.kind {
            Kind::Window => self.span,
            Kind::Vendor | Kind::Budget => self.span.saturating_add(self.full.whole + 1),
        }
    }
}

/// What decides in a block, in nanoseconds.
fn span_of(spec: Spec, hold: u64) -> u128 {
    let token_bucket = |rate: Rate, burst: NonZeroU32| {
        let full = u128::from(burst.get()) * u128::from(rate.period().as_nanos());
        full / u128::from(rate.count().get())
    };
    match spec {
        Spec::Window { rate, skew } => {
            let late = u128::from(micros(skew)) + u128::from(hold);
            u128::from(rate.period().as_nanos()) + late * u128::from(MICRO)
        }
        Spec::Vendor { rate, burst, .. } => token_bucket(rate, burst),
        Spec::Budget(budget) => token_bucket(budget.rate(), budget.burst()),
    }
}

/// Count and period, in microseconds.
fn parts(rate: Rate) -> (u64, u64) {
    let period = rate.period().as_nanos() / MICRO;
    (u64::from(rate.count().get()), period.max(1))
}

/// Rounded up: later is never too early.
fn micros(nanos: u64) -> u64 {
    nanos.div_ceil(MICRO)
}

/// The name of a limit, and all that it says: `w60/60000000+50000` is a window of 60 a minute with a
/// skew of 50 ms, `v…*5+0` a vendor's token bucket with a burst of 5, `b…*5` a budget.
struct Name(Spec);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Spec::Window { rate, skew } => {
                let (count, period) = parts(rate);
                write!(f, "w{count}/{period}+{}", micros(skew))
            }
            Spec::Vendor { rate, burst, skew } => {
                let (count, period) = parts(rate);
                write!(f, "v{count}/{period}*{burst}+{}", micros(skew))
            }
            Spec::Budget(budget) => {
                let (count, period) = parts(budget.rate());
                write!(f, "b{count}/{period}*{}", budget.burst())
            }
        }
    }
}

/// The limit of this name; `None` if it is none, or none that could be kept.
pub(super) fn spec_named(name: &str) -> Option<Spec> {
    let (rest, skew) = match name.split_once('+') {
        Some((rest, skew)) => (rest, Some(skew.parse::<u64>().ok()?.checked_mul(MICRO)?)),
        None => (name, None),
    };
    let (rest, burst) = match rest.split_once('*') {
        Some((rest, burst)) => (rest, Some(burst.parse::<NonZeroU32>().ok()?)),
        None => (rest, None),
    };
    let (count, period) = rest.get(1..)?.split_once('/')?;
    let period = Period::from_nanos(period.parse::<u64>().ok()?.checked_mul(MICRO)?)?;
    let rate = Rate::new(count.parse().ok()?, period);
    let spec = match (rest.as_bytes()[0], burst, skew) {
        (b'w', None, Some(skew)) => Spec::Window { rate, skew },
        (b'v', Some(burst), Some(skew)) => Spec::Vendor { rate, burst, skew },
        (b'b', Some(burst), None) => Spec::Budget(Budget::new(rate, burst.get())?),
        _ => return None,
    };
    check_rules(&[spec]).is_ok().then_some(spec)
}

/// Whether the store can keep all of `specs` exactly.
///
/// # Errors
///
/// What cannot be kept, and what could.
pub(crate) fn check_rules(specs: &[Spec]) -> Result<(), StoreError> {
    specs.iter().try_for_each(|&spec| check(spec))
}

fn check(spec: Spec) -> Result<(), StoreError> {
    let (rate, skew) = match spec {
        Spec::Window { rate, skew } | Spec::Vendor { rate, skew, .. } => (rate, skew),
        Spec::Budget(budget) => (budget.rate(), 0),
    };
    let period = rate.period();
    if !period.as_nanos().is_multiple_of(MICRO) {
        return Err(refused(
            rate,
            "a store counts whole microseconds, and its period has a part of one",
        ));
    }
    let limit = Limit::new(spec, 0);
    if u64::from(limit.units) > LARGEST {
        let text = format!("the most that a store lets leave at once is {LARGEST} units");
        return Err(refused(rate, &text));
    }
    if limit.unit.of > LARGEST {
        let text = "what one unit takes is no whole microsecond and no simple part of one; \
                    a rounder number of units would do";
        return Err(refused(rate, text));
    }
    let period = period.as_nanos() / MICRO;
    if [period, limit.memory(), micros(skew)]
        .iter()
        .any(|&time| time > SLOWEST)
    {
        return Err(refused(
            rate,
            "a store remembers for no longer than 17 years",
        ));
    }
    Ok(())
}

fn refused(rate: Rate, why: &str) -> StoreError {
    let text = format!(
        "a limit of {} per {:?} cannot be kept exactly in the store of a fleet: {why}",
        rate.count(),
        rate.period().as_duration(),
    );
    StoreError::new(StoreErrorKind::Store, text)
}
