//! `#[paginate(…)]`: how the next page is found.
//!
//! [`ways`] finds the one way and what belongs to it, [`places`] reads where requests and answers
//! hold what turns the page, [`field`] the paths into JSON; [`agreement`] compares a walk with its
//! endpoint.

mod agreement;
mod field;
mod places;
mod ways;

use proc_macro2::Span;
use syn::{Attribute, Meta};

pub(super) use self::agreement::agree;
use self::field::Fields;
use self::ways::{belongs, the_one, turn};
use super::commas::entries;
use super::context::Context;
use super::filled::Filled;
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::Walk;

const KEYS: &[Key] = &[
    once("link", "link"),
    once("next_url", "next_url = \"links.next\""),
    once("cursor", "cursor = page_token, next = \"nextPageToken\""),
    once("page", "page = page"),
    once("offset", "offset = offset"),
    once("items", "items = \"path.to.list\""),
    once("next", "next = \"nextPageToken\""),
    once("more", "more = \"has_more\""),
    once("total", "total = \"total\""),
    once("scanned", "scanned = \"scanned\""),
    once("first", "first = 0"),
    once("stop_on_empty", "stop_on_empty"),
];

const SHAPE: &str = "how is the next page found? write `#[paginate(link)]` for a `Link` header, `next_url = \"links.next\"` for an address in the body, `cursor = page_token, next = \"nextPageToken\"`, `page = page` or `offset = offset`; `items = \"path.to.list\"` where a page is not the list itself";

/// The walk of an endpoint, where there is an attribute for it.
pub(super) struct Paginate {
    pub(super) span: Span,
    /// Where the way is written.
    way: Span,
    /// `None` when it is wrong, which has been told.
    pub(super) walk: Option<Walk>,
}

/// Finds and reads the attribute.
pub(super) fn paginate(
    attributes: &[Attribute],
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Paginate> {
    let mut all = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("paginate"));
    let first = all.next()?;
    for again in all {
        errors.on(again.path(), "`#[paginate]` is given twice; remove one");
    }
    let span = syn::Error::new_spanned(first.path(), "").span();
    let Meta::List(list) = &first.meta else {
        errors.at(span, SHAPE);
        return Some(Paginate {
            span,
            way: span,
            walk: None,
        });
    };
    let written = entries(KEYS, list.tokens.clone(), errors);
    let mut sheet = Sheet::new("`#[paginate]`", KEYS, written, errors);
    let Some(way) = the_one(&mut sheet, errors) else {
        errors.at(span, SHAPE);
        return Some(Paginate {
            span,
            way: span,
            walk: None,
        });
    };
    Some(Paginate {
        span,
        way: way.span(),
        walk: walk(way, &mut sheet, context, errors),
    })
}

fn walk(
    way: Filled,
    sheet: &mut Sheet,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Walk> {
    belongs(&way, sheet, errors);
    let mut fields = Fields::default();
    let items = fields.take("items", sheet, errors);
    let turn = turn(way, sheet, &mut fields, context, errors);
    fields.distinct(errors);
    if items.is_some() && turn.is_some() {
        fields.rooted(errors);
    }
    Some(Walk {
        items: items?,
        turn: turn?,
    })
}
