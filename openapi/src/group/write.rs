//! The text of a group's file. Nothing is decided here.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::argument::{Argument, Marker};
use super::docs::comment;
use super::draft::Draft;
use super::path::Piece;
use super::split::Part;
use super::{definition, docs, text};
use crate::docs::lines;
use crate::output::HEADER;
use crate::schema::Types;

/// How long a line may be before its parts stand below each other.
const WIDTH: usize = 100;

/// The whole file.
pub(super) fn file(
    part: &Part<'_, '_>,
    drafts: &[Draft<'_, '_>],
    types: &Types<'_>,
    client: &str,
    described: Option<&str>,
) -> String {
    let errors: Vec<_> = drafts.iter().map(|draft| error(draft, types)).collect();
    let common = most(&errors);
    let mut endpoints = String::new();
    for (index, (draft, error)) in drafts.iter().zip(&errors).enumerate() {
        if index > 0 {
            endpoints.push('\n');
        }
        let own = error
            .as_ref()
            .filter(|error| Some(*error) != common.as_ref());
        endpoint(&mut endpoints, draft, own, types);
    }
    let mut locals = String::new();
    for local in drafts.iter().flat_map(|draft| &draft.locals) {
        definition::write(&mut locals, local, types);
    }
    let error = common
        .map(|error| format!(", error = {error}"))
        .unwrap_or_default();
    let attribute = format!(
        "client = super::{client}, accessor = {}{error}",
        part.module
    );
    let documentation = comment(&lines(described.unwrap_or(&part.title)), "");
    let uses = format!("{attribute}{endpoints}{locals}");
    let uses = if uses.contains("types::") {
        "use super::types;\n\n"
    } else {
        ""
    };
    format!(
        "// {HEADER}. What is changed here is lost with the next import.\n\n{uses}{documentation}#[tollgate::group({attribute})]\npub trait {} {{\n{endpoints}}}\n{locals}",
        part.name
    )
}

/// What most endpoints have; the first in the order of names among equals.
fn most(errors: &[Option<String>]) -> Option<String> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for error in errors.iter().flatten() {
        *counts.entry(error).or_default() += 1;
    }
    let most = counts
        .into_iter()
        .min_by_key(|(_, count)| core::cmp::Reverse(*count));
    most.map(|(error, _)| error.clone())
}

fn error(draft: &Draft<'_, '_>, types: &Types<'_>) -> Option<String> {
    draft.fault.as_ref().map(|fault| types.text(&fault.0))
}

fn endpoint(out: &mut String, draft: &Draft<'_, '_>, error: Option<&String>, types: &Types<'_>) {
    out.push_str(&comment(&docs::endpoint(draft), "    "));
    if draft.operation.node.is("deprecated") {
        out.push_str("    #[deprecated]\n");
    }
    let _ = writeln!(
        out,
        "    #[{}({})]",
        draft.operation.verb.attribute(),
        route(draft, error)
    );
    if let Some(walk) = &draft.walk {
        let _ = writeln!(out, "    #[paginate({})]", walk.attribute);
    }
    out.push_str(&signature(draft, types));
}

/// What stands behind the verb.
fn route(draft: &Draft<'_, '_>, error: Option<&String>) -> String {
    let pieces = draft.path.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Parameter(name) => format!("{{{name}}}"),
    });
    let path: String = pieces.collect();
    let mut words = vec![format!("{path:?}")];
    words.extend(
        draft
            .bucket
            .as_ref()
            .map(|bucket| format!("bucket = {bucket}")),
    );
    words.extend(draft.cost.map(|cost| format!("cost = {cost}")));
    words.extend(
        draft
            .accept
            .as_ref()
            .map(|accept| format!("accept = {accept:?}")),
    );
    words.extend(
        draft
            .key
            .as_ref()
            .map(|header| format!("idempotency_key = {header:?}")),
    );
    words.extend(error.map(|error| format!("error = {error}")));
    words.join(", ")
}

fn signature(draft: &Draft<'_, '_>, types: &Types<'_>) -> String {
    let head = if draft.walk.is_some() {
        "fn"
    } else {
        "async fn"
    };
    let reply = text::reply(draft, types).map(|reply| format!(" -> {reply}"));
    let reply = reply.unwrap_or_default();
    let required = draft.arguments.iter().filter(|argument| !argument.optional);
    let setters = draft.arguments.iter().filter(|argument| argument.optional);
    let arguments: Vec<_> = required
        .chain(setters)
        .map(|argument| {
            (
                self::argument(argument, draft, types),
                documentation(argument),
            )
        })
        .collect();
    let name = &draft.name;
    let whole: Vec<_> = arguments.iter().map(|(text, _)| text.as_str()).collect();
    let whole = [&["&self"], whole.as_slice()].concat().join(", ");
    let line = format!("    {head} {name}({whole}){reply};\n");
    if line.len() <= WIDTH + 1 && arguments.iter().all(|(_, lines)| lines.is_empty()) {
        return line;
    }
    let mut text = format!("    {head} {name}(\n        &self,\n");
    for (argument, documentation) in arguments {
        let _ = writeln!(text, "{documentation}        {argument},");
    }
    let _ = writeln!(text, "    ){reply};");
    text
}

fn documentation(argument: &Argument<'_>) -> String {
    match argument.optional {
        true => comment(&docs::setter(argument), "        "),
        false => String::new(),
    }
}

fn argument(argument: &Argument<'_>, draft: &Draft<'_, '_>, types: &Types<'_>) -> String {
    let Argument { name, wire, .. } = argument;
    let is_wire = name.trim_start_matches("r#") == wire;
    let marker = match &argument.marker {
        Marker::Path(words) if words.is_empty() => String::new(),
        Marker::Path(words) => list(
            "path",
            words,
            (!is_wire && words.first() == Some(&"style = matrix")).then_some(wire),
        ),
        Marker::Query(words) => list("query", words, (!is_wire).then_some(wire)),
        Marker::Flat => "#[query(flatten)] ".to_owned(),
        Marker::Header(style) => format!("#[header({wire:?}{style})] "),
        Marker::Cookie(style) => format!("#[cookie({wire:?}{style})] "),
        Marker::Body(attribute) => format!("{attribute} "),
    };
    format!(
        "{marker}{name}: {}",
        text::argument(argument, &draft.locals, types)
    )
}

/// `#[query(rename = "ids[]", explode = false)] `, or nothing where nothing has to be said.
fn list(word: &str, words: &[&str], rename: Option<&String>) -> String {
    let rename = rename.map(|name| format!("rename = {name:?}"));
    let words: Vec<_> = rename
        .iter()
        .map(String::as_str)
        .chain(words.iter().copied())
        .collect();
    match words.is_empty() {
        true => String::new(),
        false => format!("#[{word}({})] ", words.join(", ")),
    }
}
