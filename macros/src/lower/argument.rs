//! An argument and the place of its value.

use proc_macro2::{Ident, Span};
use syn::{Pat, PatType, Type};

use super::answer::{argument_of, mentions};
use super::attributes::{self, Owner};
use super::context::Context;
use super::guess;
use super::marker::{Marker, marker};
use super::names::plain;
use crate::errors::Errors;
use crate::model::{Argument, Explode, PathStyle, Place, Written};

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
    let word = match &marker {
        Marker::Path(Some(renamed), _) => renamed.value(),
        _ => plain(&name),
    };
    let in_path = parameters.contains(&word);
    let (place, written) = match (marker, in_path) {
        (Marker::None, true) => (Place::Path(word), Written::Plainly),
        (Marker::Path(_, written), true) => (Place::Path(word), written),
        (Marker::Path(renamed, _), false) => {
            let span = renamed.map_or(span, |literal| literal.span());
            errors.at(
                span,
                format!(
                    "endpoint `{endpoint}`: the path has no `{{{word}}}`; {}",
                    absent(&word, parameters)
                ),
            );
            (Place::Path(word), Written::Plainly)
        }
        (_, true) => {
            errors.at(span, format!("endpoint `{endpoint}`: `{word}` fills `{{{word}}}` in the path and goes nowhere else; remove the attribute, or rename the argument"));
            (Place::Path(word), Written::Plainly)
        }
        (Marker::None, false) => (Place::Query(context.query(&word)), Written::Plainly),
        (Marker::Query(renamed, written), false) => {
            let name = renamed.unwrap_or_else(|| context.query(&word));
            (Place::Query(name), written)
        }
        (Marker::At(place, written), false) => (place, written),
    };
    let written = listed(&place, written, &ty);
    let argument = Argument {
        name,
        ty,
        attributes,
        place,
        written,
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

/// The cure of a path without the parameter that an argument means.
fn absent(word: &str, parameters: &[String]) -> String {
    let known: Vec<_> = parameters.iter().map(String::as_str).collect();
    match guess::guess(word, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "add it, or remove `#[path]`".to_owned(),
    }
}

/// A list in a path or a header has commas between its items, said or unsaid: as a text it would have
/// none.
fn listed(place: &Place, written: Written, ty: &Type) -> Written {
    match (place, &written) {
        (Place::Path(_), Written::Plainly) if is_list(ty) => {
            Written::Path(PathStyle::Simple, Explode::No)
        }
        (Place::Header(_), Written::Plainly) if is_list(ty) => Written::Listed(Explode::No),
        _ => written,
    }
}

/// Whether the type is a slice, an array or a `Vec`, or a reference to one.
fn is_list(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::Array(_) => true,
        Type::Reference(reference) => is_list(&reference.elem),
        Type::Group(group) => is_list(&group.elem),
        Type::Paren(paren) => is_list(&paren.elem),
        other => argument_of(other, "Vec").is_some(),
    }
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
