//! What the command shows of a sample, and what its binary does.

#[cfg(target_os = "linux")]
mod audit;
mod kept;
mod sample;

#[cfg(target_os = "linux")]
mod command;
#[cfg(target_os = "linux")]
mod doctor;
#[cfg(all(target_os = "linux", feature = "fleet"))]
mod fleet;
#[cfg(target_os = "linux")]
mod import;
#[cfg(target_os = "linux")]
mod real;
#[cfg(target_os = "linux")]
mod terminal;
