//! An exchange in a task of its own.
//!
//! A caller may stop polling a call that it has not dropped: the buffer of a stream of calls
//! does so while its consumer works. Such a call must not hold up others, neither at the head
//! of its bucket's queue nor with a connection half made, and a permit that it has got must not
//! lie in a drawer. So a call runs in a task, and its future only waits for it.
//!
//! Dropping the future drops the work at once, and does not wait for the runtime to do it: one
//! that is not driven at the moment would keep a place in a queue, or a slot, for ever.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use tokio::task::JoinHandle;
use tracing::Instrument as _;

use crate::auth;

/// A task that ends when this is dropped.
pub(crate) struct Task<T> {
    handle: JoinHandle<Option<T>>,
    work: Arc<Work<T>>,
}

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What the task does; nothing when it is done or was dropped. The lock is held while it is polled
/// and never while anybody waits.
struct Work<T>(Mutex<Option<Boxed<T>>>);

/// The task's future.
struct Polled<T>(Arc<Work<T>>);

impl<T> Future for Polled<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut work = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(future) = work.as_mut() else {
            return Poll::Ready(None);
        };
        let outcome = ready!(future.as_mut().poll(context));
        *work = None;
        Poll::Ready(Some(outcome))
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts `work` in the current runtime.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime.
    pub(crate) fn start(work: impl Future<Output = T> + Send + 'static) -> Self {
        let serving = auth::serving();
        let boxed: Boxed<T> = Box::pin(auth::serve(serving, work).in_current_span());
        let work = Arc::new(Work(Mutex::new(Some(boxed))));
        let handle = tokio::spawn(Polled(work.clone()));
        Self { handle, work }
    }

    /// What the task came to; `None` when its runtime was shut down.
    ///
    /// # Panics
    ///
    /// As the work did: a stream of the caller's may.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
        Poll::Ready(match ready!(Pin::new(&mut self.handle).poll(context)) {
            Ok(outcome) => outcome,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => None,
            },
        })
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.handle.abort();
        // If it is being polled just now, its runtime is alive and drops it after that.
        let work = match self.work.0.try_lock() {
            Ok(mut work) => work.take(),
            Err(TryLockError::Poisoned(work)) => work.into_inner().take(),
            Err(TryLockError::WouldBlock) => None,
        };
        drop(work);
    }
}
