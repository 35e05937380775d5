//! Waits for the store where a decision is the fleet's: who has its one probe.

use std::pin::pin;
use std::sync::Arc;

use tollgate_mapped::forks;

use super::{Stand, mind};
use crate::Open;
use crate::breaker::{Inner, Shared};
use crate::sync::lock;

/// All who wait with one probe that is kept for them. When the last of them has gone and nobody has
/// entered, it is told back.
///
/// Never dropped under the lock of the breaker, which that takes.
pub(in crate::breaker) struct Turns {
    shared: Arc<Shared>,
    forks: u64,
}

/// After so many trips it is as it is.
const ROUNDS: usize = 4;

/// How it stands, asked of the store where that has to be; what is kept for the caller.
///
/// A trip takes no longer than the store may, and a store that was gone a moment ago is not asked.
/// Dropped before its end, what the store gives is told back.
pub(in crate::breaker) async fn ready(shared: &Arc<Shared>) -> Result<Option<Arc<Turns>>, Open> {
    // Held until the answer is taken up.
    let mut asking = None;
    for _ in 0..ROUNDS {
        // In the child of a fork this begins anew, with another bell: before one is listened to.
        let back = lock(&shared.inner).remote.as_mut().map(|it| {
            it.forget_parent();
            Arc::clone(&it.back)
        });
        let Some(back) = back else {
            return Ok(None);
        };
        let mut rings = pin!(back.notified());
        // From here on no ring is missed.
        rings.as_mut().enable();
        let stand = stand(shared);
        mind(shared);
        match stand {
            None | Some(Stand::Free) => return Ok(None),
            Some(Stand::Probe(turns)) => return Ok(Some(turns)),
            Some(Stand::Refused(open)) => return Err(open),
            Some(Stand::Ask(turns)) => asking = Some(turns),
        }
        rings.await;
    }
    drop(asking);
    let mut inner = lock(&shared.inner);
    inner.refused += 1;
    let left = inner.remote.as_ref().map(|it| it.fleet.patience());
    Err(Open {
        left: left.unwrap_or_default(),
    })
}

fn stand(shared: &Arc<Shared>) -> Option<Stand> {
    let now = shared.clock.now().as_nanos();
    let mut inner = lock(&shared.inner);
    let Inner {
        machine,
        remote,
        refused,
        ..
    } = &mut *inner;
    let stand = remote.as_mut()?.stand(shared, machine, now);
    *refused += u64::from(matches!(stand, Stand::Refused(_)));
    Some(stand)
}

impl Turns {
    pub(super) fn new(shared: &Arc<Shared>) -> Arc<Self> {
        Arc::new(Self {
            shared: Arc::clone(shared),
            forks: forks(),
        })
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        if self.forks != forks() {
            return;
        }
        let now = self.shared.clock.now().as_nanos();
        {
            let mut inner = lock(&self.shared.inner);
            let Inner {
                machine, remote, ..
            } = &mut *inner;
            if let Some(remote) = remote {
                remote.release(machine, self, now);
            }
        }
        mind(&self.shared);
    }
}
