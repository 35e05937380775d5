//! `style` in a path: `simple`, `label` and `matrix`, as RFC 6570 expands them.

use super::letters::{Letters, put};
use super::{apart, items};
use crate::describe::{Explode, PathShape, PathStyle};
use crate::encode::Tree;

/// What stands in the place of `{name}`.
pub(crate) fn path(name: &str, style: PathStyle, tree: &Tree) -> Result<String, String> {
    let (first, between) = match (style.shape, style.explode) {
        (PathShape::Simple, _) => ("", ","),
        (PathShape::Label, Explode::No) => (".", ","),
        (PathShape::Label, Explode::Yes) => (".", "."),
        (PathShape::Matrix, Explode::No) => (";", ","),
        (PathShape::Matrix, Explode::Yes) => (";", ";"),
    };
    let mut text = String::new();
    for (index, piece) in pieces(name, style, tree)?.iter().enumerate() {
        if between == "." && !matches!(tree, Tree::Text(_)) {
            apart(piece, '.')?;
        }
        text.push_str(if index == 0 { first } else { between });
        text.push_str(piece);
    }
    Ok(text)
}

/// What is written between the separators, encoded.
fn pieces(name: &str, style: PathStyle, tree: &Tree) -> Result<Vec<String>, String> {
    let is_matrix = style.shape == PathShape::Matrix;
    match (tree, style.explode) {
        (Tree::Fields(fields), Explode::Yes) => fields
            .iter()
            .map(|(name, tree)| Ok(named(name, tree.text()?, is_matrix)))
            .collect(),
        (_, Explode::Yes) if is_matrix => {
            let items = items(tree)?.into_iter();
            Ok(items.map(|item| named(name, item, true)).collect())
        }
        (_, Explode::Yes) => Ok(items(tree)?.into_iter().map(encoded).collect()),
        (_, Explode::No) => {
            let mut items: Vec<_> = items(tree)?.into_iter().map(encoded).collect();
            if is_matrix && let Some(first) = items.first_mut() {
                *first = match (first.is_empty(), tree) {
                    (true, Tree::Text(_)) => encoded(name),
                    _ => format!("{}={first}", encoded(name)),
                };
            }
            Ok(items)
        }
    }
}

/// `name=value`; of a matrix only `name` where the value is empty (RFC 6570 section 3.2.7).
fn named(name: &str, value: &str, is_matrix: bool) -> String {
    let mut text = encoded(name);
    if !(is_matrix && value.is_empty()) {
        text.push('=');
        put(&mut text, value, Letters::Reserved);
    }
    text
}

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    put(&mut encoded, text, Letters::Reserved);
    encoded
}
