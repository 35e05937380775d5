//! Pages and items that are counted by a parameter of the query.

use serde_json::Value;

use super::fields::{Field, more, plain, said};
use super::{Query, Turn};
use crate::operation::{Shape, shape};
use crate::schema::Type;

/// The number of the page is sent.
pub(super) fn page(fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
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

/// The number of items before the page is sent.
pub(super) fn offset(fields: &[Field<'_>], queries: &[Query<'_>]) -> Option<Turn> {
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

/// The parameter that counts.
fn counted<'q, 'a>(queries: &'q [Query<'a>], names: &[&str]) -> Option<&'q Query<'a>> {
    let is_number = |of: &Type| matches!(of, Type::I32 | Type::I64 | Type::U64);
    let mut found = queries
        .iter()
        .filter(|query| names.contains(&plain(query.name).as_str()) && is_number(query.of));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn total(fields: &[Field<'_>], is_total: impl Fn(&&Field<'_>) -> bool) -> String {
    said("total", fields, |field| {
        shape(&field.schema) == Shape::Number && is_total(field)
    })
}
