//! The mark of a paid request in tests: what it says, what it is made with, and where a key is had.
//!
//! The door of `tollgate` puts a mark on each request when it is built with its feature `coverage`
//! and the request goes to a vendor of a test that has opened a desk on this machine; that vendor
//! (`tollgate-testkit`) judges it. Both sides need the same words, and these are here. Nobody else
//! needs this crate: `tollgate audit` reports whoever depends on it.
//!
//! ```text
//! vendor of the test                         process under test
//! ──────────────────                         ──────────────────
//! opens a desk in a private folder  ──────►  finds it by the port of the request (place.rs)
//! sees which process asks, and      ◄──────  asks once
//! gives each one key, once          ──────►  keeps the key in the door, and nowhere else
//! judges                            ◄──────  request with its mark (mark.rs, key.rs)
//! ```
//!
//! In: a key, and what a request is. Out: a mark as text, and whether a mark is right. What this
//! crate must not know is how a request is sent, or who may have a key.

mod hex;
mod key;
mod mark;
mod place;

pub use crate::key::{Key, NONCE, Nonce, SECRET};
pub use crate::mark::Mark;
pub use crate::place::{ENV, announce, desk, folders, withdraw};

/// The header that carries a mark.
pub const HEADER: &str = "tollgate-mark";

/// How many bytes a desk gives: a [`Nonce`] and the secret of a [`Key`].
pub const GIVEN: usize = NONCE + SECRET;
