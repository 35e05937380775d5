//! What the vendor has seen, shared between its thread and the test.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use tokio::sync::Notify;

use crate::gate::{Admission, Gates, Verdict};
use crate::marks::Book;
use crate::request::Request;

/// The shared log. Requests enter it in the order of their arrival.
pub(crate) struct Log {
    entries: Mutex<Entries>,
    pub(crate) keep: bool,
    /// Which requests were paid, where marks are expected.
    pub(crate) book: Option<Arc<Book>>,
    pub(crate) changed: Notify,
}

/// The contents of the log.
pub(crate) struct Entries {
    pub(crate) requests: Vec<Request>,
    pub(crate) malformed: Vec<Bytes>,
    pub(crate) count: usize,
    pub(crate) throttled: usize,
    pub(crate) open: usize,
    pub(crate) max_open: usize,
    pub(crate) connections: usize,
    gates: Gates,
}

/// An exchange that has begun and not ended. Dropping it ends it.
pub(crate) struct Open {
    log: Arc<Log>,
    /// Where the request stands in the log, if it is kept.
    index: Option<usize>,
    admission: Admission,
}

/// What the vendor makes of an arrival.
pub(crate) struct Arrival {
    pub(crate) open: Open,
    /// How long until the request would have passed, if it did not.
    pub(crate) over: Option<Option<std::time::Duration>>,
}

impl Log {
    pub(crate) fn new(gates: Gates, keep: bool, marked: bool) -> Self {
        let entries = Entries {
            requests: Vec::new(),
            malformed: Vec::new(),
            count: 0,
            throttled: 0,
            open: 0,
            max_open: 0,
            connections: 0,
            gates,
        };
        Self {
            entries: Mutex::new(entries),
            keep,
            book: marked.then(Arc::default),
            changed: Notify::new(),
        }
    }

    pub(crate) fn entries(&self) -> MutexGuard<'_, Entries> {
        // A handler's panic is caught outside the lock: what is in it is whole.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection and gives it its number.
    pub(crate) fn connect(&self) -> usize {
        let mut entries = self.entries();
        entries.connections += 1;
        entries.connections - 1
    }

    /// Notes bytes that were no request.
    pub(crate) fn malformed(&self, bytes: Bytes) {
        self.entries().malformed.push(bytes);
        self.changed.notify_waiters();
    }

    /// Notes a request at the end of its head and decides about it in the same step.
    pub(crate) fn arrive(self: &Arc<Self>, request: &mut Request) -> Arrival {
        let mut entries = self.entries();
        let (admission, over) = match entries.gates.decide(request) {
            Verdict::Pass(admission) => (admission, None),
            Verdict::Over(wait) => (Admission::default(), Some(wait)),
        };
        request.fate.over_ceiling = over.is_some();
        entries.count += 1;
        entries.throttled += usize::from(over.is_some());
        entries.open += 1;
        entries.max_open = entries.max_open.max(entries.open);
        let index = self.keep.then(|| {
            entries.requests.push(request.clone());
            entries.requests.len() - 1
        });
        drop(entries);
        self.changed.notify_waiters();
        Arrival {
            open: Open {
                log: Arc::clone(self),
                index,
                admission,
            },
            over,
        }
    }
}

impl Open {
    /// The body as far as it came.
    pub(crate) fn body(&self, body: &Bytes, len: u64, complete: bool) {
        self.update(|request| {
            request.body = body.clone();
            request.body_len = len;
            request.complete = complete;
        });
    }

    /// The status that is being sent.
    pub(crate) fn status(&self, status: u16) {
        self.update(|request| request.fate.status = Some(status));
    }

    fn update(&self, change: impl FnOnce(&mut Request)) {
        let Some(index) = self.index else { return };
        // The log may have been cleared in the meantime.
        if let Some(request) = self.log.entries().requests.get_mut(index) {
            change(request);
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.update(|request| request.fate.finished = Some(Instant::now()));
        let mut entries = self.log.entries();
        entries.open -= 1;
        entries.gates.release(&self.admission);
        drop(entries);
        self.log.changed.notify_waiters();
    }
}
