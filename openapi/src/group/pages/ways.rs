//! The ways in which the next page is found, the most certain first.

use super::fields::{Field, fields};
use super::list::Page;
use super::{Query, Turn, counts, cursors};

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
    let cursor = || cursors::cursor(page, &fields, queries);
    let after = || cursors::last_item(page, &fields, queries);
    let number = || counts::page(&fields, queries);
    let offset = || counts::offset(&fields, queries);
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
