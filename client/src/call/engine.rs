//! The loop of an exchange, compiled once for all endpoints.

use super::admitted::Reply;
use super::draft::Draft;
use super::ready::Ready;
use crate::error::Failure;

/// One call: draft, permit, exchange.
pub(crate) async fn run(draft: Draft) -> Result<Reply, Box<Failure>> {
    finish(draft.checked()?).await
}

/// The part that every request goes through, whatever it follows from.
pub(crate) async fn finish(ready: Ready) -> Result<Reply, Box<Failure>> {
    let admitted = ready.admit().await?;
    admitted.exchange().await
}
