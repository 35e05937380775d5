//! Processor time.

use std::time::Duration;

use rustix::time::{ClockId, Timespec, clock_gettime};

/// The processor time that this process has used, all threads together.
#[must_use]
pub fn process_cpu() -> Duration {
    duration(clock_gettime(ClockId::ProcessCPUTime))
}

/// The processor time that this thread has used.
#[must_use]
pub fn thread_cpu() -> Duration {
    duration(clock_gettime(ClockId::ThreadCPUTime))
}

fn duration(time: Timespec) -> Duration {
    Duration::try_from(time).unwrap_or_default()
}
