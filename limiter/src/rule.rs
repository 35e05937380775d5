//! One enforced limit: its declaration and its state, whichever kind it is of.

use std::num::NonZeroU32;

use tollgate_limits::{Budget, Ceiling, Rate};

use crate::Limits;
use crate::gcra::Gcra;
use crate::history::History;
use crate::machine::trail::Places;
use crate::machine::vendor::SharedVendor;
use crate::machine::window::SharedWindow;
use crate::machine::words::{Reader, Sink};
use crate::moment::nanos;
use crate::vendor::VendorBucket;
use crate::window::Window;

/// What one limit of the rate says; equal ones are enforced once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spec {
    Window {
        rate: Rate,
        skew: u64,
    },
    Vendor {
        rate: Rate,
        burst: NonZeroU32,
        skew: u64,
    },
    Budget(Budget),
}

impl Spec {
    /// All limits of the rate in `limits`.
    pub(crate) fn all(limits: &Limits) -> impl Iterator<Item = Self> {
        let skew = nanos(limits.skew());
        let ceilings = limits.ceilings().iter();
        ceilings
            .filter_map(move |&ceiling| match ceiling {
                Ceiling::Window(rate) => Some(Self::Window { rate, skew }),
                Ceiling::TokenBucket { rate, burst } => Some(Self::Vendor { rate, burst, skew }),
                Ceiling::InFlight(_) => None,
            })
            .chain(limits.budget().map(Self::Budget))
    }

    /// The most units that this limit can ever let through at once.
    pub(crate) fn largest(self) -> NonZeroU32 {
        match self {
            Self::Window { rate, .. } => rate.count(),
            Self::Vendor { burst, .. } => burst,
            Self::Budget(budget) => budget.burst(),
        }
    }
}

/// A limit with its state.
#[derive(Debug)]
pub(crate) struct Rule {
    spec: Spec,
    state: Kind,
}

#[derive(Debug)]
enum Kind {
    Window(Window),
    Vendor(VendorBucket),
    Budget(Gcra),
    /// The first two in memory that other processes share.
    SharedWindow(SharedWindow),
    SharedVendor(SharedVendor),
}

/// Units that are given back: how many, from which grant, and what was granted since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GiveBack {
    pub(crate) cost: u32,
    pub(crate) at: u64,
    /// Units granted after these …
    pub(crate) since: u64,
    /// … and a moment not before any of them.
    pub(crate) last: u64,
}

impl Rule {
    /// A limit that was never used.
    pub(crate) fn new(spec: Spec) -> Self {
        let state = match spec {
            Spec::Window { rate, skew } => Kind::Window(Window::new(rate, skew)),
            Spec::Vendor { rate, burst, skew } => {
                Kind::Vendor(VendorBucket::new(rate, burst, skew))
            }
            Spec::Budget(budget) => Kind::Budget(Gcra::new(budget.rate(), budget.burst())),
        };
        Self { spec, state }
    }

    /// A limit that is declared late and counts what was granted before.
    pub(crate) fn after(spec: Spec, history: &History) -> Self {
        let mut rule = Self::new(spec);
        match &mut rule.state {
            Kind::Window(window) => window.replay(history),
            Kind::Vendor(bucket) => bucket.replay(history),
            Kind::Budget(gcra) => gcra.replay(history, 0),
            Kind::SharedWindow(_) | Kind::SharedVendor(_) => {}
        }
        rule
    }

    /// Counts what another bucket granted beside what this limit has counted.
    pub(crate) fn absorb(&mut self, history: &History, now: u64) {
        match &mut self.state {
            Kind::Window(window) => window.absorb(history),
            Kind::Vendor(bucket) => bucket.absorb(history, now),
            Kind::Budget(gcra) => gcra.absorb(history, now),
            Kind::SharedWindow(_) | Kind::SharedVendor(_) => unreachable!("{SHARED}"),
        }
    }

    pub(crate) fn spec(&self) -> Spec {
        self.spec
    }

    #[inline]
    pub(crate) fn fits(&mut self, cost: u32, now: u64) -> bool {
        match &mut self.state {
            Kind::Window(window) => window.fits(cost, now),
            Kind::Vendor(bucket) => bucket.fits(cost, now),
            Kind::Budget(gcra) => gcra.fits(u64::from(cost), now),
            Kind::SharedWindow(window) => window.fits(cost, now),
            Kind::SharedVendor(bucket) => bucket.fits(cost, now),
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, cost: u32, now: u64) {
        match &mut self.state {
            Kind::Window(window) => window.take(cost, now),
            Kind::Vendor(bucket) => bucket.take(cost, now),
            Kind::Budget(gcra) => gcra.take(u64::from(cost), now),
            Kind::SharedWindow(window) => window.take(cost, now),
            Kind::SharedVendor(bucket) => bucket.take(cost, now),
        }
    }

    pub(crate) fn earliest(&self, units: u64, now: u64) -> u64 {
        match &self.state {
            Kind::Window(window) => window.earliest(units, now),
            Kind::Vendor(bucket) => bucket.earliest(units, now),
            Kind::Budget(gcra) => gcra.earliest(units, now),
            Kind::SharedWindow(window) => window.earliest(units, now),
            Kind::SharedVendor(bucket) => bucket.earliest(units, now),
        }
    }

    pub(crate) fn give_back(&mut self, back: GiveBack) {
        let GiveBack {
            cost,
            at,
            since,
            last,
        } = back;
        match &mut self.state {
            Kind::Window(window) => window.give_back(cost, at),
            Kind::Vendor(bucket) => bucket.give_back(cost, at, since, last),
            Kind::Budget(gcra) => gcra.give_back(u64::from(cost), since, last),
            Kind::SharedWindow(window) => window.give_back(cost, at),
            Kind::SharedVendor(bucket) => bucket.give_back(cost, at, since, last),
        }
    }

    pub(crate) fn pace_from(&mut self, end: u64) {
        match &mut self.state {
            Kind::Window(window) => window.pace_from(end),
            Kind::Vendor(bucket) => bucket.pace_from(end),
            Kind::Budget(gcra) => gcra.pace_from(end),
            Kind::SharedWindow(window) => window.pace_from(end),
            Kind::SharedVendor(bucket) => bucket.pace_from(end),
        }
    }

    /// How long everything that may leave at once takes to come back, in nanoseconds.
    pub(crate) fn span(&self) -> u128 {
        match &self.state {
            Kind::Window(window) => u128::from(window.span()),
            Kind::Vendor(bucket) => bucket.span(),
            Kind::Budget(gcra) => gcra.span(),
            Kind::SharedWindow(window) => u128::from(window.span()),
            Kind::SharedVendor(bucket) => bucket.span(),
        }
    }

    pub(crate) fn is_budget(&self) -> bool {
        matches!(self.spec, Spec::Budget(_))
    }

    pub(crate) fn is_idle(&mut self, now: u64) -> bool {
        match &mut self.state {
            Kind::Window(window) => window.is_idle(now),
            Kind::Vendor(bucket) => bucket.is_idle(now),
            Kind::Budget(gcra) => gcra.is_idle(now),
            Kind::SharedWindow(_) | Kind::SharedVendor(_) => false,
        }
    }

    /// The grants this limit remembers one by one.
    pub(crate) fn times(&self) -> Vec<u64> {
        match &self.state {
            Kind::Window(window) => window.times(),
            Kind::SharedWindow(window) => window.copy().times(),
            Kind::Vendor(_) | Kind::SharedVendor(_) | Kind::Budget(_) => Vec::new(),
        }
    }

    /// How many places in shared memory a limit of this kind needs.
    pub(crate) fn room(spec: Spec) -> u64 {
        match spec {
            Spec::Window { rate, .. } => SharedWindow::room(rate),
            Spec::Vendor { burst, .. } => SharedVendor::room(burst),
            Spec::Budget(_) => 0,
        }
    }

    /// A limit over `places`, which hold nothing, or what [`restore`](Self::restore) knows of.
    pub(crate) fn shared(spec: Spec, places: Places) -> Self {
        let state = match spec {
            Spec::Window { rate, skew } => {
                Kind::SharedWindow(SharedWindow::new(rate, skew, places))
            }
            Spec::Vendor { rate, burst, skew } => {
                Kind::SharedVendor(SharedVendor::new(rate, burst, skew, places))
            }
            Spec::Budget(budget) => Kind::Budget(Gcra::new(budget.rate(), budget.burst())),
        };
        Self { spec, state }
    }

    /// This limit in `places` that nobody else has seen yet.
    pub(crate) fn fill(&self, places: Places) -> Self {
        let mut shared = Self::shared(self.spec, places);
        match (&mut shared.state, &self.state) {
            (Kind::SharedWindow(shared), Kind::Window(own)) => shared.fill(own),
            (Kind::SharedVendor(shared), Kind::Vendor(own)) => shared.fill(own),
            (Kind::Budget(shared), Kind::Budget(own)) => *shared = own.clone(),
            _ => unreachable!("{SHARED}"),
        }
        shared
    }

    /// This limit in memory of one's own.
    pub(crate) fn copy(&self) -> Self {
        let state = match &self.state {
            Kind::SharedWindow(window) => Kind::Window(window.copy()),
            Kind::SharedVendor(bucket) => Kind::Vendor(bucket.copy()),
            Kind::Budget(gcra) => Kind::Budget(gcra.clone()),
            Kind::Window(_) | Kind::Vendor(_) => unreachable!("{SHARED}"),
        };
        Self {
            spec: self.spec,
            state,
        }
    }

    /// A copy by a clock that is `back` behind.
    pub(crate) fn shift(&mut self, back: u64) {
        match &mut self.state {
            Kind::Window(window) => window.shift(back),
            Kind::Vendor(bucket) => bucket.shift(back),
            Kind::Budget(gcra) => gcra.shift(back),
            Kind::SharedWindow(_) | Kind::SharedVendor(_) => unreachable!("{SHARED}"),
        }
    }

    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = if SharedWindow::WORDS > SharedVendor::WORDS {
        SharedWindow::WORDS
    } else {
        SharedVendor::WORDS
    };

    #[inline]
    pub(crate) fn save(&self, into: &mut impl Sink) {
        match &self.state {
            Kind::SharedWindow(window) => window.save(into),
            Kind::SharedVendor(bucket) => bucket.save(into),
            Kind::Budget(gcra) => gcra.save(into),
            Kind::Window(_) | Kind::Vendor(_) => unreachable!("{SHARED}"),
        }
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        match &mut self.state {
            Kind::SharedWindow(window) => window.restore(from),
            Kind::SharedVendor(bucket) => bucket.restore(from),
            Kind::Budget(gcra) => gcra.restore(from),
            Kind::Window(_) | Kind::Vendor(_) => None,
        }
    }

    /// Whether what it decided by did not make sense; see [`SharedWindow::is_damaged`].
    pub(crate) fn is_damaged(&self) -> bool {
        match &self.state {
            Kind::SharedWindow(window) => window.is_damaged(),
            Kind::SharedVendor(bucket) => bucket.is_damaged(),
            Kind::Window(_) | Kind::Vendor(_) | Kind::Budget(_) => false,
        }
    }

    /// Copies what the latest decision took to where everybody looks.
    #[inline]
    pub(crate) fn settle(&self) {
        match &self.state {
            Kind::SharedWindow(window) => window.settle(),
            Kind::SharedVendor(bucket) => bucket.settle(),
            Kind::Window(_) | Kind::Vendor(_) | Kind::Budget(_) => {}
        }
    }
}

/// Why some pairs of a limit and a memory do not meet.
const SHARED: &str = "limits in shared memory are changed in a copy";
