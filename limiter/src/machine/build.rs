//! Another file: for other limits, for more processes, or in the place of one that is of no use.
//!
//! What counts is copied into memory of one's own, changed there by the same rules as in one
//! process (limits that are declared late, buckets that become one), and written into a file that
//! nobody has seen yet.

use std::sync::atomic::{AtomicU64, Ordering};

use super::blueprint::{Blueprint, BreakerPrint, BucketPrint, MOST_SETS, digest};
use super::carry;
use super::desk::{Desk, Inner};
use super::errors;
use super::file::{File, line};
use super::layout::{FEW_MEMBERS, Layout, MOST_MEMBERS};
use super::members;
use crate::{Limits, StoreError};

/// What a file begins with.
#[derive(Clone, Copy)]
pub(super) enum Seed<'a> {
    /// Nothing was ever used.
    Nothing,
    /// What a frozen file says.
    Frozen(&'a File),
    /// The processes of a frozen file, the slots that they hold, and what they counted; nothing of
    /// what was used.
    Reset(&'a File),
    /// The processes of a file, and what they counted; everything was just used, and perhaps more is
    /// right now by somebody who does not know of this file yet.
    Doubtful(&'a File),
    /// What a file of another boot says, as if no time had passed since.
    Earlier(&'a File),
    /// Everything was just used.
    Unknown,
}

/// A number for a file, which no other file of the name has: which process builds it, and when.
pub(super) fn number(now: u64) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // Two of one process at one moment, as in tests by another clock, differ by their count.
    let moment = (now >> 10) + (NEXT.fetch_add(1, Ordering::Relaxed) << 32);
    u64::from(std::process::id()) << PID_SHIFT | moment & ((1 << PID_SHIFT) - 1)
}

/// The process that built the file of this number.
pub(super) fn builder(id: u64) -> u32 {
    u32::try_from(id >> PID_SHIFT).unwrap_or(0)
}

/// Linux has at most 22 bits for a process.
const PID_SHIFT: u32 = 42;

/// Whether `file` has what is `wanted`, and no limits that nobody declares any more.
pub(super) fn fits(file: &File, inner: &Inner) -> bool {
    let Inner { wanted, merge, .. } = inner;
    let Some(buckets) = buckets(file, inner) else {
        return false;
    };
    let breakers = breakers(file, inner);
    buckets == file.blueprint.buckets
        && breakers == file.blueprint.breakers
        && file.blueprint.has_endpoints(&wanted.endpoints)
        && merge
            .as_ref()
            .is_none_or(|(from, into)| is_merged(&file.blueprint, from, into))
}

fn is_merged(blueprint: &Blueprint, from: &str, into: &str) -> bool {
    let (from, into) = (blueprint.bucket(from), blueprint.bucket(into));
    match (from, into) {
        (Some(from), Some(into)) => root(blueprint, from) == root(blueprint, into),
        _ => true,
    }
}

/// The bucket that one has become part of, or itself.
pub(super) fn root(blueprint: &Blueprint, mut bucket: usize) -> usize {
    // As many steps as there are buckets: a file may say anything.
    for _ in 0..blueprint.buckets.len() {
        match blueprint.buckets[bucket].merged {
            Some(next) => bucket = next,
            None => break,
        }
    }
    bucket
}

/// Builds the file `name` from `seed`, with all that is wanted.
///
/// Everything that may fail is done before the file that it replaces is frozen: who cannot build one
/// must not stop those who use the old one.
pub(super) fn build(
    desk: &Desk,
    (name, id): (&str, u64),
    inner: &Inner,
    seed: Seed<'_>,
) -> Result<(), StoreError> {
    let mut blueprint = blueprint(inner, seed)?;
    let merged = merge(&mut blueprint, inner)?;
    let file = create(desk, name, inner, blueprint, places(seed)?)?;
    if let Seed::Frozen(old) | Seed::Doubtful(old) | Seed::Reset(old) = seed {
        old.freeze();
    }
    let mut states = carry::states(&file.blueprint, seed, desk.now(), id);
    if let Some((from, into)) = merged {
        let open = states[from].permits();
        let legacy = states[from].legacy(open);
        states[into].absorb(legacy, desk.now());
    }
    for (bucket, state) in states.iter().enumerate() {
        state.fill(&file, bucket);
    }
    carry::fill_breakers(&file, seed);
    match seed {
        Seed::Frozen(old) | Seed::Doubtful(old) | Seed::Reset(old) => {
            carry::copy_members(old, &file);
        }
        Seed::Earlier(old) => carry::copy_counters(old, &file),
        Seed::Nothing | Seed::Unknown => {}
    }
    Ok(())
}

/// What the file is to be made for.
fn blueprint(inner: &Inner, seed: Seed<'_>) -> Result<Blueprint, StoreError> {
    let mut blueprint = inner.wanted.clone();
    if let Some(file) = seed.file() {
        blueprint.buckets = buckets(file, inner).ok_or_else(|| {
            let api = &blueprint.api;
            errors::crowded(api, "limits of one bucket", MOST_SETS + 1, MOST_SETS)
        })?;
        blueprint.breakers = breakers(file, inner);
        blueprint.endpoints.clone_from(&file.blueprint.endpoints);
        blueprint.add_endpoints(&inner.wanted.endpoints);
    }
    Ok(blueprint)
}

/// Makes the file, empty but for what it is made for.
fn create(
    desk: &Desk,
    name: &str,
    inner: &Inner,
    blueprint: Blueprint,
    members: usize,
) -> Result<File, StoreError> {
    let words = Layout::new(&blueprint, blueprint.save().words().len(), members).total;
    let handle = inner
        .directory
        .create(name, words)
        .map_err(errors::of_file)?;
    File::found(handle, blueprint, members, desk.world, desk.now()).map_err(|error| {
        // It may not even be there any more.
        let _gone = inner.directory.remove(name);
        errors::of_file(error)
    })
}

impl<'a> Seed<'a> {
    pub(super) fn file(self) -> Option<&'a File> {
        match self {
            Self::Frozen(file) | Self::Doubtful(file) | Self::Earlier(file) | Self::Reset(file) => {
                Some(file)
            }
            Self::Nothing | Self::Unknown => None,
        }
    }
}

/// How many places there shall be: more where most of them are taken.
fn places(seed: Seed<'_>) -> Result<usize, StoreError> {
    let (Seed::Frozen(file) | Seed::Doubtful(file) | Seed::Reset(file)) = seed else {
        return Ok(FEW_MEMBERS);
    };
    let taken = members::others(file, None).count();
    if taken >= MOST_MEMBERS {
        let api = &file.blueprint.api;
        return Err(errors::crowded(api, "processes", taken, MOST_MEMBERS));
    }
    let more = if taken * 4 >= file.members * 3 { 2 } else { 1 };
    Ok((file.members * more).min(MOST_MEMBERS))
}

/// The buckets of `file` with what is wanted, and without limits that nobody declares any more;
/// `None` if that is more than there is room for.
fn buckets(file: &File, inner: &Inner) -> Option<Vec<BucketPrint>> {
    let mut buckets = file.blueprint.buckets.clone();
    for bucket in &inner.wanted.buckets {
        match file.blueprint.bucket(&bucket.name) {
            Some(index) => buckets[index].sets = sets(file, index, &bucket.sets, inner.member)?,
            None => buckets.push(bucket.clone()),
        }
    }
    Some(buckets)
}

/// The limits of one bucket: those that are wanted here, and those that others declare. In the
/// order of the file.
fn sets(file: &File, bucket: usize, wanted: &[Limits], own: Option<usize>) -> Option<Vec<Limits>> {
    let print = &file.blueprint.buckets[bucket];
    // What was merged into it holds whoever declares what.
    let merged = file
        .blueprint
        .buckets
        .iter()
        .any(|other| other.merged.is_some());
    let mut sets: Vec<Limits> = print.sets.clone();
    if !merged && sets.iter().any(|limits| !wanted.contains(limits)) {
        let declared = declared_by_others(file, bucket, own);
        sets.retain(|limits| {
            wanted.contains(limits) || is_declared(limits, &sets_of(print), &declared)
        });
    }
    for limits in wanted {
        if !sets.contains(limits) {
            sets.push(limits.clone());
        }
    }
    (sets.len() <= MOST_SETS).then_some(sets)
}

fn sets_of(print: &BucketPrint) -> Vec<u64> {
    print
        .sets
        .iter()
        .map(|limits| digest(std::slice::from_ref(limits)))
        .collect()
}

fn declared_by_others(file: &File, bucket: usize, own: Option<usize>) -> Vec<u64> {
    let declared = members::others(file, own)
        .map(|member| file.line(bucket, member)[line::DECLARED].load(Ordering::Acquire));
    declared.filter(|&declared| declared != 0).collect()
}

/// Whether somebody declares `limits`; who declares several sets is taken to declare all.
fn is_declared(limits: &Limits, known: &[u64], declared: &[u64]) -> bool {
    let this = digest(std::slice::from_ref(limits));
    declared
        .iter()
        .any(|theirs| *theirs == this || !known.contains(theirs))
}

/// The breakers of `file` with what is wanted: the stricter rules, unless nobody else is there.
fn breakers(file: &File, inner: &Inner) -> Vec<BreakerPrint> {
    let mut breakers = file.blueprint.breakers.clone();
    let mut alone = None;
    for breaker in &inner.wanted.breakers {
        let Some(index) = file.blueprint.breaker(&breaker.name) else {
            breakers.push(breaker.clone());
            continue;
        };
        let rules = &mut breakers[index].rules;
        if *rules != breaker.rules {
            let own = inner.member;
            let alone = *alone.get_or_insert_with(|| members::others(file, own).next().is_none());
            *rules = if alone {
                breaker.rules
            } else {
                rules.stricter(breaker.rules)
            };
        }
    }
    breakers
}

/// Notes the merge that is asked for: which bucket becomes part of which, with all its limits.
fn merge(blueprint: &mut Blueprint, inner: &Inner) -> Result<Option<(usize, usize)>, StoreError> {
    let Some((from, into)) = &inner.merge else {
        return Ok(None);
    };
    let (Some(from), Some(into)) = (blueprint.bucket(from), blueprint.bucket(into)) else {
        return Ok(None);
    };
    let (from, into) = (root(blueprint, from), root(blueprint, into));
    if from == into {
        return Ok(None);
    }
    let theirs = blueprint.buckets[from].sets.clone();
    blueprint.buckets[into].add(&theirs);
    blueprint.buckets[from].merged = Some(into);
    let sets = blueprint.buckets[into].sets.len();
    if sets > MOST_SETS {
        let api = &blueprint.api;
        return Err(errors::crowded(
            api,
            "limits of one bucket",
            sets,
            MOST_SETS,
        ));
    }
    Ok(Some((from, into)))
}
