//! Which client's token a task fetches, so that it does not wait for itself.

use core::future::Future;

tokio::task_local! {
    /// The address of the tokens whose source runs in this task, or began what runs in it.
    static SERVING: usize;
}

/// The tokens that the current task fetches one for.
pub(crate) fn serving() -> Option<usize> {
    SERVING.try_with(|tokens| *tokens).ok()
}

/// Runs `work` in the service of these tokens.
pub(crate) async fn serve<T>(tokens: Option<usize>, work: impl Future<Output = T>) -> T {
    match tokens {
        Some(tokens) => SERVING.scope(tokens, work).await,
        None => work.await,
    }
}
