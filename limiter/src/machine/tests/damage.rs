//! Files in which somebody has written: nobody panics, no limit is broken by what is granted
//! afterwards, and nobody is kept out for ever.

use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proptest::prelude::*;

use super::{hands, take};
use crate::{Budget, Ceiling, Limits, ManualClock, Period, Plan, Rate, machine};

const SECOND: Duration = Duration::from_secs(1);

/// What is written over a word.
#[derive(Clone, Debug)]
enum Scribble {
    Zero,
    Ones,
    Any(u64),
    /// A bit is turned over.
    Bit(u32),
    /// Another word of the file.
    Copy(prop::sample::Index),
}

fn scribbles() -> impl Strategy<Value = Vec<(prop::sample::Index, Scribble)>> {
    let scribble = prop_oneof![
        Just(Scribble::Zero),
        Just(Scribble::Ones),
        any::<u64>().prop_map(Scribble::Any),
        (0..64_u32).prop_map(Scribble::Bit),
        any::<prop::sample::Index>().prop_map(Scribble::Copy),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), scribble), 1..200)
}

/// Ten per second, as a window, as a vendor's bucket, and as a budget.
fn limits(kind: usize) -> Limits {
    let ten = Rate::per(10, Period::SECOND).expect("a rate");
    let ceiling = match kind {
        0 => Ceiling::Window(ten),
        _ => Ceiling::TokenBucket {
            rate: ten,
            burst: ten.count(),
        },
    };
    let budget = (kind == 2).then(|| Budget::new(ten, 10)).flatten();
    Limits::new(vec![ceiling], budget, Duration::ZERO).expect("limits")
}

fn file(dir: &Path) -> PathBuf {
    let mut files = std::fs::read_dir(dir).expect("a directory");
    files.next().expect("a file").expect("readable").path()
}

fn scribble(path: &Path, scribbles: &[(prop::sample::Index, Scribble)]) {
    let mut options = std::fs::OpenOptions::new();
    let file = options.read(true).write(true).open(path).expect("a file");
    let words = usize::try_from(file.metadata().expect("a file").len() / 8).expect("small");
    let read = |word: usize| {
        let mut bytes = [0; 8];
        file.read_exact_at(&mut bytes, word as u64 * 8)
            .expect("read");
        u64::from_le_bytes(bytes)
    };
    for (place, what) in scribbles {
        let word = place.index(words);
        let value = match what {
            Scribble::Zero => 0,
            Scribble::Ones => u64::MAX,
            Scribble::Any(value) => *value,
            Scribble::Bit(bit) => read(word) ^ 1 << bit,
            Scribble::Copy(from) => read(from.index(words)),
        };
        file.write_all_at(&value.to_le_bytes(), word as u64 * 8)
            .expect("written");
    }
}

fn plan(kind: usize) -> Plan {
    Plan::new("api.example", "me").bucket("read", limits(kind))
}

fn open(dir: &Path, hands: &ManualClock, kind: usize) -> Option<crate::Account> {
    let desk = machine::desk(&plan(kind), dir, hands.clock()).expect("a directory");
    // What cannot be trusted may be refused, by name.
    machine::open(&plan(kind), &std::sync::Arc::new(desk)).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_is_written_into_a_file_breaks_no_limit_and_keeps_nobody_out(
        scribbles in scribbles(),
        kind in 0..3_usize,
        used in 0..15_usize,
    ) {
        let dir = tempfile::tempdir().expect("a directory");
        let hands = hands();
        let one = open(dir.path(), &hands, kind).expect("a file");
        take(&one, used);
        scribble(&file(dir.path()), &scribbles);
        let Some(other) = open(dir.path(), &hands, kind) else { return Ok(()) };
        prop_assert!(take(&one, 50) + take(&other, 50) <= 10, "more than there is at all");
        // Whatever counts as used, and until when: it comes back.
        let mut granted = 0;
        for _ in 0..40 {
            hands.advance(SECOND / 10);
            granted += take(&one, 1) + take(&other, 1);
        }
        prop_assert!(granted > 0, "nobody gets anything any more");
        prop_assert!(granted <= 50);
    }
}
