//! Small documents, and the descriptions that are written for them.

mod arguments;
mod bodies;
mod names;
mod replies;
mod walks;

use super::{Grouped, groups};
use crate::document::Document;
use crate::names::Names;
use crate::operation::{count, read};
use crate::options::Options;
use crate::schema::Types;

/// What is written for a document, and its types.
struct Written {
    grouped: Grouped,
    types: String,
    names: String,
}

fn written(text: &str) -> Written {
    written_with(text, &Options::default())
}

fn written_with(text: &str, options: &Options) -> Written {
    let document = Document::parse("test.yaml", text).expect("a document");
    let read = read(&document, options).expect("operations");
    let mut types = Types::new(&document, options);
    let mut names = Names::earlier(&options.names);
    let grouped = groups(&document, &read, &mut types, &mut names, options, "Api");
    let methods: usize = grouped.groups.iter().map(|group| group.methods).sum();
    assert_eq!(
        methods + grouped.reported.len() + read.reported.len(),
        count(&document)
    );
    for group in &grouped.groups {
        assert!(
            syn::parse_str::<syn::File>(&group.text).is_ok(),
            "{}",
            group.text
        );
    }
    Written {
        types: types.write(),
        names: names.text(),
        grouped,
    }
}

impl Written {
    /// All groups, without documentation.
    fn code(&self) -> String {
        let texts = self.grouped.groups.iter().map(|group| group.text.as_str());
        let lines = texts.flat_map(str::lines);
        let is_code = |line: &&str| !line.trim_start().starts_with("//") && !line.trim().is_empty();
        lines
            .filter(is_code)
            .map(|line| format!("{line}\n"))
            .collect()
    }

    /// The one endpoint: its attributes and its signature, in one line.
    fn endpoint(&self) -> String {
        let code = self.code();
        let inside = code.split_once("{\n").map_or("", |(_, inside)| inside);
        let endpoint = inside
            .split_once("\n}")
            .map_or(inside, |(endpoint, _)| endpoint);
        let words: Vec<_> = endpoint.split_whitespace().collect();
        words
            .join(" ")
            .replace("( &self", "(&self")
            .replace(", )", ")")
    }
}

/// An operation of a document in OpenAPI 3.0, written as one mapping.
fn openapi(path: &str, verb: &str, operation: &str) -> String {
    format!(
        "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths: {{'{path}': {{{verb}: {{operationId: do, tags: [g], {operation}}}}}}}\n{SCHEMAS}"
    )
}

fn swagger(path: &str, verb: &str, operation: &str) -> String {
    format!(
        "swagger: '2.0'\ninfo: {{title: T, version: '1'}}\npaths: {{'{path}': {{{verb}: {{operationId: do, tags: [g], {operation}}}}}}}\n"
    )
}

/// Schemas that the documents share.
const SCHEMAS: &str = "components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}}}
    Other: {type: object, required: [other], properties: {other: {type: string}}}
    Problem: {type: object, properties: {message: {type: string}}}
    Refusal: {type: object, required: [reason], properties: {reason: {type: string}}}
    State: {type: string, enum: [open, closed]}
    Range: {type: object, properties: {gt: {type: integer}}}
    Nested: {type: object, properties: {range: {$ref: '#/components/schemas/Range'}}}
";
