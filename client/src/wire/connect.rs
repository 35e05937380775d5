//! Connections being made, and the requests that wait for them.
//!
//! Permit time is not wire time: a request that has its permit still waits for its connection,
//! and a slow connect would let requests that were paced apart arrive together. Two rules keep
//! the vendor's count right:
//!
//! 1. While a connect has been pending for longer than a bucket's skew, no further request of
//!    that bucket takes a permit ([`Connects::settled`]).
//! 2. When a connect succeeds, every request that began one of its own and has not got it counts
//!    in its bucket as sent at that moment, since it may leave on that connection.
//!
//! So at most the requests of one skew are ever behind a connect, and those are counted where
//! they arrive.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;
use tollgate_limiter::{Mark, Permit};
use tower_layer::Layer;
use tower_service::Service;

/// The connects under way and the departed requests of one account.
#[derive(Debug)]
pub(crate) struct Connects {
    state: Mutex<State>,
    /// When the oldest pending connect began; `None` when none is pending.
    oldest: watch::Sender<Option<std::time::Instant>>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    pending: HashMap<u64, std::time::Instant>,
    departed: HashMap<u64, Mark>,
    /// Departed requests that began a connect of their own, which has not ended.
    waiting: HashSet<u64>,
}

impl Default for Connects {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            oldest: watch::Sender::new(None),
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

    /// Whether a connect has been pending for longer than `skew`.
    pub(crate) fn stalled(&self, skew: Duration) -> bool {
        self.oldest
            .borrow()
            .is_some_and(|began| began.elapsed() > skew)
    }

    /// Waits until no connect has been pending for longer than `skew`.
    pub(crate) async fn settled(&self, skew: Duration) {
        let mut oldest = self.oldest.subscribe();
        while self.stalled(skew) {
            // The sender lives as long as `self`.
            if oldest.changed().await.is_err() {
                return;
            }
        }
    }

    /// Notes that the request of `permit` departs, until the returned guard is dropped.
    pub(super) fn depart(self: &Arc<Self>, permit: &Permit) -> Departure {
        let mut state = self.state();
        let id = state.next;
        state.next += 1;
        state.departed.insert(id, permit.mark());
        Departure {
            connects: self.clone(),
            id,
        }
    }

    fn begin(self: &Arc<Self>) -> Pending {
        let departure = DEPARTURE.try_with(|id| *id).ok();
        let mut state = self.state();
        let id = state.next;
        state.next += 1;
        state.pending.insert(id, std::time::Instant::now());
        state.waiting.extend(departure);
        self.publish(&state);
        Pending {
            connects: self.clone(),
            id,
            departure,
        }
    }

    fn publish(&self, state: &State) {
        self.oldest
            .send_replace(state.pending.values().min().copied());
    }

    /// A connection is there: every request that has been waiting for one may leave on it.
    fn connected(&self) {
        let State {
            departed, waiting, ..
        } = &mut *self.state();
        for (id, mark) in departed {
            if waiting.contains(id) {
                mark.leaves_now();
            }
        }
    }
}

tokio::task_local! {
    /// The departed request in whose name a connect begins.
    static DEPARTURE: u64;
}

/// A request that is on its way and has no answer yet.
#[derive(Debug)]
pub(super) struct Departure {
    connects: Arc<Connects>,
    id: u64,
}

impl Departure {
    /// Runs the exchange of this request; a connect that it begins is its own.
    pub(super) async fn exchange<T>(self, exchange: impl Future<Output = T>) -> T {
        DEPARTURE.scope(self.id, exchange).await
    }
}

impl Drop for Departure {
    fn drop(&mut self) {
        let mut state = self.connects.state();
        let mark = state.departed.remove(&self.id);
        // Answered while its own connect is pending: it left on another's connection, at some
        // time until now.
        if state.waiting.contains(&self.id)
            && let Some(mut mark) = mark
        {
            mark.leaves_now();
        }
    }
}

/// A connect under way.
struct Pending {
    connects: Arc<Connects>,
    id: u64,
    departure: Option<u64>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        let mut state = self.connects.state();
        state.pending.remove(&self.id);
        if let Some(departure) = self.departure {
            state.waiting.remove(&departure);
        }
        self.connects.publish(&state);
    }
}

/// The layer around the HTTP library's connector that sees connects begin and end.
#[derive(Clone)]
pub(super) struct Watch(pub(super) Arc<Connects>);

impl<S> Layer<S> for Watch {
    type Service = Watched<S>;

    fn layer(&self, inner: S) -> Watched<S> {
        Watched {
            inner,
            connects: self.0.clone(),
        }
    }
}

#[derive(Clone)]
pub(super) struct Watched<S> {
    inner: S,
    connects: Arc<Connects>,
}

impl<S, R> Service<R> for Watched<S>
where
    S: Service<R>,
    S::Future: Send + 'static,
    S::Response: 'static,
    S::Error: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, target: R) -> Self::Future {
        let pending = self.connects.begin();
        let connect = self.inner.call(target);
        Box::pin(async move {
            let connected = connect.await;
            if connected.is_ok() {
                pending.connects.connected();
            }
            connected
        })
    }
}
