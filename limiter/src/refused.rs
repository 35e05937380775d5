//! Why there is no permit.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use tollgate_limits::Cost;

use crate::Moment;

/// No permit, and none in time.
///
/// Its text names the bucket, the wait that would have been needed and the time that was left.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bucket `{bucket}`: {kind}{}", said.as_deref().map(|said| format!(": {said}")).unwrap_or_default())]
pub struct Refused {
    bucket: Arc<str>,
    kind: RefusedKind,
    said: Option<Arc<str>>,
}

impl Refused {
    pub(crate) fn new(bucket: Arc<str>, kind: RefusedKind) -> Self {
        Self {
            bucket,
            kind,
            said: None,
        }
    }

    /// The same, with what there is to say of the store.
    #[cfg(feature = "fleet")]
    pub(crate) fn says(self, said: Option<Arc<str>>) -> Self {
        Self { said, ..self }
    }

    /// The name of the bucket.
    #[must_use]
    pub fn bucket(&self) -> &str {
        &self.bucket
    }

    /// In the scope of a fleet: which store it is and what it said when it could not be had, or why it
    /// has nothing to give though nothing was used; without credentials. `None` elsewhere.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> RefusedKind {
        self.kind
    }
}

/// What stands against a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedKind {
    /// The earliest permit lies beyond the deadline.
    #[error("the next permit is {needed:?} away, {left:?} is left")]
    Deadline {
        /// How long the wait would have been at least; zero if it hung on an answer to others.
        needed: Duration,
        /// How much time was left.
        left: Duration,
    },
    /// The vendor asked for a pause that ends beyond the deadline, or later than the
    /// [terms](crate::Terms::longest_block) wait for a pause.
    #[error(
        "blocked at the vendor's request: the next permit is {needed:?} away, {left:?} is left"
    )]
    Blocked {
        /// How long the wait would have been at least.
        needed: Duration,
        /// How much longer a pause would have been waited for.
        left: Duration,
    },
    /// The request costs more than the bucket ever lets through at once.
    #[error(
        "a cost of {} can never be paid: at most {largest} units leave at once; declare a smaller cost or a larger burst",
        cost.units()
    )]
    CostTooLarge {
        /// The cost of the request.
        cost: Cost,
        /// The largest that could be paid.
        largest: NonZeroU32,
    },
    /// The file in which processes share the state is gone, and for some seconds, or until the
    /// deadline, no other could be had. Nothing is granted without it; why it cannot be had stands
    /// in the log.
    #[error(
        "the state that processes share is lost, and nothing is granted without it; see the log, and make the state directory usable"
    )]
    StateLost,
    /// The store by which machines share cannot be had, and nothing is granted without it.
    #[cfg(feature = "fleet")]
    #[error("{0}, and nothing is granted without it")]
    StoreDown(crate::StoreFault),
}

/// Why [`Bucket::try_acquire`](crate::Bucket::try_acquire) gave no permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotYet {
    /// The limits or a block allow it from this moment on, if nobody else comes.
    #[error("no permit before {0:?}")]
    Until(Moment),
    /// As many exchanges as may be open are open.
    #[error("every in-flight slot is taken")]
    InFlight,
    /// Others wait already, and come first.
    #[error("others wait for the same bucket")]
    Queued,
    /// The store by which machines share has to be asked first, which is being done.
    #[cfg(feature = "fleet")]
    #[error("the store is being asked")]
    Asked,
    /// It costs more than the bucket ever lets through at once, which is this much.
    #[error("a cost above {0} can never be paid")]
    Never(NonZeroU32),
}
