//! Where one account has its state file, and this process its place in it.
//!
//! ```text
//!            ┌ is there, fits ──────────────────── take a place ──► attached
//! the name ──┤ is there, was replaced ──────────── give its successor the name, look again
//!            │ is there, frozen or does not fit ── build another from it, look again
//!            │ is there, of another boot, garbage ─ build another: everything is used up
//!            │ is not there, but somebody has it ── build another from the deleted one
//!            └ is not there ────────────────────── build a new one
//! ```
//!
//! No step holds a lock that others need, but for the repair of garbage, in which there is
//! nothing to agree by. Whoever is killed at any step leaves something that the next one goes on
//! from.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tollgate_mapped::{Directory, StateFile, World, forks, world};

use super::blueprint::Blueprint;
use super::build::{self, Seed};
use super::errors;
use super::file::{File, Reading};
use super::members;
use crate::state::State;
use crate::{Breaker, Bucket, Clock, StoreError, breaker, bucket};

/// An account's file in a directory, as this process knows it.
pub(crate) struct Desk {
    /// The directory.
    path: PathBuf,
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
    attached: Option<Arc<Attached>>,
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
}

impl Attached {
    /// Whether this is the place of another process by now.
    #[inline]
    pub(crate) fn is_stale(&self) -> bool {
        self.forks != forks()
    }
}

/// So often it is said that there is no file to be had, in nanoseconds.
const COMPLAIN: u64 = 10_000_000_000;
/// What living processes still hold of the name.
enum Deleted {
    Sound(Box<File>),
    /// Something was used, and nobody knows what.
    Damaged,
    Nothing,
}

/// How long somebody else's repair is waited for.
const REPAIR: Duration = Duration::from_secs(2);
/// One of so many who take a place removes what the dead left half done.
const SWEEP: u64 = 16;
/// So often the name is looked at: files come and go while many processes start.
const LOOKS: usize = 1_000;

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

    fn lock(&self) -> MutexGuard<'_, Inner> {
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
            let file = self.find(inner, before)?;
            match members::join(file, inner.member, &inner.wanted).map_err(errors::of_file)? {
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

    /// `file`, if it can be used as it is. If not, there is another one afterwards.
    fn suit(&self, file: File, inner: &Inner) -> Result<Option<File>, StoreError> {
        if file.next() != 0 {
            // Without a successor, and in its place still: the successor was lost, or never was.
            if !self.crown(&file, inner)? && file.handle.is_current() {
                self.repair(&file.handle, Seed::Doubtful(&file), inner)?;
            }
        } else if file.is_frozen() || !build::fits(&file, inner) {
            self.succeed(&file, inner)?;
        } else {
            return Ok(Some(file));
        }
        Ok(None)
    }

    /// Builds the file that replaces `file`.
    fn succeed(&self, file: &File, inner: &Inner) -> Result<(), StoreError> {
        self.succeed_with(file, inner, Seed::Frozen(file)).map(drop)
    }

    /// Somebody has put `file` in the place of `before`, which was in use: nobody knows what was
    /// used of either, so all of it counts as used.
    fn distrust(&self, file: &File, before: &File, inner: &Inner) -> Result<(), StoreError> {
        tracing::warn!(
            file = %file.handle.path().display(),
            "this file was put in the place of one in use; everything counts as just used"
        );
        if file.next() != 0 {
            return self.crown(file, inner).map(drop);
        }
        if let Some(id) = self.succeed_with(file, inner, Seed::Doubtful(file))? {
            before.freeze();
            before.elect(id);
        }
        // If not, the file that somebody else put there is met next.
        Ok(())
    }

    /// Builds the file that replaces `file`; its number, or `None` if somebody else's does.
    fn succeed_with(
        &self,
        file: &File,
        inner: &Inner,
        seed: Seed<'_>,
    ) -> Result<Option<u64>, StoreError> {
        let (name, id) = self.candidate();
        build::build(self, (&name, id), inner, seed)?;
        let elected = file.elect(id);
        if !elected {
            inner.directory.remove(&name).map_err(errors::of_file)?;
        }
        self.crown(file, inner)?;
        self.sweep(inner);
        Ok(elected.then_some(id))
    }

    /// Removes what was built by processes that were killed over it.
    fn sweep(&self, inner: &Inner) {
        let names = inner.directory.names().unwrap_or_default();
        let ids = names
            .iter()
            .filter_map(|name| Some((name, self.id_of(name)?)));
        let dead: Vec<_> = ids
            .filter(|&(_, id)| !is_running(build::builder(id)))
            .collect();
        let next = if dead.is_empty() {
            None
        } else {
            self.elected(inner)
        };
        for (name, id) in dead {
            if next != Some(id) {
                // Somebody else may have done so already.
                let _gone = inner.directory.remove(name);
            }
        }
    }

    /// Which file is to have the name next.
    fn elected(&self, inner: &Inner) -> Option<u64> {
        let handle = inner.directory.file(&self.name).ok()??;
        match File::read(handle, self.world) {
            Ok(Reading::Live(file)) => Some(file.next()),
            _ => None,
        }
    }

    fn id_of(&self, name: &str) -> Option<u64> {
        let id = name.strip_prefix(&self.name)?.strip_prefix('.')?;
        u64::from_str_radix(id, 16).ok().filter(|_| id.len() == 16)
    }

    /// Gives the successor of `file` its name, if it does not have it yet; whether it did that.
    fn crown(&self, file: &File, inner: &Inner) -> Result<bool, StoreError> {
        let name = self.name_of(file.next());
        let renamed = inner.directory.rename(&name, &self.name);
        renamed.map_err(errors::of_file)
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

    /// The name is not there: builds what it shall be.
    fn found_anew(&self, inner: &Inner, before: Option<&File>) -> Result<(), StoreError> {
        if let Some(before) = before {
            return self.succeed(before, inner);
        }
        let found = self.deleted(inner)?;
        if inner
            .directory
            .file(&self.name)
            .map_err(errors::of_file)?
            .is_some()
        {
            return Ok(()); // it was just made, or replaced, and nobody has deleted anything
        }
        let file = match found {
            Deleted::Sound(file) => file,
            Deleted::Damaged => return self.publish(Seed::Unknown, inner),
            Deleted::Nothing if inner.attached.is_some() => {
                // This process had one, which made no sense any more.
                return self.publish(Seed::Unknown, inner);
            }
            Deleted::Nothing => return self.publish(Seed::Nothing, inner),
        };
        tracing::warn!(
            file = %file.handle.path().display(),
            "this file was deleted while it was in use; its state was taken over"
        );
        match file.next() {
            0 => self.succeed(&file, inner),
            _ => self.rescue(&file, inner),
        }
    }

    /// The file of the name that somebody still has, though it was deleted; of several that which
    /// was not replaced.
    fn deleted(&self, inner: &Inner) -> Result<Deleted, StoreError> {
        let handles = inner.directory.all_deleted(&self.name);
        let mut damaged = false;
        let mut sound: Option<File> = None;
        for handle in handles.map_err(errors::of_file)? {
            match File::read(handle, self.world) {
                Ok(Reading::Live(file)) => {
                    let rank = |file: &File| (file.next() != 0, u64::MAX - file.created());
                    if sound.as_ref().is_none_or(|known| rank(&file) < rank(known)) {
                        sound = Some(file);
                    }
                }
                Ok(Reading::Garbage(_)) => damaged = true,
                _ => {}
            }
        }
        Ok(match sound {
            Some(file) => Deleted::Sound(Box::new(file)),
            None if damaged => Deleted::Damaged,
            None => Deleted::Nothing,
        })
    }

    /// The successor of a deleted file is gone as well.
    fn rescue(&self, file: &File, inner: &Inner) -> Result<(), StoreError> {
        let name = self.name_of(file.next());
        let there = inner
            .directory
            .rename(&name, &self.name)
            .map_err(errors::of_file)?;
        if there {
            return Ok(());
        }
        self.publish(Seed::Doubtful(file), inner)
    }

    fn publish(&self, seed: Seed<'_>, inner: &Inner) -> Result<(), StoreError> {
        let (name, id) = self.candidate();
        build::build(self, (&name, id), inner, seed)?;
        let published = inner
            .directory
            .link_new(&name, &self.name)
            .map_err(errors::of_file)?;
        if !published {
            inner.directory.remove(&name).map_err(errors::of_file)?;
        }
        self.sweep(inner);
        Ok(())
    }

    /// Replaces a file that cannot be gone on from.
    fn repair(&self, handle: &StateFile, seed: Seed<'_>, inner: &Inner) -> Result<(), StoreError> {
        // A program that runs must not stand still for it, nor miss its deadlines.
        let patience = if inner.attached.is_some() {
            Duration::ZERO
        } else {
            REPAIR
        };
        let lock = handle.lock_for_repair(patience).map_err(errors::of_file)?;
        let there = inner.directory.file(&self.name).map_err(errors::of_file)?;
        if there.is_none_or(|there| !there.is_same(handle)) {
            return Ok(());
        }
        if matches!(seed, Seed::Unknown) {
            tracing::warn!(
                file = %handle.path().display(),
                "this state file makes no sense; everything counts as just used"
            );
        }
        let (name, id) = self.candidate();
        build::build(self, (&name, id), inner, seed)?;
        inner
            .directory
            .rename(&name, &self.name)
            .map_err(errors::of_file)?;
        drop(lock);
        Ok(())
    }

    /// What the file holds makes no sense: has it taken for garbage by everybody.
    fn condemn(&self, file: &File) {
        file.condemn();
        file.freeze();
    }

    fn candidate(&self) -> (String, u64) {
        let id = build::number(self.now());
        (self.name_of(id), id)
    }

    fn name_of(&self, id: u64) -> String {
        format!("{}.{id:016x}", self.name)
    }
}

/// Whether a process has this number, be it the one that had it before or another.
fn is_running(pid: u32) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

/// Has the account of the file `name` start as if nothing had been used.
pub(super) fn reset(
    dir: &Path,
    name: &str,
    no_file: impl Fn() -> StoreError,
) -> Result<(), StoreError> {
    let world = world().map_err(errors::of_file)?;
    for _ in 0..LOOKS {
        let directory = Directory::open(dir).map_err(errors::of_directory)?;
        let Some(handle) = directory.file(name).map_err(errors::of_file)? else {
            return Err(no_file());
        };
        match File::read(handle, world).map_err(errors::of_file)? {
            Reading::Live(file) => {
                let wanted = file.blueprint.clone();
                let clock = Clock::monotonic();
                let desk = Desk::new(directory, name.to_owned(), world, clock, wanted);
                let inner = desk.lock();
                if file.next() != 0 {
                    desk.crown(&file, &inner)?;
                } else if desk
                    .succeed_with(&file, &inner, Seed::Reset(&file))?
                    .is_some()
                {
                    return Ok(());
                }
            }
            Reading::Earlier(file) => return remove(&directory, name, &file.handle),
            Reading::Garbage(handle) => return remove(&directory, name, &handle),
            Reading::Elsewhere(handle) => return Err(errors::elsewhere(handle.path())),
            Reading::Foreign(handle, version) => {
                return Err(errors::version(handle.path(), version));
            }
        }
    }
    Err(errors::restless(&dir.join(name)))
}

/// Removes the file of the name, if it still is that one.
fn remove(directory: &Directory, name: &str, handle: &StateFile) -> Result<(), StoreError> {
    match handle.is_current() {
        true => directory.remove(name).map_err(errors::of_file),
        false => Ok(()),
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
