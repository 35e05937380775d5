//! Pages: where a document shows that an answer is one of several, and how the next one is found.
//!
//! Recognised is what is certain: one list in the answer, and a way that is spelled in one of the
//! usual forms on both sides. Whatever is less than that stays a call of one page. Each walk is noted,
//! since a document does not say that its fields are used that way.

mod counts;
mod cursors;
mod fields;
mod list;
mod ways;

use super::argument::{Argument, Given, Marker};
use super::draft::{Desk, Site};
use super::payload::Payload;
use super::reply::{Replied, Reply};
use crate::operation::Verb;
use crate::report::Reason;
use crate::schema::{Type, Way};

/// A walk over pages.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    /// What stands in `#[paginate(…)]`.
    pub(super) attribute: String,
    /// The type of an item.
    pub(super) item: Type,
}

/// How the next page is found.
struct Turn {
    /// The words of the attribute, without `items`.
    words: String,
    /// The query parameter that the walk sends itself.
    sends: Option<String>,
    /// Whether the page has to be an object.
    in_object: bool,
}

/// Finds the walk of an operation, and takes away the arguments that it sends itself.
pub(super) fn walk<'d>(
    site: &Site<'_, 'd>,
    desk: &mut Desk<'_, 'd>,
    replied: &Replied<'d>,
    arguments: &mut Vec<Argument<'d>>,
) -> Option<Walk> {
    let (Verb::Get, Reply::One(Payload::Json(_)), Some(schema)) =
        (site.operation.verb, &replied.reply, &replied.schema)
    else {
        return None;
    };
    let page = list::page(schema)?;
    let queries: Vec<_> = arguments.iter().filter_map(query).collect();
    let turn = ways::turn(&page, &queries, &replied.headers)?;
    if page.items.is_some() && turn.sends.is_none() && is_one(site, &queries) {
        return None;
    }
    if turn.in_object && page.items.is_none() {
        return None;
    }
    if let Some(sends) = turn.sends {
        arguments.retain(|argument| query(argument).is_none_or(|query| query.name != sends));
    }
    let items = page
        .items
        .as_ref()
        .map(|items| format!(", items = {items:?}"));
    let attribute = format!("{}{}", turn.words, items.unwrap_or_default());
    let way = turn.words.split([' ', ',']).next().unwrap_or_default();
    let of = page
        .items
        .as_deref()
        .map_or("the whole answer".to_owned(), |items| format!("`{items}`"));
    let detail = format!(
        "group `{}`: {of} is read page by page, by `{way}`; see whether the vendor means it",
        site.group
    );
    let note = site
        .operation
        .entry(&site.operation.node, Reason::Pages, detail);
    desk.notes.push(note);
    let item = desk
        .types
        .of(&page.item, &site.hint("item", "Item"), Way::Response);
    Some(Walk { attribute, item })
}

/// Whether an operation asks for one thing, which has a list in it: its path ends with what it is called by,
/// and no size of a page can be asked for.
fn is_one(site: &Site<'_, '_>, queries: &[Query<'_>]) -> bool {
    let sizes = [
        "per_page",
        "perPage",
        "page_size",
        "pageSize",
        "limit",
        "page",
        "first",
        "count",
    ];
    site.operation.path.ends_with('}') && !queries.iter().any(|query| sizes.contains(&query.name))
}

/// A query parameter that a walk may send.
struct Query<'a> {
    name: &'a str,
    required: bool,
    of: &'a Type,
    /// What the document says is sent where nothing is.
    default: Option<&'a serde_json::Value>,
}

fn query<'a>(argument: &'a Argument<'_>) -> Option<Query<'a>> {
    let (Marker::Query(_), Given::Type(of), Some(parameter)) =
        (&argument.marker, &argument.of, &argument.parameter)
    else {
        return None;
    };
    let schema = parameter.schema.as_ref()?.resolved().ok()?;
    Some(Query {
        name: parameter.name,
        required: !argument.optional,
        of,
        default: schema.get("default").map(|node| node.value()),
    })
}
