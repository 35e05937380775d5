//! How many operations a document has, counted without reading them: what methods and reported
//! operations have to add up to.

#[cfg(test)]
use serde_json::Value;

#[cfg(test)]
use crate::document::{Document, Node};

/// The keys of a path item that are operations.
const METHODS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];

/// Whether a key of a path item is an operation.
pub(super) fn is_method(key: &str) -> bool {
    METHODS.contains(&key)
}

#[cfg(test)]
/// The number of keys under `paths` that are methods. A path whose reference leads nowhere has none.
pub(crate) fn count(document: &Document) -> usize {
    let paths = document.root().get("paths");
    let items = paths.iter().flat_map(Node::members);
    let items = items.filter(|(path, _)| !path.starts_with("x-"));
    items.map(|(_, item)| methods(&item)).sum()
}

#[cfg(test)]
fn methods(item: &Node<'_>) -> usize {
    let own = keys(item.value());
    let referred = match item.reference() {
        Some(_) => item.resolved().map(|item| keys(item.value())),
        None => return own.len(),
    };
    let referred = referred.unwrap_or_default();
    let more = referred.iter().filter(|key| !own.contains(key)).count();
    own.len() + more
}

#[cfg(test)]
fn keys(item: &Value) -> Vec<&str> {
    let keys = item.as_object().into_iter().flatten();
    keys.map(|(key, _)| key.as_str())
        .filter(|key| is_method(key))
        .collect()
}
