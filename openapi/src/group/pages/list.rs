//! The one list in an answer.

use crate::document::Node;
use crate::operation::{Member, Shape, element, members, shape};

/// An answer that is a page.
pub(super) struct Page<'d> {
    /// Where the list is; none where the page is the list.
    pub(super) items: Option<String>,
    /// The schema of an item.
    pub(super) item: Node<'d>,
    /// The members of the page.
    pub(super) members: Vec<Member<'d>>,
}

/// Names that lists of items have among others.
const LISTS: [&str; 7] = [
    "items",
    "data",
    "results",
    "values",
    "entries",
    "records",
    "resources",
];

/// Names of objects around a list.
const AROUND: [&str; 4] = ["data", "result", "results", "response"];

/// The page, where it has exactly one list, or one that is called like the items of a page.
pub(super) fn page<'d>(schema: &Node<'d>) -> Option<Page<'d>> {
    if shape(schema) == Shape::List {
        return Some(Page {
            items: None,
            item: element(schema)?,
            members: Vec::new(),
        });
    }
    if shape(schema) != Shape::Object {
        return None;
    }
    let found = members(schema);
    let (path, list) = match one(&found) {
        Some((name, list)) => (name, list),
        None => within(&found)?,
    };
    Some(Page {
        items: Some(path),
        item: element(&list)?,
        members: found,
    })
}

/// The list among members.
fn one<'d>(members: &[Member<'d>]) -> Option<(String, Node<'d>)> {
    let is_list = |(name, member, _): &&Member<'d>| is_plain(name) && shape(member) == Shape::List;
    let lists: Vec<_> = members.iter().filter(is_list).collect();
    let only = match lists.as_slice() {
        [only] => only,
        lists => {
            let mut usual = lists
                .iter()
                .filter(|(name, ..)| LISTS.contains(&name.as_str()));
            let only = usual.next()?;
            if usual.next().is_some() {
                return None;
            }
            only
        }
    };
    Some((only.0.clone(), only.1.clone()))
}

/// The list in the one object around it.
fn within<'d>(members: &[Member<'d>]) -> Option<(String, Node<'d>)> {
    let is_around = |(name, member, _): &&Member<'d>| {
        AROUND.contains(&name.as_str()) && shape(member) == Shape::Object
    };
    let mut around = members.iter().filter(is_around);
    let (Some((name, member, _)), None) = (around.next(), around.next()) else {
        return None;
    };
    let (inner, list) = one(&crate::operation::members(member))?;
    Some((format!("{name}.{inner}"), list))
}

/// Whether a name can stand in a path of dots.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(['.', '[', '"', '\\'])
        && !name.starts_with(['$', '/'])
        && name.trim() == name
        && name.parse::<i64>().is_err()
}
