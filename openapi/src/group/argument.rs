//! The arguments of an endpoint: what goes into the path, the query, headers and cookies.

use super::draft::{Desk, Site};
use super::path::{Piece, fixed};
use super::{form, header, written};
use crate::operation::{Parameter, Place, Taken, is_token};
use crate::report::{Entry, Reason};
use crate::schema::{Type, Way};

/// An argument, or a setter.
pub(super) struct Argument<'d> {
    /// What it is called in the document.
    pub(super) wire: String,
    /// What it is called here; empty before they are named.
    pub(super) name: String,
    pub(super) optional: bool,
    pub(super) marker: Marker,
    pub(super) of: Given,
    /// What documents it.
    pub(super) parameter: Option<Parameter<'d>>,
    pub(super) description: Option<String>,
}

/// The type of an argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Given {
    /// Borrowed where it is worth it.
    Type(Type),
    /// A definition in the file of the group, by its place among them.
    Local(usize),
    /// Handed over: a text, `tollgate::Body` or `tollgate::Multipart`.
    Owned(&'static str),
}

/// Where an argument goes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Marker {
    /// Words of `#[path(…)]`; the name is in the path.
    Path(Vec<&'static str>),
    /// Words of `#[query(…)]`, beside the name that is sent.
    Query(Vec<&'static str>),
    /// The fields are the parameters.
    Flat,
    /// With what stands behind the name.
    Header(&'static str),
    /// With what stands behind the name.
    Cookie(&'static str),
    /// The whole attribute of a body.
    Body(String),
}

/// The arguments of an operation, without its body.
pub(super) struct Sent<'d> {
    pub(super) arguments: Vec<Argument<'d>>,
    /// The header of idempotency keys, if there is one.
    pub(super) key: Option<String>,
}

/// Finds the arguments: those of the path in its order, then the others in that of the document.
///
/// # Errors
///
/// If a parameter that has to be sent cannot be.
pub(super) fn arguments<'d>(
    site: &Site<'_, 'd>,
    path: &[Piece],
    desk: &mut Desk<'_, 'd>,
) -> Result<Sent<'d>, Entry> {
    let mut sent = Sent {
        arguments: Vec::new(),
        key: None,
    };
    for piece in path {
        if let Piece::Parameter(name) = piece {
            sent.arguments.push(in_path(site, name, desk)?);
        }
    }
    for parameter in &site.operation.parameters {
        match placed(site, parameter, path, desk, &mut sent) {
            Ok(argument) => sent.arguments.extend(argument),
            Err(detail) if parameter.required => {
                return Err(site.operation.entry(
                    &parameter.node,
                    Reason::UnusableParameter,
                    detail,
                ));
            }
            Err(detail) => {
                let detail = format!("{detail}; left out, since it may be");
                let note = site
                    .operation
                    .entry(&parameter.node, Reason::UnusableParameter, detail);
                desk.notes.push(note);
            }
        }
    }
    Ok(sent)
}

fn in_path<'d>(
    site: &Site<'_, 'd>,
    name: &str,
    desk: &mut Desk<'_, 'd>,
) -> Result<Argument<'d>, Entry> {
    let in_path =
        |parameter: &&Parameter<'_>| parameter.place == Place::Path && parameter.name == name;
    let Some(parameter) = site.operation.parameters.iter().find(in_path) else {
        let detail = "a parameter in the path is not described; taken as a text".to_owned();
        desk.notes.push(
            site.operation
                .entry(&site.operation.node, Reason::Malformed, detail),
        );
        return Ok(argument(name, Marker::Path(Vec::new()), Type::String));
    };
    let of = typed(site, parameter, desk);
    if written::nested(parameter, &of, desk) {
        let detail =
            format!("`{name}` goes into the path and is more than a list or an object of texts");
        return Err(site
            .operation
            .entry(&parameter.node, Reason::UnusableParameter, detail));
    }
    Ok(Argument {
        parameter: Some(parameter.clone()),
        ..argument(name, written::path(parameter, &of, desk), of)
    })
}

/// What is not in the path. None for what something else sends.
fn placed<'d>(
    site: &Site<'_, 'd>,
    parameter: &Parameter<'d>,
    path: &[Piece],
    desk: &mut Desk<'_, 'd>,
    sent: &mut Sent<'d>,
) -> Result<Option<Argument<'d>>, String> {
    let Parameter { name, place, .. } = parameter;
    let marker = match place {
        Place::Path if path.contains(&Piece::Parameter((*name).to_owned())) => return Ok(None),
        Place::Path => {
            let detail = "a parameter of the path is not in the path; left out".to_owned();
            desk.notes.push(
                site.operation
                    .entry(&parameter.node, Reason::Malformed, detail),
            );
            return Ok(None);
        }
        Place::Header if header::is_key(site.operation, parameter) => {
            sent.key = Some((*name).to_owned());
            return Ok(None);
        }
        _ if is_taken(parameter, desk.taken.as_ref()) => return Ok(None),
        Place::Header if is_twin(name, &sent.arguments) => return Ok(None),
        Place::Cookie if name.is_empty() || !name.bytes().all(is_token) => {
            return Err(format!("`{}` is no name of a cookie", name.escape_debug()));
        }
        Place::Header => match header::header(name)? {
            true if written::is_choice(parameter) => Marker::Header(", style = simple"),
            true => Marker::Header(""),
            false => {
                credential(site, parameter, desk);
                return Ok(None);
            }
        },
        Place::Cookie => Marker::Cookie(""),
        Place::Query if fixed(path).iter().any(|known| known == name) => return Ok(None),
        Place::Query if name.is_empty() => {
            return Err("a parameter of the query has no name".to_owned());
        }
        Place::Query => Marker::Query(Vec::new()),
    };
    let of = typed(site, parameter, desk);
    let marker = match marker {
        Marker::Query(_) => written::query(parameter, &of, desk)?,
        Marker::Header(_) | Marker::Cookie(_) => written::listed(marker, parameter, &of, desk)?,
        marker => marker,
    };
    Ok(Some(Argument {
        optional: !parameter.required,
        parameter: Some(parameter.clone()),
        ..argument(name, marker, of)
    }))
}

/// A credential that is described as a header belongs to the client.
fn credential(site: &Site<'_, '_>, parameter: &Parameter<'_>, desk: &mut Desk<'_, '_>) {
    if parameter.name.eq_ignore_ascii_case("authorization") {
        let detail = "it describes a header `Authorization`, which is no argument: `auth` in `api.rs` says what is sent there, such as `bearer` or `basic`";
        desk.notes.push(
            site.operation
                .entry(&parameter.node, Reason::Security, detail),
        );
    }
}

fn argument<'d>(wire: &str, marker: Marker, of: Type) -> Argument<'d> {
    Argument {
        wire: wire.to_owned(),
        name: String::new(),
        optional: false,
        marker,
        of: Given::Type(of),
        parameter: None,
        description: None,
    }
}

/// The type of a parameter. `null` cannot be sent, and what is not described is a text.
fn typed<'d>(site: &Site<'_, 'd>, parameter: &Parameter<'d>, desk: &mut Desk<'_, 'd>) -> Type {
    use heck::ToPascalCase as _;
    let Some(schema) = &parameter.schema else {
        return Type::String;
    };
    if form::joined(&parameter.node).is_some() {
        desk.notes.push(
            site.operation
                .entry(&parameter.node, Reason::WiderType, form::BY_HAND),
        );
        return Type::String;
    }
    let place = match parameter.place {
        Place::Path => "path",
        Place::Query => "query",
        Place::Header => "header",
        Place::Cookie => "cookie",
    };
    let part = format!("{place} {}", parameter.name);
    let hint = site.hint(&part, &parameter.name.to_pascal_case());
    let mut of = desk.types.of(schema, &hint, Way::Request);
    while let Type::Nullable(inner) = of {
        of = *inner;
    }
    match of {
        Type::Any | Type::Binary if !parameter.json => Type::String,
        of => of,
    }
}

/// Whether a header is an argument already, in another case.
fn is_twin(name: &str, arguments: &[Argument<'_>]) -> bool {
    let mut headers = arguments
        .iter()
        .filter(|argument| matches!(argument.marker, Marker::Header(_)));
    headers.any(|argument| argument.wire.eq_ignore_ascii_case(name))
}

fn is_taken(parameter: &Parameter<'_>, taken: Option<&Taken>) -> bool {
    match (taken, parameter.place) {
        (Some(Taken::Header(name)), Place::Header) => name.eq_ignore_ascii_case(parameter.name),
        (Some(Taken::Query(name)), Place::Query) => name == parameter.name,
        _ => false,
    }
}

impl Marker {
    /// The kind of the place.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Path(_) => "path",
            Self::Query(_) | Self::Flat => "query",
            Self::Header(_) => "header",
            Self::Cookie(_) => "cookie",
            Self::Body(_) => "body",
        }
    }
}
