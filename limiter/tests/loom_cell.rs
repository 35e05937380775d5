//! Every interleaving of processes that read and replace what a cell holds.
//!
//! Run with
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test --release -p tollgate-limiter --test loom_cell
//! ```
//!
//! The file under test is compiled here with loom's atomics. Whoever is stopped between any two of
//! its steps is a thread that is not run any more until the others are done; loom tries all of them.

#![cfg(loom)]

use std::ops::Deref;

use loom::sync::Arc;
use loom::thread;

use crate::atomics::AtomicU64;
use crate::cell::{CellPlace, Head};
use crate::words::Sink as _;

mod atomics {
    pub(crate) use loom::sync::atomic::{AtomicU64, fence};
}
#[allow(dead_code, reason = "not everything of it is modelled")]
#[path = "../src/machine/cell.rs"]
mod cell;
#[allow(dead_code, reason = "a cell is written, and read as it is")]
#[path = "../src/machine/words.rs"]
mod words;

/// A cell of two members in a file of its own, which all threads have.
#[derive(Clone)]
struct File(Arc<(CellPlace, Vec<AtomicU64>)>);

/// Whoever holds it runs as one member.
const ONE: usize = 0;
const OTHER: usize = 1;

impl File {
    /// A file in which 0 counts.
    fn new() -> Self {
        let place = CellPlace::new(0, 2, 2);
        let words: Vec<AtomicU64> = (0..place.end()).map(|_| AtomicU64::new(0)).collect();
        place.fill(&words, |into| save(0, into));
        Self(Arc::new((place, words)))
    }

    /// What counts. It always makes sense, and is of one writer.
    fn read(&self) -> (Head, u64) {
        let (place, words) = &**self;
        let mut numbers = Vec::new();
        let head = place.read(words, &mut numbers).expect("it makes sense");
        let [number, twice] = numbers[..] else {
            panic!("as many as were written");
        };
        assert_eq!(twice, 2 * number, "of one writer");
        (head, number)
    }

    /// Has `number` count, if `seen` still does.
    fn replace(&self, seen: Head, member: usize, number: u64) -> bool {
        let (place, words) = &**self;
        let replaced = place.replace(words, seen, member, |into| save(number, into));
        replaced.is_some()
    }

    /// Adds one, and says how many rounds that took.
    fn add(&self, member: usize) -> u32 {
        let mut rounds = 0;
        loop {
            rounds += 1;
            let (seen, number) = self.read();
            if self.replace(seen, member, number + 1) {
                return rounds;
            }
        }
    }

    fn freeze(&self) {
        let (place, words) = &**self;
        assert!(place.freeze(words).is_frozen());
    }
}

impl Deref for File {
    type Target = (CellPlace, Vec<AtomicU64>);

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

fn save(number: u64, into: &mut cell::Buffer<'_>) {
    into.put(number);
    into.put(2 * number);
}

fn model(body: impl Fn(File) + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || body(File::new()));
}

// Who only reads is the thread that is started, and who changes is the one that starts it: loom
// remembers only the last access to an atomic, and would not see that a look could come earlier than
// one that it has seen. For the same reason a writer that is started has read before.

#[test]
fn who_reads_while_a_writer_uses_its_buffers_again_sees_what_counted_at_some_moment() {
    model(|file| {
        let reader = {
            let file = file.clone();
            thread::spawn(move || {
                let (_, first) = file.read();
                let (_, second) = file.read();
                assert!(first <= second && second <= 3, "{first}, then {second}");
            })
        };
        for _ in 0..3 {
            assert_eq!(file.add(ONE), 1, "nobody else writes");
        }
        reader.join().expect("it reads");
    });
}

#[test]
fn of_two_who_replace_the_same_one_does_and_the_other_begins_again() {
    model(|file| {
        let (seen, _) = file.read();
        let writer = {
            let file = file.clone();
            thread::spawn(move || file.replace(seen, OTHER, 1))
        };
        let rounds = file.add(ONE);
        // Wherever the other one is stopped meanwhile.
        assert!(rounds <= 2, "one round for each of the other's");
        let (_, here) = file.read();
        let there = writer.join().expect("it writes");
        let (_, number) = file.read();
        assert_eq!(number, 1 + u64::from(there));
        assert!(here == number, "it had no chance after that");
        assert!(
            rounds == 1 || there,
            "it begins again only if the other was faster"
        );
    });
}

#[test]
fn whoever_writes_for_what_counts_no_more_changes_nothing() {
    model(|file| {
        let (seen, _) = file.read();
        file.add(ONE);
        let late = {
            let file = file.clone();
            thread::spawn(move || assert!(!file.replace(seen, OTHER, 9)))
        };
        for number in 2..4 {
            assert_eq!(file.add(ONE), 1, "who does not exchange holds up nobody");
            assert_eq!(file.read().1, number);
        }
        late.join().expect("it writes");
        assert_eq!(file.read().1, 3);
    });
}

#[test]
fn two_writers_and_a_reader_lose_nothing() {
    model(|file| {
        let (seen, _) = file.read();
        let writer = {
            let file = file.clone();
            thread::spawn(move || {
                if !file.replace(seen, OTHER, 1) {
                    file.add(OTHER);
                }
            })
        };
        let reader = {
            let file = file.clone();
            thread::spawn(move || assert!(file.read().1 <= 2))
        };
        file.add(ONE);
        writer.join().expect("it writes");
        reader.join().expect("it reads");
        assert_eq!(file.read().1, 2);
    });
}

#[test]
fn what_counts_when_it_is_frozen_counts_for_ever() {
    model(|file| {
        let (seen, _) = file.read();
        let writer = {
            let file = file.clone();
            thread::spawn(move || file.replace(seen, OTHER, 1))
        };
        file.freeze();
        let (head, number) = file.read();
        assert!(head.is_frozen());
        let replaced = writer.join().expect("it writes");
        assert_eq!(u64::from(replaced), number, "before, or not at all");
        assert!(!file.replace(seen, ONE, 9));
        let (last, unchanged) = file.read();
        assert!(last == head && unchanged == number);
    });
}
