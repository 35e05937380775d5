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
/// The number of keys under `paths` that are methods. A path whose reference leads nowhere is one
/// that cannot be read.
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
        Some(_) => match item.resolved() {
            Ok(item) => keys(item.value()),
            Err(_) => return own.len() + 1,
        },
        None => return own.len(),
    };
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
