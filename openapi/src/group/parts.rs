//! Forms and parts field by field: what a struct of them has.

use super::draft::{Desk, Site};
use super::local::{self, Field};
use crate::document::Node;
use crate::operation::{self, Media, Shape, element, members, shape};
use crate::schema::{Kind, Type, Way};

/// The fields of an object that is sent in parts; none where it is no object.
pub(super) fn of_media<'d>(
    site: &Site<'_, 'd>,
    media: &Media<'d>,
    desk: &mut Desk<'_, 'd>,
) -> Option<Vec<Field<'d>>> {
    let schema = media.schema.as_ref()?;
    let members = members(schema);
    let sent = members
        .into_iter()
        .filter(|(_, member, _)| !member.is("readOnly"));
    let fields: Vec<_> = sent
        .map(|(name, schema, required)| {
            let encoding = media.encoding.as_ref().and_then(|all| all.get(&name));
            operation::Field {
                content_type: encoding.and_then(|encoding| encoding.text("contentType")),
                name,
                required,
                schema,
            }
        })
        .collect();
    let fields = of_fields(site, &fields, desk, local::Kind::Parts);
    (!fields.is_empty()).then_some(fields)
}

/// The fields of a struct.
pub(super) fn of_fields<'d>(
    site: &Site<'_, 'd>,
    fields: &[operation::Field<'d>],
    desk: &mut Desk<'_, 'd>,
    kind: local::Kind,
) -> Vec<Field<'d>> {
    fields
        .iter()
        .map(|field| of_field(site, field, desk, kind))
        .collect()
}

/// A field of a struct.
pub(super) fn of_field<'d>(
    site: &Site<'_, 'd>,
    field: &operation::Field<'d>,
    desk: &mut Desk<'_, 'd>,
    kind: local::Kind,
) -> Field<'d> {
    use heck::ToPascalCase as _;
    let operation::Field {
        name,
        required,
        schema,
        content_type,
    } = field;
    let repeated = element(schema).is_some_and(|item| is_file(&item));
    let is_json = content_type.is_some_and(|name| name.contains("json"));
    let other = content_type.is_some_and(|name| !is_json && !name.starts_with("text/"));
    let field = |of, json| Field {
        wire: name.clone(),
        name: String::new(),
        of,
        required: *required,
        json,
        said: "",
        schema: schema.clone(),
    };
    if kind == local::Kind::Parts && !is_json && (is_file(schema) || repeated || other) {
        return field(
            if repeated {
                local::Of::Files
            } else {
                local::Of::File
            },
            false,
        );
    }
    let hint = site.hint(&format!("body {name}"), &name.to_pascal_case());
    let mut of = desk.types.of(schema, &hint, Way::Request);
    while let Type::Nullable(inner) = of {
        of = *inner;
    }
    let of = if of == Type::Binary { Type::String } else { of };
    let is_flat = matches!(desk.types.kind(&of), Kind::Scalar | Kind::List) || of == Type::String;
    match kind {
        // A form has texts and lists of them.
        local::Kind::Form if !is_flat => field(local::Of::Type(Type::String), false),
        local::Kind::Form => field(local::Of::Type(of), false),
        _ => field(local::Of::Type(of), is_json || !is_flat),
    }
}

/// Whether a part is a file: bytes of any kind, as OpenAPI 3.0 and 3.1 say it
/// (<https://spec.openapis.org/oas/v3.1.1.html#considerations-for-file-uploads>). What says nothing is
/// `application/octet-stream` there.
fn is_file(node: &Node<'_>) -> bool {
    let Ok(node) = node.resolved() else {
        return false;
    };
    let silent = || {
        let words = node.value().as_object().map(|words| words.keys());
        let is_remark = |key: &String| REMARKS.contains(&key.as_str()) || key.starts_with("x-");
        words.is_some_and(|mut words| words.all(is_remark))
    };
    let media = node.text("contentMediaType").map(str::to_ascii_lowercase);
    match (shape(&node), media) {
        (Shape::Binary, _) => true,
        (Shape::Text | Shape::Any, Some(media)) => {
            let is_text = media.starts_with("text/") || media.contains("json");
            node.get("contentEncoding").is_none() && !is_text
        }
        (Shape::Any, None) => silent(),
        _ => false,
    }
}

/// What says nothing about a value.
const REMARKS: [&str; 8] = [
    "description",
    "title",
    "deprecated",
    "example",
    "examples",
    "nullable",
    "externalDocs",
    "$comment",
];
