//! What the scope of a machine promises, with real processes that share real files.
//!
//! Each test has a directory of its own and starts workers (`src/bin/worker`) in it. Grants are
//! held against a log of all of them, kept in the slowest and plainest way.
#![cfg(target_os = "linux")]
// A test that cannot go on may say so in this way.
#![allow(clippy::unwrap_used)]

mod blocks;
mod breakers;
mod damage;
mod exact;
mod ground;
mod kills;
mod leases;
mod party;
mod starts;
mod stops;
mod versions;
