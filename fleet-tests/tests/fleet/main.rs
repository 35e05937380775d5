//! What the scope of a fleet promises, with real processes that share a real store.
//!
//! Each test has a store of its own, on a socket in a directory of its own, and starts workers
//! (`src/bin/worker`) on what they take for several machines. Departures are held against a log of
//! all of them, kept in the slowest and plainest way.
#![cfg(target_os = "linux")]
// A test that cannot go on may say so in this way.
#![allow(clippy::unwrap_used)]

mod alternation;
mod cancels;
mod ceilings;
mod clients;
mod clusters;
mod exact;
mod forks;
mod ground;
mod kills;
mod losses;
mod outages;
mod refusals;
mod restarts;
mod share;
mod stops;
mod turns;
mod unrest;
