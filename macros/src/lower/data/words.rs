//! Enums whose variants hold nothing: a string each, or a number each.

use proc_macro2::{Ident, Span, TokenStream};
use syn::punctuated::Punctuated;
use syn::{Fields, LitStr, Token, Type, Variant};

use super::types::is_last;
use super::written::{Word, Written, written};
use crate::errors::Errors;
use crate::lower::answer::words as type_words;
use crate::lower::names::plain;
use crate::lower::sheet::{Key, once};
use crate::model::{DataShape, Words};

pub(super) const KEYS: &[Key] = &[once("other", "other")];

/// One variant, as far as it could be read.
struct Read<'a> {
    variant: &'a Variant,
    words: Vec<(TokenStream, Word)>,
}

/// A string enum or a numeric one.
pub(super) fn words(
    owner: &str,
    variants: &Punctuated<Variant, Token![,]>,
    errors: &mut Errors,
) -> Option<DataShape> {
    let mut other = None;
    let mut known = Vec::new();
    for variant in variants {
        let name = plain(&variant.ident);
        let place = format!("`#[wire]` of variant `{name}`");
        let Written { mut sheet, words } = written("wire", &place, KEYS, &variant.attrs, errors);
        match sheet.take("other") {
            Some(word) => {
                let _ = word.flag(errors);
                self::other(owner, variant, word.span(), &words, &mut other, errors);
            }
            None => {
                refuse_value(owner, variant, errors);
                known.push(Read { variant, words });
            }
        }
    }
    let is_number = |word: &(TokenStream, Word)| matches!(word.1, Word::Number(_));
    match known.iter().any(|read| read.words.iter().any(is_number)) {
        true => numbers(owner, &known, other, errors),
        false => strings(owner, &known, other, errors),
    }
}

/// The variant for what is not known, and its type.
type Other<'a> = Option<(Ident, &'a Type)>;

/// Reads a variant marked `other`.
pub(super) fn other<'a>(
    owner: &str,
    variant: &'a Variant,
    span: Span,
    words: &[(TokenStream, Word)],
    other: &mut Other<'a>,
    errors: &mut Errors,
) {
    let name = plain(&variant.ident);
    if let Some((tokens, _)) = words.first() {
        errors.on(
            tokens,
            format!("variant `{name}` is for whatever has no variant, so that it has no name; remove the name or `other`"),
        );
    }
    if let Some((first, _)) = other {
        let first = plain(first);
        return errors.at(
            span,
            format!(
                "`{owner}`: variant `{first}` is for whatever has no variant; remove this `other`"
            ),
        );
    }
    match only_value(variant) {
        Some(ty) => *other = Some((variant.ident.clone(), ty)),
        None => errors.on(
            &variant.ident,
            format!("variant `{name}` keeps what was read: `{name}(String)`, `{name}(i64)` in an enum of numbers, `{name}(tollgate::model::Value)` in a union"),
        ),
    }
}

/// The one value that a variant holds.
pub(super) fn only_value(variant: &Variant) -> Option<&Type> {
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| &field.ty)
        }
        _ => None,
    }
}

fn refuse_value(owner: &str, variant: &Variant, errors: &mut Errors) {
    if !matches!(variant.fields, Fields::Unit) {
        let name = plain(&variant.ident);
        errors.on(
            &variant.ident,
            format!("variant `{name}` of `{owner}` holds a value; say at `{owner}` how the variants are told apart: `#[wire(tag = \"type\")]` by a member, `#[wire(untagged)]` by what fits best"),
        );
    }
}

/// The type of `other`, which has to be able to hold whatever there is.
pub(super) fn checked(
    other: Other<'_>,
    wanted: &str,
    written: &str,
    errors: &mut Errors,
) -> Option<Ident> {
    let (name, ty) = other?;
    if !is_last(ty, &[wanted]) {
        let found = type_words(ty);
        errors.on(
            ty,
            format!(
                "variant `{}` cannot keep all that may be read in a `{found}`; write `{written}`",
                plain(&name)
            ),
        );
    }
    Some(name)
}

fn strings(
    owner: &str,
    all: &[Read<'_>],
    other: Other<'_>,
    errors: &mut Errors,
) -> Option<DataShape> {
    let mut known = Vec::new();
    let mut wires = Vec::new();
    for Read { variant, words } in all {
        let name = plain(&variant.ident);
        refuse_second(&name, words, errors);
        let text = match words.first() {
            Some((_, Word::Text(text))) => text.clone(),
            _ => LitStr::new(&name, variant.ident.span()),
        };
        wires.push((text.value(), text.span(), format!("variant `{name}`")));
        known.push((variant.ident.clone(), text));
    }
    super::refuse_twins(owner, &wires, errors);
    let other = checked(other, "String", "String", errors);
    Some(DataShape::Words(Words { known, other }))
}

fn numbers(
    owner: &str,
    all: &[Read<'_>],
    other: Other<'_>,
    errors: &mut Errors,
) -> Option<DataShape> {
    let mut known: Vec<(Ident, i64)> = Vec::new();
    for Read { variant, words } in all {
        let name = plain(&variant.ident);
        refuse_second(&name, words, errors);
        match words.first() {
            Some((tokens, Word::Number(number))) => {
                if let Some((first, _)) = known.iter().find(|(_, known)| known == number) {
                    errors.on(tokens, format!("`{owner}`: variant `{first}` is {number} on the wire already; give variant `{name}` another number"));
                }
                known.push((variant.ident.clone(), *number));
            }
            Some((tokens, Word::Text(_))) => errors.on(
                tokens,
                format!(
                    "`{owner}` has numbers on the wire; write a number here, or strings everywhere"
                ),
            ),
            None => errors.on(
                &variant.ident,
                format!("`{owner}` has numbers on the wire; say which is `{name}`: `#[wire(3)]`"),
            ),
        }
    }
    let other = checked(other, "i64", "i64", errors);
    Some(DataShape::Numbers(Words { known, other }))
}

fn refuse_second(name: &str, words: &[(TokenStream, Word)], errors: &mut Errors) {
    if let Some((second, _)) = words.get(1) {
        errors.on(
            second,
            format!("variant `{name}` is written in one way; remove the second, or give it a variant of its own"),
        );
    }
}
