//! `#[derive(Model)]`: from a struct or an enum to what it is in JSON.

mod fields;
mod owner;
mod types;
mod unions;
mod words;
mod written;

use proc_macro2::Span;
use syn::{DeriveInput, Fields};

use super::names::plain;
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Data, DataShape, Owner};

pub(super) use self::owner::owner;
pub(super) use self::types::{argument, is_last};
pub(super) use self::written::{Word, Written, written};

const CRATE: Key = once("crate", "crate = my_tollgate");
const DEBUG: Key = once("debug", "debug");
const EQ: Key = once("eq", "eq");
const STRUCT_KEYS: &[Key] = &[once("new", "new"), DEBUG, EQ, CRATE];
const NEWTYPE_KEYS: &[Key] = &[DEBUG, EQ, CRATE];
const ENUM_KEYS: &[Key] = &[
    once("tag", "tag = \"type\""),
    once("untagged", "untagged"),
    DEBUG,
    EQ,
    CRATE,
];

/// A valid type, or who it is and what is wrong with it.
pub(crate) fn data(input: &DeriveInput) -> Result<Data, Box<(Owner, Errors)>> {
    let mut errors = Errors::default();
    let (owner, shape) = match &input.data {
        syn::Data::Struct(data) => structure(input, &data.fields, &mut errors),
        syn::Data::Enum(data) => enumeration(input, data, &mut errors),
        syn::Data::Union(data) => {
            errors.on(&data.union_token, "a model is a struct or an enum");
            let (owner, _) = head(input, NEWTYPE_KEYS, &mut errors);
            (owner, None)
        }
    };
    match shape {
        Some(shape) if errors.is_empty() => Ok(Data { owner, shape }),
        _ => Err(Box::new((owner, errors))),
    }
}

/// The type itself, and what its attribute says.
fn head(input: &DeriveInput, keys: &'static [Key], errors: &mut Errors) -> (Owner, Sheet) {
    let place = format!("`#[wire]` of `{}`", plain(&input.ident));
    let Written {
        mut sheet, words, ..
    } = written("wire", &place, keys, &input.attrs, errors);
    for (word, _) in words {
        errors.on(
            &word,
            format!(
                "`{}` has no name on the wire itself; write names at its fields and variants",
                plain(&input.ident)
            ),
        );
    }
    let root = sheet.take("crate");
    let root = root.and_then(|filled| filled.path(errors));
    let mut flag = |key| {
        let word = sheet.take(key);
        word.is_some_and(|word| word.flag(errors).is_some())
    };
    let (debug, eq) = (flag("debug"), flag("eq"));
    let owner = Owner {
        debug,
        eq,
        ..owner(input, "a model", root, errors)
    };
    (owner, sheet)
}

fn structure(
    input: &DeriveInput,
    fields: &Fields,
    errors: &mut Errors,
) -> (Owner, Option<DataShape>) {
    let keys = match fields {
        Fields::Unnamed(_) => NEWTYPE_KEYS,
        _ => STRUCT_KEYS,
    };
    let (owner, mut sheet) = head(input, keys, errors);
    let name = plain(&input.ident);
    let new = sheet.take("new");
    let new = new.is_some_and(|new| new.flag(errors).is_some());
    let shape = match fields {
        Fields::Named(named) => Some(DataShape::Object {
            fields: fields::fields(&name, named, errors),
            new,
        }),
        Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
            let inner = unnamed.unnamed.first();
            inner.map(|inner| {
                let place = format!("`#[wire]` of the value of `{name}`");
                let refused = written("wire", &place, &[], &inner.attrs, errors);
                for (word, _) in refused.words {
                    errors.on(&word, format!("`{name}` is written as what it holds, which has no name; remove the name"));
                }
                DataShape::Newtype(Box::new(inner.ty.clone()), types::presence(&inner.ty))
            })
        }
        Fields::Unnamed(unnamed) => {
            errors.on(unnamed, format!("model `{name}`: members of an object have names; write `struct {name} {{ … }}`, or hold one value, as which `{name}` is written"));
            None
        }
        Fields::Unit => {
            errors.on(&input.ident, format!("model `{name}` says nothing of its fields; write `struct {name} {{}}` for an object without members"));
            None
        }
    };
    (owner, shape)
}

fn enumeration(
    input: &DeriveInput,
    data: &syn::DataEnum,
    errors: &mut Errors,
) -> (Owner, Option<DataShape>) {
    let (owner, mut sheet) = head(input, ENUM_KEYS, errors);
    let name = plain(&input.ident);
    let tag = sheet.take("tag");
    let untagged = sheet.take("untagged");
    if data.variants.is_empty() {
        errors.on(
            &input.ident,
            format!("model `{name}` has no variant, so that there is no value to read"),
        );
        return (owner, None);
    }
    if let (Some(_), Some(untagged)) = (&tag, &untagged) {
        errors.at(
            untagged.span(),
            format!("`{name}` has a tag, so that it cannot be `untagged`; remove one of the two"),
        );
        return (owner, None);
    }
    let shape = match (tag, untagged) {
        (Some(tag), _) => {
            let tag = tag.string(errors);
            unions::union(&name, tag, true, &data.variants, errors)
        }
        (None, Some(untagged)) => {
            let _ = untagged.flag(errors);
            unions::union(&name, None, false, &data.variants, errors)
        }
        (None, None) => words::words(&name, &data.variants, errors),
    };
    (owner, shape)
}

/// Two things with one name on the wire.
pub(super) fn refuse_twins(owner: &str, names: &[(String, Span, String)], errors: &mut Errors) {
    for (index, (wire, span, what)) in names.iter().enumerate() {
        let mut before = names.iter().take(index);
        if let Some((_, _, first)) = before.find(|(other, ..)| other == wire) {
            errors.at(*span, format!("`{owner}`: {first} is `{wire}` on the wire already; give {what} another name: `#[wire(\"…\")]`"));
        }
    }
}
