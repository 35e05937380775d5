//! The ways to keep what several processes share, from the least to the most.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tollgate_limiter::{
    Account, Bucket, Budget, Ceiling, Clock, Cost, Limits, Period, Permit, Plan, Rate, Registry,
    Scope,
};
use tollgate_mapped::{Directory, Mapping, boottime};

use crate::files::{LockedFile, Way};

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One word of a mapped file: the clock, and one swap.
    Word,
    /// Ours: a window, a budget, the block check, the counters, and the permit as a value.
    Ours,
    /// A file that is locked, read, and written in place.
    InPlace,
    /// A lock file, a temporary file, and its renaming.
    Renamed,
    /// The same with a lock that is tried now and then, and done without after 100 ms.
    Polled,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [
        Self::Word,
        Self::Ours,
        Self::InPlace,
        Self::Renamed,
        Self::Polled,
    ];

    /// What the tables call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Word => "floor: mapped word, CLOCK_BOOTTIME + swap",
            Self::Ours => "tollgate, `try_acquire`, spend",
            Self::InPlace => "file lock, read, write in place",
            Self::Renamed => "file lock, temporary file, rename",
            Self::Polled => "the same, lock given up after 100 ms",
        }
    }

    /// The short name that children get.
    pub(crate) fn word(self) -> String {
        format!("{self:?}")
    }

    /// The one of this short name.
    pub(crate) fn named(word: &str) -> Self {
        let found = Self::ALL.into_iter().find(|kind| kind.word() == word);
        found.expect("children get names of kinds")
    }

    /// Whether it costs so little that its clock is not looked at after each.
    pub(crate) fn is_memory(self) -> bool {
        matches!(self, Self::Word | Self::Ours)
    }
}

/// One of them, open.
pub(crate) enum Store {
    Word(Mapping),
    /// The account is kept so that it stays known.
    Ours(
        Bucket,
        #[expect(dead_code, reason = "held, not used")] Account,
    ),
    File(LockedFile),
}

impl Store {
    pub(crate) fn open(kind: Kind, dir: &Path) -> Self {
        let file = |way| Self::File(LockedFile::open(dir, way));
        match kind {
            Kind::Word => Self::Word(mapped(dir)),
            Kind::Ours => {
                let account = account(dir, plenty());
                Self::Ours(account.bucket(BUCKET).expect("declared").clone(), account)
            }
            Kind::InPlace => file(Way::InPlace),
            Kind::Renamed => file(Way::Renamed),
            Kind::Polled => file(Way::Polled),
        }
    }

    /// Takes one permit; whether that was under the lock, if there is one.
    #[inline]
    pub(crate) fn acquire(&mut self) -> bool {
        match self {
            Self::Word(mapping) => {
                swap(mapping);
                true
            }
            Self::Ours(bucket, _) => {
                let permit = bucket.try_acquire(Cost::ONE).map(Permit::spend);
                // The end of an exchange, which the others do not have, is left out.
                std::mem::forget(permit.expect("there is plenty"));
                true
            }
            Self::File(file) => file.acquire(),
        }
    }
}

/// Reads the time and puts it into the word, however often others come between.
#[inline]
fn swap(mapping: &Mapping) {
    let word = &mapping.words()[0];
    let now = boottime();
    let mut seen = word.load(Ordering::Relaxed);
    while let Err(other) =
        word.compare_exchange_weak(seen, seen.max(now), Ordering::AcqRel, Ordering::Relaxed)
    {
        seen = other;
    }
}

/// A file of one page.
fn mapped(dir: &Path) -> Mapping {
    let dir = Directory::open(dir).expect("a directory");
    let file = dir.file(WORD).expect("ours");
    let file = file.unwrap_or_else(|| dir.create(WORD, 512).expect("a new file"));
    file.map().expect("room for a page")
}

const WORD: &str = "word";
pub(crate) const BUCKET: &str = "read";

/// The account of the bench, with one bucket. Of a registry of its own: a process may have an
/// account in one directory only.
pub(crate) fn account(dir: &Path, limits: Limits) -> Account {
    let plan = Plan::new("api.bench.example", "nobody").bucket(BUCKET, limits);
    let registry = Registry::with_clock(Clock::monotonic());
    let account = registry.account(&plan, &Scope::Machine(Some(dir.to_owned())));
    account.expect("a file")
}

/// A window of 1,000 units that frees them faster than they can be taken, and such a budget.
pub(crate) fn plenty() -> Limits {
    let period = Period::from_nanos(1_000).expect("at least one");
    let window = Ceiling::Window(Rate::per(1_000, period).expect("at least one"));
    let rate = Rate::per(1_000_000_000, Period::SECOND).expect("more than zero");
    let budget = Budget::new(rate, 1_000);
    Limits::new(vec![window], budget, Duration::ZERO).expect("the budget fits")
}
