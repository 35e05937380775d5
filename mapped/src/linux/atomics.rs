//! The atomics of `ranges.rs`; the model test has others of the same names.

pub(super) use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, fence};
