//! Enums whose variants hold one value each.

use proc_macro2::TokenStream;
use syn::punctuated::Punctuated;
use syn::{LitStr, Token, Variant};

use super::types::{is_last, presence};
use super::words::{KEYS, checked, only_value, other};
use super::written::{Word, Written, written};
use crate::errors::Errors;
use crate::lower::names::plain;
use crate::model::{DataShape, Union, UnionVariant};

/// A union with a tag, or without one. A wrong tag has been told.
pub(super) fn union(
    owner: &str,
    tag: Option<LitStr>,
    is_tagged: bool,
    variants: &Punctuated<Variant, Token![,]>,
    errors: &mut Errors,
) -> Option<DataShape> {
    let mut other = None;
    let mut known = Vec::new();
    let mut wires = Vec::new();
    for variant in variants {
        let name = plain(&variant.ident);
        let place = format!("`#[wire]` of variant `{name}`");
        let Written { mut sheet, words } = written("wire", &place, KEYS, &variant.attrs, errors);
        if let Some(word) = sheet.take("other") {
            let _ = word.flag(errors);
            self::other(owner, variant, word.span(), &words, &mut other, errors);
            continue;
        }
        let Some(ty) = only_value(variant) else {
            errors.on(&variant.ident, format!("variant `{name}` of the union `{owner}` holds one value: `{name}(Thing)`, and `{name}(())` for `null`"));
            continue;
        };
        let wire = names(&name, variant, is_tagged, &words, errors);
        for (wire, span) in &wire {
            wires.push((wire.clone(), *span, format!("variant `{name}`")));
        }
        known.push(UnionVariant {
            name: variant.ident.clone(),
            ty: ty.clone(),
            presence: presence(ty),
            wire: wire.into_iter().map(|(wire, _)| wire).collect(),
        });
    }
    super::refuse_twins(owner, &wires, errors);
    let other = checked(other, "Value", "tollgate::model::Value", errors);
    let unboxed = known.iter().position(|known| !is_last(&known.ty, &["Box"]));
    Some(DataShape::Union(Union {
        tag,
        known,
        other,
        blank: unboxed.unwrap_or_default(),
    }))
}

/// What the tag is, for one variant.
fn names(
    name: &str,
    variant: &Variant,
    is_tagged: bool,
    words: &[(TokenStream, Word)],
    errors: &mut Errors,
) -> Vec<(String, proc_macro2::Span)> {
    let mut wire = Vec::new();
    for (tokens, word) in words {
        match word {
            _ if !is_tagged => errors.on(tokens, format!("a union without a tag has no names on the wire; remove the name of `{name}`, or say `#[wire(tag = \"type\")]`")),
            Word::Text(text) => wire.push((text.value(), text.span())),
            Word::Number(number) => errors.on(tokens, format!("a tag is a string; write `#[wire(\"{number}\")]`")),
        }
    }
    if wire.is_empty() && is_tagged {
        wire.push((name.to_owned(), variant.ident.span()));
    }
    wire
}
