//! What the far side may see, when requests leave late and permits come back.
//!
//! A request arrives at any moment between its grant and the skew after it, or, if its mark was
//! moved, the skew after the last move. Every grant is held against the worst of all these
//! arrivals. Two senders share the bucket: the requests of one wait for a connection now and
//! then, those of the other never do.

use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;
use tollgate_limits::{Ceiling, Cost, Period, Rate};

use crate::{Bucket, Flight, Key, Limits, ManualClock, Mark, Registry};

#[derive(Clone, Debug)]
enum Step {
    Pass(u64),
    /// Asks for so much, for a request that waits for a connection or leaves at once.
    Ask {
        cost: u32,
        waits: bool,
    },
    /// A permit that is dropped unspent.
    Unused(u32),
    NotSent(usize),
    /// The connection is there.
    Connected,
    Answered(usize),
    Block(u64),
    /// The bucket turns out to be part of another.
    Merge,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let pass = prop_oneof![4 => 0..8_u64, 1 => 0..60_u64];
    let ask = (1..4_u32, any::<bool>()).prop_map(|(cost, waits)| Step::Ask { cost, waits });
    let step = prop_oneof![
        6 => pass.prop_map(Step::Pass),
        8 => ask,
        1 => (1..4_u32).prop_map(Step::Unused),
        1 => (0..8_usize).prop_map(Step::NotSent),
        2 => Just(Step::Connected),
        1 => (0..8_usize).prop_map(Step::Answered),
        1 => (0..30_u64).prop_map(Step::Block),
        1 => Just(Step::Merge),
    ];
    prop::collection::vec(step, 1..80)
}

/// One ceiling and the skew.
fn ceilings() -> impl Strategy<Value = (Ceiling, u64)> {
    let ceiling = (1..6_u32, 1..60_u64, prop::option::of(1..6_u32));
    let skew = prop_oneof![Just(0), 1..12_u64];
    (ceiling, skew).prop_map(|((count, nanos, burst), skew)| {
        let rate = Rate::per(count, Period::from_nanos(nanos).unwrap()).unwrap();
        let ceiling = match burst.and_then(NonZeroU32::new) {
            Some(burst) => Ceiling::TokenBucket { rate, burst },
            None => Ceiling::Window(rate),
        };
        (ceiling, skew)
    })
}

/// One request, and the latest moment at which it may arrive.
struct Sent {
    latest: u64,
    cost: u32,
    /// Of a request that waits for a connection or has no answer yet.
    mark: Option<Mark>,
    flight: Flight,
}

struct Far {
    hands: ManualClock,
    registry: Registry,
    limits: Limits,
    bucket: Bucket,
    merged: Vec<Bucket>,
    ceiling: Ceiling,
    skew: u64,
    sent: Vec<Sent>,
}

impl Far {
    fn new(ceiling: Ceiling, skew: u64) -> Self {
        let hands = ManualClock::new();
        let limits = Limits::new(vec![ceiling], None, Duration::from_nanos(skew)).unwrap();
        let registry = Registry::with_clock(hands.clock());
        Self {
            bucket: registry.bucket(Key::new("api", "read", "me"), limits.clone()),
            merged: Vec::new(),
            registry,
            limits,
            hands,
            ceiling,
            skew,
            sent: Vec::new(),
        }
    }

    fn now(&self) -> u64 {
        self.hands.clock().now().as_nanos()
    }

    /// What may arrive at or after `start`.
    fn units_since(&self, start: u64) -> u64 {
        let late = self.sent.iter().filter(|sent| sent.latest >= start);
        late.map(|sent| u64::from(sent.cost)).sum()
    }

    /// Whether `cost` units that arrive at once keep the ceiling, whenever the others arrive.
    fn keeps(&self, cost: u32) -> bool {
        let now = self.now();
        let cost = u64::from(cost);
        match self.ceiling {
            Ceiling::Window(rate) => {
                // Half-open: what arrives one period before is out.
                let start = (now + 1).saturating_sub(rate.period().as_nanos());
                self.units_since(start) + cost <= u64::from(rate.count().get())
            }
            Ceiling::TokenBucket { rate, burst } => {
                let starts = self.sent.iter().map(|sent| sent.latest.min(now));
                starts.chain([now]).all(|start| {
                    let units = self.units_since(start) + cost;
                    let spent = units * rate.period().as_nanos();
                    let full = u64::from(burst.get()) * rate.period().as_nanos();
                    spent <= full + (now - start) * u64::from(rate.count().get())
                })
            }
            Ceiling::InFlight(_) => unreachable!("none is declared"),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match *step {
            Step::Pass(nanos) => self.hands.advance(Duration::from_nanos(nanos)),
            Step::Ask { cost, waits } => {
                if let Ok(permit) = self.bucket.try_acquire(Cost::new(cost).unwrap()) {
                    prop_assert_eq!(permit.granted().as_nanos(), self.now());
                    prop_assert!(self.keeps(cost), "{} too early at {}", cost, self.now());
                    self.sent.push(Sent {
                        latest: self.now() + self.skew,
                        cost,
                        mark: waits.then(|| permit.mark()),
                        flight: permit.spend(),
                    });
                }
            }
            Step::Unused(cost) => drop(self.bucket.try_acquire(Cost::new(cost).unwrap())),
            Step::NotSent(age) => {
                if let Some(index) = self.sent.len().checked_sub(age + 1) {
                    self.sent.remove(index).flight.not_sent();
                }
            }
            Step::Connected => {
                let latest = self.now() + self.skew;
                for sent in &mut self.sent {
                    if let Some(mark) = &mut sent.mark {
                        mark.leaves_now();
                        sent.latest = latest;
                    }
                }
            }
            Step::Answered(age) => {
                if let Some(index) = self.sent.len().checked_sub(age + 1) {
                    self.sent[index].mark = None;
                }
            }
            Step::Block(nanos) => {
                let end = self.hands.clock().now() + Duration::from_nanos(nanos);
                self.bucket.block_until(end);
            }
            // What was moved can leave a vendor's bucket in debt; a merge leaves it empty.
            Step::Merge if !self.keeps(0) => {}
            Step::Merge => {
                let name = self.merged.len().to_string();
                let key = Key::new("api", name.as_str(), "me");
                let other = self.registry.bucket(key, self.limits.clone());
                self.bucket.merge(&other);
                self.merged.push(other);
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn however_late_requests_leave_the_far_side_sees_no_more_than_the_ceiling(
        (ceiling, skew) in ceilings(),
        steps in steps(),
    ) {
        let mut far = Far::new(ceiling, skew);
        for step in &steps {
            far.step(step)?;
        }
        let permits = far.merged.iter().chain([&far.bucket]).map(|bucket| bucket.meter().permits);
        prop_assert_eq!(permits.sum::<u64>(), far.sent.len() as u64);
    }
}
