//! One thread of this process, on which everything goes that talks to stores, and the stores that it
//! knows.
//!
//! A thread of our own, because a program may have several runtimes, and end each of them at any time.

use std::fmt;
use std::future::Future;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tollgate_mapped::forks;

use super::Fleet;
use super::store::Store;
use crate::{StoreError, StoreErrorKind};

/// The thread, and what it talks to.
pub(crate) struct Hub {
    handle: Handle,
    stores: Mutex<Vec<(Fleet, Arc<Store>)>>,
}

/// The hub of this process, made if there is none. In the child of a fork there is none.
pub(crate) fn hub() -> Result<Arc<Hub>, StoreError> {
    static HUB: Mutex<Option<(u64, Arc<Hub>)>> = Mutex::new(None);
    let mut hub = HUB.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((made, hub)) = &*hub
        && *made == forks()
    {
        return Ok(Arc::clone(hub));
    }
    let made = Arc::new(Hub::start()?);
    if let Some((_, old)) = hub.replace((forks(), Arc::clone(&made))) {
        // Its connections are the parent's, and its thread is not here: not even to be closed.
        std::mem::forget(old);
    }
    Ok(made)
}

/// A number that no other process has.
pub(crate) fn process() -> u64 {
    // Seeded by the operating system's random numbers. Below 2^53, so that a script keeps all digits.
    RandomState::new().hash_one(std::process::id()) >> 11
}

impl Hub {
    fn start() -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| {
            StoreError::caused(
                StoreErrorKind::Store,
                "no thread could be started to talk to the store by which machines share; raise the limit on threads or on open files",
                error,
            )
        };
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(failed)?;
        let handle = runtime.handle().clone();
        thread::Builder::new()
            .name("tollgate-fleet".to_owned())
            .spawn(move || runtime.block_on(std::future::pending::<()>()))
            .map_err(failed)?;
        Ok(Self {
            handle,
            stores: Mutex::default(),
        })
    }

    /// Has `task` run on the thread.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(task);
    }

    /// The store of `fleet`, with one connection for all buckets.
    pub(crate) fn store(&self, fleet: &Fleet) -> Result<Arc<Store>, StoreError> {
        let mut stores = self.stores.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, store)) = stores.iter().find(|(known, _)| known == fleet) {
            return Ok(Arc::clone(store));
        }
        let store = Arc::new(Store::new(fleet)?);
        stores.push((fleet.clone(), Arc::clone(&store)));
        Ok(store)
    }
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").finish_non_exhaustive()
    }
}
