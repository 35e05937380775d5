//! What is measured: the rows of the vendor's table.

use std::time::Duration;

use crate::command::Manner;

/// One row: commands that run beside each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) what: &'static str,
    pub(crate) processes: u32,
    /// How many requests each of them makes, one after the other.
    pub(crate) requests: u32,
    pub(crate) manner: Manner,
    /// How long the vendor takes for an answer.
    pub(crate) delay: Duration,
    /// What was measured of the other tool.
    pub(crate) original: &'static str,
}

impl Row {
    /// The requests of all processes.
    pub(crate) fn total(&self) -> u32 {
        self.processes * self.requests
    }

    /// Whether there are fewer requests than may be sent at once, so that none has to wait. What
    /// is left then is the start of a program, and no other time to hold it against.
    pub(crate) fn is_free(&self) -> bool {
        self.total() <= crate::site::BURST
    }
}

/// The vendor's table.
pub(crate) const ROWS: [Row; 5] = [
    Row {
        what: "1 page, 80 ms",
        processes: 1,
        requests: 1,
        manner: Manner::Walk,
        delay: Duration::from_millis(80),
        original: "",
    },
    Row {
        what: "200 pages, 80 ms",
        processes: 1,
        requests: 200,
        manner: Manner::Walk,
        delay: Duration::from_millis(80),
        original: "16.3 s",
    },
    Row {
        what: "200 pages, 0 ms",
        processes: 1,
        requests: 200,
        manner: Manner::Walk,
        delay: Duration::ZERO,
        original: "15.1 s (unpaced 0.23 s, 877/s)",
    },
    Row {
        what: "8 x 40 raw, 470 ms",
        processes: 8,
        requests: 40,
        manner: Manner::Raw,
        delay: Duration::from_millis(470),
        original: "10.8/s",
    },
    Row {
        what: "8 x 60 raw, 0 ms",
        processes: 8,
        requests: 60,
        manner: Manner::Raw,
        delay: Duration::ZERO,
        original: "11.2/s",
    },
];
