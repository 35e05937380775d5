//! When which byte of a stream was read.

use std::collections::VecDeque;
use std::time::Instant;

/// The instants of the reads whose bytes are not used up yet.
#[derive(Default)]
pub(super) struct Stamps {
    received: u64,
    used: u64,
    /// For each read, how many bytes had come by its end, and when.
    reads: VecDeque<(u64, Instant)>,
}

impl Stamps {
    /// So many more bytes came now.
    pub(super) fn received(&mut self, bytes: usize, now: Instant) {
        self.received += bytes as u64;
        self.reads.push_back((self.received, now));
    }

    /// When the byte at this offset from the first unused one was read.
    pub(super) fn of(&self, offset: usize) -> Option<Instant> {
        let position = self.used + offset as u64;
        self.reads
            .iter()
            .find(|(end, _)| position < *end)
            .map(|(_, at)| *at)
    }

    /// So many bytes more are used up.
    pub(super) fn used(&mut self, bytes: usize) {
        self.used += bytes as u64;
        while self.reads.front().is_some_and(|(end, _)| *end <= self.used) {
            self.reads.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_byte_has_the_instant_of_the_read_that_brought_it() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut stamps = Stamps::default();
        stamps.received(3, at(1));
        stamps.received(2, at(2));
        assert_eq!(stamps.of(0), Some(at(1)));
        assert_eq!(stamps.of(2), Some(at(1)));
        assert_eq!(stamps.of(3), Some(at(2)));
        stamps.used(3);
        assert_eq!(stamps.of(0), Some(at(2)));
        stamps.used(2);
        assert_eq!(stamps.of(0), None);
    }
}
