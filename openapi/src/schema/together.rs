//! Alternatives that are one thing: texts, and numbers.

use super::Type;
use super::union::{Entry, Seen};
use super::view::{Choice, Json, View};
use crate::document::Node;

/// Members as entries: those that are texts together, those that are numbers together.
pub(super) fn entries<'d>(key: &str, members: Vec<Seen<'d>>, closed: bool) -> Vec<Entry<'d>> {
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

pub(super) fn is(seen: &Seen<'_>, kinds: &[Json]) -> bool {
    seen.view.unions.is_empty() && seen.view.kind().is_some_and(|kind| kinds.contains(&kind))
}

/// Texts, or numbers, as one.
pub(super) fn together<'d>(
    key: &str,
    mut members: Vec<Seen<'d>>,
    closed: bool,
) -> Option<Entry<'d>> {
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
pub(super) fn named_among<'d>(members: &[Seen<'d>]) -> Option<Node<'d>> {
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
pub(super) fn choices<'d>(seen: &Seen<'d>) -> Vec<Choice<'d>> {
    let mut choices = seen.view.values.clone().unwrap_or_default();
    if let [choice] = choices.as_mut_slice() {
        choice.name = choice.name.or(seen.view.title);
        choice.words = choice.words.or(seen.view.description);
    }
    choices
}
