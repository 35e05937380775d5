//! What a state file is made for: an account, its buckets with their limits, its breakers, its
//! endpoints. Written into the file, so that whoever opens it needs nothing else to read it.

use std::num::NonZeroU32;
use std::time::Duration;

use tollgate_limits::{Budget, Ceiling, Period, Rate};

use super::errors;
use super::words::{Reader, Sink, Writer};
use crate::moment::nanos;
use crate::rule::Spec;
use crate::tally::Tallies;
use crate::{BreakerRules, Limits, StoreError};

/// So many buckets, and as many breakers, one account has at most.
pub(crate) const MOST_BUCKETS: usize = 512;
/// So many sets of limits hold for one bucket at most.
pub(crate) const MOST_SETS: usize = 64;
/// So many endpoints are counted apart.
pub(crate) const MOST_ENDPOINTS: usize = 4_096;
/// What one set of limits declares at most.
pub(crate) const MOST_CEILINGS: usize = 16;

/// What a file is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blueprint {
    pub(crate) api: String,
    pub(crate) account: String,
    pub(crate) buckets: Vec<BucketPrint>,
    pub(crate) breakers: Vec<BreakerPrint>,
    pub(crate) endpoints: Vec<String>,
}

/// One bucket of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BucketPrint {
    pub(crate) name: String,
    /// All of them hold.
    pub(crate) sets: Vec<Limits>,
    /// Which of the buckets this one has become part of.
    pub(crate) merged: Option<usize>,
}

/// One breaker of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BreakerPrint {
    pub(crate) name: String,
    pub(crate) rules: BreakerRules,
}

impl Blueprint {
    pub(crate) fn bucket(&self, name: &str) -> Option<usize> {
        self.buckets.iter().position(|bucket| bucket.name == name)
    }

    pub(crate) fn breaker(&self, name: &str) -> Option<usize> {
        self.breakers
            .iter()
            .position(|breaker| breaker.name == name)
    }

    pub(crate) fn endpoint(&self, name: &str) -> Option<usize> {
        self.endpoints.iter().position(|endpoint| endpoint == name)
    }

    /// Declares what `more` does too, as it is found again in a file.
    pub(crate) fn add(&mut self, more: &Self) -> Result<(), StoreError> {
        let written = more.save();
        let more = &Self::restore(written.words()).ok_or_else(|| errors::unwritable(&self.api))?;
        for theirs in &more.buckets {
            match self.bucket(&theirs.name) {
                Some(index) => self.buckets[index].add(&theirs.sets),
                None => self.buckets.push(theirs.clone()),
            }
        }
        for theirs in &more.breakers {
            match self.breaker(&theirs.name) {
                Some(index) => {
                    let ours = &mut self.breakers[index].rules;
                    *ours = ours.stricter(theirs.rules);
                }
                None => self.breakers.push(theirs.clone()),
            }
        }
        self.add_endpoints(&more.endpoints);
        self.check()
    }

    /// Endpoints beyond the most share the counters of one.
    pub(crate) fn add_endpoints(&mut self, more: &[String]) {
        for name in more {
            if self.endpoint(name).is_some() {
                continue;
            }
            match self.endpoints.len() + 1 {
                ..MOST_ENDPOINTS => self.endpoints.push(name.clone()),
                MOST_ENDPOINTS => self.endpoints.push(Tallies::OTHER.to_owned()),
                _ => break,
            }
        }
    }

    /// Whether there is room for all this in a file.
    fn check(&self) -> Result<(), StoreError> {
        let most = self.buckets.len().max(self.breakers.len());
        if most > MOST_BUCKETS {
            return Err(errors::crowded(&self.api, "buckets", most, MOST_BUCKETS));
        }
        let sets = self.buckets.iter().map(|bucket| bucket.sets.len()).max();
        match sets.filter(|&sets| sets > MOST_SETS) {
            Some(sets) => Err(errors::crowded(
                &self.api,
                "limits of one bucket",
                sets,
                MOST_SETS,
            )),
            None => Ok(()),
        }
    }

    /// As it is written into the file.
    pub(crate) fn save(&self) -> Writer {
        let Self {
            api,
            account,
            buckets,
            breakers,
            endpoints,
        } = self;
        let mut into = Writer::default();
        into.put_text(api);
        into.put_text(account);
        into.put(buckets.len() as u64);
        for bucket in buckets {
            bucket.save(&mut into);
        }
        into.put(breakers.len() as u64);
        for breaker in breakers {
            breaker.save(&mut into);
        }
        into.put(endpoints.len() as u64);
        for endpoint in endpoints {
            into.put_text(endpoint);
        }
        into
    }

    /// What was written; `None` if that cannot be.
    pub(crate) fn restore(words: &[u64]) -> Option<Self> {
        let from = &mut Reader::new(words);
        let (api, account) = (from.take_text()?, from.take_text()?);
        let buckets = list(from, MOST_BUCKETS, BucketPrint::restore)?;
        let breakers = list(from, MOST_BUCKETS, BreakerPrint::restore)?;
        let endpoints = list(from, MOST_ENDPOINTS, text)?;
        let merged = buckets.iter().enumerate().all(|(index, bucket)| {
            let into = bucket.merged;
            into.is_none_or(|into| into != index && into < buckets.len())
        });
        merged.then_some(Self {
            api,
            account,
            buckets,
            breakers,
            endpoints,
        })
    }
}

impl BucketPrint {
    /// The limits of the rate, each once, in the order of the sets.
    pub(crate) fn specs(&self) -> Vec<Spec> {
        let mut specs: Vec<Spec> = Vec::new();
        for spec in self.sets.iter().flat_map(Spec::all) {
            if !specs.contains(&spec) {
                specs.push(spec);
            }
        }
        specs
    }

    /// Has `more` hold too.
    pub(crate) fn add(&mut self, more: &[Limits]) {
        for limits in more {
            if !self.sets.contains(limits) {
                self.sets.push(limits.clone());
            }
        }
    }

    fn save(&self, into: &mut Writer) {
        let Self { name, sets, merged } = self;
        into.put_text(name);
        into.put(sets.len() as u64);
        for limits in sets {
            save_limits(limits, into);
        }
        into.put(merged.map_or(0, |index| index as u64 + 1));
    }

    fn restore(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            name: from.take_text()?,
            sets: list(from, MOST_SETS, restore_limits)?,
            merged: from.take_count(MOST_BUCKETS)?.checked_sub(1),
        })
    }
}

impl BreakerPrint {
    fn save(&self, into: &mut Writer) {
        into.put_text(&self.name);
        into.put(u64::from(self.rules.failures().get()));
        into.put(nanos(self.rules.open()));
        into.put(nanos(self.rules.lease()));
    }

    fn restore(from: &mut Reader<'_>) -> Option<Self> {
        let name = from.take_text()?;
        let failures = NonZeroU32::new(u32::try_from(from.take()?).ok()?)?;
        let open = Duration::from_nanos(from.take()?);
        let probe = Duration::from_nanos(from.take()?);
        Some(Self {
            name,
            rules: BreakerRules::new(failures, open).probe(probe),
        })
    }
}

/// A number that tells sets of limits apart.
pub(crate) fn digest(sets: &[Limits]) -> u64 {
    let mut words = Writer::default();
    for limits in sets {
        save_limits(limits, &mut words);
    }
    // FNV-1a, over words: small, the same in every version of the compiler, and no secret.
    words
        .words()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, word| {
            (sum ^ word ^ word >> 32).wrapping_mul(0x0100_0000_01b3)
        })
}

fn save_limits(limits: &Limits, into: &mut Writer) {
    into.put(limits.ceilings().len() as u64);
    for ceiling in limits.ceilings() {
        let (kind, rate, units) = match *ceiling {
            Ceiling::Window(rate) => (0, Some(rate), 0),
            Ceiling::TokenBucket { rate, burst } => (1, Some(rate), burst.get()),
            Ceiling::InFlight(slots) => (2, None, slots.get()),
        };
        into.put(kind);
        save_rate(rate, into);
        into.put(u64::from(units));
    }
    save_rate(limits.budget().map(Budget::rate), into);
    into.put(
        limits
            .budget()
            .map_or(0, |budget| u64::from(budget.burst().get())),
    );
    into.put(nanos(limits.skew()));
}

fn save_rate(rate: Option<Rate>, into: &mut Writer) {
    into.put(rate.map_or(0, |rate| u64::from(rate.count().get())));
    into.put(rate.map_or(0, |rate| rate.period().as_nanos()));
}

fn restore_limits(from: &mut Reader<'_>) -> Option<Limits> {
    let ceilings = list(from, MOST_CEILINGS, restore_ceiling)?;
    let rate = restore_rate(from)?;
    let burst = u32::try_from(from.take()?).ok()?;
    let budget = rate.and_then(|rate| Budget::new(rate, burst));
    let skew = Duration::from_nanos(from.take()?);
    Limits::new(ceilings, budget, skew).ok()
}

fn restore_ceiling(from: &mut Reader<'_>) -> Option<Ceiling> {
    let (kind, rate) = (from.take()?, restore_rate(from)?);
    let units = u32::try_from(from.take()?).ok()?;
    match (kind, rate) {
        (0, Some(rate)) => Some(Ceiling::Window(rate)),
        (1, Some(rate)) => Some(Ceiling::TokenBucket {
            rate,
            burst: NonZeroU32::new(units)?,
        }),
        (2, None) => Some(Ceiling::InFlight(NonZeroU32::new(units)?)),
        _ => None,
    }
}

fn restore_rate(from: &mut Reader<'_>) -> Option<Option<Rate>> {
    let count = u32::try_from(from.take()?).ok()?;
    let period = Period::from_nanos(from.take()?);
    match (count, period) {
        (0, _) => Some(None),
        (_, None) => None,
        (count, Some(period)) => Rate::per(count, period).map(Some),
    }
}

fn text(from: &mut Reader<'_>) -> Option<String> {
    from.take_text()
}

fn list<T>(
    from: &mut Reader<'_>,
    most: usize,
    one: impl Fn(&mut Reader<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let count = from.take_count(most)?;
    (0..count).map(|_| one(from)).collect()
}
