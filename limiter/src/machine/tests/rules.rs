//! Limits in shared memory against the same limits in memory of one's own, which have been held
//! against a log of all grants: at no moment does one grant what the other refuses, as long as no
//! more units are taken back at a time than are remembered; and with more, never too early.

use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;
use tollgate_limits::{Ceiling, Cost, Period, Rate};

use super::{Process, hands};
use crate::state::{Answer, Grant, State};
use crate::tests::states;
use crate::{Limits, ManualClock, Moment, Plan};

/// A bucket in a file, seen by two processes, and the same in memory.
struct Pair {
    _dir: tempfile::TempDir,
    hands: ManualClock,
    shared: Vec<crate::Bucket>,
    own: State,
    grants: Vec<(usize, Grant, Grant)>,
    landed: u64,
    blocked: bool,
}

#[derive(Clone, Debug)]
enum Step {
    Wait(u64),
    Ask { process: usize, cost: u32 },
    GiveBack(usize),
    Leave(usize),
    Block { process: usize, wait: u64 },
}

fn steps(waits: u64) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (0..waits).prop_map(Step::Wait),
        8 => (0..2_usize, 1..4_u32).prop_map(|(process, cost)| Step::Ask { process, cost }),
        2 => (0..6_usize).prop_map(Step::GiveBack),
        2 => (0..6_usize).prop_map(Step::Leave),
        1 => (0..2_usize, 0..waits).prop_map(|(process, wait)| Step::Block { process, wait }),
    ];
    prop::collection::vec(step, 1..60)
}

impl Pair {
    fn new(limits: &Limits) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let hands = hands();
        let plan = Plan::new("api.example", "me").bucket("read", limits.clone());
        let bucket = |_| {
            let account = Process::new(dir.path(), hands.clock()).open(&plan);
            account.bucket("read").expect("declared").clone()
        };
        Self {
            shared: (0..2).map(bucket).collect(),
            _dir: dir,
            hands,
            own: State::new(limits.clone()),
            grants: Vec::new(),
            landed: 0,
            blocked: false,
        }
    }

    fn now(&self) -> Moment {
        self.hands.clock().now()
    }

    /// Asks both; whether they grant it.
    fn ask(&mut self, process: usize, cost: u32) -> (bool, bool) {
        let cost = Cost::new(cost).expect("not zero");
        let now = self.own.observe(self.now());
        let own = self.own.ask(cost, now, self.landed);
        let mut state = self.shared[process].0.lock();
        let now = state.observe(self.now());
        let shared = state.ask(cost, now, 0);
        match (own, shared) {
            (Answer::Granted(own), Answer::Granted(shared)) => {
                self.grants.push((process, own, shared));
                (true, true)
            }
            (own, shared) => {
                // Units that are given back are told apart until they are known to have arrived;
                // what a refusal found out of that is not written down otherwise.
                assert!(state.publish(0), "nobody else is there");
                let granted = |answer| matches!(answer, Answer::Granted(_));
                (granted(own), granted(shared))
            }
        }
    }

    fn step(&mut self, step: &Step) -> (bool, bool) {
        // What is not known of the time makes what comes back come later.
        self.own.observe(self.now());
        for bucket in &self.shared {
            bucket.0.lock().observe(self.now());
        }
        match *step {
            Step::Wait(nanos) => self.hands.advance(Duration::from_nanos(nanos)),
            Step::Ask { process, cost } => return self.ask(process, cost),
            Step::GiveBack(age) => {
                if let Some(index) = self.grants.len().checked_sub(age + 1) {
                    let (process, own, shared) = self.grants.remove(index);
                    self.own.give_back(own);
                    self.landed += 1;
                    let mut state = self.shared[process].0.lock();
                    state.give_back(shared);
                    state.land(shared);
                }
            }
            // After a block, memory of one's own counts twice what is moved again.
            Step::Leave(_) if self.blocked => {}
            Step::Leave(age) => {
                let now = self.now();
                if let Some(index) = self.grants.len().checked_sub(age + 1) {
                    let (process, own, shared) = &mut self.grants[index];
                    let observed = self.own.observe(now);
                    *own = self.own.leaves(*own, observed);
                    let mut state = self.shared[*process].0.lock();
                    let observed = state.observe(now);
                    *shared = state.leaves(*shared, observed);
                }
            }
            Step::Block { process, wait } => {
                self.blocked = true;
                let end = self.now() + Duration::from_nanos(wait);
                let now = self.own.observe(self.now());
                drop(self.own.block(end, now));
                self.shared[process].block_until(end);
            }
        }
        (false, false)
    }
}

/// However many requests that waited for their connections leave at one moment, that is no damage,
/// after which a file would be given up and everything count as used for longer than this takes.
#[test]
fn however_many_leave_at_one_moment_they_count_like_others() {
    let rate = Rate::per(5, Period::from_nanos(7).expect("not zero")).expect("not zero");
    let burst = NonZeroU32::new(5).expect("not zero");
    let tokens = Ceiling::TokenBucket { rate, burst };
    for ceiling in [Ceiling::Window(rate), tokens] {
        let limits = Limits::new(vec![ceiling], None, Duration::from_nanos(3));
        let mut pair = Pair::new(&limits.expect("they fit"));
        for process in [0, 1, 0, 1] {
            let ask = Step::Ask { process, cost: 5 };
            assert_eq!(pair.step(&ask), (true, true));
            pair.step(&Step::Wait(40));
        }
        for age in [3, 2, 1, 0, 3, 2, 1, 0] {
            pair.step(&Step::Leave(age));
        }
        let mut granted = [0, 0];
        for process in [0, 1].into_iter().cycle().take(40) {
            let (own, shared) = pair.step(&Step::Ask { process, cost: 2 });
            granted[0] += u32::from(own);
            granted[1] += u32::from(shared);
            pair.step(&Step::Wait(5));
        }
        let [own, shared] = granted;
        // What left for a full vendor's bucket is taken back less exactly.
        assert!(shared > 25 && shared <= own, "{ceiling:?}: {granted:?}");
    }
}

/// A request that was granted by larger limits, and leaves when a file has smaller ones, may have more
/// units than the file has places.
#[test]
fn what_larger_limits_granted_is_no_damage_either() {
    let rate = Rate::per(1, Period::from_nanos(7).expect("not zero")).expect("not zero");
    let limits = |burst| {
        let burst = NonZeroU32::new(burst).expect("not zero");
        let tokens = Ceiling::TokenBucket { rate, burst };
        Limits::new(vec![tokens], None, Duration::from_nanos(3)).expect("they fit")
    };
    let (mut larger, mut smaller) = (Pair::new(&limits(30)), Pair::new(&limits(2)));
    assert_eq!(larger.ask(0, 30), (true, true));
    let (_, own, shared) = larger.grants.remove(0);
    let now = smaller.now();
    let observed = smaller.own.observe(now);
    smaller.own.leaves_again(own, observed);
    smaller.shared[0].0.lock().leaves(shared, observed);
    let mut granted = Vec::new();
    for _ in 0..60 {
        let (own, shared) = smaller.step(&Step::Ask {
            process: 1,
            cost: 1,
        });
        assert_eq!(own, shared);
        granted.push(shared);
        smaller.step(&Step::Wait(7));
    }
    // All thirty units of it, first.
    assert!(granted[..25].iter().all(|granted| !granted), "{granted:?}");
    assert!(granted[40..].iter().all(|granted| *granted), "{granted:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn shared_limits_never_grant_earlier_than_own_ones(
        limits in states::limits(),
        steps in steps(40),
    ) {
        let mut pair = Pair::new(&limits);
        for step in &steps {
            let (own, shared) = pair.step(step);
            prop_assert!(own || !shared, "{step:?} was granted, and would not have been");
            if own != shared {
                return Ok(()); // From here on they have different pasts.
            }
        }
    }

    #[test]
    fn without_units_that_come_back_they_grant_the_same(
        limits in states::limits(),
        steps in steps(40),
    ) {
        let mut pair = Pair::new(&limits);
        for step in steps.iter().filter(|step| matches!(step, Step::Wait(_) | Step::Ask { .. })) {
            let (own, shared) = pair.step(step);
            prop_assert_eq!(own, shared, "{:?}", step);
        }
    }

    #[test]
    fn with_requests_that_leave_later_they_grant_the_same(
        limits in states::limits(),
        steps in steps(40),
    ) {
        let mut pair = Pair::new(&limits);
        let moves = |step: &&Step| matches!(step, Step::Wait(_) | Step::Ask { .. } | Step::Leave(_));
        for step in steps.iter().filter(moves) {
            let (own, shared) = pair.step(step);
            prop_assert_eq!(own, shared, "{:?}", step);
        }
    }
}
