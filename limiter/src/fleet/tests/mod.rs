//! What a store does to a fleet, against real servers.

mod driven;
mod faults;
mod losses;
mod numbers;
mod server;
mod trips;
mod turns;
mod twins;
mod whole;
