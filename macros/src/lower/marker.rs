//! The attribute of an argument that says where its value goes.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, Meta};

use super::commas::entries;
use super::header_name;
use super::names::plain;
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::Place;

/// The attributes that say where a value goes.
pub(super) const MARKERS: [&str; 7] = [
    "json",
    "form",
    "multipart",
    "body",
    "header",
    "query",
    "path",
];

const QUERY_KEYS: &[Key] = &[
    once("rename", "rename = \"pageSize\""),
    once("flatten", "flatten"),
];

/// What the marker of an argument says.
pub(super) enum Marker {
    /// Nothing is written: the path if it names it, the query otherwise.
    None,
    Path,
    Query(Option<String>),
    Flat,
    Header(String),
    Body(Place),
}

/// The one marker of an argument, and where it stands. A wrong one has been told and counts as
/// none, so that the argument stays.
pub(super) fn marker(
    endpoint: &str,
    name: &Ident,
    attributes: &[Attribute],
    errors: &mut Errors,
) -> (Span, Marker) {
    let word = |attribute: &Attribute| {
        let word = attribute.path().get_ident().cloned();
        word.filter(|word| MARKERS.contains(&plain(word).as_str()))
    };
    let mut all = attributes
        .iter()
        .filter_map(|attribute| Some((word(attribute)?, attribute)));
    let Some((word, first)) = all.next() else {
        return (name.span(), Marker::None);
    };
    for (again, _) in all {
        errors.on(
            &again,
            format!(
                "endpoint `{endpoint}`: `{}` goes to one place; remove one of its attributes",
                plain(name)
            ),
        );
    }
    let marker = read(&word, first, errors);
    (word.span(), marker.unwrap_or(Marker::None))
}

fn read(word: &Ident, attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let text = word.to_string();
    let place = match text.as_str() {
        "header" => return header(attribute, errors),
        "query" => return query(attribute, errors),
        "path" => None,
        "json" => Some(Place::Json),
        "form" => Some(Place::Form),
        "multipart" => Some(Place::Multipart),
        _ => Some(Place::Body),
    };
    if !matches!(attribute.meta, Meta::Path(_)) {
        errors.on(
            &attribute.meta,
            format!("`#[{text}]` takes nothing; write it alone"),
        );
        return None;
    }
    Some(place.map_or(Marker::Path, Marker::Body))
}

/// `#[header("X-Request-Id")]`.
fn header(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let literal = attribute.parse_args::<LitStr>();
    let Ok(literal) = literal else {
        errors.on(
            &attribute.meta,
            "a header is written `#[header(\"X-Request-Id\")]`",
        );
        return None;
    };
    if let Some(refusal) = header_name::refusal_of_argument(&literal.value()) {
        errors.on(&literal, refusal);
        return None;
    }
    Some(Marker::Header(literal.value()))
}

/// `#[query]`, `#[query(rename = "pageSize")]` or `#[query(flatten)]`.
fn query(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let list = match &attribute.meta {
        Meta::Path(_) => return Some(Marker::Query(None)),
        Meta::List(list) => list,
        Meta::NameValue(_) => {
            errors.on(
                &attribute.meta,
                "a query parameter's name is written `#[query(rename = \"pageSize\")]`",
            );
            return None;
        }
    };
    let written = entries(QUERY_KEYS, list.tokens.clone(), errors);
    let mut sheet = Sheet::new("`#[query]`", QUERY_KEYS, written, errors);
    match (sheet.take("rename"), sheet.take("flatten")) {
        (Some(_), Some(flatten)) => {
            errors.at(
                flatten.span(),
                "a flattened value has the names of its fields; remove `rename` or `flatten`",
            );
            None
        }
        (Some(rename), None) => {
            let literal = rename.string(errors)?;
            if literal.value().is_empty() {
                errors.on(&literal, "a query parameter has a name; `rename` is empty");
                return None;
            }
            Some(Marker::Query(Some(literal.value())))
        }
        (None, Some(flatten)) => flatten.flag(errors).map(|()| Marker::Flat),
        (None, None) => None,
    }
}
