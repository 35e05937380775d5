//! Values that a schema allows, for calls that are tried out.
//!
//! In: schemas. Out: JSON with what has to be there and no more. Knows nothing of Rust.

mod text;

use serde_json::{Map, Number, Value};

use crate::document::Node;

/// Schemas in schemas; what is deeper has no value.
const DEPTH: usize = 24;

/// A value that a schema allows; none if it says something that is not understood here, such as a
/// pattern without an example.
pub(crate) fn value(schema: &Node<'_>) -> Option<Value> {
    within(schema, DEPTH)
}

fn within(schema: &Node<'_>, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let schema = schema.resolved().ok()?;
    if let Some(value) = said(&schema) {
        return Some(value);
    }
    if let Some(parts) = schema.get("allOf") {
        return all(&schema, parts.items(), depth);
    }
    let choice = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    if let Some(choice) = choice {
        // A choice beside members only says which of them have to be there.
        let refines = schema.get("properties").is_some();
        let chosen = choice.items().find_map(|part| within(&part, depth));
        return match refines {
            true => merged(object(&schema, depth)?, chosen.filter(Value::is_object)),
            false => chosen,
        };
    }
    match kind(&schema)? {
        "object" => object(&schema, depth),
        "array" => list(&schema, depth),
        "string" => text::text(&schema).map(Value::from),
        "integer" => Some(Value::from(integer(&schema))),
        "number" => Number::from_f64(number(&schema)).map(Value::from),
        "boolean" => Some(Value::Bool(true)),
        "null" => Some(Value::Null),
        _ => None,
    }
}

/// What the schema itself names as a value: the only one, one of a list, the usual one.
fn said(schema: &Node<'_>) -> Option<Value> {
    let listed = || {
        let mut listed = schema.get("enum")?.items();
        listed.find(|value| !value.value().is_null())
    };
    let said = schema
        .get("const")
        .or_else(listed)
        .or_else(|| schema.get("default"));
    said.map(|node| node.value().clone())
        .filter(|value| !value.is_null())
}

fn kind<'d>(schema: &Node<'d>) -> Option<&'d str> {
    if let Some(kind) = schema.text("type") {
        return Some(kind);
    }
    let listed = schema.get("type").and_then(|types| {
        types
            .items()
            .find_map(|kind| kind.value().as_str().filter(|kind| *kind != "null"))
    });
    let has = |key: &str| schema.get(key).is_some();
    listed.or_else(|| match () {
        () if has("properties") || has("additionalProperties") => Some("object"),
        () if has("items") => Some("array"),
        () => Some("string"),
    })
}

fn all<'d>(
    schema: &Node<'d>,
    parts: impl Iterator<Item = Node<'d>>,
    depth: usize,
) -> Option<Value> {
    let mut sum = object(schema, depth).unwrap_or(Value::Null);
    for part in parts {
        sum = merged(sum, within(&part, depth))?;
    }
    Some(sum)
}

/// Members of both; anything but objects replaces what was there.
fn merged(one: Value, other: Option<Value>) -> Option<Value> {
    match (one, other) {
        (Value::Object(mut one), Some(Value::Object(other))) => {
            one.extend(other);
            Some(Value::Object(one))
        }
        (one, Some(other)) if one.is_null() || one.as_object().is_some_and(Map::is_empty) => {
            Some(other)
        }
        (one, _) => Some(one),
    }
}

fn object(schema: &Node<'_>, depth: usize) -> Option<Value> {
    let required = schema.get("required");
    let names: Vec<&str> = required
        .iter()
        .flat_map(|required| required.items())
        .filter_map(|name| name.value().as_str())
        .collect();
    let properties = schema.get("properties");
    let mut members = Map::new();
    for name in names {
        let property = properties
            .as_ref()
            .and_then(|properties| properties.get(name));
        let value = match property {
            Some(property)
                if property
                    .resolved()
                    .is_ok_and(|property| property.is("readOnly")) =>
            {
                continue;
            }
            Some(property) => within(&property, depth)?,
            None => Value::from("x"),
        };
        members.insert(name.to_owned(), value);
    }
    let least = schema
        .get("minProperties")
        .and_then(|least| least.value().as_u64())
        .unwrap_or(0);
    let others = properties
        .iter()
        .flat_map(|properties| properties.members());
    for (name, property) in others {
        if u64::try_from(members.len()).is_ok_and(|count| count >= least) {
            break;
        }
        if let Some(value) = within(&property, depth) {
            members.insert(name.to_owned(), value);
        }
    }
    Some(Value::Object(members))
}

fn list(schema: &Node<'_>, depth: usize) -> Option<Value> {
    let least = schema
        .get("minItems")
        .and_then(|least| least.value().as_u64())
        .unwrap_or(1)
        .max(1);
    let item = match schema.get("items") {
        Some(items) => within(&items, depth)?,
        None => Value::from("x"),
    };
    let count = usize::try_from(least).ok().filter(|count| *count <= 16)?;
    Some(Value::Array(vec![item; count]))
}

fn integer(schema: &Node<'_>) -> i64 {
    let bound = |key: &str| schema.get(key).and_then(|bound| bound.value().as_i64());
    let least =
        bound("minimum").or_else(|| bound("exclusiveMinimum").map(|bound| bound.saturating_add(1)));
    let least = least.map(|least| least.saturating_add(i64::from(schema.is("exclusiveMinimum"))));
    match (least, bound("maximum")) {
        (Some(least), _) => least.max(1),
        (None, Some(most)) => most.min(1),
        (None, None) => 1,
    }
}

fn number(schema: &Node<'_>) -> f64 {
    let least = schema
        .get("minimum")
        .and_then(|bound| bound.value().as_f64());
    let most = schema
        .get("maximum")
        .and_then(|bound| bound.value().as_f64());
    match (least, most) {
        (Some(least), Some(most)) => f64::midpoint(least, most),
        (Some(least), None) => least + 0.5,
        (None, Some(most)) => most.min(0.5),
        (None, None) => 0.5,
    }
}
