//! What documents endpoints and their setters: the document's words, and what else it says.

use serde_json::Value;

use super::argument::{Argument, Marker};
use super::draft::Draft;
use crate::docs;
use crate::document::Node;
use crate::operation::Parameter;

/// The lines above an endpoint.
pub(super) fn endpoint(draft: &Draft<'_, '_>) -> Vec<String> {
    let node = &draft.operation.node;
    let mut pages = Paragraphs::default();
    let summary = node.text("summary").map(str::trim).unwrap_or_default();
    let description = node.text("description").map(str::trim).unwrap_or_default();
    pages.add(docs::lines(summary));
    if description != summary {
        pages.add(docs::lines(description));
    }
    pages.add(parameters(&draft.arguments));
    pages.add(facts(draft));
    pages.0
}

/// Paragraphs with a blank line between them.
#[derive(Default)]
struct Paragraphs(Vec<String>);

impl Paragraphs {
    fn add(&mut self, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push(String::new());
        }
        self.0.extend(lines);
    }
}

/// What the arguments are that are no setters: a setter carries its documentation itself.
fn parameters(arguments: &[Argument<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    for argument in arguments.iter().filter(|argument| !argument.optional) {
        let described = described(argument);
        let Some((first, rest)) = described.split_first() else {
            continue;
        };
        let name = argument.name.trim_start_matches("r#");
        // A block that begins behind other words is none.
        let begins_a_block = ["```", "~~~", ">", "|", "#", "- ", "* ", "1."];
        match begins_a_block.iter().any(|sign| first.starts_with(sign)) {
            true => lines.extend([format!("- `{name}`:"), String::new(), format!("  {first}")]),
            false => lines.push(format!("- `{name}`: {first}")),
        }
        lines.extend(rest.iter().map(|line| match line.is_empty() {
            true => String::new(),
            false => format!("  {line}"),
        }));
    }
    lines
}

/// The lines above a setter.
pub(super) fn setter(argument: &Argument<'_>) -> Vec<String> {
    described(argument)
}

fn described(argument: &Argument<'_>) -> Vec<String> {
    let text = match &argument.parameter {
        Some(parameter) => parameter.node.text("description"),
        None => argument.description.as_deref(),
    };
    let mut lines = docs::lines(text.unwrap_or_default());
    let bounds = argument.parameter.as_ref().map(bounds).unwrap_or_default();
    if !bounds.is_empty() && !matches!(argument.marker, Marker::Path(_)) {
        match lines.as_mut_slice() {
            [only] if ends(only) => only.push_str(&format!(" {bounds}")),
            [] => lines.push(bounds),
            _ => lines.extend([String::new(), bounds]),
        }
    }
    lines
}

fn ends(line: &str) -> bool {
    line.ends_with(['.', '!', '?', ')'])
}

/// What is sent if nothing is, and how much may be asked for.
fn bounds(parameter: &Parameter<'_>) -> String {
    let Some(schema) = parameter
        .schema
        .as_ref()
        .and_then(|schema| schema.resolved().ok())
    else {
        return String::new();
    };
    let mut said = Vec::new();
    let mut say = |word: &str, key: &str| {
        let value = schema.get(key).map(|node| node.value());
        let text = match value {
            Some(Value::String(text)) if !text.is_empty() && text.len() <= 40 => text.clone(),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
            _ => return,
        };
        if text
            .chars()
            .all(|letter| letter.is_ascii_graphic() && letter != '`')
        {
            said.push(format!("{word} `{text}`"));
        }
    };
    say("default", "default");
    say("at least", "minimum");
    say("at most", "maximum");
    let mut said = said.join(", ");
    if let Some(first) = said.get_mut(..1) {
        first.make_ascii_uppercase();
        said.push('.');
    }
    said
}

/// What it is called in the document, what it answers, and where more is said.
fn facts(draft: &Draft<'_, '_>) -> Vec<String> {
    let operation = draft.operation;
    let mut lines = Vec::new();
    let code = |text: &str| format!("`{}`", text.replace(['`', '\n', '\r'], " "));
    let id = operation
        .id
        .as_deref()
        .map(|id| format!("Operation {}", code(id.trim())));
    let answers: Vec<_> = operation
        .answers
        .iter()
        .map(|answer| code(&answer.status.word()))
        .collect();
    let answers = (!answers.is_empty()).then(|| format!("answers {}", answers.join(", ")));
    match (id, answers) {
        (Some(id), Some(answers)) => lines.push(format!("{id}; {answers}.")),
        (Some(id), None) => lines.push(format!("{id}.")),
        (None, Some(answers)) => lines.push(format!("A{}.", answers.get(1..).unwrap_or_default())),
        (None, None) => {}
    }
    lines.extend(operation.server.as_deref().map(|server| {
        format!(
            "The document says that it is at {}, which is not the base URL.",
            code(server)
        )
    }));
    lines.extend(elsewhere(&operation.node).map(|url| format!("See <{url}>.")));
    lines
}

/// The page of the vendor, where its address can stand between angles.
fn elsewhere(node: &Node<'_>) -> Option<String> {
    let docs = node.get("externalDocs")?.resolved().ok()?;
    let url = docs.text("url")?.trim();
    let is_url = url.starts_with("https://") || url.starts_with("http://");
    let is_plain = url
        .chars()
        .all(|letter| letter.is_ascii_graphic() && !"<>`\\".contains(letter));
    (is_url && is_plain).then(|| url.to_owned())
}

/// Lines of documentation as a text.
pub(super) fn comment(lines: &[String], indent: &str) -> String {
    let mut text = String::new();
    docs::comment(&mut text, indent, lines);
    text
}
