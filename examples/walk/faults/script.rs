//! What the vendor does wrong, and when: a script over the pages that it has given.
//!
//! A fault is due when so much of the walk is over, and meets whoever asks next: which page that
//! is depends on who is faster, how many requests it costs does not.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde_json::json;
use tollgate_testkit::{Reply, Request};

use crate::vendor::{Sheet, Site, query_without};

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The page has moved, and moved again: three redirects until it is there.
    Chain,
    /// 429, and a pause of one second.
    Throttle,
    /// 503, and not a word about when to come back.
    Unavailable,
    /// No token that was given is taken any more.
    Expire,
    /// The body breaks off.
    Cut,
    /// The last page of a list is in the archive, which is another host.
    Archive,
}

/// Which part of the pages, in per cent, is given before a fault, and how many requests meet it.
///
/// A token that ends is refused to everybody who is on the way with it. It ends where requests
/// leave one by one, under either ceiling, so that nearly every run costs the same.
const SCRIPT: [(usize, usize, Fault); 6] = [
    (15, 1, Fault::Chain),
    (25, 8, Fault::Throttle),
    (45, 4, Fault::Unavailable),
    (70, 1, Fault::Expire),
    (78, 1, Fault::Cut),
    (85, 1, Fault::Archive),
];

/// How many redirects a chain has.
const HOPS: usize = 3;

/// The vendor that follows the script.
pub(super) struct Scripted {
    site: Site,
    archive: String,
    state: Mutex<State>,
}

struct State {
    /// The faults that are to come, each with the number of pages before it.
    due: VecDeque<(usize, Fault)>,
    given: usize,
    session: usize,
    throttled: usize,
}

impl Scripted {
    /// For a walk of so many pages, with an archive at this URL.
    pub(super) fn new(site: Site, pages: usize, archive: String) -> Self {
        let due = SCRIPT.iter().flat_map(|(percent, times, fault)| {
            std::iter::repeat_n((pages * percent / 100, *fault), *times)
        });
        let state = State {
            due: due.collect(),
            given: 0,
            session: 1,
            throttled: 0,
        };
        Self {
            site,
            archive,
            state: Mutex::new(state),
        }
    }

    /// The answer to a request.
    pub(super) fn answer(&self, request: &Request) -> Reply {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if request.line().starts_with("POST /token ") {
            return Reply::json(&json!({ "access_token": state.token() }));
        }
        let Some(sheet) = self.site.page(request) else {
            return Reply::empty(404);
        };
        state.expire_if_due();
        if request.bearer() != Some(&state.token()) {
            return Reply::empty(401);
        }
        match (state.take(request, &sheet), hop(request)) {
            (Some(Fault::Throttle), _) => state.throttle(),
            (Some(Fault::Unavailable), _) => Reply::empty(503),
            (Some(Fault::Cut), _) => sheet.reply.cut_after(20),
            (Some(Fault::Archive), _) => {
                Reply::redirect(302, format!("{}{}", self.archive, request.target()))
            }
            (Some(Fault::Chain), hop) | (_, hop @ 1..HOPS) => moved(request, hop + 1),
            _ => state.give(sheet),
        }
    }

    /// How many requests were answered 429, and how many faults nobody has met.
    pub(super) fn outcome(&self) -> (usize, usize) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.throttled, state.due.len())
    }
}

impl State {
    fn token(&self) -> String {
        format!("session-{}", self.session)
    }

    /// The fault that comes next, if so many pages are given.
    fn front(&self) -> Option<Fault> {
        let (pages, fault) = self.due.front()?;
        (self.given >= *pages).then_some(*fault)
    }

    fn expire_if_due(&mut self) {
        if self.front() == Some(Fault::Expire) {
            self.due.pop_front();
            self.session += 1;
        }
    }

    /// The fault that this request meets. One that was moved here has met its own.
    fn take(&mut self, request: &Request, sheet: &Sheet) -> Option<Fault> {
        let fault = self.front().filter(|_| hop(request) == 0)?;
        if fault == Fault::Archive && !sheet.is_last {
            return None;
        }
        self.due.pop_front();
        Some(fault)
    }

    fn throttle(&mut self) -> Reply {
        self.throttled += 1;
        Reply::empty(429).header("Retry-After", "1")
    }

    fn give(&mut self, sheet: Sheet) -> Reply {
        self.given += 1;
        sheet.reply
    }
}

/// How often this page has moved.
fn hop(request: &Request) -> usize {
    let hop = request.query_value("hop").and_then(|hop| hop.parse().ok());
    hop.unwrap_or(0)
}

fn moved(request: &Request, hop: usize) -> Reply {
    let query = query_without(request, &["hop"]);
    Reply::redirect(302, format!("{}?{query}hop={hop}", request.path()))
}
