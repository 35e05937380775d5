//! How a file follows another: which one is to be used, how it is agreed upon, and what becomes of one
//! that was deleted, damaged or put there by somebody.

use std::path::Path;
use std::time::Duration;

use tollgate_mapped::{Directory, StateFile, world};

use super::build::{self, Seed};
use super::desk::{Desk, Inner, LOOKS};
use super::errors;
use super::file::{File, Reading};
use crate::{Clock, StoreError};

/// What living processes still hold of the name.
enum Deleted {
    Sound(Box<File>),
    /// Something was used, and nobody knows what.
    Damaged,
    Nothing,
}

/// How long somebody else's repair is waited for.
const REPAIR: Duration = Duration::from_secs(2);

impl Desk {
    /// `file`, if it can be used as it is. If not, there is another one afterwards.
    pub(super) fn suit(&self, file: File, inner: &Inner) -> Result<Option<File>, StoreError> {
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
    pub(super) fn succeed(&self, file: &File, inner: &Inner) -> Result<(), StoreError> {
        self.succeed_with(file, inner, Seed::Frozen(file)).map(drop)
    }

    /// Somebody has put `file` in the place of `before`, which was in use: nobody knows what was
    /// used of either, so all of it counts as used.
    pub(super) fn distrust(
        &self,
        file: &File,
        before: &File,
        inner: &Inner,
    ) -> Result<(), StoreError> {
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
    pub(super) fn sweep(&self, inner: &Inner) {
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

    /// The name is not there: builds what it shall be.
    pub(super) fn found_anew(
        &self,
        inner: &Inner,
        before: Option<&File>,
    ) -> Result<(), StoreError> {
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
        if self.crown(file, inner)? {
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
    pub(super) fn repair(
        &self,
        handle: &StateFile,
        seed: Seed<'_>,
        inner: &Inner,
    ) -> Result<(), StoreError> {
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
    pub(super) fn condemn(&self, file: &File) {
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
