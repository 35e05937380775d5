//! Many workers at once, of which some are killed and replaced all the time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tollgate_machine_tests::Entry;
use tollgate_mapped::boottime;

use crate::exact;
use crate::ground::{Ground, Worker};

/// What a party left.
pub(crate) struct Outcome {
    /// What was granted, and when its process was killed.
    pub(crate) entries: Vec<(Entry, u64)>,
    pub(crate) kills: usize,
    /// For each who was not killed, the longest time without a grant, in milliseconds.
    pub(crate) gaps: Vec<u64>,
}

impl Outcome {
    pub(crate) fn granted(&self) -> Vec<Entry> {
        self.entries.iter().map(|(entry, _)| *entry).collect()
    }
}

/// Eight at a time: six that are killed at random instants and replaced, until so many `kills`
/// were made, and two that stay.
pub(crate) fn kills(ground: &Ground, kills: usize, options: &[&str]) -> Outcome {
    let left = AtomicUsize::new(kills);
    let outcome = Mutex::new(Outcome {
        entries: Vec::new(),
        kills,
        gaps: Vec::new(),
    });
    let stay: Vec<Worker> = (0..2).map(|_| ground.saturate(200_000, options)).collect();
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let one_more = |left: usize| left.checked_sub(1);
                while left
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more)
                    .is_ok()
                {
                    let worker = ground.saturate(4_000, options);
                    thread::sleep(Duration::from_micros(fastrand::u64(1_000..120_000)));
                    let entries = kill(worker);
                    outcome.lock().unwrap().entries.extend(entries);
                }
            });
        }
    });
    let mut outcome = outcome.into_inner().unwrap();
    for worker in stay {
        let entries = kill(worker);
        let moments: Vec<u64> = entries.iter().map(|(entry, _)| entry.got).collect();
        outcome.gaps.push(exact::longest_gap(&moments));
        outcome.kills += 1;
        outcome.entries.extend(entries);
    }
    outcome
}

fn kill(worker: Worker) -> Vec<(Entry, u64)> {
    let killed = boottime();
    let log = worker.kill().unwrap();
    log.entries()
        .into_iter()
        .map(|entry| (entry, killed))
        .collect()
}
