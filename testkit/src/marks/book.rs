//! What a vendor knows of keys and marks: who has which key, and which marks have been seen.
//!
//! Pure: processes, keys and requests come in, decisions go out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tollgate_mark::{GIVEN, HEADER, Key, Mark, NONCE, Nonce, SECRET};

use super::{Caller, Marks, Payment, Process, Unpaid};
use crate::request::Request;
use crate::route::path_of;

/// The book of one vendor.
#[derive(Default)]
pub(crate) struct Book(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    keys: HashMap<Nonce, Given>,
    /// Every process that was given a key, by its number and its beginning.
    processes: HashSet<(u32, Option<u64>)>,
    told: Marks,
}

/// A key that was given.
struct Given {
    key: Key,
    process: Process,
    seen: HashSet<u64>,
}

impl Book {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was counted so far.
    pub(crate) fn marks(&self) -> Marks {
        self.entries().told.clone()
    }

    /// Forgets what was counted, and no key.
    pub(crate) fn clear(&self) {
        self.entries().told = Marks::default();
    }

    /// The bytes of a fresh key for a process that asks for the first time; nothing for one that
    /// has its key. That somebody asked again is told: there is one door in a process, and whoever
    /// asks beside it wants to mark what was not paid.
    pub(super) fn give(
        &self,
        process: Process,
        began: Option<u64>,
        random: [u8; GIVEN],
    ) -> Option<[u8; GIVEN]> {
        let mut entries = self.entries();
        if !entries.processes.insert((process.id(), began)) {
            entries.told.asked_again.push(process);
            return None;
        }
        let (mut nonce, mut secret) = ([0; NONCE], [0; SECRET]);
        nonce.copy_from_slice(&random[..NONCE]);
        secret.copy_from_slice(&random[NONCE..]);
        let given = Given {
            key: Key::new(secret),
            process,
            seen: HashSet::new(),
        };
        entries.keys.insert(nonce, given);
        Some(random)
    }

    /// Judges a request. Who sent one that is not paid is asked of `peer`.
    pub(crate) fn judge(&self, request: &Request, peer: impl FnOnce() -> Option<Process>) {
        let verdict = self.entries().verdict(request);
        let (payment, process) = match verdict {
            Ok(process) => (Payment::Paid, Some(process)),
            // Outside the lock: it takes its time.
            Err(payment) => (payment, peer()),
        };
        let agent = request.header("user-agent").map(str::to_owned);
        let caller = Caller::new(agent, process);
        let mut entries = self.entries();
        let told = &mut entries.told;
        *told.counts.entry(payment).or_default() += 1;
        let of_caller: &mut BTreeMap<_, _> = told.callers.entry(caller.clone()).or_default();
        *of_caller.entry(payment).or_default() += 1;
        if payment != Payment::Paid {
            let line = request.line().to_owned();
            told.unpaid.push(Unpaid::new(line, payment, caller));
        }
    }

    /// Takes note of bytes that were no request.
    pub(crate) fn malformed(&self, bytes: &[u8], process: Option<Process>) {
        let line = bytes
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        let line = String::from_utf8_lossy(line).trim_end().to_owned();
        let caller = Caller::new(None, process);
        let mut entries = self.entries();
        let told = &mut entries.told;
        *told.counts.entry(Payment::Unpaid).or_default() += 1;
        let of_caller = told.callers.entry(caller.clone()).or_default();
        *of_caller.entry(Payment::Unpaid).or_default() += 1;
        told.unpaid.push(Unpaid::new(line, Payment::Unpaid, caller));
    }
}

impl Entries {
    /// Who paid for a request, or what it is instead.
    fn verdict(&mut self, request: &Request) -> Result<Process, Payment> {
        let mut marks = request.header_values(HEADER);
        let mark = marks.next().ok_or(Payment::Unpaid)?;
        if marks.next().is_some() {
            return Err(Payment::DoublyMarked);
        }
        let mark = std::str::from_utf8(mark).map_err(|_| Payment::Forged)?;
        let mark: Mark = mark.parse().map_err(|_| Payment::Forged)?;
        let given = self.keys.get_mut(&mark.nonce).ok_or(Payment::Forged)?;
        let target = request.target();
        let (path, query) = path_of(target);
        // What is signed is path and query, whatever stands before them for a proxy.
        let length = path.len() + query.map_or(0, |query| 1 + query.len());
        let target = &target[target.len() - length..];
        if !given.key.is_right(&mark, request.method(), target) {
            return Err(Payment::Forged);
        }
        match given.seen.insert(mark.serial) {
            true => Ok(given.process.clone()),
            false => Err(Payment::Replayed),
        }
    }
}
