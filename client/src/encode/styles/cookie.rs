//! `style: form` in a cookie, as RFC 6265 section 4.1.1 lets it stand there: `name=value; name=value`.
//!
//! A comma is no character of a cookie, so the one between items is encoded too, and an item must not
//! hold one.

use super::letters::{Letters, put};
use super::{apart, items};
use crate::describe::Explode;
use crate::encode::Tree;

/// Appends what `tree` is as the cookie `name`.
pub(crate) fn cookie(
    into: &mut String,
    name: &str,
    explode: Explode,
    tree: &Tree,
) -> Result<(), String> {
    match (tree, explode) {
        (Tree::Absent, _) => Ok(()),
        (Tree::Text(text), _) => pair(into, name, text),
        (Tree::List(items), Explode::Yes) => items
            .iter()
            .try_for_each(|item| pair(into, name, item.text()?)),
        (Tree::Fields(fields), Explode::Yes) => fields
            .iter()
            .try_for_each(|(name, tree)| pair(into, name, tree.text()?)),
        (Tree::List(_) | Tree::Fields(_), Explode::No) => {
            let items = items(tree)?;
            items.iter().try_for_each(|item| apart(item, ','))?;
            match items.is_empty() {
                true => Ok(()),
                false => pair(into, name, &items.join(",")),
            }
        }
    }
}

fn pair(into: &mut String, name: &str, value: &str) -> Result<(), String> {
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(format!(
            "is a cookie named `{}`, which no cookie is; use letters, digits and `-`",
            name.escape_debug()
        ));
    }
    if !into.is_empty() {
        into.push_str("; ");
    }
    into.push_str(name);
    into.push('=');
    put(into, value, Letters::Cookie);
    Ok(())
}

/// RFC 9110 section 5.6.2.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
