//! A stream is read once, so it is sent once; what can be sent again is a factory of streams.

use futures_core::Stream;
use tollgate::{Body, BoxError, Bytes};

fn bypass<S>(stream: S) -> Body
where
    S: Stream<Item = Result<Bytes, BoxError>> + Send + Sync + 'static,
{
    Body::replayable(stream)
}

fn main() {}
