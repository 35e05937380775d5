//! Enumerations of one text, which need no type.
//!
//! `object: {enum: [charge]}` tells nothing that a field does not say as well: a member that is always
//! the same text is a `String` that knows it. Among alternatives `{enum: [""]}` says that there may be
//! nothing, and is a text. In large documents every tenth type is one of these.

use std::collections::{BTreeMap, BTreeSet};

use super::Type;
use super::definition::{Definition, Fixed, Member, Shape, Variant};
use super::place::Called;
use super::words;

/// Enumerations of one text, and whether they keep others.
type Single = BTreeMap<usize, (Variant<String>, bool)>;

/// Takes enumerations of one text out of members and of alternatives. Those that the document names
/// stay.
pub(super) fn fix(definitions: &mut [Definition], called: &[Called]) {
    let mut single = Single::new();
    let mut texts = BTreeSet::new();
    for (index, (definition, called)) in definitions.iter().zip(called).enumerate() {
        if let Shape::Texts { variants, open } = &definition.shape {
            texts.insert(index);
            if let ([one], false) = (variants.as_slice(), called.named) {
                single.insert(index, (one.clone(), *open));
            }
        }
    }
    for definition in definitions {
        match &mut definition.shape {
            Shape::Struct { members, .. } => {
                members
                    .iter_mut()
                    .for_each(|member| fix_member(member, &single));
            }
            Shape::Untagged { variants, .. } => fix_alternatives(variants, &single, &texts),
            _ => {}
        }
    }
}

fn fix_member(member: &mut Member, single: &Single) {
    let Some((one, open)) = member.of.held().and_then(|index| single.get(&index)) else {
        return;
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

/// Beside another text nothing would not be told apart.
fn fix_alternatives(variants: &mut [Type], single: &Single, texts: &BTreeSet<usize>) {
    let is_text = |of: &&Type| match of {
        Type::String => true,
        Type::Named(index) => texts.contains(index),
        _ => false,
    };
    if variants.iter().filter(is_text).count() != 1 {
        return;
    }
    for variant in variants {
        let one = variant.held().and_then(|index| single.get(&index));
        if one.is_some_and(|(one, open)| *open && one.wire.is_empty()) {
            *variant = Type::String;
        }
    }
}

/// What the type would have said, and `docs` do not.
fn said(one: &Variant<String>, docs: &[String]) -> Vec<String> {
    let quoted = format!("`{}`", one.wire);
    let known = docs.iter().any(|line| line.contains(&quoted));
    let line = (words::is_quotable(&one.wire) && !known).then(|| format!("Always {quoted}."));
    let more = line.into_iter().chain(one.docs.iter().cloned());
    let lines = more.flat_map(|line| [String::new(), line]);
    // A paragraph of its own, if there is one before it.
    lines.skip(usize::from(docs.is_empty())).collect()
}
