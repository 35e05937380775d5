//! Who takes part: one place in a file for each process.
//!
//! A place is a word that holds the identity of a process, and is taken by exchanging it: from
//! nobody, or from somebody who is dead. Nobody gives a place back; processes that end are found to
//! be dead by whoever needs the place.

use std::sync::atomic::Ordering;

use tollgate_mapped::{Error, Identity, forks};

use super::blueprint::{Blueprint, digest};
use super::desk::Attached;
use super::file::{File, line};
use crate::state::State;

/// Takes a place in `file`, if possible the one of `before`. The file itself comes back if every
/// place is taken.
pub(super) fn join(
    file: File,
    before: Option<usize>,
    wanted: &Blueprint,
) -> Result<Result<Attached, File>, Error> {
    let forks = forks();
    let own = Identity::own()?;
    let kept = before.filter(|&member| member < file.members && file.identity(member) == Some(own));
    let Some(member) = kept.or_else(|| (0..file.members).find(|&member| take(&file, member, own)))
    else {
        return Ok(Err(file));
    };
    // Also where a file was replaced while this process took its place.
    let image = Identity::own_image().unwrap_or(0);
    file.image(member).store(image, Ordering::Release);
    declare(&file, member, wanted);
    Ok(Ok(Attached {
        file,
        member,
        forks,
    }))
}

/// The places of those who live, but for the `own`.
pub(super) fn others(file: &File, own: Option<usize>) -> impl Iterator<Item = usize> + '_ {
    let others = (0..file.high()).filter(move |&member| Some(member) != own);
    others.filter(|&member| !file.has_gone(member))
}

fn take(file: &File, member: usize, own: Identity) -> bool {
    let place = file.member(member);
    let held = place.load(Ordering::Acquire);
    let holder = Identity::from_word(held);
    // One's own place from before this process became the program that it is now is free.
    let former = holder == Some(own) && file.has_gone(member);
    if !former && holder.is_some_and(Identity::is_alive) {
        return false;
    }
    if held != 0 {
        settle(file);
    }
    let taken = place.compare_exchange(held, own.word(), Ordering::AcqRel, Ordering::Relaxed);
    if taken.is_err() {
        return false;
    }
    // Until this process says which program it runs, it is taken for any.
    file.image(member).store(0, Ordering::Release);
    file.raise_high(member + 1);
    for bucket in 0..file.layout.buckets.len() {
        let line = file.line(bucket, member);
        let taken = line[line::TAKEN].load(Ordering::Acquire);
        line[line::LANDED].fetch_max(taken, Ordering::AcqRel);
        for word in [line::WAITING, line::SINCE, line::DUE] {
            line[word].store(0, Ordering::Relaxed);
        }
    }
    true
}

/// Has everything that the dead decided stand in the counters.
fn settle(file: &File) {
    for bucket in 0..file.layout.buckets.len() {
        State::of_file(file, bucket);
    }
}

fn declare(file: &File, member: usize, wanted: &Blueprint) {
    for (index, bucket) in file.blueprint.buckets.iter().enumerate() {
        let declared = wanted.bucket(&bucket.name);
        let declared = declared.map_or(0, |index| digest(&wanted.buckets[index].sets));
        file.line(index, member)[line::DECLARED].store(declared, Ordering::Release);
    }
}
