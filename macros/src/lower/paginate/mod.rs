//! `#[paginate(link, items = "path.to.list")]`.

use proc_macro2::Span;
use syn::{Attribute, Meta};

use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::Walk;
use crate::syntax::{Shape, entries};

const KEYS: &[Key] = &[
    once("link", "link"),
    once("items", "items = \"path.to.list\""),
];

const SHAPE: &str = "a walk is written `#[paginate(link)]`, or `#[paginate(link, items = \"path.to.list\")]` where a page is not the list itself";

/// The walk of an endpoint, where there is an attribute for it.
pub(super) struct Paginate {
    pub(super) span: Span,
    /// `None` when it is wrong, which has been told.
    pub(super) walk: Option<Walk>,
}

/// Finds and reads the attribute.
pub(super) fn paginate(attributes: &[Attribute], errors: &mut Errors) -> Option<Paginate> {
    let mut all = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("paginate"));
    let first = all.next()?;
    for again in all {
        errors.on(again.path(), "`#[paginate]` is given twice; remove one");
    }
    let span = syn::Error::new_spanned(first.path(), "").span();
    let walk = walk(first, errors);
    Some(Paginate { span, walk })
}

fn walk(attribute: &Attribute, errors: &mut Errors) -> Option<Walk> {
    let Meta::List(list) = &attribute.meta else {
        errors.on(attribute.path(), SHAPE);
        return None;
    };
    let mut sheet = Sheet::new("`#[paginate]`", KEYS, entries(list.tokens.clone()), errors);
    let link = sheet.take("link");
    let items = sheet.take("items").map(|filled| filled.string(errors));
    let link = match link {
        Some(link) => link,
        None => {
            errors.on(attribute.path(), SHAPE);
            return None;
        }
    };
    if !matches!(link.shape, Shape::Flag) {
        link.misshapen(link.span(), errors);
        return None;
    }
    let Some(items) = items else {
        return Some(Walk { items: None });
    };
    let literal = items?;
    let path = literal.value();
    if path.split('.').any(|part| part.trim().is_empty()) {
        errors.on(
            &literal,
            "`items` names fields, divided by dots: `items = \"data.files\"`",
        );
        return None;
    }
    Some(Walk { items: Some(path) })
}
