//! Enumerations of one text, which need no type.
//!
//! `object: {enum: [charge]}` tells nothing that a field does not say as well: a member that is always
//! the same text is a `String` that knows it. Among alternatives `{enum: [""]}` says that there may be
//! nothing, and is a text. In large documents every tenth type is one of these.

use std::collections::BTreeMap;

use super::Type;
use super::definition::{Definition, Fixed, Shape, Variant};
use super::place::Called;

/// Takes enumerations of one text out of members and of alternatives. Those that the document names
/// stay.
pub(super) fn fix(definitions: &mut [Definition], called: &[Called]) {
    let single: BTreeMap<usize, (Variant<String>, bool)> = definitions
        .iter()
        .zip(called)
        .enumerate()
        .filter(|(_, (_, called))| !called.named)
        .filter_map(|(index, (definition, _))| match &definition.shape {
            Shape::Texts { variants, open } => match variants.as_slice() {
                [one] => Some((index, (one.clone(), *open))),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let of = |of: &Type| single.get(&of.bare().named_here()?);
    for at in 0..definitions.len() {
        let is_text = |of: &Type| match of {
            Type::String => true,
            Type::Named(index) => matches!(
                definitions.get(*index).map(|definition| &definition.shape),
                Some(Shape::Texts { .. })
            ),
            _ => false,
        };
        let texts = match definitions.get(at).map(|definition| &definition.shape) {
            Some(Shape::Untagged { variants, .. }) => {
                variants.iter().filter(|of| is_text(of)).count()
            }
            _ => 0,
        };
        match definitions
            .get_mut(at)
            .map(|definition| &mut definition.shape)
        {
            Some(Shape::Struct { members, .. }) => {
                for member in members {
                    let Some((one, open)) = of(&member.of) else {
                        continue;
                    };
                    let nullable = matches!(member.of, Type::Nullable(_));
                    member.of = Type::String.or_null(nullable);
                    let more = said(one, &member.docs);
                    member.docs.extend(more);
                    member.fixed = Some(Fixed {
                        text: one.wire.clone(),
                        open: *open,
                    });
                }
            }
            // Beside another text it would not be told apart.
            Some(Shape::Untagged { variants, .. }) if texts == 1 => {
                for variant in variants {
                    if of(variant).is_some_and(|(one, open)| *open && one.wire.is_empty()) {
                        *variant = Type::String;
                    }
                }
            }
            _ => {}
        }
    }
}

/// What the type would have said, and `docs` do not.
fn said(one: &Variant<String>, docs: &[String]) -> Vec<String> {
    let quoted = format!("`{}`", one.wire);
    let shown = !one.wire.is_empty()
        && one.wire.trim() == one.wire
        && one
            .wire
            .chars()
            .all(|c| (c == ' ' || c.is_ascii_graphic()) && c != '`');
    let known = docs.iter().any(|line| line.contains(&quoted));
    let line = (shown && !known).then(|| format!("Always {quoted}."));
    let more = line.into_iter().chain(one.docs.iter().cloned());
    let lines = more.flat_map(|line| [String::new(), line]);
    // A paragraph of its own, if there is one before it.
    lines.skip(usize::from(docs.is_empty())).collect()
}
