//! The state of an account in a store that many machines share: Redis, or what speaks its protocol.
//!
//! Each process asks the store for units, one trip at a time, and the store decides: by its own
//! clock, about all limits together, in one script. What it gives is a lease: units with a moment
//! from which they may leave and one by which they have to. Within the process they are handed out
//! by the same queue as everywhere else.
//!
//! ```text
//! acquire ─► queue ─► leases ◄── courier ──── ask ───► store: script, its clock
//!              │                  │  ▲                    │
//!              └──── wants ───────┘  └────── reply ───────┘
//! ```

#![allow(dead_code, reason = "the courier that makes the trips comes next")]

mod address;
mod answer;
mod config;
mod fault;
mod limit;
mod link;
mod message;
mod script;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use self::config::{Fleet, Without};
pub use self::fault::StoreFault;
pub use self::view::{reset_fleet, survey_fleet};
