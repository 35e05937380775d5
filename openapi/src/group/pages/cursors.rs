//! Cursors: a parameter that takes one, and what gives the next.

use super::fields::{Field, plain};
use super::list::Page;
use super::{Query, Turn};
use crate::operation::{Shape, members, shape};
use crate::schema::Type;

/// Fields that hold the next cursor, by their last name.
const CURSORS: [&str; 14] = [
    "nextcursor",
    "nextpagetoken",
    "nexttoken",
    "nextpagecursor",
    "endcursor",
    "nextmarker",
    "nextcontinuationtoken",
    "continuationtoken",
    "nextstartcursor",
    "nextstartingafter",
    "nextafter",
    "nextpaginationtoken",
    "nextoffsettoken",
    "nextpageid",
];

/// Query parameters that take a cursor.
const TAKES: [&str; 19] = [
    "cursor",
    "pagetoken",
    "pagecursor",
    "nextcursor",
    "nexttoken",
    "nextpagetoken",
    "after",
    "startingafter",
    "startcursor",
    "continue",
    "marker",
    "continuationtoken",
    "paginationtoken",
    "pagecursor",
    "token",
    "pageafter",
    "aftercursor",
    "nextpage",
    "pageid",
];

/// A parameter that takes a cursor, and a field that gives it: one of each.
pub(super) fn cursor(page: &Page<'_>, fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
    page.items.as_ref()?;
    // Such a parameter has to be given for markers to be in the answer.
    if queries.iter().any(|query| plain(query.name) == "usemarker") {
        return None;
    }
    let takes = takes(queries)?;
    let of_kubernetes =
        |field: &&Field<'_>| takes.name == "continue" && field.path == "metadata.continue";
    let by_name =
        |field: &&Field<'_>| CURSORS.contains(&field.word().as_str()) && !field.is_address();
    let same = |field: &&Field<'_>| {
        let words = field.words();
        words == "cursor.next"
            || words == "cursors.after"
            || words == "paging.cursors.after"
            || words == "page.next"
    };
    let found: Vec<_> = fields
        .iter()
        .filter(|field| of_kubernetes(field) || by_name(field) || same(field))
        .collect();
    let [next] = found.as_slice() else {
        return None;
    };
    Some(Turn {
        words: format!(
            "cursor = {:?}, next = {:?}{}",
            takes.name,
            next.path,
            super::fields::more(fields)
        ),
        sends: Some(takes.name.to_owned()),
        in_object: true,
    })
}

/// The cursor is the last item's id, and a field says whether there is more.
pub(super) fn last_item(
    page: &Page<'_>,
    fields: &[Field<'_>],
    queries: &[Query<'_>],
) -> Option<Turn> {
    let items = page.items.as_ref()?;
    let is_after = |query: &&Query<'_>| {
        !query.required
            && *query.of == Type::String
            && matches!(query.name, "starting_after" | "after" | "after_id")
    };
    let takes = queries.iter().find(is_after)?;
    let more = super::fields::more(fields);
    if more.is_empty() {
        return None;
    }
    let named = fields
        .iter()
        .find(|field| matches!(field.path.as_str(), "last_id" | "lastId"));
    let has_id = || {
        let members = members(&page.item);
        members.iter().any(|(name, member, _)| {
            name == "id" && matches!(shape(member), Shape::Text | Shape::Any)
        })
    };
    let next = match named {
        Some(field) => field.path.clone(),
        None if takes.name == "starting_after" && has_id() => format!("{items}.-1.id"),
        None => return None,
    };
    Some(Turn {
        words: format!("cursor = {:?}, next = {next:?}{more}", takes.name),
        sends: Some(takes.name.to_owned()),
        in_object: true,
    })
}

/// The one parameter that takes a cursor, and may be left out at first.
fn takes<'q, 'a>(queries: &'q [Query<'a>]) -> Option<&'q Query<'a>> {
    let found: Vec<_> = queries
        .iter()
        .filter(|query| TAKES.contains(&plain(query.name).as_str()))
        .collect();
    match found.as_slice() {
        [only] if !only.required => Some(only),
        // Backwards and forwards are told apart by these.
        several => several
            .iter()
            .find(|query| {
                !query.required && matches!(plain(query.name).as_str(), "cursor" | "pagetoken")
            })
            .copied(),
    }
}
