//! What comes after a page: the decision, without the doing.
//!
//! In: how the endpoint turns its pages, what was asked, what was answered, and what the walk has
//! asked for before. Out: the next position, the end, or why the walk must not go on. Nothing here
//! sends, waits, or knows the type of the items; the body is read only where the way to turn needs
//! it, and nothing of it is copied but what is found.

mod address;
mod count;
mod cursor;
mod probe;
mod value;

use http::HeaderMap;
use url::Url;

use super::key::Key;
use super::position::Position;
use super::seen::Seen;
use crate::describe::{Paging, Turn};

/// An answer, and what it answers.
pub(super) struct Answered<'a> {
    pub(super) asked: &'a Position,
    pub(super) url: &'a Url,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a [u8],
}

/// What a walk knows from before.
pub(super) struct Known<'a> {
    pub(super) seen: &'a Seen,
    pub(super) key: &'a Key,
    /// The API's base URL: credentials go to its origin and to no other.
    pub(super) home: &'a Url,
}

/// What comes after a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It was the last one.
    End,
    /// The next request.
    Ask(Position),
    /// A page that was read before; by this cursor, if not by an address.
    Loop(Option<String>),
    /// An address to which nothing is sent, named without secrets.
    Foreign(String),
    /// The answer is not what the description says.
    Unread { path: String, reason: String },
}

/// What comes after an answer.
pub(super) fn next(paging: &Paging, answered: &Answered<'_>, known: &Known<'_>) -> Next {
    decided(paging, answered, known).unwrap_or_else(|unread| unread)
}

fn decided(paging: &Paging, answered: &Answered<'_>, known: &Known<'_>) -> Result<Next, Next> {
    let Answered { asked, body, .. } = *answered;
    let items = paging.items.unwrap_or_default();
    Ok(match paging.turn {
        Turn::Link => address::of_link(answered, known),
        Turn::NextUrl(path) => address::of_body(path, answered, known)?,
        Turn::Cursor {
            place,
            next: source,
            more,
            stop_on_empty,
        } => {
            let page = cursor::Page::read(answered, items, source, more)?;
            let next = cursor::next(page, asked, stop_on_empty, known.seen);
            cursor::sendable(next, place, source)?
        }
        Turn::Page {
            query: _,
            first,
            more,
            total,
        } => {
            let page = count::Page::read(body, items, more, total)?;
            count::next_page(&page, asked, first)
        }
        Turn::Offset {
            query: _,
            scanned,
            more,
            total,
        } => {
            let rows = count::Rows::read(body, items, scanned, more, total)?;
            count::next_offset(&rows, asked)
        }
    })
}
