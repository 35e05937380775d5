//! The task that makes the trips of one bucket, one at a time, for as long as the bucket is there.
//!
//! Runs on the thread of the [hub](super::hub), so that no runtime of a program's that ends takes a
//! trip with it. Who has something to tell, or waits, calls it by its line.

use std::fmt;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use tokio::sync::Notify;

use super::Fleet;
use super::fault::Fault;
use super::hub;
use super::message::{Anew, Stop, Topic};
use super::store::Store;

use crate::StoreError;
use crate::bucket::{Bucket, Shared};

/// How the courier of one bucket is called.
pub(crate) struct Line {
    fleet: Fleet,
    topic: Topic,
    /// How often this process had been forked when it was opened.
    forks: u64,
    calls: Notify,
    /// Told when a trip is over.
    over: Notify,
    /// What there is while the store is gone.
    stand_in: Option<Bucket>,
    bucket: OnceLock<Weak<Shared>>,
    /// Whether a trip is under way.
    out: AtomicBool,
    /// Whether the courier has gone to work.
    begun: AtomicBool,
}

impl Line {
    pub(crate) fn new(fleet: Fleet, topic: Topic, stand_in: Option<Bucket>) -> Arc<Self> {
        Arc::new(Self {
            fleet,
            topic,
            forks: tollgate_mapped::forks(),
            calls: Notify::new(),
            over: Notify::new(),
            stand_in,
            bucket: OnceLock::new(),
            out: AtomicBool::new(false),
            begun: AtomicBool::new(false),
        })
    }

    /// The same in the child of a fork, where the courier is not.
    pub(crate) fn renewed(&self) -> Arc<Self> {
        let stand_in = self.stand_in.clone();
        let line = Self::new(self.fleet.clone(), self.topic.clone(), stand_in);
        if let Some(bucket) = self.bucket.get() {
            line.serve(bucket.clone());
        }
        line
    }

    /// Says whose line it is.
    pub(crate) fn serve(&self, bucket: Weak<Shared>) {
        // Said once, by whoever makes the bucket.
        let _ = self.bucket.set(bucket);
    }

    pub(crate) fn forks(&self) -> u64 {
        self.forks
    }

    /// How long the store may take.
    pub(crate) fn patience(&self) -> Duration {
        self.fleet.patience()
    }

    /// What there is while the store is gone.
    pub(crate) fn stand_in(&self) -> Option<&Bucket> {
        self.stand_in.as_ref()
    }

    /// Whether `bucket` is what there is while the store is gone.
    pub(crate) fn stands_in(&self, bucket: &Bucket) -> bool {
        self.stand_in.as_ref().is_some_and(|part| part.is(bucket))
    }

    /// Waits until the store of `bucket` can be had.
    pub(crate) async fn is_back(&self, bucket: &Bucket) {
        loop {
            let mut over = pin!(self.over.notified());
            // From here on no end of a trip is missed.
            over.as_mut().enable();
            if !bucket.is_away() {
                return;
            }
            over.await;
        }
    }

    /// Waits until a trip is over that is under way, or the next one.
    pub(crate) async fn over(&self) {
        self.over.notified().await;
    }

    /// Whether a trip is under way.
    pub(crate) fn is_out(&self) -> bool {
        self.out.load(Ordering::Acquire)
    }

    /// Has the courier look at the bucket.
    pub(crate) fn call(self: &Arc<Self>) {
        if !self.begun.swap(true, Ordering::AcqRel)
            && let Err(error) = self.begin()
        {
            self.begun.store(false, Ordering::Release);
            tracing::error!(%error, "nothing is granted without a thread that asks the store");
        }
        self.calls.notify_one();
    }

    fn begin(self: &Arc<Self>) -> Result<(), StoreError> {
        let hub = hub::hub()?;
        let store = hub.store(&self.fleet)?;
        let line = Arc::clone(self);
        hub.spawn(async move {
            // A defect in here must not leave anybody waiting for ever.
            while let Err(error) = tokio::spawn(Arc::clone(&line).work(Arc::clone(&store))).await {
                line.out.store(false, Ordering::Release);
                if let Some(bucket) = line.bucket() {
                    bucket.lose();
                }
                tracing::error!(%error, "the task that asks the store has failed and is begun again");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        Ok(())
    }

    fn bucket(&self) -> Option<Bucket> {
        self.bucket.get()?.upgrade().map(Bucket)
    }

    /// Goes whenever there is something to go for, until the bucket is gone.
    async fn work(self: Arc<Self>, store: Arc<Store>) {
        loop {
            let next = match self.bucket() {
                Some(bucket) => bucket.next_trip(),
                None => return,
            };
            match next {
                Some(Duration::ZERO) => self.go(&store).await,
                Some(left) => self.wait(left).await,
                None => self.calls.notified().await,
            }
        }
    }

    /// Waits so long, or until called.
    async fn wait(&self, left: Duration) {
        let called = self.calls.notified();
        // Timed out or called, it is looked at again.
        let _ = tokio::time::timeout(left, called).await;
    }

    /// Makes one trip.
    async fn go(&self, store: &Store) {
        let Some(bucket) = self.bucket() else { return };
        self.out.store(true, Ordering::Release);
        let Some(trip) = bucket.set_out() else {
            self.out.store(false, Ordering::Release);
            return;
        };
        let sent = bucket.clock().now().as_nanos();
        // Nobody is to be kept alive by a store that does not answer.
        let weak = Arc::downgrade(&bucket.0);
        drop(bucket);
        let answer = store.tell(&self.topic, &trip.ask).await;
        self.out.store(false, Ordering::Release);
        let Some(bucket) = weak.upgrade().map(Bucket) else {
            return;
        };
        match answer {
            Ok(reply) => {
                let heard = bucket.hear(&trip, &reply, sent);
                // Where enough is there all the same, nobody needs to know.
                if let Some(anew) = heard.anew
                    && reply.stop != Stop::Nothing
                {
                    self.warn(anew);
                }
                if heard.back {
                    tracing::info!(store = %self.fleet, bucket = &*self.topic.bucket, "the store is back");
                }
            }
            Err(fault) => {
                if bucket.miss(trip, &fault, sent) {
                    tracing::warn!(
                        store = %self.fleet,
                        bucket = &*self.topic.bucket,
                        %fault,
                        "the store that machines share cannot be had"
                    );
                }
            }
        }
        self.over.notify_waiters();
    }

    fn warn(&self, anew: Anew) {
        tracing::warn!(
            api = &*self.topic.api,
            bucket = &*self.topic.bucket,
            "{}",
            self.explains(anew)
        );
    }

    /// What stands in the way of the store, and which it is.
    pub(crate) fn says(&self, fault: &Fault) -> Arc<str> {
        format!("{}: {fault}", self.fleet).into()
    }

    /// Why everything counts as used, and what can be done about it.
    pub(crate) fn explains(&self, anew: Anew) -> Arc<str> {
        let Self { fleet, .. } = self;
        let why = match anew {
            Anew::Server => "was started not long ago, or is another server than before",
            Anew::Lost => "has lost its keys",
            Anew::Clock => "had its clock set",
        };
        format!(
            "the store {fleet} {why}, so it does not know what was used, and counts everything as used; \
             where nothing was, `tollgate reset --fleet {fleet}` says so"
        )
        .into()
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("topic", &self.topic)
            .finish_non_exhaustive()
    }
}
