//! Everything `unsafe`: a mapping, a signal handler, a page that forks wipe, a request to a handle,
//! one for what the program was told at its start.
//!
//! In: an open file, or nothing. Out: atomics. Each block states why it is sound; nothing is done
//! here that could be done outside.

mod auxv;
mod pages;
mod sigbus;
mod space;
mod wiped;

pub(super) use self::auxv::own_auxv;
pub(super) use self::pages::Pages;
pub(super) use self::space::{Space, space};
pub(super) use self::wiped::word_wiped_by_forks;
