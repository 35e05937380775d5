//! `style` in a query: a pair for each item, one pair for all of them, or a pair for each leaf.

use super::letters::{Letters, put};
use super::{apart, deep, items};
use crate::describe::{QueryShape, QueryStyle, Separator};
use crate::encode::Tree;

/// Appends what `tree` is as the parameter `name`. Nothing of it is nothing of the query.
pub(crate) fn query(
    into: &mut String,
    name: &str,
    style: QueryStyle,
    tree: &Tree,
) -> Result<(), String> {
    let letters = match style.keeps_reserved {
        true => Letters::Pair,
        false => Letters::Reserved,
    };
    match style.shape {
        QueryShape::Apart => form(into, name, letters, tree),
        QueryShape::Deep => deep::pairs(into, name, letters, tree),
        QueryShape::Joined(_) if matches!(tree, Tree::Text(_)) => form(into, name, letters, tree),
        QueryShape::Joined(separator) => joined(into, name, separator, letters, tree),
    }
}

fn joined(
    into: &mut String,
    name: &str,
    separator: Separator,
    letters: Letters,
    tree: &Tree,
) -> Result<(), String> {
    let letters = match letters {
        Letters::Pair => Letters::List,
        other => other,
    };
    let mut value = String::new();
    let items = items(tree)?;
    for (index, item) in items.iter().enumerate() {
        // A comma in an item is encoded and the one between two is not; of others both are.
        if separator.sign != ',' {
            apart(item, separator.sign)?;
        }
        if index > 0 {
            value.push_str(separator.written);
        }
        put(&mut value, item, letters);
    }
    if !items.is_empty() {
        encoded(into, name, &value);
    }
    Ok(())
}

/// Appends `name=text`.
pub(crate) fn query_text(into: &mut String, name: &str, text: &str, keeps_reserved: bool) {
    let letters = match keeps_reserved {
        true => Letters::Pair,
        false => Letters::Reserved,
    };
    pair(into, name, text, letters);
}

/// A list repeats the name, the fields of an object are parameters of their own names.
fn form(into: &mut String, name: &str, letters: Letters, tree: &Tree) -> Result<(), String> {
    match tree {
        Tree::Absent => Ok(()),
        Tree::Text(text) => {
            pair(into, name, text, letters);
            Ok(())
        }
        Tree::List(items) => items.iter().try_for_each(|item| {
            pair(into, name, item.text()?, letters);
            Ok(())
        }),
        Tree::Fields(fields) => fields.iter().try_for_each(|(name, tree)| match tree {
            Tree::Fields(_) => tree.text().map(drop),
            _ => form(into, name, letters, tree),
        }),
    }
}

/// Appends `name=text`, and a `&` in front of it where something stands before.
pub(super) fn pair(into: &mut String, name: &str, text: &str, letters: Letters) {
    let mut value = String::with_capacity(text.len());
    put(&mut value, text, letters);
    encoded(into, name, &value);
}

fn encoded(into: &mut String, name: &str, value: &str) {
    if !into.is_empty() {
        into.push('&');
    }
    put(into, name, Letters::Reserved);
    into.push('=');
    into.push_str(value);
}
