//! Rounds over all subjects, so that a slow minute of the machine slows all of them.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use tollgate_benches::{Plan, Spread, thread_cpu};

use crate::subject::Subject;

/// What one subject came to, in nanoseconds of processor time.
pub(crate) struct Figures {
    /// By one thread, round by round.
    pub(crate) rounds: Vec<f64>,
    pub(crate) alone: Spread,
    pub(crate) shared: Spread,
    pub(crate) allocations: u64,
}

pub(crate) fn all(subjects: &[Subject], plan: Plan) -> Vec<Figures> {
    let times = plan.pick(4_000_000, 400_000);
    let mut alone = vec![Vec::new(); subjects.len()];
    let mut shared = vec![Vec::new(); subjects.len()];
    for _ in 0..plan.rounds() {
        for (subject, rounds) in subjects.iter().zip(&mut alone) {
            rounds.push(by_one(subject, times));
        }
        for (subject, rounds) in subjects.iter().zip(&mut shared) {
            rounds.push(by_two(subject, times));
        }
    }
    let spreads = alone.into_iter().zip(shared);
    subjects
        .iter()
        .zip(spreads)
        .map(|(subject, (alone, shared))| Figures {
            rounds: alone.clone(),
            alone: Spread::of(alone),
            shared: Spread::of(shared),
            allocations: allocation_counter::measure(|| (subject.repeat)(1_000)).count_total,
        })
        .collect()
}

fn by_one(subject: &Subject, times: u32) -> f64 {
    (subject.repeat)(u64::from(times / 100)); // warm
    let before = thread_cpu();
    (subject.repeat)(times.into());
    each(thread_cpu() - before, times)
}

/// Both threads begin together; what other programs do may still part them.
fn by_two(subject: &Subject, times: u32) -> f64 {
    let together = Barrier::new(2);
    let half = || {
        together.wait();
        let before = thread_cpu();
        (subject.repeat)(u64::from(times / 2));
        thread_cpu() - before
    };
    let used = thread::scope(|scope| {
        let other = scope.spawn(half);
        half() + other.join().expect("no subject panics")
    });
    each(used, times)
}

fn each(time: Duration, times: u32) -> f64 {
    time.as_secs_f64() * 1e9 / f64::from(times)
}
