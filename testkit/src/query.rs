//! What the vendor saw.

use std::sync::MutexGuard;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::log::Entries;
use crate::request::Request;
use crate::vendor::Vendor;

/// How long the vendor is waited for before a test is told that it waits in vain.
const PATIENCE: Duration = Duration::from_secs(10);

/// What it saw. Whatever tells more than a number panics for a vendor that does not
/// [record](crate::Builder::record): silence would be taken for an answer.
impl Vendor {
    /// All requests in the order in which they arrived.
    #[must_use]
    #[track_caller]
    pub fn requests(&self) -> Vec<Request> {
        self.each(Request::clone)
    }

    /// The request that arrived last.
    #[must_use]
    #[track_caller]
    pub fn last_request(&self) -> Option<Request> {
        self.recorded().requests.last().cloned()
    }

    /// How many requests arrived, whatever was answered.
    #[must_use]
    pub fn count(&self) -> usize {
        self.log.entries().count
    }

    /// How many requests were beyond a ceiling.
    #[must_use]
    pub fn throttled(&self) -> usize {
        self.log.entries().throttled
    }

    /// How many connections were made.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.log.entries().connections
    }

    /// What came and was no request, as the start of an HTTP/2 connection or rubbish: the bytes
    /// from where the vendor stopped to understand.
    #[must_use]
    pub fn malformed(&self) -> Vec<Bytes> {
        self.log.entries().malformed.clone()
    }

    /// The paths of all requests, percent-encoded as they came, without their queries.
    #[must_use]
    #[track_caller]
    pub fn paths(&self) -> Vec<String> {
        self.each(|request| request.path().to_owned())
    }

    /// The targets of all requests: path and query, byte for byte.
    #[must_use]
    #[track_caller]
    pub fn targets(&self) -> Vec<String> {
        self.each(|request| request.target().to_owned())
    }

    /// The request lines of all requests, byte for byte.
    #[must_use]
    #[track_caller]
    pub fn request_lines(&self) -> Vec<String> {
        self.each(|request| request.line().to_owned())
    }

    /// The instants at which the requests arrived.
    #[must_use]
    #[track_caller]
    pub fn arrivals(&self) -> Vec<Instant> {
        self.each(Request::arrived)
    }

    /// The most requests in any half-open stretch of time of this length, wherever it begins.
    #[must_use]
    #[track_caller]
    pub fn max_in_any_window(&self, length: Duration) -> usize {
        densest(&self.arrivals(), length)
    }

    /// The most exchanges that were open at one time: from the arrival of the request to the last
    /// byte of its answer.
    #[must_use]
    pub fn max_open(&self) -> usize {
        self.log.entries().max_open
    }

    /// How many exchanges are open now.
    #[must_use]
    pub fn open(&self) -> usize {
        self.log.entries().open
    }

    /// Forgets all requests that have ended and resets the counters, but not the ceilings: what
    /// was charged stays charged.
    ///
    /// # Panics
    ///
    /// While an exchange is open; [`idle`](Self::idle) waits until none is.
    #[track_caller]
    pub fn forget(&self) {
        let mut entries = self.log.entries();
        assert!(
            entries.open == 0,
            "the vendor cannot forget: {} exchanges are open",
            entries.open
        );
        entries.requests.clear();
        entries.malformed.clear();
        if let Some(book) = &self.log.book {
            book.clear();
        }
        (entries.count, entries.throttled, entries.max_open) = (0, 0, 0);
    }

    /// Waits until so many requests have arrived.
    ///
    /// # Panics
    ///
    /// If they have not within ten seconds of real time.
    pub async fn arrived(&self, count: usize) {
        let in_time = self.eventually(move |seen, _| seen >= count).await;
        assert!(
            in_time,
            "the vendor waited for {count} requests and saw {}",
            self.seen()
        );
    }

    /// Waits until no exchange is open.
    ///
    /// # Panics
    ///
    /// If one still is after ten seconds of real time.
    pub async fn idle(&self) {
        let in_time = self.eventually(|_, open| open == 0).await;
        assert!(
            in_time,
            "the vendor still has {} exchanges open",
            self.open()
        );
    }

    /// Waits until the condition holds for the requests seen and those open; `false` if it did
    /// not in time. The time is the vendor's own: the test's may stand still.
    async fn eventually(&self, holds: impl Fn(usize, usize) -> bool + Send + 'static) -> bool {
        let log = std::sync::Arc::clone(&self.log);
        let wait = async move {
            loop {
                let changed = log.changed.notified();
                let (seen, open) = {
                    let entries = log.entries();
                    (entries.count, entries.open)
                };
                if holds(seen, open) {
                    return;
                }
                changed.await;
            }
        };
        let within = self.runtime.spawn(tokio::time::timeout(PATIENCE, wait));
        matches!(within.await, Ok(Ok(())))
    }

    #[track_caller]
    fn each<T>(&self, part: impl Fn(&Request) -> T) -> Vec<T> {
        self.recorded().requests.iter().map(part).collect()
    }

    #[track_caller]
    fn recorded(&self) -> MutexGuard<'_, Entries> {
        assert!(
            self.log.keep,
            "this vendor counts requests and does not record them: it was built with `record(false)`"
        );
        self.log.entries()
    }
}

/// The most of these instants within less than `length` of each other.
fn densest(arrivals: &[Instant], length: Duration) -> usize {
    let mut arrivals = arrivals.to_vec();
    arrivals.sort_unstable();
    let mut first = 0;
    let mut most = 0;
    for last in 0..arrivals.len() {
        while first < last && arrivals[last] - arrivals[first] >= length {
            first += 1;
        }
        most = most.max(last + 1 - first);
    }
    if length.is_zero() { 0 } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_half_open() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let arrivals = [at(0), at(10), at(10), at(19), at(20), at(100)];
        let most = |millis| densest(&arrivals, Duration::from_millis(millis));
        assert_eq!(most(10), 3); // 10, 10, 19; the one at 20 is exactly ten later
        assert_eq!(most(11), 4);
        assert_eq!(most(20), 4);
        assert_eq!(most(21), 5);
        assert_eq!(most(1_000), 6);
        assert_eq!(densest(&[], Duration::from_secs(1)), 0);
    }
}
