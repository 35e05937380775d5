//! Walks over the pages of an endpoint: each page is a request and pays.
//!
//! ```text
//! Position ──ask──► Reply ──turn──► Next: the position of the next page, the end, or why not
//!    ▲                                │
//!    └────────────── walk ────────────┘      drive: when it may go on      streams: the caller's side
//! ```
//!
//! `turn` decides and is pure; `walk` does it; `drive` runs the walk in a task, at most as far ahead
//! as the caller wants. None of them knows the type of the items, which are decoded in `streams`.

mod cursor;
mod drive;
mod key;
mod page;
mod position;
mod public;
mod repeats;
mod seen;
mod streams;
mod turn;
mod walk;

pub use self::cursor::Cursor;
pub use self::page::Page;
pub use self::public::Pages;
pub use self::streams::{ItemStream, PageStream};
