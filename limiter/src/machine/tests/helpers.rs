//! Whoever helps to write down a decision may be late by any time.

use std::sync::atomic::Ordering;

use proptest::prelude::*;
use tollgate_mapped::{Directory, Mapping};

use crate::machine::trail::{Places, Trail};
use crate::machine::words::{Reader, Writer};

/// Places in a file, and the numbers of every decision about them.
struct Sheet {
    _dir: tempfile::TempDir,
    mapping: Mapping,
    decisions: Vec<Vec<u64>>,
}

/// So many units are remembered.
const PLACES: usize = 7;

impl Sheet {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let directory = Directory::open(dir.path()).expect("its own");
        let file = directory.create("sheet", PLACES).expect("room");
        let mut sheet = Self {
            _dir: dir,
            mapping: file.map().expect("room"),
            decisions: Vec::new(),
        };
        let mut first = sheet.trail();
        first.fill(&[1; PLACES]);
        sheet.note(&first);
        sheet
    }

    fn trail(&self) -> Trail {
        Trail::new(Places::new(self.mapping.clone(), 0..PLACES))
    }

    fn note(&mut self, trail: &Trail) {
        let mut numbers = Writer::default();
        trail.save(&mut numbers);
        self.decisions.push(numbers.words().to_vec());
    }

    /// The trail as somebody knows it who read that decision.
    fn read(&self, decision: usize) -> Trail {
        let mut trail = self.trail();
        let known = trail.restore(&mut Reader::new(&self.decisions[decision]));
        known.expect("it was written so");
        trail
    }

    /// The latest decision, which whoever decides next has written down.
    fn latest(&self) -> Trail {
        let latest = self.read(self.decisions.len() - 1);
        latest.settle();
        latest
    }

    fn words(&self) -> Vec<u64> {
        let words = self.mapping.words()[..PLACES].iter();
        words.map(|word| word.load(Ordering::Relaxed)).collect()
    }
}

/// What somebody decides.
#[derive(Clone, Debug)]
enum Step {
    /// So many units leave now.
    Take(u64),
    /// The unit that is so old leaves now instead.
    Move(u64),
}

fn steps() -> impl Strategy<Value = Vec<(Step, u64)>> {
    let step = prop_oneof![
        (1..=PLACES as u64).prop_map(Step::Take),
        (1..=PLACES as u64).prop_map(Step::Move),
    ];
    prop::collection::vec((step, 1..100_u64), 1..20)
}

proptest! {
    #[test]
    fn who_writes_down_late_what_was_decided_changes_nothing(steps in steps()) {
        let mut sheet = Sheet::new();
        let mut now = 1;
        // The moments of all units, in the plainest way.
        let mut moments = vec![1; PLACES];
        for (step, later) in steps {
            let mut trail = sheet.latest();
            now += later;
            let units = match step {
                Step::Take(units) => units,
                Step::Move(age) => {
                    let index = moments.len() - usize::try_from(age).expect("small");
                    let moment = moments.remove(index);
                    prop_assert_eq!(trail.withdraw(1, moment, 0), 1);
                    1
                }
            };
            trail.push(units, now, 0);
            moments.extend((0..units).map(|_| now));
            sheet.note(&trail);
            let known = (1..=PLACES as u64).rev().map(|age| trail.at(trail.newest(age)));
            let known: Vec<u64> = known.collect();
            prop_assert_eq!(&known[..], &moments[moments.len() - PLACES..]);
        }
        let latest = sheet.latest();
        let before = sheet.words();
        for decision in 0..sheet.decisions.len() {
            sheet.read(decision).settle();
            prop_assert_eq!(&sheet.words(), &before, "by decision {}", decision);
        }
        prop_assert!(!latest.is_damaged());
    }
}
