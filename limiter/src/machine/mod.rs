//! The state of an account in a file that all processes of a user map.
//!
//! Decisions are those of [`crate::state`], made over what the file says and put back into it in
//! one step; this module knows where everything is and who takes part. It knows no HTTP, no queue
//! (that stays in each process) and no unsafe code (that is in `tollgate-mapped`).
//!
//! ```text
//! open ─► desk ─── finds, builds, replaces the file ─► attached: a file, and a place in it
//!           │                                              │
//!           ├ build   another file from the old one        ├ seat   this process in one bucket
//!           ├ members who takes part                       │  └ cell   what counts, replaced in one step
//!           └ file    header, layout, blueprint            └ trail  window, vendor: the latest units
//! ```

mod atomics;
pub(crate) mod blueprint;
mod build;
mod carry;
pub(crate) mod cell;
pub(crate) mod desk;
mod errors;
pub(crate) mod file;
mod layout;
mod members;
pub(crate) mod seat;
mod succession;
#[cfg(test)]
mod tests;
pub(crate) mod trail;
pub(crate) mod turn;
pub(crate) mod vendor;
mod view;
pub(crate) mod window;
pub(crate) mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tollgate_mapped::{Directory, World, world};

use self::blueprint::{Blueprint, BreakerPrint, BucketPrint};
use self::desk::Desk;
use self::seat::Seat;
pub use self::view::{
    AccountView, BreakerView, BucketView, EndpointView, ProcessView, Survey, Unreadable, reset,
    survey,
};
use crate::{Account, Breaker, Bucket, Clock, Key, Plan, StoreError, Tally};

/// The directory that is meant: the one that is named, or the user's.
pub(crate) fn directory(named: Option<&Path>) -> Result<PathBuf, StoreError> {
    let found = named.map_or_else(Directory::default_path, Directory::named);
    found.map_err(errors::of_directory)
}

/// The account of `plan` in `dir`, without a place in its file yet.
pub(crate) fn desk(plan: &Plan, dir: &Path, clock: Clock) -> Result<Desk, StoreError> {
    let world = world().map_err(errors::of_file)?;
    desk_in(world, plan, dir, clock)
}

/// The same in a world that is named.
fn desk_in(world: World, plan: &Plan, dir: &Path, clock: Clock) -> Result<Desk, StoreError> {
    let directory = Directory::open(dir).map_err(errors::of_directory)?;
    let wanted = Blueprint {
        api: plan.api().to_string(),
        account: plan.account().to_string(),
        buckets: Vec::new(),
        breakers: Vec::new(),
        endpoints: Vec::new(),
    };
    let name = file_name(plan.api(), plan.account());
    Ok(Desk::new(directory, name, world, clock, wanted))
}

/// Finds what `plan` declares in the file of its account.
pub(crate) fn open(plan: &Plan, desk: &Arc<Desk>) -> Result<Account, StoreError> {
    let at = desk.declare(&wanted(plan))?;
    let key = |name: &Arc<str>| {
        let [api, account] = [plan.api(), plan.account()].map(Arc::clone);
        Key::new(api, Arc::clone(name), account)
    };
    let buckets = plan.buckets().iter().map(|(name, _)| {
        let bucket = bucket(desk, &at, key(name));
        (Arc::clone(name), bucket)
    });
    let breakers = plan.breakers().iter().map(|(name, rules)| {
        let breaker = desk.known_breaker(name).unwrap_or_else(|| {
            let breaker = Breaker::at(key(name), *rules, Arc::clone(desk), Arc::clone(&at));
            desk.remember_breaker(&breaker);
            breaker
        });
        (Arc::clone(name), breaker)
    });
    let endpoints = plan.endpoints().iter().enumerate().map(|(index, name)| {
        // In most files they are in the order of the plan.
        let tally = Tally::at(Arc::clone(desk), Arc::clone(&at), Arc::clone(name), index);
        (Arc::clone(name), tally)
    });
    Ok(Account::new(buckets, breakers, endpoints))
}

/// The one handle of this process to the bucket of `key`.
fn bucket(desk: &Arc<Desk>, at: &Arc<desk::Attached>, key: Key) -> Bucket {
    let _one_at_a_time = desk.opening();
    desk.known(key.bucket()).unwrap_or_else(|| {
        // Just declared, so it is there.
        let index = at.file.blueprint.bucket(key.bucket()).unwrap_or(0);
        let seat = Seat::new(Arc::clone(desk), Arc::clone(at), index);
        let bucket = Bucket::at(key, desk.clock().clone(), seat);
        desk.remember(&bucket);
        bucket
    })
}

/// The bucket that `index` of the file has become part of.
pub(crate) fn merged(desk: &Arc<Desk>, at: &Arc<desk::Attached>, index: usize) -> Option<Bucket> {
    let blueprint = &at.file.blueprint;
    let root = build::root(blueprint, index);
    (root != index).then(|| {
        let Blueprint { api, account, .. } = blueprint;
        let name = blueprint.buckets[root].name.as_str();
        bucket(desk, at, Key::new(api.as_str(), name, account.as_str()))
    })
}

fn wanted(plan: &Plan) -> Blueprint {
    let buckets = plan.buckets().iter().map(|(name, limits)| BucketPrint {
        name: name.to_string(),
        sets: vec![limits.clone()],
        merged: None,
    });
    let breakers = plan.breakers().iter().map(|(name, rules)| BreakerPrint {
        name: name.to_string(),
        rules: *rules,
    });
    let endpoints = plan.endpoints().iter();
    Blueprint {
        api: plan.api().to_string(),
        account: plan.account().to_string(),
        buckets: buckets.collect(),
        breakers: breakers.collect(),
        endpoints: endpoints.map(ToString::to_string).collect(),
    }
}

/// A number for a name that a vendor gives; never zero.
pub(crate) fn digest_of(name: &str) -> u64 {
    let digest = Sha256::digest(name);
    let first = digest.first_chunk().copied().unwrap_or_default();
    u64::from_le_bytes(first).max(1)
}

/// The name of an account's file: the API as far as it can be read, and a digest.
fn file_name(api: &str, account: &str) -> String {
    /// So much of the API's name is to be read.
    const READABLE: usize = 48;
    let plain = |char: char| match char {
        'a'..='z' | '0'..='9' | '-' | '.' => char,
        'A'..='Z' => char.to_ascii_lowercase(),
        _ => '_',
    };
    let readable: String = api.chars().map(plain).take(READABLE).collect();
    let digest = Sha256::new()
        .chain_update((api.len() as u64).to_le_bytes())
        .chain_update(api)
        .chain_update(account)
        .finalize();
    let digest: String = digest[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{}-{digest}.state", readable.trim_start_matches('.'))
}
