//! Which operation belongs to which group, and what both are called.

use std::collections::BTreeMap;

use heck::ToPascalCase as _;

use super::names::methods;
use crate::names::{Names, Scope, Style, Want};
use crate::operation::Operation;

/// A group: its operations and its names.
pub(super) struct Part<'o, 'd> {
    /// As the document calls it.
    pub(super) title: String,
    pub(super) module: String,
    /// The struct that the trait becomes.
    pub(super) name: String,
    /// In the order of the document.
    pub(super) operations: Vec<Called<'o, 'd>>,
}

/// An operation and the name of its method.
pub(super) struct Called<'o, 'd> {
    pub(super) operation: &'o Operation<'d>,
    pub(super) name: String,
}

/// Modules that an import has beside its groups, and methods that every client has: the module's name
/// is the accessor's too.
const RESERVED: [&str; 16] = [
    "api",
    "types",
    "lib",
    "main",
    "mod",
    "tollgate",
    "builder",
    "raw",
    "raw_in",
    "meter",
    "bucket_meters",
    "endpoint_meters",
    "from_core",
    "core",
    "clone",
    "fmt",
];

/// Names that the written text uses for something else.
const WORDS: [&str; 17] = [
    "Option",
    "Vec",
    "String",
    "Box",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "Response",
    "Pages",
    "Answers",
    "Bytes",
    "ByteStream",
    "Json",
    "Self",
    "Call",
];

/// Splits operations by their first tag, or by their path where they have none.
pub(super) fn split<'o, 'd>(
    operations: &'o [Operation<'d>],
    names: &mut Names,
) -> Vec<Part<'o, 'd>> {
    // Tags of one spelling but for case and marks are one group.
    let mut found: BTreeMap<String, (String, Vec<&Operation<'d>>)> = BTreeMap::new();
    for operation in operations {
        let (title, key) = key(operation);
        found
            .entry(key)
            .or_insert((title, Vec::new()))
            .1
            .push(operation);
    }
    let mut scope = Scope::new(Style::Module);
    RESERVED.iter().for_each(|name| scope.reserve(name));
    let wants: Vec<_> = found
        .keys()
        .map(|key| Want {
            identity: format!("group {key}"),
            wire: key.clone(),
        })
        .collect();
    let modules = names.give(&mut scope, &wants);
    let parts = found
        .into_values()
        .zip(modules)
        .map(|((title, operations), module)| {
            let name = name(&module);
            let methods = methods(&module, &operations, names);
            let operations = operations.into_iter().zip(methods);
            Part {
                title,
                operations: operations
                    .map(|(operation, name)| Called { operation, name })
                    .collect(),
                name,
                module,
            }
        });
    parts.collect()
}

/// What the document calls the group, and its plain spelling. A module's name is in ASCII, since the
/// file has it too.
fn key(operation: &Operation<'_>) -> (String, String) {
    let plain = |title: &str| {
        let ascii = title
            .chars()
            .map(|letter| if letter.is_ascii() { letter } else { ' ' });
        super::names::snake(&ascii.collect::<String>())
    };
    let tag = operation.tags.first().map(|tag| tag.trim());
    let tag = tag
        .map(|tag| (tag.to_owned(), plain(tag)))
        .filter(|(_, key)| !key.is_empty());
    let is_word = |segment: &&str| {
        let version = segment.strip_prefix('v').unwrap_or(segment);
        let is_version = version.starts_with(|first: char| first.is_ascii_digit());
        !segment.is_empty() && !segment.contains(['{', '}']) && !is_version && *segment != "api"
    };
    tag.unwrap_or_else(|| {
        let segment = operation.path.split('/').find(is_word).unwrap_or_default();
        let key = plain(segment);
        let key = if key.is_empty() {
            "root".to_owned()
        } else {
            key
        };
        let title = if segment.is_empty() { "root" } else { segment };
        (title.to_owned(), key)
    })
}

fn name(module: &str) -> String {
    let name = module.to_pascal_case();
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    match WORDS.contains(&name.as_str()) {
        true => format!("{name}Group"),
        false if !is_name => format!("Group{name}"),
        false => name,
    }
}
