//! What the crate promises, with real files and real processes.
#![cfg(target_os = "linux")]
// A test that cannot go on may say so in this way.
#![allow(clippy::unwrap_used)]

mod deleted;
mod directory;
mod disks;
mod files;
mod forks;
mod home;
mod kid;
mod lock;
mod processes;
mod refusals;
mod scratch;
mod signals;
mod truncation;
#[expect(
    unsafe_code,
    reason = "forks, maps and catches signals as a foreign program would"
)]
mod unsafely;
mod worlds;
