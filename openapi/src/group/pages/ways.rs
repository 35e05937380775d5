//! The ways in which the next page is found, the most certain first.

use serde_json::Value;

use super::fields::{Field, fields, plain};
use super::list::Page;
use super::{Query, Turn};
use crate::operation::{Shape, members, shape};
use crate::schema::Type;

/// Fields that hold the address of the next page.
const ADDRESSES: [&str; 11] = [
    "nexturl",
    "nextpageurl",
    "nextpageuri",
    "nextlink",
    "nextpagelink",
    "nexthref",
    "nexturi",
    "links.pages.next",
    "links.next",
    "links.next.href",
    "paging.nexturl",
];

/// Fields that hold the address of the next page, if something beside them says so too.
const MAYBE: [&str; 5] = [
    "next",
    "paging.next",
    "pagination.next",
    "meta.next",
    "links.next.url",
];

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

/// How the next page is found, if that is certain.
pub(super) fn turn(page: &Page<'_>, queries: &[Query<'_>], headers: &[&str]) -> Option<Turn> {
    if headers.iter().any(|name| name.eq_ignore_ascii_case("link")) {
        return Some(Turn {
            words: "link".to_owned(),
            sends: None,
            in_object: false,
        });
    }
    let fields = fields(&page.members);
    let address = || address(&fields);
    let cursor = || cursor(page, &fields, queries);
    let after = || last_item(page, &fields, queries);
    let number = || page_number(&fields, queries);
    let offset = || by_offset(&fields, queries);
    address()
        .or_else(cursor)
        .or_else(after)
        .or_else(number)
        .or_else(offset)
}

fn address(fields: &[Field<'_>]) -> Option<Turn> {
    let texts: Vec<_> = fields.iter().filter(|field| field.is_text()).collect();
    let back = texts
        .iter()
        .any(|field| matches!(field.word().as_str(), "previous" | "prev"));
    let is_sure = |field: &&&Field<'_>| ADDRESSES.contains(&field.words().as_str());
    let is_likely = |field: &&&Field<'_>| {
        MAYBE.contains(&field.words().as_str())
            && (field.is_address() || (back && field.path == "next"))
    };
    let found = texts
        .iter()
        .find(is_sure)
        .or_else(|| texts.iter().find(is_likely))?;
    Some(Turn {
        words: format!("next_url = {:?}", found.path),
        sends: None,
        in_object: true,
    })
}

/// A parameter that takes a cursor, and a field that gives it: one of each.
fn cursor(page: &Page<'_>, fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
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
            more(fields)
        ),
        sends: Some(takes.name.to_owned()),
        in_object: true,
    })
}

/// The cursor is the last item's id, and a field says whether there is more.
fn last_item(page: &Page<'_>, fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
    let items = page.items.as_ref()?;
    let is_after = |query: &&Query<'_>| {
        !query.required
            && *query.of == Type::String
            && matches!(query.name, "starting_after" | "after" | "after_id")
    };
    let takes = queries.iter().find(is_after)?;
    let more = more(fields);
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

fn page_number(fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
    let takes = counted(queries, &["page", "pagenumber", "pageno", "pageindex"])?;
    let first = match takes.default.and_then(Value::as_i64) {
        None | Some(1) if plain(takes.name) != "pageindex" => String::new(),
        Some(1) => String::new(),
        Some(0) => ", first = 0".to_owned(),
        _ => return None,
    };
    let is_total = |field: &&Field<'_>| {
        matches!(
            field.word().as_str(),
            "totalpages" | "pagestotal" | "pagecount" | "totalpage"
        )
    };
    let end = match more(fields) {
        more if more.is_empty() => total(fields, is_total),
        more => more,
    };
    Some(Turn {
        words: format!("page = {:?}{first}{end}", takes.name),
        sends: Some(takes.name.to_owned()),
        in_object: !end.is_empty(),
    })
}

fn by_offset(fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
    let takes = counted(queries, &["offset", "skip", "startat"])?;
    if !matches!(takes.default.and_then(Value::as_i64), None | Some(0)) {
        return None;
    }
    let is_total = |field: &&Field<'_>| {
        matches!(
            field.word().as_str(),
            "total" | "totalcount" | "totalitems" | "totalresults"
        )
    };
    let end = match more(fields) {
        more if more.is_empty() => total(fields, is_total),
        more => more,
    };
    Some(Turn {
        words: format!("offset = {:?}{end}", takes.name),
        sends: Some(takes.name.to_owned()),
        in_object: !end.is_empty(),
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

/// The parameter that counts.
fn counted<'q, 'a>(queries: &'q [Query<'a>], names: &[&str]) -> Option<&'q Query<'a>> {
    let is_number = |of: &Type| matches!(of, Type::I32 | Type::I64 | Type::U64);
    let mut found = queries
        .iter()
        .filter(|query| names.contains(&plain(query.name).as_str()) && is_number(query.of));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// `, more = "has_more"`, where a flag says whether there is another page.
fn more(fields: &[Field<'_>]) -> String {
    let is_more = |field: &&Field<'_>| {
        shape(&field.schema) == Shape::Bool
            && matches!(
                field.word().as_str(),
                "hasmore" | "hasnext" | "hasnextpage" | "hasmoreitems" | "hasadditional"
            )
    };
    said("more", fields, is_more)
}

fn total(fields: &[Field<'_>], is_total: impl Fn(&&Field<'_>) -> bool) -> String {
    said("total", fields, |field| {
        shape(&field.schema) == Shape::Number && is_total(field)
    })
}

fn said(key: &str, fields: &[Field<'_>], fits: impl Fn(&&Field<'_>) -> bool) -> String {
    let found: Vec<_> = fields.iter().filter(fits).collect();
    match found.as_slice() {
        [only] => format!(", {key} = {:?}", only.path),
        _ => String::new(),
    }
}
