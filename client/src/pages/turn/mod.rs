//! What comes after a page: the decision, without the doing.
//!
//! In: how the endpoint turns its pages, what was asked, what was answered, and what the walk has
//! asked for before. Out: the next position, the end, or why the walk must not go on; and where the
//! items stand. Nothing here sends, waits, or knows the type of the items; the body is read only
//! where the way to turn needs it, and nothing of it is copied but what is found.

mod address;
mod count;
mod cursor;
mod left_out;
mod probe;
mod value;

use http::HeaderMap;
use serde_json::value::RawValue;
use url::Url;

pub(super) use self::left_out::is_left_out;

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

/// What an answer says.
pub(super) struct Said<'a> {
    pub(super) next: Next,
    /// Whether it says anything about what comes next: where that is, whether there is more, or how
    /// many there are.
    pub(super) tells: bool,
    /// The list of the items as it is written, where the body was read and the list is not empty.
    pub(super) items: Option<&'a str>,
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

/// The vendor says that there is more, and not where.
#[derive(Debug, PartialEq, Eq)]
struct Stuck;

impl Stuck {
    /// The error at the path where the way on was expected; `more` says that there is one.
    fn at(path: &str, more: Option<&str>) -> Next {
        let more = more.unwrap_or_default();
        Next::Unread {
            path: path.to_owned(),
            reason: format!("`{more}` says that there is more, and nothing here says where"),
        }
    }
}

/// What an answer says.
pub(super) fn read<'a>(paging: &Paging, answered: &Answered<'a>, known: &Known<'_>) -> Said<'a> {
    said(paging, answered, known).unwrap_or_else(|unread| Said {
        next: unread,
        tells: false,
        items: None,
    })
}

fn said<'a>(paging: &Paging, answered: &Answered<'a>, known: &Known<'_>) -> Result<Said<'a>, Next> {
    let Answered { asked, body, .. } = *answered;
    let items = paging.items.unwrap_or_default();
    match paging.turn {
        Turn::Link => Ok(of_address(address::of_link(answered, known))),
        Turn::NextUrl(path) => address::of_body(path, answered, known).map(of_address),
        Turn::Cursor {
            place,
            next: source,
            more,
            stop_on_empty,
        } => {
            let (page, list) = cursor::Page::read(answered, items, source, more)?;
            let tells = page.tells();
            let next = cursor::next(page, asked, stop_on_empty, known.seen);
            let next = next.map_err(|Stuck| Stuck::at(cursor::field(source), more));
            let next = next.and_then(|next| cursor::sendable(next, place, source));
            Ok(of_list(next, tells, list))
        }
        Turn::Page {
            query: _,
            first,
            more,
            total,
        } => {
            let (page, list) = count::Page::read(body, items, more, total)?;
            let next = count::next_page(&page, asked, first);
            let next = next.map_err(|Stuck| Stuck::at(more.unwrap_or_default(), more));
            Ok(of_list(next, page.tells(), list))
        }
        Turn::Offset {
            query: _,
            scanned,
            more,
            total,
        } => {
            let (rows, list) = count::Rows::read(body, items, scanned, more, total)?;
            let next = count::next_offset(&rows, asked);
            let next = next.map_err(|Stuck| Stuck::at(scanned.unwrap_or(items), more));
            Ok(of_list(next, rows.tells(), list))
        }
    }
}

/// An address is the vendor's own: it cannot be misunderstood as a parameter can, and one that comes
/// again is known. So the items beside it are not looked for.
fn of_address(next: Next) -> Said<'static> {
    Said {
        tells: next != Next::End,
        next,
        items: None,
    }
}

fn of_list(next: Result<Next, Next>, tells: bool, list: Option<&RawValue>) -> Said<'_> {
    let list = list.filter(|list| !value::is_empty(Some(list)));
    Said {
        next: next.unwrap_or_else(|unread| unread),
        tells,
        items: list.map(RawValue::get),
    }
}
