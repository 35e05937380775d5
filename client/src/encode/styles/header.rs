//! `style: simple` in a header: items with commas between them, as RFC 9110 section 5.6.1 writes lists.
//!
//! Nothing is percent-encoded: readers of headers do not decode. An item with a comma would be two.

use super::{apart, items};
use crate::describe::Explode;
use crate::encode::Tree;

/// The value of the header; `None` where there is nothing to say.
pub(crate) fn header(explode: Explode, tree: &Tree) -> Result<Option<String>, String> {
    let pieces: Vec<String> = match (tree, explode) {
        (Tree::Absent, _) => return Ok(None),
        (Tree::Text(text), _) => return Ok(Some(text.clone())),
        (Tree::Fields(fields), Explode::Yes) => fields
            .iter()
            .map(|(name, tree)| Ok(format!("{name}={}", tree.text()?)))
            .collect::<Result<_, String>>()?,
        (Tree::List(_) | Tree::Fields(_), _) => {
            items(tree)?.into_iter().map(str::to_owned).collect()
        }
    };
    pieces.iter().try_for_each(|piece| apart(piece, ','))?;
    Ok(Some(pieces.join(",")).filter(|_| !pieces.is_empty()))
}
