//! Reading the body of an answer.

use core::time::Duration;

use bytes::{Bytes, BytesMut};

use crate::error::BoxError;
use crate::wire::AnswerBody;

/// The most of an error answer's body that is read: 64 KiB.
const ERROR_BODY: u64 = 64 * 1024;

/// The whole body; `None` when it is larger than `limit`. One that came in one piece is not copied.
pub(super) async fn whole(body: &mut AnswerBody, limit: u64) -> Result<Option<Bytes>, BoxError> {
    let Some(first) = body.chunk().await? else {
        return Ok(Some(Bytes::new()));
    };
    if body.received() > limit {
        return Ok(None);
    }
    let Some(second) = body.chunk().await? else {
        return Ok(Some(first));
    };
    let mut all = BytesMut::from(first);
    let mut next = Some(second);
    while let Some(chunk) = next {
        if body.received() > limit {
            return Ok(None);
        }
        all.extend_from_slice(&chunk);
        next = body.chunk().await?;
    }
    Ok(Some(all.freeze()))
}

/// The beginning of an error answer's body: what arrives within `time`. The status is the error that
/// counts; a body that drips or breaks off must not hide it.
pub(super) async fn excerpt(body: &mut AnswerBody, time: Duration) -> Bytes {
    let mut all = BytesMut::new();
    let read = async {
        while let Ok(Some(chunk)) = body.chunk().await {
            all.extend_from_slice(&chunk);
            if body.received() > ERROR_BODY {
                break;
            }
        }
    };
    // Late or not, what has arrived is there.
    let _ = tokio::time::timeout(time, read).await;
    all.freeze()
}
