//! `deepObject`: a pair for each leaf, whose name is the way to it: `a[b][0]=1`.
//!
//! OpenAPI defines it for one level. What vendors with forms make of more (PHP, Rails, Stripe) is
//! the same once more, with the index of a list in the place of a name.

use super::letters::Letters;
use super::query::pair;
use crate::encode::Tree;

/// Appends the leaves of `tree` below `name`. What is empty has none.
pub(super) fn pairs(
    into: &mut String,
    name: &str,
    letters: Letters,
    tree: &Tree,
) -> Result<(), String> {
    match tree {
        Tree::Absent => Ok(()),
        Tree::Text(text) => {
            pair(into, name, text, letters);
            Ok(())
        }
        Tree::List(items) => {
            let mut items = items.iter().enumerate();
            items.try_for_each(|(index, item)| {
                pairs(into, &format!("{name}[{index}]"), letters, item)
            })
        }
        Tree::Fields(fields) => fields.iter().try_for_each(|(key, tree)| {
            if key.contains(['[', ']']) {
                return Err(format!("has the key `{}`, whose brackets would be read as another level; give it a key without", key.escape_debug()));
            }
            pairs(into, &format!("{name}[{key}]"), letters, tree)
        }),
    }
}

/// A form of nested values: the fields of `tree`, each with what is below it.
pub(crate) fn form(tree: &Tree) -> Result<String, String> {
    let Tree::Fields(fields) = tree else {
        return Err("is no struct and no map, so its values have no names; give it one".to_owned());
    };
    let mut form = String::new();
    for (name, tree) in fields {
        pairs(&mut form, name, Letters::Reserved, tree)?;
    }
    Ok(form)
}
