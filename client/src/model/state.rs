//! What is kept while a document is read: the first fault, and how well it fits.

use core::cell::{Cell, OnceCell};
use core::fmt;

/// How much may be read in search of the alternatives that fit: this much, and each part of the
/// document so often. Every level of unions in unions multiplies the search, so that a few kilobytes
/// could keep a reader busy for years.
const SEARCH: usize = 1 << 20;
const OFTEN: usize = 64;

/// What all readers of one attempt share.
#[derive(Debug, Default)]
pub(super) struct State {
    fault: OnceCell<Fault>,
    /// Values of open enums that no variant names.
    strangers: Cell<usize>,
    /// Members that nothing asked for.
    unknown: Cell<usize>,
    /// What was read in attempts, and whether this is one.
    spent: Cell<usize>,
    limit: usize,
    is_attempt: bool,
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) path: String,
    pub(crate) message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// How badly a type fits: the least is best, and what has a fault does not fit at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Misfit {
    strangers: usize,
    unknown: usize,
}

impl Misfit {
    pub(super) const NONE: Self = Self {
        strangers: 0,
        unknown: 0,
    };
}

impl State {
    /// Of a document with so many parts.
    pub(super) fn new(parts: usize) -> Self {
        Self {
            limit: parts.saturating_mul(OFTEN).saturating_add(SEARCH),
            ..Self::default()
        }
    }

    /// Of an attempt inside of this one, which goes on counting what was read.
    pub(super) fn attempt(&self) -> Self {
        Self {
            spent: self.spent.clone(),
            limit: self.limit,
            is_attempt: true,
            ..Self::default()
        }
    }

    pub(super) fn is_failed(&self) -> bool {
        self.fault.get().is_some()
    }

    /// Keeps the fault, if it is the first.
    pub(super) fn fail(&self, fault: impl FnOnce() -> Fault) {
        self.fault.get_or_init(fault);
    }

    pub(super) fn into_fault(self) -> Option<Fault> {
        self.fault.into_inner()
    }

    pub(super) fn misfit(&self) -> Misfit {
        Misfit {
            strangers: self.strangers.get(),
            unknown: self.unknown.get(),
        }
    }

    pub(super) fn add(&self, misfit: Misfit) {
        self.strangers
            .set(self.strangers.get().saturating_add(misfit.strangers));
        self.unknown
            .set(self.unknown.get().saturating_add(misfit.unknown));
    }

    pub(super) fn add_stranger(&self) {
        self.add(Misfit {
            strangers: 1,
            unknown: 0,
        });
    }

    pub(super) fn add_unknown(&self, unknown: usize) {
        self.add(Misfit {
            strangers: 0,
            unknown,
        });
    }

    /// Counts what is read in an attempt.
    pub(super) fn use_up(&self, places: impl FnOnce() -> usize) {
        if self.is_attempt {
            self.spent.set(self.spent.get().saturating_add(places()));
        }
    }

    /// Takes over what an attempt has counted.
    pub(super) fn spent_by(&self, attempt: &Self) {
        self.spent.set(attempt.spent.get());
    }

    /// Whether the search has to end.
    pub(super) fn is_over(&self) -> bool {
        self.spent.get() > self.limit
    }
}
