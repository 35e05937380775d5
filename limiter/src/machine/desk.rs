//! Where one account has its state file, and this process its place in it.
//!
//! ```text
//!            ┌ is there, fits ──────────────────── take a place ──► attached
//! the name ──┤ is there, was replaced ──────────── give its successor the name, look again
//!            │ is there, frozen or does not fit ── build another from it, look again
//!            │ is there, of another boot ───────── build another: what was used counts on
//!            │ is there, and is garbage ────────── build another: everything is used up
//!            │ is not there, but somebody has it ── build another from the deleted one
//!            └ is not there ────────────────────── build a new one
//! ```
//!
//! No step holds a lock that others need, but for the repair of garbage, in which there is
//! nothing to agree by. Whoever is killed at any step leaves something that the next one goes on
//! from.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tollgate_mapped::{Directory, World, forks, world};

use super::blueprint::Blueprint;
use super::build::{self, Seed};
use super::cell::CellPlace;
use super::errors;
use super::file::{File, Reading};
use super::members;
use crate::state::State;
use crate::{Breaker, Bucket, Clock, StoreError, breaker, bucket};

/// An account's file in a directory, as this process knows it.
pub(crate) struct Desk {
    /// The directory.
    pub(super) path: PathBuf,
    /// The name of the file.
    pub(super) name: String,
    pub(super) world: World,
    clock: Clock,
    inner: Mutex<Inner>,
    opening: Mutex<()>,
}

pub(super) struct Inner {
    pub(super) directory: Directory,
    /// What this process declared.
    pub(super) wanted: Blueprint,
    pub(super) attached: Option<Arc<Attached>>,
    /// When it was last said that there is no file to be had.
    complained: u64,
    /// The place of this process.
    pub(super) member: Option<usize>,
    /// A merge that has not been done yet: the first bucket becomes part of the second.
    pub(super) merge: Option<(String, String)>,
    buckets: Vec<Weak<bucket::Shared>>,
    breakers: Vec<Weak<breaker::Shared>>,
}

/// A file, and the place of this process in it.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) file: File,
    pub(crate) member: usize,
    /// How often this process had been forked when it took its place.
    pub(crate) forks: u64,
    /// When the file had its name.
    pub(crate) opened: u64,
}

impl Attached {
    /// Whether this is the place of another process by now.
    #[inline]
    pub(crate) fn is_stale(&self) -> bool {
        self.forks != forks()
    }

    /// Whether nothing is decided any more in this `cell` of it by this process.
    pub(crate) fn is_over(&self, cell: &CellPlace) -> bool {
        let frozen = cell.head(self.file.words()).is_frozen();
        frozen || self.file.is_lost() || self.is_stale()
    }
}

/// So often it is said that there is no file to be had, in nanoseconds.
const COMPLAIN: u64 = 10_000_000_000;
/// One of so many who take a place removes what the dead left half done.
const SWEEP: u64 = 16;
/// So often the name is looked at: files come and go while many processes start.
pub(super) const LOOKS: usize = 1_000;

impl Desk {
    pub(crate) fn new(
        directory: Directory,
        name: String,
        world: World,
        clock: Clock,
        wanted: Blueprint,
    ) -> Self {
        let path = directory.path().to_owned();
        let inner = Inner {
            directory,
            wanted,
            attached: None,
            complained: 0,
            member: None,
            merge: None,
            buckets: Vec::new(),
            breakers: Vec::new(),
        };
        Self {
            path,
            name,
            world,
            clock,
            inner: Mutex::new(inner),
            opening: Mutex::new(()),
        }
    }

    pub(crate) fn now(&self) -> u64 {
        self.clock.now().as_nanos()
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Declares more, and takes a place in a file that has it all.
    pub(crate) fn declare(&self, more: &Blueprint) -> Result<Arc<Attached>, StoreError> {
        let mut inner = self.lock();
        inner.wanted.add(more)?;
        self.attach(&mut inner)
    }

    /// The file that replaces that of `at`, and where `bucket` of that is in it. `None`, with a
    /// word in the log, if there is none to be had.
    pub(crate) fn follow(
        &self,
        at: &Arc<Attached>,
        bucket: usize,
        damaged: bool,
    ) -> Option<(Arc<Attached>, usize)> {
        let name = &at.file.blueprint.buckets[bucket].name;
        let found = self.replace(at, damaged)?;
        let bucket = found.file.blueprint.bucket(name)?;
        Some((found, bucket))
    }

    /// The same for whoever does not want a bucket.
    pub(crate) fn replace(&self, at: &Arc<Attached>, damaged: bool) -> Option<Arc<Attached>> {
        let mut inner = self.lock();
        if let Some(known) = &inner.attached
            && !Arc::ptr_eq(known, at)
            && !known.is_stale()
            && known.file.next() == 0
            && !known.file.is_frozen()
        {
            return Some(Arc::clone(known));
        }
        if damaged && !at.file.is_lost() {
            self.condemn(&at.file);
        }
        match self.attach(&mut inner) {
            Ok(found) => Some(found),
            Err(_) if self.now() < inner.complained.saturating_add(COMPLAIN) => None,
            Err(error) => {
                inner.complained = self.now();
                tracing::error!(
                    api = inner.wanted.api,
                    account = inner.wanted.account,
                    %error,
                    "nothing is sent for this account until its state can be had again"
                );
                None
            }
        }
    }

    /// Replaces `file` if limits are enforced there that nobody declares any more.
    pub(crate) fn refit(&self, file: &File) {
        let inner = self.lock();
        let known = inner
            .attached
            .as_ref()
            .is_some_and(|at| std::ptr::eq(&at.file, file));
        if known
            && !file.is_frozen()
            && !build::fits(file, &inner)
            && let Err(error) = self.succeed(file, &inner)
        {
            tracing::warn!(%error, "limits that nobody declares any more stay in force");
        }
    }

    /// Has `from` become part of `into` for all processes.
    pub(crate) fn merge(&self, from: &str, into: &str) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.merge = Some((from.to_owned(), into.to_owned()));
        let done = self.attach(&mut inner);
        inner.merge = None;
        done.map(drop)
    }

    /// Held while a handle is looked for and made, so that there is one.
    pub(super) fn opening(&self) -> MutexGuard<'_, ()> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a bucket, so that those find it that become part of it.
    pub(crate) fn remember(&self, bucket: &Bucket) {
        let mut inner = self.lock();
        inner.buckets.retain(|known| known.strong_count() > 0);
        inner.buckets.push(Arc::downgrade(&bucket.0));
    }

    /// A bucket of this name that somebody holds.
    pub(crate) fn known(&self, name: &str) -> Option<Bucket> {
        let inner = self.lock();
        let mut held = inner.buckets.iter().filter_map(Weak::upgrade).map(Bucket);
        held.find(|bucket| bucket.name() == name)
    }

    /// Remembers a breaker.
    pub(crate) fn remember_breaker(&self, breaker: &Breaker) {
        let mut inner = self.lock();
        inner.breakers.retain(|known| known.strong_count() > 0);
        inner.breakers.push(Arc::downgrade(&breaker.0));
    }

    /// A breaker of this name that somebody holds.
    pub(crate) fn known_breaker(&self, name: &str) -> Option<Breaker> {
        let inner = self.lock();
        let mut held = inner.breakers.iter().filter_map(Weak::upgrade).map(Breaker);
        held.find(|breaker| breaker.key().bucket() == name)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attach(&self, inner: &mut Inner) -> Result<Arc<Attached>, StoreError> {
        if !inner.directory.is_current() {
            // It was removed, or moved away.
            inner.directory = Directory::open(&self.path).map_err(errors::of_directory)?;
        }
        let before = inner.attached.clone();
        if before.as_ref().is_some_and(|before| before.is_stale())
            && world().map_err(errors::of_file)? != self.world
        {
            // The child of a fork lives in another container.
            return Err(errors::elsewhere(&self.path.join(&self.name)));
        }
        let place = before.as_ref().filter(|before| !before.is_stale());
        inner.member = place.map(|before| before.member);
        let before = before.as_deref().map(|before| &before.file);
        let attached = Arc::new(self.join(inner, before)?);
        if self.now().is_multiple_of(SWEEP) {
            self.sweep(inner);
        }
        inner.member = Some(attached.member);
        inner.attached = Some(Arc::clone(&attached));
        Ok(attached)
    }

    /// Takes a place, in a file with more of them if all are taken.
    fn join(&self, inner: &Inner, before: Option<&File>) -> Result<Attached, StoreError> {
        loop {
            let opened = self.now();
            let file = self.find(inner, before)?;
            let joined = members::join(file, inner.member, &inner.wanted, opened);
            match joined.map_err(errors::of_file)? {
                Ok(attached) => return Ok(attached),
                Err(full) => self.succeed(&full, inner)?,
            }
        }
    }

    /// A file that has all that is wanted. This process has used `before`, which may have been
    /// replaced by way of this library, or have lost its name by somebody else's hand.
    fn find(&self, inner: &Inner, before: Option<&File>) -> Result<File, StoreError> {
        for _ in 0..LOOKS {
            let before = before.filter(|before| before.next() == 0 && before.is_sound());
            let handle = inner.directory.file(&self.name).map_err(errors::of_file)?;
            let Some(handle) = handle else {
                self.found_anew(inner, before)?;
                continue;
            };
            match File::read(handle, self.world).map_err(errors::of_file)? {
                Reading::Live(file) => {
                    let stranger = before.filter(|before| !before.handle.is_same(&file.handle));
                    if let Some(before) = stranger {
                        self.distrust(&file, before, inner)?;
                    } else if let Some(file) = self.suit(file, inner)? {
                        return Ok(file);
                    }
                }
                Reading::Earlier(file) => {
                    self.repair(&file.handle, Seed::Earlier(&file), inner)?;
                }
                Reading::Garbage(handle) => self.repair(&handle, Seed::Unknown, inner)?,
                Reading::Elsewhere(handle) => return Err(errors::elsewhere(handle.path())),
                Reading::Foreign(handle, version) => {
                    return Err(errors::version(handle.path(), version));
                }
            }
        }
        Err(errors::restless(&self.path.join(&self.name)))
    }

    /// Whether nothing that the file says is of any use any more.
    pub(crate) fn is_fresh(&self) -> bool {
        let inner = self.lock();
        let now = self.now();
        inner.attached.as_ref().is_none_or(|at| {
            (0..at.file.blueprint.buckets.len()).all(|bucket| {
                at.file.in_flight(bucket) == 0
                    && State::copy_of_file(&at.file, bucket)
                        .is_some_and(|mut state| state.is_spent(now))
            })
        })
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
