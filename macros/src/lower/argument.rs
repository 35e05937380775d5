//! An argument and the place of its value.

use proc_macro2::{Ident, Span};
use syn::{Pat, PatType, Type};

use super::answer::{argument_of, mentions};
use super::attributes::{self, Owner};
use super::context::Context;
use super::marker::{Marker, marker};
use super::names::plain;
use crate::errors::Errors;
use crate::model::{Argument, Place};

/// An argument that could be read.
pub(super) struct Read {
    pub(super) argument: Argument,
    pub(super) optional: bool,
    /// Where the marker stands, or the name.
    pub(super) span: Span,
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
        (Marker::None | Marker::Query(None), false) => Place::Query(context.query(&word)),
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
    if let Some(auth) = context.paid_at(&argument.place) {
        errors.at(span, format!("endpoint `{endpoint}`: `auth = {auth}` puts the credential there, and the client adds it to every request; remove this argument"));
    }
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
