//! Spelling: from tokens to what is written, without asking whether it makes sense.
//!
//! In go the tokens of an attribute, a rate or a path template; out come plain parts with the
//! spans of the user's tokens. This stage knows no key, no endpoint and no limit.

mod entries;
mod rate;
mod template;

pub(crate) use self::entries::{Entry, Shape, entries, punctuation};
pub(crate) use self::rate::{Number, Written, duration, number, rate};
pub(crate) use self::template::{Piece, pieces};
