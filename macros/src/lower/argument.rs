//! An argument and the place of its value.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, Meta, Pat, PatType, Type};

use super::answer::{argument_of, mentions};
use super::attributes::{self, Owner};
use super::context::Context;
use super::header_name;
use super::names::plain;
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Argument, Place};
use crate::syntax::{Shape, entries};

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

/// An argument that could be read.
pub(super) struct Read {
    pub(super) argument: Argument,
    pub(super) optional: bool,
    /// Where the marker stands, or the name.
    pub(super) span: Span,
}

/// What the marker of an argument says.
enum Marker {
    /// Nothing is written: the path if it names it, the query otherwise.
    None,
    Path,
    Query(Option<String>),
    Flat,
    Header(String),
    Body(Place),
}

/// Reads one argument of `endpoint`, whose path has `parameters`.
pub(super) fn argument(
    endpoint: &str,
    input: &PatType,
    parameters: &[String],
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Read> {
    let name = name(endpoint, &input.pat, errors)?;
    let attributes = attributes::kept(&input.attrs, &Owner::Argument(&name), errors);
    let (ty, optional) = kind(endpoint, &name, &input.ty, errors)?;
    let (span, marker) = marker(endpoint, &name, &input.attrs, errors);
    let word = plain(&name);
    let in_path = parameters.contains(&word);
    let query = || context.case.map_or(word.clone(), |case| case.apply(&word));
    let place = match (marker, in_path) {
        (Marker::None | Marker::Path, true) => Place::Path(word),
        (Marker::Path, false) => {
            errors.at(span, format!("endpoint `{endpoint}`: the path has no `{{{word}}}`; add it, or remove `#[path]`"));
            Place::Query(word)
        }
        (_, true) => {
            errors.at(span, format!("endpoint `{endpoint}`: `{word}` fills `{{{word}}}` in the path and goes nowhere else; remove the attribute, or rename the argument"));
            Place::Path(word)
        }
        (Marker::None | Marker::Query(None), false) => Place::Query(query()),
        (Marker::Query(Some(name)), false) => Place::Query(name),
        (Marker::Flat, false) => Place::QueryFlat,
        (Marker::Header(name), false) => Place::Header(name),
        (Marker::Body(place), false) => place,
    };
    let argument = Argument {
        name,
        ty,
        attributes,
        place,
    };
    judge(endpoint, &argument, optional, errors);
    Some(Read {
        argument,
        optional,
        span,
    })
}

fn name(endpoint: &str, pattern: &Pat, errors: &mut Errors) -> Option<Ident> {
    match pattern {
        Pat::Ident(name)
            if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() =>
        {
            Some(name.ident.clone())
        }
        other => {
            errors.on(
                other,
                format!("endpoint `{endpoint}`: an argument is a plain name, since the name says where its value goes; write `name: Type`"),
            );
            None
        }
    }
}

/// The type, without its `Option`, and whether it had one.
fn kind(endpoint: &str, name: &Ident, written: &Type, errors: &mut Errors) -> Option<(Type, bool)> {
    let refusal = if mentions(written, "impl") {
        Some("needs a type with a name; write `&str` for text, `String` or `Bytes` for a body")
    } else if mentions(written, "Self") {
        Some("cannot be of the client's type; name another")
    } else {
        None
    };
    if let Some(refusal) = refusal {
        errors.on(
            written,
            format!(
                "endpoint `{endpoint}`: argument `{}` {refusal}",
                plain(name)
            ),
        );
        return None;
    }
    match argument_of(written, "Option") {
        None => Some((written.clone(), false)),
        Some(Some(inner)) => Some((inner.clone(), true)),
        Some(None) => {
            errors.on(
                written,
                format!("endpoint `{endpoint}`: `Option` of what? write `Option<&str>`"),
            );
            None
        }
    }
}

/// The one marker of an argument, and where it stands. A wrong one has been told and counts as
/// none, so that the argument stays.
fn marker(
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
    let written = entries(list.tokens.clone());
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
        (None, Some(flatten)) if matches!(flatten.shape, Shape::Flag) => Some(Marker::Flat),
        (None, Some(flatten)) => {
            flatten.misshapen(flatten.span(), errors);
            None
        }
        (None, None) => None,
    }
}

/// What a place cannot take.
fn judge(endpoint: &str, argument: &Argument, optional: bool, errors: &mut Errors) {
    let Argument {
        name, ty, place, ..
    } = argument;
    let word = plain(name);
    if optional && matches!(place, Place::Path(_)) {
        errors.on(
            name,
            format!("endpoint `{endpoint}`: `{word}` is part of the path and cannot be left out; remove the `Option`, or describe a second endpoint without it"),
        );
    }
    let owned = match place {
        Place::Body => "`Bytes`, `Vec<u8>`, `String` or `tollgate::Body`",
        Place::Multipart => "`tollgate::Multipart`",
        _ => return,
    };
    if let Type::Reference(reference) = ty
        && reference
            .lifetime
            .as_ref()
            .is_none_or(|lifetime| lifetime.ident != "static")
    {
        errors.on(
            ty,
            format!("endpoint `{endpoint}`: a body is handed over; take it by value, as {owned}"),
        );
    }
}
