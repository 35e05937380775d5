//! What is carried over from one file into the next: what was used, who is there, what was counted.

use std::sync::atomic::{AtomicU64, Ordering};

use super::blueprint::Blueprint;
use super::build::Seed;
use super::file::{File, line, open};
use super::layout::LINE;
use super::seat::LOOK;
use crate::Limits;
use crate::breaker::BreakerNumbers;
use crate::state::State;

/// After so long everybody who used another file knows that it lost its name.
const GRACE: u64 = 2 * LOOK;

/// What each bucket begins with.
pub(super) fn states(blueprint: &Blueprint, seed: Seed<'_>, now: u64, id: u64) -> Vec<State> {
    let states = blueprint.buckets.iter().map(|bucket| {
        let old = seed.file().and_then(|file| {
            let index = file.blueprint.bucket(&bucket.name)?;
            State::copy_of_file(file, index)
        });
        let known = seed
            .file()
            .is_some_and(|file| file.blueprint.bucket(&bucket.name).is_some());
        let mut state = match (seed, old) {
            (Seed::Frozen(_), Some(state)) => return declared(state, &bucket.sets),
            (Seed::Earlier(_), Some(mut state)) => {
                state.start_clock();
                declared(state, &bucket.sets)
            }
            (Seed::Nothing, _) => new(&bucket.sets),
            (Seed::Reset(_), old) => {
                let mut state = new(&bucket.sets);
                if let Some(old) = old {
                    state.count_like(&old);
                }
                state
            }
            (Seed::Frozen(_) | Seed::Earlier(_), None) if !known => new(&bucket.sets),
            (Seed::Doubtful(_), Some(mut state)) => {
                state.use_up(now.saturating_add(GRACE));
                declared(state, &bucket.sets)
            }
            (Seed::Frozen(_) | Seed::Doubtful(_) | Seed::Earlier(_) | Seed::Unknown, _) => {
                let mut state = new(&bucket.sets);
                state.use_up(now.saturating_add(GRACE));
                state
            }
        };
        // What was granted before is not counted in it unit by unit.
        state.lineage = id;
        state
    });
    states.collect()
}

fn new(sets: &[Limits]) -> State {
    declared(State::empty(), sets)
}

/// `state` under exactly these limits, of which some may be new.
fn declared(mut state: State, sets: &[Limits]) -> State {
    for limits in sets {
        state.declare(limits.clone());
    }
    state.keep(sets);
    state
}

pub(super) fn fill_breakers(file: &File, seed: Seed<'_>) {
    for (index, breaker) in file.blueprint.breakers.iter().enumerate() {
        let old = seed.file().and_then(|old| {
            let index = old.blueprint.breaker(&breaker.name)?;
            BreakerNumbers::of_file(old, index)
        });
        let numbers = match seed {
            Seed::Frozen(_) | Seed::Doubtful(_) => old.unwrap_or_default(),
            // Failures of another boot say nothing of how the vendor is now.
            Seed::Earlier(_) | Seed::Reset(_) | Seed::Nothing | Seed::Unknown => {
                BreakerNumbers::default()
            }
        };
        numbers.fill(file, index);
    }
}

/// Everybody keeps the place.
pub(super) fn copy_members(old: &File, new: &File) {
    for member in 0..old.high() {
        copy(old.member(member), new.member(member));
        copy(old.image(member), new.image(member));
        for (index, bucket) in new.blueprint.buckets.iter().enumerate() {
            let Some(before) = old.blueprint.bucket(&bucket.name) else {
                continue;
            };
            let (from, to) = (old.line(before, member), new.line(index, member));
            (0..LINE).for_each(|word| copy(&from[word], &to[word]));
            if open(to) > u64::from(u32::MAX) {
                // Nobody holds so many; whoever is there says how many it holds.
                copy(&to[line::TAKEN], &to[line::LANDED]);
            }
        }
    }
    for (index, bucket) in new.blueprint.buckets.iter().enumerate() {
        if let Some(before) = old.blueprint.bucket(&bucket.name) {
            let names = old.names(before).iter().zip(new.names(index));
            names.for_each(|(from, to)| copy(from, to));
        }
    }
    copy_endpoints(old, new);
    new.raise_high(old.high());
}

/// What processes counted that are gone, all of them, stands in the first place from here on.
pub(super) fn copy_counters(old: &File, new: &File) {
    for (index, bucket) in new.blueprint.buckets.iter().enumerate() {
        let Some(before) = old.blueprint.bucket(&bucket.name) else {
            continue;
        };
        let first = new.line(index, 0);
        for word in line::CALLS..=line::EXHAUSTED {
            let lines = (0..old.high()).map(|member| old.line(before, member));
            let counts = lines.map(|line| line[word].load(Ordering::Acquire));
            first[word].store(counts.fold(0, u64::wrapping_add), Ordering::Relaxed);
        }
    }
    copy_endpoints(old, new);
}

fn copy(from: &AtomicU64, to: &AtomicU64) {
    to.store(from.load(Ordering::Acquire), Ordering::Relaxed);
}

fn copy_endpoints(old: &File, new: &File) {
    for (index, name) in new.blueprint.endpoints.iter().enumerate() {
        if let Some(before) = old.blueprint.endpoint_near(name, index) {
            let words = old.endpoint(before).iter().zip(new.endpoint(index));
            words.for_each(|(from, to)| copy(from, to));
        }
    }
}
