//! The task that tells the store of a breaker, and asks it: one trip at a time.

use std::sync::{Arc, Weak};

use super::Remote;
use super::letter::{self, SCRIPT, Said};
use super::trip::Told;
use crate::StoreError;
use crate::breaker::{Inner, Shared};
use crate::fleet::hub::hub;
use crate::fleet::{Fault, Store};
use crate::sync::lock;

/// Has a trip made, if there is something to go for and none is under way.
pub(in crate::breaker) fn mind(shared: &Arc<Shared>) {
    let goes = |remote: &mut Remote| {
        let now = shared.clock.now().as_nanos();
        remote.set_out(now).then(|| remote.fleet.clone())
    };
    let Some(fleet) = lock(&shared.inner).remote.as_mut().and_then(goes) else {
        return;
    };
    let trip = Trip(Some(Arc::downgrade(shared)));
    let found: Result<_, StoreError> = hub().and_then(|hub| {
        let store = hub.store(&fleet)?;
        Ok((hub, store))
    });
    match found {
        Ok((hub, store)) => hub.spawn(trip.make(store)),
        Err(error) => {
            drop(trip);
            tracing::error!(%error, "a breaker goes on by what is known here");
        }
    }
}

/// A trip under way. One that does not come back is one that failed.
struct Trip(Option<Weak<Shared>>);

impl Trip {
    async fn make(mut self, store: Arc<Store>) {
        loop {
            let Some(shared) = self.shared() else { return };
            let now = shared.clock.now().as_nanos();
            let (args, told) = {
                let mut inner = lock(&shared.inner);
                let refused = inner.refused;
                let Some(remote) = &mut inner.remote else {
                    return;
                };
                remote.write(&shared.key, refused, now)
            };
            let keys = [letter::key(&shared.key)];
            // Nobody is kept alive by a store that does not answer.
            drop(shared);
            let answer = store.run(&SCRIPT, &keys, &args).await;
            let Some(shared) = self.shared() else { return };
            if !come_back(&shared, answer, &told) {
                self.0 = None;
                return;
            }
        }
    }

    fn shared(&self) -> Option<Arc<Shared>> {
        self.0.as_ref()?.upgrade()
    }
}

impl Drop for Trip {
    fn drop(&mut self) {
        if let Some(shared) = self.shared() {
            let fault = Fault::answer("the trip was given up");
            come_back(
                &shared,
                Err(fault),
                &Told {
                    refused: 0,
                    asked: true,
                },
            );
        }
    }
}

/// Takes in the answer; whether there is something to go for again.
fn come_back(shared: &Arc<Shared>, answer: Result<redis::Value, Fault>, told: &Told) -> bool {
    let now = shared.clock.now().as_nanos();
    let said = answer.and_then(|answer| {
        Said::read(&answer, now).ok_or_else(|| Fault::answer("no state of a breaker"))
    });
    let mut inner = lock(&shared.inner);
    let Inner {
        machine, remote, ..
    } = &mut *inner;
    let Some(remote) = remote else { return false };
    let first = remote.down.is_none();
    match &said {
        Ok(said) => remote.hear(machine, said, told, now),
        Err(fault) => remote.miss(told, fault.may_have_run(), now),
    }
    let again = remote.set_out(now);
    let back = Arc::clone(&remote.back);
    let fleet = remote.fleet.clone();
    drop(inner);
    back.notify_waiters();
    if let (Err(fault), true) = (said, first) {
        tracing::warn!(
            store = %fleet,
            api = shared.key.api(),
            breaker = shared.key.bucket(),
            %fault,
            "a breaker goes on by what is known here"
        );
    }
    again
}
