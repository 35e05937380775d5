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

mod address;
mod answer;
mod config;
mod courier;
pub(crate) mod fault;
pub(crate) mod front;
pub(crate) mod hub;
mod leases;
mod limit;
mod link;
pub(crate) mod message;
mod open;
mod outage;
pub(crate) mod pace;
mod script;
mod share;
mod store;
#[cfg(test)]
mod tests;
pub(crate) mod trip;
mod view;

pub use self::config::{Fleet, Without};
pub(crate) use self::courier::Line;
pub(crate) use self::fault::Fault;
pub use self::fault::StoreFault;
pub(crate) use self::open::open;
pub(crate) use self::script::account_prefix as prefix;
pub(crate) use self::share::wait;
pub(crate) use self::store::{Script, Store};
pub use self::view::{reset_fleet, survey_fleet};
