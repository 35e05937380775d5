//! Tokens that are had from somewhere and end: who fetches them, when, and for whom.
//!
//! A source of the user's fetches a token when it is asked; [`Tokens`] asks it, once for everybody
//! who waits, and hands out what came. Every token has a [`Generation`], by which a refusal (a 401)
//! is known to mean the token in use or one that was replaced meanwhile.
//!
//! It must not know what a token is put on: calls, permits and answers are the engine's. It pays
//! for what a source sends by lending it a [`Payer`], which can do nothing but make calls.

mod after;
mod cell;
#[cfg(test)]
mod cell_tests;
mod failed;
mod payer;
mod serving;
mod source;
mod state;
#[cfg(test)]
mod state_tests;

pub(crate) use self::after::{After, after_401};
pub(crate) use self::cell::Tokens;
pub(crate) use self::failed::RefreshFailed;
pub use self::payer::Payer;
pub(crate) use self::payer::paying_bucket;
pub(crate) use self::serving::{serve, serving};
pub use self::source::{Token, TokenSource};
pub(crate) use self::state::{Generation, Held};
