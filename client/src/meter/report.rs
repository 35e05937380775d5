//! A line for each cycle, once for all clients of an account in this process.
//!
//! Clients that want reports join the desk of their account. Its task sleeps for the shortest
//! cycle that one of them wants, adds their buckets up, and says a line if anything has changed.
//! It holds no client, and ends with the last one.

use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use tollgate_limiter::{Meter, Scope};

use crate::shared::{Inner, Paid, total};

/// The desks of all accounts that have one.
static DESKS: LazyLock<Mutex<Desks>> = LazyLock::new(Mutex::default);

/// By API and account.
type Desks = HashMap<[Arc<str>; 2], Weak<Desk>>;

/// A client's wish for reports, for as long as it lives.
pub(crate) struct Report {
    desk: Arc<Desk>,
}

/// Where the reports of one account are made.
struct Desk {
    api: Arc<str>,
    payer: Arc<str>,
    state: Mutex<State>,
    /// Told when somebody has come or gone.
    moved: Notify,
}

#[derive(Default)]
struct State {
    wishes: Vec<Wish>,
    /// Whether the task is there.
    runs: bool,
}

struct Wish {
    client: Weak<Inner>,
    every: Duration,
}

impl Report {
    /// A report of `client`, whose account was found by these names.
    pub(crate) fn new(key: [Arc<str>; 2], client: Weak<Inner>, every: Duration) -> Self {
        let desk = Desk::of(key);
        desk.state().wishes.push(Wish { client, every });
        desk.moved.notify_one();
        Self { desk }
    }

    /// Begins to report, if nobody does and this is in a runtime: a client may be built outside.
    pub(crate) fn start(&self) {
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let runs = std::mem::replace(&mut self.desk.state().runs, true);
        if !runs {
            runtime.spawn(Task(Some(Arc::clone(&self.desk))).run());
        }
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // The client is being dropped, and counts as gone.
        let gone = |wish: &Wish| wish.client.strong_count() == 0;
        self.desk.state().wishes.retain(|wish| !gone(wish));
        self.desk.moved.notify_one();
    }
}

/// The task of a desk. Its runtime may end before the last client does: the next call of any of
/// them then starts another one.
struct Task(Option<Arc<Desk>>);

impl Task {
    async fn run(mut self) {
        if let Some(desk) = &self.0 {
            desk.report().await;
        }
        // The desk has seen that nobody wishes anything, and has noted that it stands still.
        self.0 = None;
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if let Some(desk) = &self.0 {
            desk.state().runs = false;
        }
    }
}

impl Desk {
    fn of(key: [Arc<str>; 2]) -> Arc<Self> {
        let mut desks = DESKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = desks.get(&key).and_then(Weak::upgrade) {
            return known;
        }
        desks.retain(|_, desk| desk.strong_count() > 0);
        let [api, payer] = key.clone();
        let desk = Arc::new(Self {
            api,
            payer,
            state: Mutex::default(),
            moved: Notify::new(),
        });
        desks.insert(key, Arc::downgrade(&desk));
        desk
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shortest cycle that somebody wants; without one the task ends.
    fn cycle(&self) -> Option<Duration> {
        let mut state = self.state();
        let cycle = state.wishes.iter().map(|wish| wish.every).min();
        state.runs = cycle.is_some();
        cycle
    }

    async fn report(&self) {
        let mut began = Instant::now();
        let mut told = self.counted().map(|(meter, _)| meter);
        while let Some(cycle) = self.cycle() {
            let left = cycle.saturating_sub(began.elapsed());
            if timeout(left, self.moved.notified()).await.is_ok() {
                continue;
            }
            began = Instant::now();
            if let Some((meter, scope)) = self.counted()
                && told != Some(meter)
            {
                self.tell(&meter, scope);
                told = Some(meter);
            }
        }
    }

    /// What all buckets of the clients have counted, and for whom; nothing without clients.
    fn counted(&self) -> Option<(Meter, &'static str)> {
        // The lock is let go before a client may be dropped here, who then asks for it.
        let held = |state: MutexGuard<'_, State>| {
            let wishes = state.wishes.iter();
            let held: Vec<_> = wishes
                .filter_map(|wish| Weak::upgrade(&wish.client))
                .collect();
            held
        };
        let clients = held(self.state());
        let scope = match clients.first()?.endpoints.account().scope() {
            Scope::Machine(_) => "machine",
            #[cfg(feature = "fleet")]
            Scope::Fleet(_) => "fleet",
            _ => "process",
        };
        let paid: Vec<&Paid> = clients.iter().flat_map(|client| &client.buckets).collect();
        Some((total(&paid), scope))
    }

    fn tell(&self, meter: &Meter, scope: &'static str) {
        tracing::info!(
            target: "tollgate::meter",
            api = &*self.api,
            account = &*self.payer,
            scope,
            calls = meter.calls,
            waited = meter.waited.as_secs_f64(),
            retries = meter.retries,
            exhausted = meter.exhausted,
            unpaid = meter.unpaid(),
            requests = meter.requests,
            permits = meter.permits,
            blocks = meter.blocks,
            in_flight = meter.in_flight,
            waiting = meter.waiting,
            units = meter.units,
            foreign = meter.foreign,
            paid_share = meter.paid_share(),
            refused = meter.refused,
            open = meter.open,
            trips = meter.trips,
            leases = meter.leases,
            lease_losses = meter.lease_losses,
            "{meter}"
        );
    }
}
