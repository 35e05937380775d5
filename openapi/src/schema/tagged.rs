//! Objects that a member tells apart.

use std::collections::BTreeSet;

use super::union::{Alternatives, DEPTH, Entry, Seen, flatten};
use super::view::{Additional, Json, View};
use crate::document::{Dialect, Node};

/// Objects that a property tells apart: each with the values that it has there.
pub(super) fn tagged<'d>(
    discriminator: &Node<'d>,
    members: &[Seen<'d>],
    dialect: Dialect,
) -> Option<Alternatives<'d>> {
    let tag = discriminator.text("propertyName")?;
    let mut variants: Vec<(Vec<String>, Entry<'d>)> = Vec::new();
    for seen in members {
        add_tagged(discriminator, tag, seen, dialect, 0, &mut variants)?;
    }
    let mut all = variants
        .iter()
        .flat_map(|(wires, _)| wires)
        .collect::<Vec<_>>();
    let count = all.len();
    all.sort();
    all.dedup();
    let tag = tag.to_owned();
    (all.len() == count).then_some(Alternatives::Tagged { tag, variants })
}

/// Objects of which each requires values of a property that no other one allows, as a `type` with one
/// value. The first such property in the order of the document tells them apart.
pub(super) fn told_apart<'d>(members: &[Seen<'d>], dialect: Dialect) -> Option<Alternatives<'d>> {
    let is_object = |seen: &Seen<'d>| {
        seen.view.kind() == Some(Json::Object)
            && seen.view.unions.is_empty()
            && !matches!(seen.view.additional, Additional::Of(_))
    };
    let first = members.first().filter(|_| members.len() > 1)?;
    if !members.iter().all(is_object) {
        return None;
    }
    let tags = first.view.properties.iter().map(|(tag, _)| *tag);
    let mut tags = tags.filter(|tag| members.iter().all(|seen| seen.view.required.contains(tag)));
    tags.find_map(|tag| told_by(tag, members, dialect))
}

fn told_by<'d>(tag: &str, members: &[Seen<'d>], dialect: Dialect) -> Option<Alternatives<'d>> {
    let mut variants = Vec::new();
    let mut all = BTreeSet::new();
    for seen in members {
        let wires = own(tag, seen, dialect);
        if wires.is_empty() || !wires.iter().all(|wire| all.insert(wire.clone())) {
            return None;
        }
        variants.push((wires, Entry::Node(seen.node.clone())));
    }
    let tag = tag.to_owned();
    Some(Alternatives::Tagged { tag, variants })
}

pub(super) fn add_tagged<'d>(
    discriminator: &Node<'d>,
    tag: &str,
    seen: &Seen<'d>,
    dialect: Dialect,
    depth: usize,
    into: &mut Vec<(Vec<String>, Entry<'d>)>,
) -> Option<()> {
    if let ([inner], true) = (seen.view.unions.as_slice(), seen.view.properties.is_empty()) {
        let discriminator = inner.discriminator.as_ref().filter(|_| depth < DEPTH)?;
        if discriminator.text("propertyName") != Some(tag) {
            return None;
        }
        let mut members = Vec::new();
        flatten(&inner.members, &seen.view, dialect, depth + 1, &mut members);
        for seen in &members {
            add_tagged(discriminator, tag, seen, dialect, depth + 1, into)?;
        }
        return Some(());
    }
    let is_object = seen.view.kind() == Some(Json::Object)
        && !matches!(seen.view.additional, Additional::Of(_));
    if !is_object || seen.view.properties.is_empty() {
        return None;
    }
    let mut wires = mapped(discriminator, &seen.node);
    if wires.is_empty() {
        wires = own(tag, seen, dialect);
    }
    if wires.is_empty() {
        let target = seen
            .node
            .reference()
            .and_then(|_| seen.node.resolved().ok())?;
        wires.push(target.name());
    }
    into.push((wires, Entry::Node(seen.node.clone())));
    Some(())
}

/// The values under which a mapping leads to a member.
pub(super) fn mapped(discriminator: &Node<'_>, member: &Node<'_>) -> Vec<String> {
    let Ok(member) = member.resolved() else {
        return Vec::new();
    };
    let mapping = discriminator
        .get("mapping")
        .into_iter()
        .flat_map(|all| all.members());
    let leads = mapping.filter(|(_, target)| {
        let Some(text) = target.value().as_str() else {
            return false;
        };
        let is_place =
            text.contains(['#', '/']) || text.ends_with(".json") || text.ends_with(".yaml");
        let component = format!(
            "#/components/schemas/{}",
            text.replace('~', "~0").replace('/', "~1")
        );
        let followed = target.followed(if is_place { text } else { &component });
        followed
            .and_then(|node| node.resolved())
            .is_ok_and(|node| node.place() == member.place())
    });
    leads.map(|(key, _)| key.to_owned()).collect()
}

/// The values that a member itself allows for its tag.
pub(super) fn own(tag: &str, seen: &Seen<'_>, dialect: Dialect) -> Vec<String> {
    let property = seen.view.properties.iter().find(|(key, _)| *key == tag);
    let view = property.map(|(_, nodes)| View::all(nodes, dialect));
    let values = view.and_then(|view| view.values).unwrap_or_default();
    values
        .iter()
        .filter_map(|choice| choice.value.as_str().map(str::to_owned))
        .collect()
}
