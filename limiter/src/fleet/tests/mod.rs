//! What a store does to a fleet, against real servers.

mod back;
#[cfg(feature = "fleet-cluster")]
mod cluster;
mod driven;
mod faults;
mod losses;
mod numbers;
mod server;
mod trips;
mod turns;
mod twins;
mod views;
mod whole;
