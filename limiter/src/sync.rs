//! The lock and the counter that threads share, exchanged for loom's in its model tests.
//!
//! Nothing else in this crate synchronises threads, so what the model in `tests/loom.rs`
//! explores is the whole of it.

use std::sync::PoisonError;

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic::AtomicU64};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic::AtomicU64};

/// Takes the lock, poisoned or not.
///
/// No critical section of this crate can panic half-way, and refusing a poisoned lock would
/// take a permit counter away from everybody for somebody else's panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
