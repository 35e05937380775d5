//! What is worth saying about a type, a member, a value.

use serde_json::Value;

use super::make::quoted;
use super::view::View;
use crate::docs;
use crate::document::Node;

/// The longest value that is quoted.
const LONGEST: usize = 80;

/// The description of a definition.
pub(super) fn of_definition(view: &View<'_>) -> Vec<String> {
    view.description
        .or(view.title)
        .map(docs::lines)
        .unwrap_or_default()
}

/// The description of a member, and what else its schema says; `named` where its type says the rest.
pub(super) fn of_member(nodes: &[Node<'_>], named: bool) -> Vec<String> {
    let resolved = nodes
        .iter()
        .filter_map(|node| node.resolved().ok())
        .collect::<Vec<_>>();
    let own = nodes.iter().rev().find_map(|node| node.text("description"));
    let there = || {
        resolved
            .iter()
            .rev()
            .filter(|_| !named)
            .find_map(|node| node.text("description"))
    };
    let mut lines = own.or_else(there).map(docs::lines).unwrap_or_default();
    let more = nodes
        .iter()
        .chain(&resolved)
        .map(sentences)
        .max_by_key(String::len);
    if let Some(more) = more.filter(|more| !more.is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(more);
    }
    lines
}

/// What a schema says beside its description.
fn sentences(node: &Node<'_>) -> String {
    let mut said = Vec::new();
    if node.is("deprecated") {
        said.push("Deprecated.".to_owned());
    }
    match (node.is("readOnly"), node.is("writeOnly")) {
        (true, false) => said.push("Only in answers.".to_owned()),
        (false, true) => said.push("Only in requests.".to_owned()),
        _ => {}
    }
    if let Some(default) = scalar(node, "default") {
        said.push(format!("Default: `{default}`."));
    }
    said.extend(range(node, "minimum", "maximum", ""));
    said.extend(range(node, "minLength", "maxLength", "character"));
    said.extend(range(node, "minItems", "maxItems", "item"));
    said.join(" ")
}

fn range(node: &Node<'_>, least: &str, most: &str, of: &str) -> Option<String> {
    let number = |key| {
        scalar(node, key).filter(|_| node.get(key).is_some_and(|value| value.value().is_number()))
    };
    let many = |most: &str| match of {
        "" => String::new(),
        of if most == "1" => format!(" {of}"),
        of => format!(" {of}s"),
    };
    Some(match (number(least), number(most)) {
        (Some(least), Some(most)) => format!("From {least} to {most}{}.", many(&most)),
        (Some(least), None) if least == "0" => return None,
        (Some(least), None) => format!("At least {least}{}.", many(&least)),
        (None, Some(most)) => format!("At most {most}{}.", many(&most)),
        (None, None) => return None,
    })
}

/// A value that fits between backticks.
fn scalar(node: &Node<'_>, key: &str) -> Option<String> {
    let value = node.get(key)?;
    let text = match value.value() {
        Value::Null | Value::Object(_) | Value::Array(_) => return None,
        value => quoted(value),
    };
    (text.len() <= LONGEST && is_quotable(&text)).then_some(text)
}

/// Whether a text fits between backticks.
pub(super) fn is_quotable(text: &str) -> bool {
    let is_plain = |c: char| (c == ' ' || c.is_ascii_graphic()) && c != '`';
    !text.is_empty() && text.trim() == text && text.chars().all(is_plain)
}
