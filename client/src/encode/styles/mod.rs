//! The styles of parameters: from a tree of texts to what stands in the query, the path, a header, the
//! cookies or a form.
//!
//! Who says what it looks like:
//!
//! - the tables "Style Values" and "Style Examples" of OpenAPI
//!   (<https://spec.openapis.org/oas/v3.0.4.html#style-values>,
//!   <https://spec.openapis.org/oas/v3.1.1.html#style-examples>);
//! - `collectionFormat` of Swagger 2.0 (<https://spec.openapis.org/oas/v2.0.html#parameter-object>): `csv`
//!   is `form` not exploded, `multi` is `form` exploded, `ssv`, `tsv` and `pipes` have a separator each;
//! - RFC 6570 sections 3.2.2 (simple), 3.2.5 (label) and 3.2.7 (matrix) for paths;
//! - RFC 6265 section 4.1.1 for what a cookie may hold.
//!
//! Of the separators only the comma is written as it is, so that an item that holds one is told apart
//! by `%2C`. A blank, a bar and a tab cannot stand in a URL and are encoded themselves; so is what looks
//! like them in an item. Such an item would arrive as two, and is refused.

mod cookie;
mod deep;
mod header;
mod letters;
mod path;
mod query;
#[cfg(test)]
mod table_tests;

pub(crate) use self::cookie::cookie;
pub(crate) use self::deep::form;
pub(crate) use self::header::header;
pub(crate) use self::path::path;
pub(crate) use self::query::{query, query_text};

use super::Tree;

/// The texts of a list, or of the fields of an object one after the other.
fn items(tree: &Tree) -> Result<Vec<&str>, String> {
    match tree {
        Tree::Absent => Ok(Vec::new()),
        Tree::Text(text) => Ok(vec![text]),
        Tree::List(items) => items.iter().map(Tree::text).collect(),
        Tree::Fields(fields) => {
            let mut items = Vec::with_capacity(fields.len() * 2);
            for (name, tree) in fields {
                items.extend([name.as_str(), tree.text()?]);
            }
            Ok(items)
        }
    }
}

/// Refuses an item that holds the sign that parts it from the next. It may be a secret, and is not shown.
fn apart(item: &str, sign: char) -> Result<(), String> {
    match item.contains(sign) {
        true => Err(format!(
            "has an item with `{}` in it, where it would end; this style cannot write it",
            sign.escape_default(),
        )),
        false => Ok(()),
    }
}
