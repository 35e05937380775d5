//! What a gate was told, for all of its threads.

use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::address::Line;

/// What becomes of what is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Answers {
    #[default]
    Pass,
    Delay(Duration),
    Swallow,
    Hang,
    Refuse,
    LoseNext,
}

#[derive(Debug, Default)]
pub(super) struct Mood {
    answers: Mutex<Answers>,
    /// The connections that are there, both ends of each.
    open: Mutex<Vec<[Line; 2]>>,
    pub(super) accepted: AtomicUsize,
    pub(super) closed: AtomicBool,
}

impl Mood {
    pub(super) fn get(&self) -> Answers {
        *lock(&self.answers)
    }

    pub(super) fn set(&self, answers: Answers) {
        *lock(&self.answers) = answers;
    }

    /// What to do with an answer that is here; whether it is to be lost is taken by the first.
    pub(super) fn take(&self) -> Answers {
        let mut answers = lock(&self.answers);
        let now = *answers;
        if now == Answers::LoseNext {
            *answers = Answers::Pass;
        }
        now
    }

    pub(super) fn keep(&self, ends: [Line; 2]) {
        lock(&self.open).push(ends);
    }

    pub(super) fn cut(&self) {
        lock(&self.open)
            .drain(..)
            .flatten()
            .for_each(|end| end.cut());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
