//! The ways to find the next page, and the keys that belong to each.

use super::super::context::Context;
use super::super::filled::Filled;
use super::super::guess;
use super::super::sheet::Sheet;
use super::field::Fields;
use super::places::{first, parameter, place, source};
use crate::errors::Errors;
use crate::model::{Cursor, Turn};

const WAYS: [&str; 5] = ["link", "next_url", "cursor", "page", "offset"];

/// The ways that each key belongs to.
const OF: [(&str, &[&str]); 6] = [
    ("next", &["cursor"]),
    ("more", &["cursor", "page", "offset"]),
    ("total", &["page", "offset"]),
    ("scanned", &["offset"]),
    ("first", &["page"]),
    ("stop_on_empty", &["cursor"]),
];

/// The one way. A second one is a mistake.
pub(super) fn the_one(sheet: &mut Sheet, errors: &mut Errors) -> Option<Filled> {
    let mut ways = WAYS.iter().filter_map(|way| sheet.take(way));
    let first = ways.next()?;
    for again in ways {
        let (one, other) = (first.key.name, again.key.name);
        errors.at(
            again.span(),
            format!("the next page is found in one way, and `{one}` is it already; remove `{one}` or `{other}`"),
        );
    }
    Some(first)
}

/// Refuses keys that say nothing about the way that was chosen.
pub(super) fn belongs(way: &Filled, sheet: &mut Sheet, errors: &mut Errors) {
    let way = way.key.name;
    for (key, ways) in OF {
        if ways.contains(&way) {
            continue;
        }
        if let Some(filled) = sheet.take(key) {
            let ways = guess::list(ways);
            errors.at(
                filled.span(),
                format!("`{key}` belongs to {ways} and says nothing about `{way}`; remove it"),
            );
        }
    }
}

/// The way with what belongs to it; `None` when it is wrong, which has been told.
pub(super) fn turn(
    way: Filled,
    sheet: &mut Sheet,
    fields: &mut Fields,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Turn> {
    match way.key.name {
        "link" => way.flag(errors).map(|()| Turn::Link),
        "next_url" => {
            let literal = way.string(errors)?;
            fields.add("next_url", literal, errors).map(Turn::NextUrl)
        }
        "cursor" => cursor(way, sheet, fields, context, errors).map(Turn::Cursor),
        "page" => {
            let query = parameter(way, context, errors);
            let number = sheet.take("first");
            let first = number.map(|filled| first(filled, errors));
            let more = fields.take("more", sheet, errors);
            let total = fields.take("total", sheet, errors);
            Some(Turn::Page {
                query: query?,
                first: first.unwrap_or(Some(1))?,
                more: more?,
                total: total?,
            })
        }
        _ => {
            let query = parameter(way, context, errors);
            let scanned = fields.take("scanned", sheet, errors);
            let more = fields.take("more", sheet, errors);
            let total = fields.take("total", sheet, errors);
            Some(Turn::Offset {
                query: query?,
                scanned: scanned?,
                more: more?,
                total: total?,
            })
        }
    }
}

fn cursor(
    way: Filled,
    sheet: &mut Sheet,
    fields: &mut Fields,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Cursor> {
    let span = way.span();
    let place = place(way, context, errors);
    let next = match sheet.take("next") {
        Some(filled) => source(filled, fields, errors),
        None => {
            errors.at(span, "where does an answer give the next cursor? add `next = \"nextPageToken\"`, its path in the body, or `next(header = \"X-Next-Cursor\")`");
            None
        }
    };
    let more = fields.take("more", sheet, errors);
    let stop = sheet.take("stop_on_empty");
    let stop_on_empty = match stop {
        Some(stop) => stop.flag(errors).map(|()| true),
        None => Some(false),
    };
    Some(Cursor {
        place: place?,
        next: next?,
        more: more?,
        stop_on_empty: stop_on_empty?,
    })
}
