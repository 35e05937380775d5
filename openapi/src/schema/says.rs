//! Questions to a single schema: whether it only adds words, allows null, stands for another.

use crate::document::{Dialect, Node};
use serde_json::Value;

/// The one schema that a schema stands for, where nothing but words stands beside it.
pub(super) fn sole<'d>(node: &Node<'d>, dialect: Dialect) -> Option<Node<'d>> {
    if let Some(reference) = node.reference() {
        let ignored = dialect != Dialect::OpenApi31;
        return if ignored || !says(node) {
            node.followed(reference).ok()
        } else {
            None
        };
    }
    let parts = node
        .get("allOf")?
        .items()
        .filter(|part| !is_words(part))
        .collect::<Vec<_>>();
    let [part] = parts.as_slice() else {
        return None;
    };
    (!says(node)).then(|| part.clone())
}

/// Whether null is allowed, in the words of either dialect.
pub(super) fn takes_null(node: &Node<'_>) -> bool {
    takes_null_within(node, 0)
}

pub(super) fn takes_null_within(node: &Node<'_>, depth: usize) -> bool {
    if depth > 8 {
        return false;
    }
    let said = node.is("nullable") || node.is("x-nullable") || is_null(node);
    let listed = |key: &str, null: &Value| {
        let list = node.get(key);
        list.is_some_and(|list| list.items().any(|item| item.value() == null))
    };
    if said || listed("type", &Value::from("null")) || listed("enum", &Value::Null) {
        return true;
    }
    if let Some(reference) = node.reference() {
        let target = node.followed(reference);
        return target.is_ok_and(|target| takes_null_within(&target, depth + 1));
    }
    let mut alternatives = ["oneOf", "anyOf"]
        .iter()
        .filter_map(|key| node.get(key))
        .flat_map(|all| all.items());
    if alternatives.any(|member| takes_null_within(&member, depth + 1)) {
        return true;
    }
    let parts = node
        .get("allOf")
        .into_iter()
        .flat_map(|all| all.items())
        .collect::<Vec<_>>();
    let worded = |part: &Node<'_>| is_words(part) && takes_null_within(part, depth + 1);
    let single = sole(node, Dialect::OpenApi30);
    parts.iter().any(worded) || single.is_some_and(|part| takes_null_within(&part, depth + 1))
}

/// Whether nothing but null is allowed.
pub(super) fn is_null(node: &Node<'_>) -> bool {
    let value = node.value();
    let only =
        |list: &Vec<Value>, null: &Value| !list.is_empty() && list.iter().all(|item| item == null);
    match (value.get("type"), value.get("enum"), value.get("const")) {
        (Some(Value::String(word)), ..) if word == "null" => true,
        (Some(Value::Array(words)), ..) if only(words, &Value::from("null")) => true,
        (_, Some(Value::Array(values)), _) if only(values, &Value::Null) => true,
        (_, _, Some(Value::Null)) => true,
        _ => false,
    }
}

/// Whether a schema allows anything.
pub(super) fn is_anything(node: &Node<'_>) -> bool {
    match node.value() {
        Value::Object(_) => is_words(node) && !node.is("nullable"),
        value => value != &Value::Bool(false),
    }
}

/// Whether a schema says nothing about values: only words, and perhaps null.
pub(super) fn is_words(node: &Node<'_>) -> bool {
    node.value().is_object()
        && node.reference().is_none()
        && node.get("allOf").is_none()
        && !says(node)
}

/// Whether something beside references and parts says more than a type already does.
pub(super) fn says(node: &Node<'_>) -> bool {
    let refers = node.reference().is_some() || node.get("allOf").is_some();
    node.members().any(|(key, value)| match key {
        "type" => !refers,
        "required" => value
            .value()
            .as_array()
            .is_some_and(|names| !names.is_empty()),
        key => SAYS.contains(&key),
    })
}

/// Words of a schema that make a type another one.
pub(super) const SAYS: &[&str] = &[
    "properties",
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "format",
    "contentMediaType",
];
