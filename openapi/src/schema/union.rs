//! Alternatives: which of them are one thing, and how the others are told apart.
//!
//! In: a union and what stands around it. Out: [`Alternatives`]. Makes no types.

use super::Type;
use super::place::Label;
use super::view::{self, Additional, Choice, Json, Union, View};
use crate::document::{Dialect, Node};

/// Something that a union may be.
#[derive(Clone, Debug)]
pub(super) enum Entry<'d> {
    Node(Node<'d>),
    /// What was put together of several.
    View {
        key: String,
        view: Box<View<'d>>,
    },
    Type(Type),
}

/// What a union comes to.
pub(super) enum Alternatives<'d> {
    Anything,
    One(Box<Entry<'d>>),
    Tagged {
        tag: String,
        variants: Vec<(Vec<String>, Entry<'d>)>,
    },
    Untagged(Vec<Entry<'d>>),
}

/// A member with what it says.
struct Seen<'d> {
    node: Node<'d>,
    view: View<'d>,
}

/// Unions within unions.
const DEPTH: usize = 16;

impl<'d> Entry<'d> {
    /// The part of a schema that is of one kind.
    pub(super) fn part(key: &str, kind: Json, mut view: View<'d>) -> Self {
        view.nullable = false;
        let word = match kind {
            Json::String => "string",
            Json::Integer => "integer",
            Json::Number => "number",
            Json::Boolean => "boolean",
            Json::Array => "array",
            Json::Object => "object",
        };
        let key = format!("{key}/~{word}");
        Self::View {
            key,
            view: Box::new(view),
        }
    }
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
fn own_word(node: &Node<'_>, view: &View<'_>, dialect: Dialect) -> Option<String> {
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

/// Whether the members of a union say nothing that makes another type of what stands around it.
pub(super) fn only_refines(union: &Union<'_>, typed: bool, dialect: Dialect) -> bool {
    let refines = |member: &Node<'_>| {
        let view = View::of(member, dialect);
        let bare = view.properties.is_empty() && view.unions.is_empty() && view.values.is_none();
        let bare = bare && view.items.is_empty() && view.tuple.is_empty();
        bare && !view.only_null && view.kinds.is_none()
    };
    typed && union.members.iter().all(refines)
}

/// What a union comes to.
pub(super) fn alternatives<'d>(
    key: &str,
    around: &View<'d>,
    union: &Union<'d>,
    dialect: Dialect,
    closed: bool,
) -> Alternatives<'d> {
    let mut members = Vec::new();
    flatten(&union.members, around, dialect, 0, &mut members);
    members.retain(|seen: &Seen<'d>| !seen.view.only_null);
    if members
        .iter()
        .any(|seen| seen.view.kinds.is_none() && seen.view.unions.is_empty())
    {
        return Alternatives::Anything;
    }
    if let (Some(discriminator), true) = (&union.discriminator, members.len() > 1)
        && let Some(tagged) = tagged(discriminator, &members, dialect)
    {
        return tagged;
    }
    let mut entries = entries(key, members, closed);
    match entries.len() {
        0 => Alternatives::Anything,
        1 => Alternatives::One(Box::new(alone(key, around, entries.remove(0)))),
        _ => Alternatives::Untagged(entries),
    }
}

/// What was put together stands for the whole union.
fn alone<'d>(key: &str, around: &View<'d>, entry: Entry<'d>) -> Entry<'d> {
    let Entry::View { mut view, .. } = entry else {
        return entry;
    };
    (view.description, view.title) = (around.description, around.title);
    Entry::View {
        key: key.to_owned(),
        view,
    }
}

/// Members, with those of unions that stand in place of a member and say nothing of their own.
fn flatten<'d>(
    nodes: &[Node<'d>],
    around: &View<'d>,
    dialect: Dialect,
    depth: usize,
    into: &mut Vec<Seen<'d>>,
) {
    for node in nodes {
        let place = |node: &Node<'d>| node.resolved().map(|node| node.place()).ok();
        let mut view = View::of(node, dialect);
        let inner = match view.unions.as_slice() {
            [inner]
                if node.reference().is_none()
                    && view.kinds.is_none()
                    && inner.discriminator.is_none() =>
            {
                Some(inner.clone())
            }
            _ => None,
        };
        if let Some(inner) = inner.filter(|_| depth < DEPTH) {
            flatten(&inner.members, around, dialect, depth + 1, into);
            continue;
        }
        if view.kinds.is_none() && view.unions.is_empty() {
            view.kinds.clone_from(&around.kinds);
        }
        if !into.iter().any(|known| place(&known.node) == place(node)) {
            into.push(Seen {
                node: node.clone(),
                view,
            });
        }
    }
}

/// Members as entries: those that are texts together, those that are numbers together.
fn entries<'d>(key: &str, members: Vec<Seen<'d>>, closed: bool) -> Vec<Entry<'d>> {
    let (texts, others): (Vec<_>, Vec<_>) = members
        .into_iter()
        .partition(|seen| is(seen, &[Json::String]));
    let (numbers, others): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|seen| is(seen, &[Json::Integer, Json::Number]));
    let (flags, others): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|seen| is(seen, &[Json::Boolean]));
    let mut entries = Vec::new();
    entries.extend(flags.first().map(|_| Entry::Type(Type::Bool)));
    entries.extend(together(key, numbers, closed));
    entries.extend(together(key, texts, closed));
    entries.extend(others.into_iter().map(|seen| Entry::Node(seen.node)));
    entries
}

fn is(seen: &Seen<'_>, kinds: &[Json]) -> bool {
    seen.view.unions.is_empty() && seen.view.kind().is_some_and(|kind| kinds.contains(&kind))
}

/// Texts, or numbers, as one.
fn together<'d>(key: &str, mut members: Vec<Seen<'d>>, closed: bool) -> Option<Entry<'d>> {
    if members.len() < 2 {
        return members.pop().map(|seen| Entry::Node(seen.node));
    }
    let listed = members
        .iter()
        .filter(|seen| seen.view.values.is_some())
        .count();
    let all_listed = listed == members.len();
    if let Some(one) = named_among(&members).filter(|_| !closed) {
        return Some(Entry::Node(one));
    }
    let kind = match members
        .iter()
        .any(|seen| seen.view.kind() == Some(Json::Number))
    {
        true => Json::Number,
        false => members
            .first()
            .and_then(|seen| seen.view.kind())
            .unwrap_or(Json::String),
    };
    let same = |field: fn(&View<'d>) -> Option<&'d str>| {
        let mut said = members.iter().map(|seen| field(&seen.view));
        let first = said.next().flatten();
        first.filter(|_| said.all(|other| other == first))
    };
    let least = members
        .iter()
        .map(|seen| seen.view.minimum)
        .reduce(|a, b| Some(a?.min(b?)))
        .flatten();
    let most = members
        .iter()
        .map(|seen| seen.view.maximum)
        .reduce(|a, b| Some(a?.max(b?)))
        .flatten();
    let mut view = View {
        format: same(|view| view.format),
        minimum: least,
        maximum: most,
        open: !all_listed,
        ..View::default()
    };
    if all_listed || (listed > 0 && kind == Json::String) {
        view.values = Some(members.iter().flat_map(choices).collect());
    }
    let view = view.only(kind);
    Some(Entry::part(key, kind, view))
}

/// The only enumeration among texts, if it has a name of its own: it is open, and so is the whole.
fn named_among<'d>(members: &[Seen<'d>]) -> Option<Node<'d>> {
    let mut listed = members.iter().filter(|seen| seen.view.values.is_some());
    let one = listed
        .next()
        .filter(|seen| seen.node.reference().is_some())?;
    let texts = members
        .iter()
        .all(|seen| seen.view.kind() == Some(Json::String));
    (texts && listed.next().is_none()).then(|| one.node.clone())
}

/// The values of a member. A member of a single value often has its name and its meaning beside it.
fn choices<'d>(seen: &Seen<'d>) -> Vec<Choice<'d>> {
    let mut choices = seen.view.values.clone().unwrap_or_default();
    if let [choice] = choices.as_mut_slice() {
        choice.name = choice.name.or(seen.view.title);
        choice.words = choice.words.or(seen.view.description);
    }
    choices
}

/// Objects that a property tells apart: each with the values that it has there.
fn tagged<'d>(
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

fn add_tagged<'d>(
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
fn mapped(discriminator: &Node<'_>, member: &Node<'_>) -> Vec<String> {
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
fn own(tag: &str, seen: &Seen<'_>, dialect: Dialect) -> Vec<String> {
    let property = seen.view.properties.iter().find(|(key, _)| *key == tag);
    let view = property.map(|(_, nodes)| View::all(nodes, dialect));
    let values = view.and_then(|view| view.values).unwrap_or_default();
    values
        .iter()
        .filter_map(|choice| choice.value.as_str().map(str::to_owned))
        .collect()
}

/// The only value of a text.
fn single(nodes: &[Node<'_>], dialect: Dialect) -> Option<String> {
    let nodes = nodes
        .iter()
        .filter(|node| !view::is_words(node))
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
