//! What the scope of a machine promises, with real processes that share real files.
//!
//! Each test has a directory of its own and starts workers (`src/bin/worker`) in it. Grants are
//! held against a log of all of them, kept in the slowest and plainest way.
#![cfg(target_os = "linux")]
// A test that cannot go on may say so in this way.
#![allow(clippy::unwrap_used)]

mod blocks;
mod breakers;
mod buckets;
mod clients;
mod clocks;
mod damage;
mod exact;
mod fairness;
mod forks;
mod ground;
mod kills;
mod leases;
mod meters;
mod party;
mod refusals;
mod starts;
mod stops;
mod versions;
