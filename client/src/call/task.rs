//! An exchange in a task of its own.
//!
//! A caller may stop polling a call that it has not dropped: the buffer of a stream of calls
//! does so while its consumer works. Such a call must not hold up others, neither at the head
//! of its bucket's queue nor with a connection half made, and a permit that it has got must not
//! lie in a drawer. So a call runs in a task, and its future only waits for it. Dropping the
//! future ends the task.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

use tokio::task::JoinHandle;
use tracing::Instrument as _;

/// A task that ends when this is dropped.
pub(crate) struct Task<T>(JoinHandle<T>);

impl<T: Send + 'static> Task<T> {
    /// Starts `work` in the current runtime.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime.
    pub(crate) fn start(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(tokio::spawn(work.in_current_span()))
    }

    /// What the task came to; `None` when its runtime was shut down.
    ///
    /// # Panics
    ///
    /// As the work did: a stream of the caller's may.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
        Poll::Ready(match ready!(Pin::new(&mut self.0).poll(context)) {
            Ok(outcome) => Some(outcome),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => None,
            },
        })
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
