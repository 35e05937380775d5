//! A state file: what its header says, and what is to be thought of it.

use std::sync::atomic::{AtomicU64, Ordering};

use tollgate_mapped::{Identity, Mapping, StateFile, World};

use super::blueprint::Blueprint;
use super::build::root;
use super::cell::CellPlace;
use super::layout::{HEADER, LINE, Layout, MEMBER, MOST_MEMBERS};
use super::trail::Places;

/// "tollgate", read as a number.
const MAGIC: u64 = u64::from_le_bytes(*b"tollgate");
/// The version of what is described in [`super::layout`].
pub(crate) const VERSION: u64 = 1;

/// The words of the header.
mod at {
    pub(super) const MAGIC: usize = 0;
    pub(super) const VERSION: usize = 1;
    pub(super) const TOTAL: usize = 2;
    pub(super) const SUM: usize = 3;
    pub(super) const BOOT: usize = 4;
    pub(super) const SPACES: usize = 6;
    pub(super) const MEMBERS: usize = 7;
    pub(super) const BLUEPRINT: usize = 8;
    pub(super) const CREATED: usize = 9;
    /// Changes: by which file this one is replaced.
    pub(super) const NEXT: usize = 10;
    /// Changes: how many of the members' places were ever taken.
    pub(super) const HIGH: usize = 11;
}

/// The words of a member's line in a bucket. Only the member itself writes them, but for the first
/// two, which others may raise.
pub(crate) mod line {
    /// Slots ever taken.
    pub(crate) const TAKEN: usize = 0;
    /// Slots ever given up.
    pub(crate) const LANDED: usize = 1;
    pub(crate) const CALLS: usize = 2;
    pub(crate) const REQUESTS: usize = 3;
    pub(crate) const RETRIES: usize = 4;
    pub(crate) const WAITED: usize = 5;
    pub(crate) const EXHAUSTED: usize = 6;
    /// Which limits the member declared.
    pub(crate) const DECLARED: usize = 7;
    /// How many wait there.
    pub(crate) const WAITING: usize = 8;
    /// Since when the first of them is the first; zero if nobody waits.
    pub(crate) const SINCE: usize = 9;
    /// When that one looks again.
    pub(crate) const DUE: usize = 10;
    /// How many units it wants.
    pub(crate) const UNITS: usize = 11;
}

/// A state file that makes sense.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) handle: StateFile,
    mapping: Mapping,
    pub(crate) blueprint: Blueprint,
    pub(crate) layout: Layout,
    pub(crate) members: usize,
}

/// What is to be thought of a file.
#[derive(Debug)]
pub(crate) enum Reading {
    /// It is of this boot.
    Live(File),
    /// It is of another boot: its moments mean nothing here.
    Earlier(File),
    /// It belongs to processes that cannot be seen from here, and that cannot see us.
    Elsewhere(StateFile),
    /// Its format is of this version, which is not ours.
    Foreign(StateFile, u64),
    /// It makes no sense.
    Garbage(StateFile),
}

impl File {
    /// Reads what `handle` is.
    pub(crate) fn read(handle: StateFile, world: World) -> Result<Reading, tollgate_mapped::Error> {
        if handle.words() < HEADER {
            return Ok(Reading::Garbage(handle));
        }
        let mapping = handle.map()?;
        let words = mapping.words();
        let header: Vec<u64> = words[..HEADER]
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .collect();
        if header[at::MAGIC] != MAGIC {
            return Ok(Reading::Garbage(handle));
        }
        if header[at::VERSION] != VERSION {
            return Ok(Reading::Foreign(handle, header[at::VERSION]));
        }
        let Some((blueprint, layout, members)) = parse(words, &header) else {
            return Ok(Reading::Garbage(handle));
        };
        let file = Self {
            handle,
            mapping,
            blueprint,
            layout,
            members,
        };
        let boot = [header[at::BOOT], header[at::BOOT + 1]];
        Ok(if boot != world.boot {
            Reading::Earlier(file)
        } else if header[at::SPACES] != world.spaces {
            Reading::Elsewhere(file.handle)
        } else {
            Reading::Live(file)
        })
    }

    /// Writes the header and the blueprint of a file that nobody else has seen yet.
    pub(crate) fn found(
        handle: StateFile,
        blueprint: Blueprint,
        members: usize,
        world: World,
        now: u64,
    ) -> Result<Self, tollgate_mapped::Error> {
        let saved = blueprint.save();
        let layout = Layout::new(&blueprint, saved.words().len(), members);
        let mapping = handle.map()?;
        let words = mapping.words();
        let put = |index: usize, word: u64| words[index].store(word, Ordering::Relaxed);
        put(at::MAGIC, MAGIC);
        put(at::VERSION, VERSION);
        put(at::TOTAL, layout.total as u64);
        put(at::BOOT, world.boot[0]);
        put(at::BOOT + 1, world.boot[1]);
        put(at::SPACES, world.spaces);
        put(at::MEMBERS, members as u64);
        put(at::BLUEPRINT, saved.words().len() as u64);
        put(at::CREATED, now);
        for (index, &word) in saved.words().iter().enumerate() {
            put(HEADER + index, word);
        }
        let header: Vec<u64> = words[..HEADER]
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .collect();
        put(at::SUM, sum(&header, saved.words()));
        Ok(Self {
            handle,
            mapping,
            blueprint,
            layout,
            members,
        })
    }

    #[inline]
    pub(crate) fn words(&self) -> &[AtomicU64] {
        self.mapping.words()
    }

    /// Whether the memory no longer is that of the file: it was cut short.
    pub(crate) fn is_lost(&self) -> bool {
        self.mapping.is_lost()
    }

    /// By which file this one is replaced; zero while it is not.
    pub(crate) fn next(&self) -> u64 {
        self.words()[at::NEXT].load(Ordering::Acquire)
    }

    /// Has the file `id` replace this one, unless another one does; whether it does.
    pub(crate) fn elect(&self, id: u64) -> bool {
        self.words()[at::NEXT]
            .compare_exchange(0, id, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
    }

    /// Lets nothing change here any more, but for counters.
    pub(crate) fn freeze(&self) {
        for cell in self.cells() {
            cell.freeze(self.words());
        }
    }

    /// Whether somebody began to replace this file.
    pub(crate) fn is_frozen(&self) -> bool {
        self.cells().any(|cell| cell.head(self.words()).is_frozen())
    }

    fn cells(&self) -> impl Iterator<Item = &CellPlace> {
        let buckets = self.layout.buckets.iter().map(|bucket| &bucket.cell);
        buckets.chain(&self.layout.breakers)
    }

    /// Whether nobody has taken this file for garbage, nor cut it short.
    pub(crate) fn is_sound(&self) -> bool {
        self.words()[at::MAGIC].load(Ordering::Acquire) == MAGIC
            && !self.is_lost()
            && !self.handle.is_cut()
    }

    /// Has everybody take this file for garbage.
    pub(crate) fn condemn(&self) {
        self.words()[at::MAGIC].store(0, Ordering::Release);
    }

    pub(crate) fn created(&self) -> u64 {
        self.words()[at::CREATED].load(Ordering::Relaxed)
    }

    /// How many of the members' places were ever taken.
    #[inline]
    pub(crate) fn high(&self) -> usize {
        let high = self.words()[at::HIGH].load(Ordering::Acquire);
        usize::try_from(high)
            .unwrap_or(usize::MAX)
            .min(self.members)
    }

    pub(crate) fn raise_high(&self, to: usize) {
        self.words()[at::HIGH].fetch_max(to as u64, Ordering::AcqRel);
    }

    /// The place of a member.
    pub(crate) fn member(&self, member: usize) -> &AtomicU64 {
        &self.words()[self.layout.members.start + member * MEMBER]
    }

    /// The program that the member runs; zero if it does not say.
    pub(crate) fn image(&self, member: usize) -> &AtomicU64 {
        &self.words()[self.layout.members.start + member * MEMBER + 1]
    }

    /// Whether whoever has that place is gone: it ended, or became another program.
    pub(crate) fn has_gone(&self, member: usize) -> bool {
        let Some(identity) = self.identity(member).filter(|identity| identity.is_alive()) else {
            return true;
        };
        let image = self.image(member).load(Ordering::Acquire);
        image != 0 && identity.image().is_some_and(|now| now != image)
    }

    /// Who has that place.
    pub(crate) fn identity(&self, member: usize) -> Option<Identity> {
        Identity::from_word(self.member(member).load(Ordering::Acquire))
    }

    /// A member's counters in a bucket.
    #[inline]
    pub(crate) fn line(&self, bucket: usize, member: usize) -> &[AtomicU64] {
        &self.words()[self.layout.buckets[bucket].line(member)]
    }

    /// The places of a limit of a bucket.
    pub(crate) fn places(&self, bucket: usize, rule: usize) -> Places {
        let (_, range) = &self.layout.buckets[bucket].rules[rule];
        Places::new(self.mapping.clone(), range.clone())
    }

    /// The counters of an endpoint.
    pub(crate) fn endpoint(&self, endpoint: usize) -> &[AtomicU64] {
        let start = self.layout.endpoints.start + endpoint * super::layout::ENDPOINT;
        &self.words()[start..start + super::layout::ENDPOINT]
    }

    /// Notes that the vendor calls `bucket` by a name of this digest; the name here of another bucket
    /// that it calls so.
    pub(crate) fn learn(&self, bucket: usize, digest: u64) -> Option<String> {
        let own = root(&self.blueprint, bucket);
        for other in 0..self.blueprint.buckets.len() {
            let known = self.names(other)[1..].iter();
            if known
                .into_iter()
                .any(|name| name.load(Ordering::Acquire) == digest)
            {
                let other = root(&self.blueprint, other);
                return (other != own).then(|| self.blueprint.buckets[other].name.clone());
            }
        }
        // The latest names are kept: a vendor may make up one for each answer.
        let names = self.names(bucket);
        let count = names[0].fetch_add(1, Ordering::AcqRel);
        let place = usize::try_from(count % (names.len() as u64 - 1)).unwrap_or(0);
        names[1 + place].store(digest, Ordering::Release);
        None
    }

    /// How many names the vendor gave a bucket, and the latest of them.
    pub(crate) fn names(&self, bucket: usize) -> &[AtomicU64] {
        &self.words()[self.layout.buckets[bucket].cell.spare()]
    }

    /// Exchanges that are open in a bucket.
    #[inline]
    pub(crate) fn in_flight(&self, bucket: usize) -> u64 {
        (0..self.high())
            .map(|member| open(self.line(bucket, member)))
            .fold(0, u64::saturating_add)
    }

    /// The same without those of processes that are gone: their slots are free for whoever comes
    /// next. Asks the system, so it is for whoever looks.
    pub(crate) fn held(&self, bucket: usize) -> u64 {
        let slots = (0..self.high()).map(|member| (member, open(self.line(bucket, member))));
        slots
            .filter(|&(member, open)| open > 0 && !self.has_gone(member))
            .fold(0, |sum, (_, open)| sum.saturating_add(open))
    }
}

/// The slots that a member holds.
#[inline]
pub(crate) fn open(line: &[AtomicU64]) -> u64 {
    // Landed first: what lands in between only makes it less.
    let landed = line[line::LANDED].load(Ordering::Acquire);
    line[line::TAKEN]
        .load(Ordering::Acquire)
        .saturating_sub(landed)
}

fn parse(words: &[AtomicU64], header: &[u64]) -> Option<(Blueprint, Layout, usize)> {
    let members = usize::try_from(header[at::MEMBERS]).ok()?;
    let length = usize::try_from(header[at::BLUEPRINT]).ok()?;
    if members == 0 || members > MOST_MEMBERS {
        return None;
    }
    let saved = words.get(HEADER..HEADER.checked_add(length)?)?;
    let saved: Vec<u64> = saved
        .iter()
        .map(|word| word.load(Ordering::Relaxed))
        .collect();
    if sum(header, &saved) != header[at::SUM] {
        return None;
    }
    let blueprint = Blueprint::restore(&saved)?;
    let layout = Layout::new(&blueprint, length, members);
    let whole = layout.total as u64 == header[at::TOTAL] && words.len() >= layout.total;
    whole.then_some((blueprint, layout, members))
}

/// Depends on all words of the header that never change, and on the blueprint.
fn sum(header: &[u64], blueprint: &[u64]) -> u64 {
    let lasting = [at::VERSION, at::TOTAL, at::BOOT, at::BOOT + 1, at::SPACES]
        .into_iter()
        .chain([at::MEMBERS, at::BLUEPRINT, at::CREATED]);
    let words = lasting
        .map(|index| header[index])
        .chain(blueprint.iter().copied());
    words.fold(MAGIC, |sum, word| {
        (sum.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

const _: () = assert!(at::HIGH < HEADER && line::UNITS < LINE);
