//! Foreign spend against a vendor with other clients, which counts and answers in any order.

use proptest::prelude::*;

use crate::quota::{Quota, Statement};

const SECOND: u64 = 1_000_000_000;

#[derive(Clone, Copy, Debug)]
enum Step {
    Send(u64),
    /// The vendor counts a request that is under way.
    Count(usize),
    /// An answer arrives, its reset so much too late.
    Answer(usize, u64),
    /// An exchange is over.
    End(usize),
    /// A request that is under way never arrives, and we know, or do not.
    Lose(usize, bool),
    /// Others spend.
    Others(u64),
    Pass(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (1..4_u64).prop_map(Step::Send),
        6 => (0..5_usize).prop_map(Step::Count),
        6 => (0..5_usize, 0..SECOND).prop_map(|(index, late)| Step::Answer(index, late)),
        6 => (0..5_usize).prop_map(Step::End),
        1 => (0..5_usize, any::<bool>()).prop_map(|(index, known)| Step::Lose(index, known)),
        2 => (1..20_u64).prop_map(Step::Others),
        2 => (0..SECOND).prop_map(Step::Pass),
    ];
    prop::collection::vec(step, 1..150)
}

struct Request {
    units: u64,
    position: u64,
    open: u64,
    answer: Option<(u64, u64)>,
    heard: bool,
}

/// A vendor whose quota is whole again every period, and one client of it.
struct World {
    quota: Quota,
    now: u64,
    period: u64,
    limit: u64,
    says_limit: bool,
    spent: u64,
    spent_in: u64,
    others: u64,
    requests: Vec<Request>,
}

impl World {
    fn new(period: u64, says_limit: bool) -> Self {
        Self {
            quota: Quota::new(),
            now: 0,
            period,
            limit: 1_000,
            says_limit,
            spent: 0,
            spent_in: 0,
            others: 0,
            requests: Vec::new(),
        }
    }

    fn spend(&mut self, units: u64) -> u64 {
        let period = self.now / self.period;
        if period != self.spent_in {
            (self.spent_in, self.spent) = (period, 0);
        }
        let spent = units.min(self.limit - self.spent);
        self.spent += spent;
        spent
    }

    fn send(&mut self, units: u64) {
        let open = self.requests.len() as u64 + 1;
        self.requests.push(Request {
            units,
            position: self.quota.take(units),
            open,
            answer: None,
            heard: false,
        });
    }

    fn count(&mut self, index: usize) {
        if self
            .requests
            .get(index)
            .is_none_or(|request| request.answer.is_some())
        {
            return;
        }
        self.spend(self.requests[index].units);
        let end = (self.spent_in + 1) * self.period;
        self.requests[index].answer = Some((self.limit - self.spent, end));
    }

    fn answer(&mut self, index: usize, late: u64) {
        let Some(request) = self.requests.get_mut(index) else {
            return;
        };
        let Some((remaining, end)) = request.answer else {
            return;
        };
        request.heard = true;
        let said = Statement {
            policy: None,
            remaining,
            limit: self.says_limit.then_some(self.limit),
            end: end + late,
            as_of: request.position,
            open: request.open,
        };
        self.quota.hear(said, self.now);
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Send(units) => self.send(units),
            Step::Count(index) => self.count(index),
            Step::Answer(index, late) => self.answer(index, late),
            Step::End(index) => {
                if self
                    .requests
                    .get(index)
                    .is_some_and(|request| request.heard)
                {
                    self.requests.remove(index);
                }
            }
            Step::Lose(index, known) => {
                let lost = self
                    .requests
                    .get(index)
                    .filter(|request| request.answer.is_none());
                if let Some(request) = lost {
                    if known {
                        self.quota.give_back(request.units, request.position);
                    }
                    self.requests.remove(index);
                }
            }
            Step::Others(units) => self.others += self.spend(units),
            Step::Pass(by) => self.now += by,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_more_is_called_foreign_than_others_spent(
        period in prop_oneof![Just(SECOND / 2), Just(3 * SECOND), Just(100 * SECOND)],
        says_limit in any::<bool>(),
        steps in steps(),
    ) {
        let mut world = World::new(period, says_limit);
        for step in steps {
            world.step(step);
            prop_assert!(
                world.quota.foreign() <= world.others,
                "{} are called foreign, and others spent {}", world.quota.foreign(), world.others
            );
        }
    }

    #[test]
    fn one_request_after_the_other_shows_all_that_others_spent(
        says_limit in any::<bool>(),
        turns in prop::collection::vec((1..4_u64, 0..5_u64, 0..SECOND), 2..40),
    ) {
        let mut world = World::new(100 * SECOND, says_limit);
        let mut before = 0;
        for (turn, (units, others, late)) in turns.into_iter().enumerate() {
            world.step(Step::Others(others));
            if turn == 0 && !says_limit {
                before = world.others;
            }
            for step in [Step::Send(units), Step::Count(0), Step::Answer(0, late), Step::End(0)] {
                world.step(step);
            }
            prop_assert_eq!(world.quota.foreign(), world.others - before);
        }
    }

    #[test]
    fn what_others_spent_shows_once_nothing_is_under_way(
        steps in steps(),
    ) {
        let mut world = World::new(100_000 * SECOND, true);
        for step in steps {
            if !matches!(step, Step::Lose(..)) {
                world.step(step);
            }
        }
        while !world.requests.is_empty() {
            for step in [Step::Count(0), Step::Answer(0, 0), Step::End(0)] {
                world.step(step);
            }
        }
        for step in [Step::Send(1), Step::Count(0), Step::Answer(0, 0), Step::End(0)] {
            world.step(step);
        }
        prop_assert_eq!(world.quota.foreign(), world.others);
    }
}
