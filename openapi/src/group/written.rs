//! How the value of a parameter is written at its place: what stands in the attribute of an argument.

use super::argument::Marker;
use super::draft::Desk;
use crate::document::Node;
use crate::operation::{Parameter, Shape, Style, element, shape};
use crate::schema::{Kind, Type};

/// How a value stands in the path. What has no text of its own is taken apart by its style.
pub(super) fn path(parameter: &Parameter<'_>, of: &Type, desk: &Desk<'_, '_>) -> Marker {
    let is_one =
        *of == Type::String || (desk.types.kind(of) == Kind::Scalar && !is_choice(parameter));
    let explode = parameter.explode && !is_one;
    let style = match parameter.style {
        Style::Label => "style = label",
        Style::Matrix => "style = matrix",
        _ if is_one || (!explode && matches!(of, Type::List(_))) => return Marker::Path(Vec::new()),
        _ => "style = simple",
    };
    Marker::Path(match explode {
        true => vec![style, "explode"],
        false => vec![style],
    })
}

/// How lists and objects stand in a header or a cookie.
pub(super) fn listed(
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
pub(super) fn query(
    parameter: &Parameter<'_>,
    of: &Type,
    desk: &Desk<'_, '_>,
) -> Result<Marker, String> {
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
pub(super) fn nested(parameter: &Parameter<'_>, of: &Type, desk: &Desk<'_, '_>) -> bool {
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
    let is_flat = |part: &Node<'_>| match shape(part) {
        Shape::List => element(part).is_none_or(|item| shape(&item).is_scalar()),
        shape => shape.is_scalar(),
    };
    parts.is_empty() || !parts.iter().all(is_flat)
}

/// Whether values are of one of several types, which has no text of its own.
pub(super) fn is_choice(parameter: &Parameter<'_>) -> bool {
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
