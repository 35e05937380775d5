//! What members of unions are called.

use super::says;
use super::union::Entry;
use super::view::{Json, View};
use crate::document::{Dialect, Node};

/// What a member of a union is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// It is all of the union, and called as that is.
    Silent,
    /// The document has a word for it.
    Word(String),
    /// It is the only one of its kind.
    Kind(&'static str),
}

/// What members are called that have no name, by their place.
pub(super) fn labels<'e, 'd: 'e>(
    entries: impl Iterator<Item = &'e Entry<'d>>,
    dialect: Dialect,
) -> Vec<(String, Label)> {
    let inline = entries.filter_map(|entry| match entry {
        Entry::Node(node) if node.reference().is_none() => Some((node, View::of(node, dialect))),
        _ => None,
    });
    let inline = inline.collect::<Vec<_>>();
    let objects = inline
        .iter()
        .filter(|(_, view)| view.kind() == Some(Json::Object))
        .count();
    let label = |(node, view): &(&Node<'d>, View<'d>)| {
        let of_kind = || match view.kind()? {
            Json::String => Some(Label::Kind("String")),
            Json::Array => Some(Label::Kind("List")),
            Json::Object if objects == 1 => Some(Label::Kind("Object")),
            _ => None,
        };
        let label = own_word(node, view, dialect)
            .map(Label::Word)
            .or_else(of_kind);
        label.map(|label| (node.place(), label))
    };
    inline.iter().filter_map(label).collect()
}

/// The title of a member, or the value that tells it from others.
pub(super) fn own_word(node: &Node<'_>, view: &View<'_>, dialect: Dialect) -> Option<String> {
    let title = node
        .text("title")
        .filter(|title| !title.is_empty() && title.len() < 60);
    title.map(str::to_owned).or_else(|| {
        let mut values = view
            .properties
            .iter()
            .filter_map(|(_, nodes)| single(nodes, dialect));
        values.next()
    })
}

/// The only value of a text.
pub(super) fn single(nodes: &[Node<'_>], dialect: Dialect) -> Option<String> {
    let nodes = nodes
        .iter()
        .filter(|node| !says::is_words(node))
        .cloned()
        .collect::<Vec<_>>();
    match View::all(&nodes, dialect).values.as_deref() {
        Some([choice]) => choice
            .value
            .as_str()
            .filter(|text| !text.is_empty())
            .map(str::to_owned),
        _ => None,
    }
}
