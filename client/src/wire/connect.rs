//! Connections being made, and the requests that wait for them.
//!
//! Permit time is not wire time: a request that has its permit still waits for its connection,
//! and a slow connect would let requests that were paced apart arrive together. Two rules keep
//! the vendor's count right:
//!
//! 1. While a connect has been pending for longer than a bucket's skew, no further request of
//!    that bucket takes a permit, if it goes to the same origin or counts in the same bucket as
//!    the one that waits ([`Way::settled`]; the reasons are in [`Lane`]).
//! 2. When a connect succeeds, every request to its origin that began one of its own and has not
//!    got it counts in its bucket as sent at that moment, since it may leave on that connection.
//!
//! So at most the requests of one skew are ever behind a connect, and those are counted where
//! they arrive.
//!
//! Both look at all clients of the account that is paid. For a request that one client makes and
//! another's bucket pays for, that is the account of the other: there it counts, and so it waits
//! for the connects of that account, and that account for its own. A connect that begins in the
//! name of no request, which the HTTP library has not been seen to do, counts for every origin.

use core::future::Future;
use core::time::Duration;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use tokio::sync::watch;
use tollgate_limiter::{Bucket, Mark, Permit};
use url::Url;

use super::lane::Lane;

/// The connects under way and the departed requests of one account.
#[derive(Debug)]
pub(crate) struct Connects {
    state: Mutex<State>,
    /// Told whenever a connect ends.
    ended: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    pending: HashMap<u64, Connect>,
    departed: HashMap<u64, Departed>,
}

#[derive(Debug)]
struct Connect {
    began: Instant,
    /// The request in whose name it began, and where that goes.
    departure: Option<(u64, Arc<Lane>)>,
    /// Whether its request has no answer yet. The library goes on with a connect that nobody needs
    /// any more, and that releases nobody.
    needed: bool,
}

#[derive(Debug)]
struct Departed {
    mark: Mark,
    lane: Arc<Lane>,
}

impl State {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Departed requests that began a connect of their own, which has not ended.
    fn waiting(&self) -> HashSet<u64> {
        let departures = self.pending.values().flat_map(|one| &one.departure);
        departures.map(|(id, _)| *id).collect()
    }
}

impl Default for Connects {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            ended: watch::Sender::new(()),
        }
    }
}

/// The connects of every account that has a client.
static ACCOUNTS: LazyLock<Mutex<Accounts>> = LazyLock::new(Mutex::default);

/// By API and account.
type Accounts = HashMap<(String, String), Weak<Connects>>;

impl Connects {
    /// The connects of all clients of one account: they share its buckets, and so each has to
    /// wait for the connects of the others.
    pub(crate) fn of_account(api: &str, account: &str) -> Arc<Self> {
        let mut accounts = ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (api.to_owned(), account.to_owned());
        if let Some(known) = accounts.get(&key).and_then(Weak::upgrade) {
            return known;
        }
        accounts.retain(|_, connects| connects.strong_count() > 0);
        let connects = Arc::new(Self::default());
        accounts.insert(key, Arc::downgrade(&connects));
        connects
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a connect, in the name of the departed request that is being sent.
    pub(super) fn begin(self: &Arc<Self>) -> Pending {
        let (connects, departure) = match DEPARTURE.try_with(Clone::clone) {
            Ok((id, Way { connects, lane })) => (connects, Some((id, lane))),
            Err(_) => (self.clone(), None),
        };
        let connect = Connect {
            began: Instant::now(),
            departure,
            needed: true,
        };
        let mut state = connects.state();
        let id = state.number();
        state.pending.insert(id, connect);
        drop(state);
        Pending { connects, id }
    }
}

/// What a request may have to wait for before it takes a permit, and who for it after.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    connects: Arc<Connects>,
    lane: Arc<Lane>,
}

impl Way {
    /// To `url`, in the account whose connects these are; `counted` is the bucket in which the
    /// vendor counts the request, where that is known.
    pub(crate) fn new(connects: &Arc<Connects>, url: &Url, counted: Option<&Bucket>) -> Self {
        Self {
            connects: connects.clone(),
            lane: Arc::new(Lane::new(url, counted)),
        }
    }

    /// Whether a connect that concerns this request has been pending for longer than `skew`.
    pub(crate) fn stalled(&self, skew: Duration) -> bool {
        let state = self.connects.state();
        let late = state
            .pending
            .values()
            .filter(|one| one.needed && one.began.elapsed() > skew);
        late.map(|one| &one.departure)
            .any(|departure| match departure {
                Some((_, lane)) => self.lane.is_beside(lane),
                None => true,
            })
    }

    /// Waits until no connect that concerns this request has been pending for longer than `skew`.
    pub(crate) async fn settled(&self, skew: Duration) {
        let mut ended = self.connects.ended.subscribe();
        while self.stalled(skew) {
            // The sender lives as long as `self`.
            if ended.changed().await.is_err() {
                return;
            }
        }
    }

    /// Notes that the request of `permit` departs, until the returned guard is dropped.
    pub(super) fn depart(&self, permit: &Permit) -> Departure {
        let departed = Departed {
            mark: permit.mark(),
            lane: self.lane.clone(),
        };
        let mut state = self.connects.state();
        let id = state.number();
        state.departed.insert(id, departed);
        drop(state);
        Departure {
            way: self.clone(),
            id,
        }
    }
}

tokio::task_local! {
    /// The departed request in whose name a connect begins.
    static DEPARTURE: (u64, Way);
}

/// A request that is on its way and has no answer yet.
#[derive(Debug)]
pub(super) struct Departure {
    way: Way,
    id: u64,
}

impl Departure {
    /// Runs the exchange of this request; a connect that it begins is its own.
    pub(super) async fn exchange<T>(self, exchange: impl Future<Output = T>) -> T {
        let named = (self.id, self.way.clone());
        DEPARTURE.scope(named, exchange).await
    }
}

impl Drop for Departure {
    fn drop(&mut self) {
        let mut state = self.way.connects.state();
        let departed = state.departed.remove(&self.id);
        let mut is_waiting = false;
        for connect in state.pending.values_mut() {
            let departure = connect.departure.as_ref();
            if departure.is_some_and(|(id, _)| *id == self.id) {
                connect.needed = false;
                is_waiting = true;
            }
        }
        if !is_waiting {
            return;
        }
        // Answered while its own connect is pending: it left on another's connection, at some
        // time until now.
        if let Some(mut departed) = departed {
            departed.mark.leaves_now();
        }
        drop(state);
        self.way.connects.ended.send_replace(());
    }
}

/// A connect under way.
pub(super) struct Pending {
    connects: Arc<Connects>,
    id: u64,
}

impl Pending {
    /// A connection is there: every request that has been waiting for one may leave on it.
    pub(super) fn connected(&self) {
        let mut state = self.connects.state();
        let waiting = state.waiting();
        let State {
            pending, departed, ..
        } = &mut *state;
        let departure = pending.get(&self.id).and_then(|one| one.departure.as_ref());
        for (id, departed) in departed {
            let may_leave =
                departure.is_none_or(|(_, lane)| departed.lane.shares_connections(lane));
            if may_leave && waiting.contains(id) {
                departed.mark.leaves_now();
            }
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.connects.state().pending.remove(&self.id);
        self.connects.ended.send_replace(());
    }
}
