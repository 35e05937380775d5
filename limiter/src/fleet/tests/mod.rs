//! What a store does to a fleet, against real servers.

mod driven;
mod faults;
mod server;
mod trips;
mod twins;
mod whole;
