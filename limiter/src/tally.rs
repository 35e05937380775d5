//! The counters of one endpoint.
//!
//! An endpoint decides nothing, so it has no lock: its counters are words that only grow, and a
//! [`Meter`] is what is read from them in an order in which no request lacks its permit.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::machine::desk::{Attached, Desk};
use crate::moment::nanos;
use crate::{Event, Meter};

/// The counters of one endpoint, shared by all who share its account.
///
/// A clone is another handle to the same counters. They come from
/// [`Account::endpoint`](crate::Account::endpoint).
///
/// ```
/// use std::time::Duration;
/// use tollgate_limiter::{Event, Plan, Registry, Scope};
///
/// let plan = Plan::new("tally.example", "me").endpoint("notes");
/// let account = Registry::process().account(&plan, &Scope::Process)?;
/// let notes = account.endpoint("notes").unwrap();
///
/// notes.count(Event::Call);
/// notes.waited(Duration::from_millis(1_500));
/// notes.count(Event::Granted);
/// notes.count(Event::Request);
/// assert_eq!(notes.meter().to_string(), "calls 1, waited 1.5 s, retries 0, exhausted 0, unpaid 0");
/// # Ok::<(), tollgate_limiter::StoreError>(())
/// ```
#[derive(Clone)]
pub struct Tally(Words);

/// Where the counters are.
#[derive(Clone)]
enum Words {
    /// In the memory of this process.
    Own(Arc<[AtomicU64; Word::ALL]>),
    /// In a file that other processes share.
    Shared(Arc<SharedWords>),
}

/// The counters of an endpoint in a file.
struct SharedWords {
    desk: Arc<Desk>,
    name: Arc<str>,
    at: Mutex<Spot>,
}

/// Where they are: the file, and the endpoint in it.
struct Spot {
    at: Arc<Attached>,
    endpoint: Option<usize>,
}

impl Spot {
    /// The endpoint `name`, or the one that has those for which there is no room.
    fn new(at: Arc<Attached>, name: &str) -> Self {
        let blueprint = &at.file.blueprint;
        let endpoint = blueprint.endpoint(name);
        let endpoint = endpoint.or_else(|| blueprint.endpoint(Tallies::OTHER));
        Self { at, endpoint }
    }

    fn is_over(&self) -> bool {
        self.at.file.next() != 0 || self.at.file.is_lost()
    }
}

/// One counter. None of them ever shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Calls,
    Requests,
    /// Requests that were counted and provably not sent.
    Unsent,
    Permits,
    GivenBack,
    /// In nanoseconds.
    Waited,
    Retries,
    Exhausted,
}

impl Word {
    /// How many there are.
    pub(crate) const ALL: usize = 8;
}

impl Tally {
    pub(crate) fn new() -> Self {
        Self(Words::Own(Arc::default()))
    }

    /// The counters of the endpoint `name` of a file, or of those for which there is no room.
    pub(crate) fn at(desk: Arc<Desk>, at: Arc<Attached>, name: Arc<str>) -> Self {
        let at = Mutex::new(Spot::new(at, &name));
        Self(Words::Shared(Arc::new(SharedWords { desk, name, at })))
    }

    /// Tells what happened. A permit is to be told before its request, a request that was
    /// [not sent](Event::Unsent) before its permit is [given back](Event::GivenBack).
    #[inline]
    pub fn count(&self, event: Event) {
        let word = match event {
            Event::Call => Word::Calls,
            Event::Request => Word::Requests,
            Event::Unsent => Word::Unsent,
            Event::Retry => Word::Retries,
            Event::Granted => Word::Permits,
            Event::GivenBack => Word::GivenBack,
        };
        self.add(word, 1);
    }

    /// Tells how long a permit was waited for, also in vain.
    #[inline]
    pub fn waited(&self, wait: Duration) {
        self.add(Word::Waited, nanos(wait));
    }

    /// Tells that no permit was there at once.
    #[inline]
    pub fn exhausted(&self) {
        self.add(Word::Exhausted, 1);
    }

    /// The counters as they are now. What only a bucket knows is zero: blocks, what is in flight
    /// and waits, foreign units.
    #[must_use]
    pub fn meter(&self) -> Meter {
        meter_of(|word| self.read(word))
    }

    #[inline]
    fn add(&self, word: Word, by: u64) {
        match &self.0 {
            Words::Own(words) => {
                words[word as usize].fetch_add(by, Ordering::Release);
            }
            Words::Shared(shared) => shared.with(|words| {
                words[word as usize].fetch_add(by, Ordering::Release);
            }),
        }
    }

    fn read(&self, word: Word) -> u64 {
        match &self.0 {
            Words::Own(words) => words[word as usize].load(Ordering::Acquire),
            Words::Shared(shared) => {
                let mut value = 0;
                shared.with(|words| value = words[word as usize].load(Ordering::Acquire));
                value
            }
        }
    }

    /// Whether `other` is a handle to the same counters.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Words::Own(own), Words::Own(other)) => Arc::ptr_eq(own, other),
            (Words::Shared(own), Words::Shared(other)) => {
                Arc::ptr_eq(&own.desk, &other.desk) && own.name == other.name
            }
            _ => false,
        }
    }
}

impl SharedWords {
    /// Does something with the counters, where they are now. What happens while a file is replaced
    /// may be counted in the one that is left.
    fn with(&self, use_them: impl FnOnce(&[AtomicU64])) {
        /// Files that are replaced faster than they are found are not followed for ever.
        const FILES: usize = 64;
        let mut spot = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..FILES {
            if !spot.is_over() {
                break;
            }
            match self.desk.replace(&spot.at, false) {
                Some(found) => *spot = Spot::new(found, &self.name),
                None => break,
            }
        }
        if let Some(endpoint) = spot.endpoint {
            use_them(spot.at.file.endpoint(endpoint));
        }
    }
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tally").field(&self.meter()).finish()
    }
}

/// The meter of counters that are read by `read`.
pub(crate) fn meter_of(read: impl Fn(Word) -> u64) -> Meter {
    // A permit is told before its request, and its return after that of the request. Read the
    // other way round, no request seen here lacks its permit.
    let given_back = read(Word::GivenBack);
    let requests = read(Word::Requests);
    let unsent = read(Word::Unsent);
    let permits = read(Word::Permits);
    Meter {
        calls: read(Word::Calls),
        requests: requests.saturating_sub(unsent),
        permits: permits.saturating_sub(given_back),
        waited: Duration::from_nanos(read(Word::Waited)),
        retries: read(Word::Retries),
        exhausted: read(Word::Exhausted),
        ..Meter::default()
    }
}

/// The tallies of one account in this process.
#[derive(Debug, Default)]
pub(crate) struct Tallies(Mutex<HashMap<Arc<str>, Tally>>);

impl Tallies {
    /// More than any description has endpoints; who makes up names without end must not fill the
    /// memory.
    pub(crate) const MOST: usize = 4_096;
    /// The tally of those beyond.
    pub(crate) const OTHER: &str = "other";

    /// The tally of the endpoint `name`, made if there is none and room for one.
    pub(crate) fn of(&self, name: &Arc<str>) -> Tally {
        let mut tallies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = tallies.len() >= Self::MOST;
        let name = match is_full && !tallies.contains_key(name) {
            true => Arc::from(Self::OTHER),
            false => Arc::clone(name),
        };
        tallies.entry(name).or_insert_with(Tally::new).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_reader_sees_a_request_without_its_permit() {
        let tally = Tally::new();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for round in 0..200_000_u32 {
                    tally.count(Event::Granted);
                    tally.count(Event::Request);
                    if round.is_multiple_of(2) {
                        tally.count(Event::Unsent);
                        tally.count(Event::GivenBack);
                    }
                }
            });
            while !writer.is_finished() {
                assert_eq!(tally.meter().unpaid(), 0, "{tally:?}");
            }
        });
        let meter = tally.meter();
        assert_eq!((meter.requests, meter.permits), (100_000, 100_000));
    }

    #[test]
    fn endpoints_without_end_share_one_tally() {
        let tallies = Tallies::default();
        for number in 0..10_000 {
            let name: Arc<str> = format!("endpoint {number}").into();
            tallies.of(&name).count(Event::Call);
        }
        let all = tallies.0.lock().expect("not poisoned");
        assert_eq!(all.len(), Tallies::MOST + 1);
        let beyond = 10_000 - Tallies::MOST as u64;
        assert_eq!(all[Tallies::OTHER].meter().calls, beyond);
    }
}
