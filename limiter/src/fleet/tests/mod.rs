//! What a store does to a fleet, against real servers.

mod faults;
mod server;
mod trips;
