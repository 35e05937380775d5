//! What a bucket granted before a limit was declared for it.

/// The grants that are still known when a second description adds a limit to a bucket.
///
/// What is not known counts as badly as it can have been: as if everything had been taken at
/// the moment of the oldest grant that is known.
#[derive(Debug)]
pub(crate) struct History {
    times: Vec<u64>,
    complete: bool,
}

impl History {
    /// Grants at `times`, oldest first, one entry per unit; `complete` when nothing else was
    /// ever granted.
    pub(crate) fn new(times: Vec<u64>, complete: bool) -> Self {
        Self { times, complete }
    }

    pub(crate) fn times(&self) -> &[u64] {
        &self.times
    }

    /// The moment before which any number of units may have been granted.
    pub(crate) fn worst_before(&self) -> Option<u64> {
        if self.complete {
            return None;
        }
        self.times.first().copied()
    }
}
