//! A JSON value that a schema allows, as plain as possible.

use serde_json::{Map, Value, json};

use crate::fitting::fitting;

/// Deeper than this nothing is invented.
const DEPTH: usize = 8;

/// A value of a schema of the document.
pub(crate) fn sample(document: &Value, schema: &Value) -> Value {
    value(document, schema, 0)
}

/// What stands at the end of a chain of references.
pub(crate) fn resolved<'d>(document: &'d Value, node: &'d Value) -> &'d Value {
    let mut node = node;
    for _ in 0..DEPTH {
        let pointer = node["$ref"]
            .as_str()
            .and_then(|reference| reference.strip_prefix('#'));
        match pointer.and_then(|pointer| document.pointer(pointer)) {
            Some(meant) => node = meant,
            None => break,
        }
    }
    node
}

fn value(document: &Value, schema: &Value, depth: usize) -> Value {
    let schema = resolved(document, schema);
    let mut listed = schema["enum"].as_array().into_iter().flatten();
    let first = listed.find(|value| !value.is_null());
    if let Some(fixed) = schema.get("const").or(first) {
        return fixed.clone();
    }
    let whole = merged(document, schema, depth);
    match kind(&whole) {
        "object" => object(document, &whole, depth),
        "array" => array(document, &whole, depth),
        "string" => string(&whole),
        "integer" | "number" => number(&whole),
        "boolean" => json!(true),
        "null" => Value::Null,
        _ => json!("a"),
    }
}

/// The schema with all of `allOf` and one of `oneOf` and `anyOf` in it.
fn merged(document: &Value, schema: &Value, depth: usize) -> Value {
    let mut whole = schema.clone();
    if depth > DEPTH {
        return whole;
    }
    let all = schema["allOf"].as_array().into_iter().flatten();
    let one = ["oneOf", "anyOf"].map(|word| chosen(document, schema[word].as_array()?));
    for part in all.chain(one.into_iter().flatten()) {
        let part = merged(document, resolved(document, part), depth + 1);
        merge(&mut whole, &part);
    }
    whole
}

/// The text, if a text is among the alternatives: `1` would be a text and a number in a path.
fn chosen<'d>(document: &'d Value, alternatives: &'d [Value]) -> Option<&'d Value> {
    let is_text = |one: &&Value| kind(resolved(document, one)) == "string";
    let text = alternatives.iter().find(is_text);
    text.or(alternatives.first())
}

fn merge(whole: &mut Value, part: &Value) {
    let (Some(whole), Some(part)) = (whole.as_object_mut(), part.as_object()) else {
        return;
    };
    for (word, meaning) in part {
        match (whole.get_mut(word), meaning) {
            (Some(Value::Object(mine)), Value::Object(theirs)) => mine.extend(theirs.clone()),
            (Some(Value::Array(mine)), Value::Array(theirs)) if word == "required" => {
                mine.extend(theirs.clone());
            }
            (Some(_), _) => {}
            (None, _) => {
                whole.insert(word.clone(), meaning.clone());
            }
        }
    }
}

fn kind(schema: &Value) -> &str {
    let named = |kind: &&Value| kind.as_str().is_some_and(|kind| kind != "null");
    match &schema["type"] {
        Value::String(kind) => kind,
        Value::Array(kinds) => kinds
            .iter()
            .find(named)
            .and_then(Value::as_str)
            .unwrap_or("null"),
        _ if schema["properties"].is_object() => "object",
        _ if schema["items"].is_object() => "array",
        _ => "",
    }
}

/// What is required, and at the top also what is plain.
fn object(document: &Value, schema: &Value, depth: usize) -> Value {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut object = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let meant = resolved(document, property);
        let plain =
            matches!(kind(meant), "string" | "integer" | "boolean") && meant["pattern"].is_null();
        let wanted = required.contains(&name.as_str()) || (depth == 0 && plain);
        if wanted && meant["readOnly"] != true && depth < DEPTH {
            object.insert(name.clone(), value(document, property, depth + 1));
        }
    }
    let undescribed = required
        .into_iter()
        .filter(|name| schema["properties"][name].is_null());
    object.extend(undescribed.map(|name| (name.to_owned(), json!("a"))));
    if object.is_empty() && schema["minProperties"].as_u64() > Some(0) {
        object.insert(
            "a".into(),
            value(document, &schema["additionalProperties"], depth + 1),
        );
    }
    Value::Object(object)
}

fn array(document: &Value, schema: &Value, depth: usize) -> Value {
    if depth > DEPTH {
        return json!([]);
    }
    let items = schema["minItems"].as_u64().unwrap_or(1).max(1);
    let item = value(document, &schema["items"], depth + 1);
    (0..items).map(|_| item.clone()).collect()
}

fn string(schema: &Value) -> Value {
    if let Some(text) = schema["pattern"].as_str().and_then(fitting) {
        return json!(text);
    }
    let text = match schema["format"].as_str() {
        Some("date-time") => "2026-01-02T03:04:05Z",
        Some("date") => "2026-01-02",
        Some("time") => "03:04:05Z",
        Some("uuid") => "0189d5c4-7f1a-7c3e-9b2d-5a4f6e7d8c9b",
        Some("uri" | "url") => "https://example.com/a",
        Some("email") => "a@example.com",
        Some("hostname") => "example.com",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        _ => "a",
    };
    let least = usize::try_from(schema["minLength"].as_u64().unwrap_or(0)).unwrap_or(0);
    let padding = "a".repeat(least.saturating_sub(text.len()));
    json!(format!("{text}{padding}"))
}

fn number(schema: &Value) -> Value {
    let bound = |word| schema[word].as_f64();
    let exclusive = bound("exclusiveMinimum").map(|least| least + 1.0);
    let least = bound("minimum").or(exclusive);
    match least.filter(|least| *least > 1.0) {
        Some(_) => schema.get("minimum").cloned().unwrap_or(json!(2)),
        None if bound("maximum").is_some_and(|most| most < 1.0) => json!(0),
        None => json!(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_what_is_required_and_what_is_plain() {
        let document = json!({ "components": { "schemas": {
            "Name": { "type": "string", "minLength": 3 },
            "Pet": { "allOf": [{ "$ref": "#/components/schemas/Named" }], "required": ["tags"],
                "properties": { "tags": { "type": "array", "items": { "enum": ["old", "young"] } }, "more": { "type": "object" } } },
            "Named": { "type": "object", "required": ["name"],
                "properties": { "name": { "$ref": "#/components/schemas/Name" }, "age": { "type": ["integer", "null"], "minimum": 2 } } },
        } } });
        let pet = sample(&document, &json!({ "$ref": "#/components/schemas/Pet" }));
        assert_eq!(pet, json!({ "tags": ["old"], "name": "aaa", "age": 2 }));
    }
}
