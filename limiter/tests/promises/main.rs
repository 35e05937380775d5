//! What the limiter promises, seen from outside, by a clock that is set by hand.

// A test that cannot go on may say so in this way.
#![allow(clippy::unwrap_used)]

mod accounts;
mod allocation;
mod blocks;
mod breakers;
mod deadlines;
mod queue;
mod reports;
mod slots;
mod terms;
mod threads;
mod time;
mod urgent;
mod world;
