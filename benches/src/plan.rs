//! How a bench is started.

use std::env;

/// How thoroughly to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// A first impression, in seconds instead of minutes.
    pub quick: bool,
}

impl Plan {
    /// The plan that the command line asks for.
    ///
    /// `None` when cargo only tries whether benches run, as `cargo test --all-targets` does:
    /// nothing is to be measured then.
    #[must_use]
    pub fn from_args() -> Option<Self> {
        let quick = env::args().any(|argument| argument == "--quick");
        let bench = env::args().any(|argument| argument == "--bench");
        (quick || bench).then_some(Self { quick })
    }

    /// How often everything is measured; odd, so that there is a median.
    #[must_use]
    pub fn rounds(self) -> usize {
        if self.quick { 3 } else { 5 }
    }

    /// One of two values.
    #[must_use]
    pub fn pick<T>(self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }
}
