//! What files are made of, exchanged for loom's in the model test of [`cell`](super::cell).
//!
//! Not by the `cfg` that exchanges the lock of one process: a mapping holds what the processor knows.

pub(crate) use std::sync::atomic::{AtomicU64, fence};
