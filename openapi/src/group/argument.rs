//! The arguments of an endpoint: what goes into the path, the query, headers and cookies.

use super::draft::{Desk, Site};
use super::header;
use super::path::{Piece, fixed};
use crate::names::{Names, Scope, Style as Case, Want};
use crate::operation::{Parameter, Place, Shape, Style, Taken, shape};
use crate::report::{Entry, Reason};
use crate::schema::{Kind, Type, Way};

/// An argument, or a setter.
pub(super) struct Argument<'d> {
    /// What it is called in the document.
    pub(super) wire: String,
    /// What it is called here; empty before [`named`].
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
    let is_one = desk.types.kind(&of) == Kind::Scalar && !is_choice(parameter);
    let words = match (parameter.style, parameter.explode) {
        _ if is_one || of == Type::String => Vec::new(),
        (Style::Simple, false) if matches!(of, Type::List(_)) => Vec::new(),
        (Style::Label, true) => vec!["style = label", "explode"],
        (Style::Label, false) => vec!["style = label"],
        (Style::Matrix, true) => vec!["style = matrix", "explode"],
        (Style::Matrix, false) => vec!["style = matrix"],
        (_, true) => vec!["style = simple", "explode"],
        (_, false) => vec!["style = simple"],
    };
    let words = match parameter.style {
        Style::Label if words.is_empty() => vec!["style = label"],
        Style::Matrix if words.is_empty() => vec!["style = matrix"],
        _ => words,
    };
    if nested(parameter, &of, desk) {
        let detail =
            format!("`{name}` goes into the path and is more than a list or an object of texts");
        return Err(site
            .operation
            .entry(&parameter.node, Reason::UnusableParameter, detail));
    }
    Ok(Argument {
        parameter: Some(parameter.clone()),
        ..argument(name, Marker::Path(words), of)
    })
}

/// Whether values are of one of several types, which has no text of its own.
fn is_choice(parameter: &Parameter<'_>) -> bool {
    let schema = parameter
        .schema
        .as_ref()
        .and_then(|schema| schema.resolved().ok());
    schema.is_some_and(|schema| {
        let list = |key| {
            schema
                .get(key)
                .and_then(|list| list.value().as_array().map(Vec::len))
        };
        let types = list("type").is_some_and(|count| count > 1);
        types || ["anyOf", "oneOf"].iter().any(|key| list(key).is_some())
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
        Place::Header => match header::header(name)? {
            true if is_choice(parameter) => Marker::Header(", style = simple"),
            true => Marker::Header(""),
            false => return Ok(None),
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
        Marker::Query(_) => query(parameter, &of, desk)?,
        Marker::Header(_) | Marker::Cookie(_) => listed(marker, parameter, &of, desk)?,
        marker => marker,
    };
    Ok(Some(Argument {
        optional: !parameter.required,
        parameter: Some(parameter.clone()),
        ..argument(name, marker, of)
    }))
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

/// How lists and objects stand in a header or a cookie.
fn listed(
    marker: Marker,
    parameter: &Parameter<'_>,
    of: &Type,
    desk: &Desk<'_, '_>,
) -> Result<Marker, String> {
    let kind = match of {
        Type::String => Kind::Scalar,
        of => desk.types.kind(of),
    };
    let explode = parameter.explode;
    Ok(match (marker, kind) {
        (Marker::Cookie(_), Kind::List | Kind::Object) if !explode => {
            Marker::Cookie(", explode = false")
        }
        (Marker::Header(_), Kind::Object) if explode => Marker::Header(", explode"),
        // A list that is spelled as one has its commas anyway.
        (marker, Kind::List) if matches!(of, Type::List(_)) => marker,
        (Marker::Header(_), Kind::List | Kind::Object) => Marker::Header(", style = simple"),
        (_, Kind::Nested) if nested(parameter, of, desk) => {
            return Err(format!(
                "`{}` is more than a list or an object of texts",
                parameter.name
            ));
        }
        (Marker::Header(_), Kind::Nested) => Marker::Header(", style = simple"),
        (marker, _) => marker,
    })
}

/// How a parameter of the query is written.
fn query(parameter: &Parameter<'_>, of: &Type, desk: &Desk<'_, '_>) -> Result<Marker, String> {
    let kind = match of {
        Type::String => Kind::Scalar,
        of => desk.types.kind(of),
    };
    let mut words = Vec::new();
    match (parameter.style, kind) {
        _ if parameter.json => words.push("json"),
        (_, Kind::Scalar) => {}
        (Style::Deep, _) => words.push("style = deep_object"),
        (Style::Form, Kind::Object) if parameter.explode => return Ok(Marker::Flat),
        (Style::Form, Kind::List) if parameter.explode => {}
        (_, Kind::Nested) if nested(parameter, of, desk) => {
            return Err(format!(
                "`{}` goes into the query and is more than a list or an object of texts",
                parameter.name
            ));
        }
        (Style::Space, _) => words.push("style = space_delimited"),
        (Style::Pipe, _) => words.push("style = pipe_delimited"),
        (Style::Tab, _) => words.push("style = tab_delimited"),
        _ if parameter.explode => words.push("style = form"),
        _ => words.extend(["style = form", "explode = false"]),
    }
    if parameter.reserved && !parameter.json {
        words.push("allow_reserved");
    }
    Ok(Marker::Query(words))
}

/// Whether a value may be deeper than a list or an object of texts. Of several shapes, each that is
/// no object is written by what it turns out to be.
fn nested(parameter: &Parameter<'_>, of: &Type, desk: &Desk<'_, '_>) -> bool {
    if desk.types.kind(of) != Kind::Nested || *of == Type::String {
        return false;
    }
    let Some(schema) = parameter
        .schema
        .as_ref()
        .and_then(|schema| schema.resolved().ok())
    else {
        return false;
    };
    let parts = ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|key| schema.get(key));
    let parts: Vec<_> = parts.flat_map(|list| list.items()).collect();
    let is_flat = |part: &crate::document::Node<'_>| match shape(part) {
        Shape::List => crate::operation::element(part).is_none_or(|item| shape(&item).is_scalar()),
        shape => shape.is_scalar(),
    };
    parts.is_empty() || !parts.iter().all(is_flat)
}

/// The type of a parameter. `null` cannot be sent, and what is not described is a text.
fn typed<'d>(site: &Site<'_, 'd>, parameter: &Parameter<'d>, desk: &mut Desk<'_, 'd>) -> Type {
    use heck::ToPascalCase as _;
    let Some(schema) = &parameter.schema else {
        return Type::String;
    };
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

fn is_taken(parameter: &Parameter<'_>, taken: Option<&Taken>) -> bool {
    match (taken, parameter.place) {
        (Some(Taken::Header(name)), Place::Header) => name.eq_ignore_ascii_case(parameter.name),
        (Some(Taken::Query(name)), Place::Query) => name == parameter.name,
        _ => false,
    }
}

/// Names that the setters of a call or a walk have.
const OPTIONS: [&str; 15] = [
    "deadline",
    "attempt_timeout",
    "max_body",
    "retry",
    "redirects",
    "idempotency_key",
    "header",
    "into_future",
    "max_requests",
    "prefetch",
    "resume",
    "pages",
    "items",
    "answer",
    "query",
];

/// Gives all arguments their names, and the path those of its parameters.
pub(super) fn named(
    site: &Site<'_, '_>,
    arguments: &mut [Argument<'_>],
    path: Vec<Piece>,
    names: &mut Names,
) -> Vec<Piece> {
    let mut scope = Scope::new(Case::Value);
    // `self` is the client.
    scope.reserve("self");
    for optional in [false, true] {
        if optional {
            OPTIONS.iter().for_each(|name| scope.reserve(name));
        }
        let mut some: Vec<_> = arguments
            .iter_mut()
            .filter(|argument| argument.optional == optional)
            .collect();
        let wants = some.iter().map(|argument| Want {
            identity: format!(
                "{} {} {}",
                site.operation.key(),
                argument.marker.word(),
                argument.wire
            ),
            wire: argument.wire.clone(),
        });
        let wants: Vec<_> = wants.collect();
        let given = names.give(&mut scope, &wants);
        for (argument, name) in some.iter_mut().zip(given) {
            argument.name = name;
        }
    }
    let of = |wire: &str| {
        let is = |argument: &&Argument<'_>| match &argument.marker {
            // The style sends the name.
            Marker::Path(words) => {
                argument.wire == wire && words.first() != Some(&"style = matrix")
            }
            _ => false,
        };
        arguments
            .iter()
            .find(is)
            .map(|argument| argument.name.trim_start_matches("r#").to_owned())
    };
    let renamed = path.into_iter().map(|piece| match piece {
        Piece::Parameter(wire) => Piece::Parameter(of(&wire).unwrap_or(wire)),
        text => text,
    });
    renamed.collect()
}

impl Marker {
    fn word(&self) -> &'static str {
        match self {
            Self::Path(_) => "path",
            Self::Query(_) | Self::Flat => "query",
            Self::Header(_) => "header",
            Self::Cookie(_) => "cookie",
            Self::Body(_) => "body",
        }
    }
}
