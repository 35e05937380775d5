//! What methods are called: by their identifiers without the name of the group, or by verb and path.

use std::collections::BTreeMap;

use heck::ToSnakeCase as _;

use crate::names::{Names, Scope, Style, Want};
use crate::operation::Operation;

/// Methods that a group has anyway.
const RESERVED: [&str; 10] = [
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

/// The names of the methods of a group, in the order of its operations.
pub(super) fn methods(
    module: &str,
    operations: &[&Operation<'_>],
    names: &mut Names,
) -> Vec<String> {
    let full: Vec<_> = operations.iter().map(|operation| full(operation)).collect();
    let short: Vec<_> = full.iter().map(|full| short(module, full)).collect();
    let (fulls, shorts) = (counted(&full), counted(&short));
    let count = |of: &BTreeMap<&str, usize>, name: &String| {
        of.get(name.as_str()).copied().unwrap_or_default()
    };
    let wants = operations
        .iter()
        .zip(full.iter().zip(&short))
        .map(|(operation, (full, short))| {
            // A short name that another one has too says too little; so does a full one.
            let is_short = count(&shorts, short) == 1 && count(&fulls, short) == 0;
            let wire = match (is_short, count(&fulls, full)) {
                (true, _) => short.clone(),
                (false, 1) => full.clone(),
                (false, _) => format!("{full}_{}", by_path(operation)),
            };
            Want {
                identity: operation.key(),
                wire,
            }
        });
    let wants: Vec<_> = wants.collect();
    let mut scope = Scope::of_made(Style::Value);
    RESERVED.iter().for_each(|name| scope.reserve(name));
    names.give(&mut scope, &wants)
}

fn counted(names: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name.as_str()).or_default() += 1;
    }
    counts
}

/// In snake case, with the plural of an abbreviation as one word: `VPCs` as `vpcs`.
pub(super) fn snake(text: &str) -> String {
    let letters: Vec<_> = text.chars().collect();
    let at = |index: Option<usize>| {
        index
            .and_then(|index| letters.get(index))
            .copied()
            .unwrap_or(' ')
    };
    let is_plural = |index: usize| {
        at(Some(index)) == 's'
            && at(index.checked_sub(1)).is_ascii_uppercase()
            && at(index.checked_sub(2)).is_ascii_uppercase()
            && !at(index.checked_add(1)).is_ascii_lowercase()
    };
    let joined = letters
        .iter()
        .enumerate()
        .map(|(index, letter)| match is_plural(index) {
            true => 'S',
            false => *letter,
        });
    joined.collect::<String>().to_snake_case()
}

/// The identifier in snake case; verb and path where there is none.
fn full(operation: &Operation<'_>) -> String {
    let id = operation.id.as_deref().unwrap_or_default();
    let id = snake(id);
    let is_name = id.starts_with(|first: char| first.is_alphabetic());
    if is_name { id } else { by_path(operation) }
}

fn by_path(operation: &Operation<'_>) -> String {
    let words = format!("{} {}", operation.verb.attribute(), operation.path);
    snake(&words)
}

/// Without the name of the group in front, where something is left that can be a name.
fn short(module: &str, full: &str) -> String {
    let module = module.trim_end_matches('_');
    let forms = [module, module.strip_suffix('s').unwrap_or(module)];
    let rest = forms
        .iter()
        .find_map(|form| full.strip_prefix(form)?.strip_prefix('_'));
    let is_name = |rest: &&str| rest.starts_with(|first: char| first.is_alphabetic());
    rest.filter(is_name).unwrap_or(full).to_owned()
}

/// The words that types of an operation begin with: `issues list` for `list` in the group `Issues`.
pub(super) fn stem(group: &str, method: &str) -> String {
    use heck::ToPascalCase as _;
    let method = method.trim_start_matches("r#").to_pascal_case();
    let is_said = method.starts_with(group);
    if is_said {
        method
    } else {
        format!("{group}{method}")
    }
}
