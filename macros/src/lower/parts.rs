//! `#[derive(Parts)]`: a struct as the parts of a form.

use syn::{DeriveInput, Fields, Type};

use super::data::{Word, Written, argument, is_last, owner, refuse_twins, written};
use super::names::plain;
use super::sheet::{Key, once};
use crate::errors::Errors;
use crate::model::{Owner, PartField, PartKind, Parts};

const KEYS: &[Key] = &[once("json", "json")];
const STRUCT_KEYS: &[Key] = &[once("crate", "crate = my_tollgate")];

/// A valid struct, or who it is and what is wrong with it.
pub(crate) fn parts(input: &DeriveInput) -> Result<Parts, Box<(Owner, Errors)>> {
    let mut errors = Errors::default();
    let name = plain(&input.ident);
    let place = format!("`#[wire]` of `{name}`");
    let Written { mut sheet, words } =
        written("wire", &place, STRUCT_KEYS, &input.attrs, &mut errors);
    for (word, _) in words {
        errors.on(
            &word,
            format!("`{name}` has no name on the wire itself; write names at its fields"),
        );
    }
    let root = sheet.take("crate");
    let root = root.and_then(|filled| filled.path(&mut errors));
    let owner = owner(input, "a form", root, &mut errors);
    let syn::Data::Struct(syn::DataStruct {
        fields: Fields::Named(named),
        ..
    }) = &input.data
    else {
        errors.on(
            &input.ident,
            format!("`{name}`: a form has parts with names; write `struct {name} {{ … }}`"),
        );
        return Err(Box::new((owner, errors)));
    };
    let mut fields = Vec::new();
    let mut wires = Vec::new();
    for field in &named.named {
        if let Some((field, span)) = part(field, &mut errors) {
            wires.push((field.wire.clone(), span, format!("field `{}`", field.name)));
            fields.push(field);
        }
    }
    refuse_twins(&name, &wires, &mut errors);
    match errors.is_empty() {
        true => Ok(Parts { owner, fields }),
        false => Err(Box::new((owner, errors))),
    }
}

fn part(field: &syn::Field, errors: &mut Errors) -> Option<(PartField, proc_macro2::Span)> {
    let name = field.ident.clone()?;
    let word = plain(&name);
    let place = format!("`#[wire]` of field `{word}`");
    let Written { mut sheet, words } = written("wire", &place, KEYS, &field.attrs, errors);
    let mut wire = (word.clone(), name.span());
    for (index, (tokens, text)) in words.iter().enumerate() {
        match text {
            Word::Text(text) if index == 0 => wire = (text.value(), text.span()),
            _ => errors.on(
                tokens,
                format!("field `{word}` is a part of one name, which is a string; write `#[wire(\"name\")]`"),
            ),
        }
    }
    let json = sheet.take("json");
    let is_part = is_part(&field.ty);
    if let Some(json) = &json {
        let _ = json.flag(errors);
        if is_part {
            errors.at(
                json.span(),
                format!("field `{word}` is a part already, with a type of its own; remove `json`"),
            );
        }
    }
    let kind = match (is_part, json) {
        (true, _) => PartKind::Part,
        (false, Some(_)) => PartKind::Json,
        (false, None) => PartKind::Value,
    };
    let (wire, span) = wire;
    let ty = field.ty.clone();
    Some((
        PartField {
            name,
            ty,
            wire,
            kind,
        },
        span,
    ))
}

/// `Part`, and `Option` and `Vec` of it.
fn is_part(ty: &Type) -> bool {
    let inner = argument(ty, "Option").or_else(|| argument(ty, "Vec"));
    inner.map_or_else(|| is_last(ty, &["Part"]), is_part)
}
