//! Structs: objects, and what is written as the one value that it holds.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Path, Type};

use super::{Bodies, ends, moves};
use crate::emit::{docs, place};
use crate::model::{Field, FieldPart, Fixed, Owner, Presence};

pub(super) fn object(owner: &Owner, fields: &[Field], new: bool) -> Bodies {
    let root = &owner.root;
    let wires = wires(fields);
    let read = fields.iter().map(|field| read(field, &wires));
    let write = writes(fields, &wires);
    let always = fields.iter().any(|field| match &field.part {
        FieldPart::Rest => true,
        FieldPart::Member {
            nullable, presence, ..
        } => *nullable || *presence != Presence::Optional,
    });
    let (expect, begin) = (
        fields.is_empty().then(|| quote!(reader.expect_object();)),
        (!always).then(|| quote!(writer.object();)),
    );
    let parts = fields.iter().filter_map(|field| match field.part {
        FieldPart::Member { presence, .. } => Some((&field.ty, presence)),
        FieldPart::Rest => None,
    });
    Bodies {
        consts: ends(root, parts),
        read: quote!(#expect Self { #(#read),* }),
        write: quote!(#begin #write),
        beside: match new {
            true => self::new(owner, fields),
            false => TokenStream::new(),
        },
    }
}

/// The names of all members that are fields.
fn wires(fields: &[Field]) -> Vec<&str> {
    let wires = fields.iter().filter_map(|field| match &field.part {
        FieldPart::Member { wire, .. } => Some(wire.as_str()),
        FieldPart::Rest => None,
    });
    wires.collect()
}

/// `id: reader.field("id")`; a type that is no model is marked where it is written.
fn read(field: &Field, wires: &[&str]) -> TokenStream {
    let Field { name, ty, part } = field;
    let at = place::of(ty.span());
    let read = match part {
        FieldPart::Member {
            wire,
            fixed: Some(Fixed { text, open }),
            ..
        } => quote_spanned!(at=> reader.fixed(#wire, #text, #open)),
        FieldPart::Member { wire, .. } => quote_spanned!(at=> reader.field(#wire)),
        FieldPart::Rest => quote_spanned!(at=> reader.rest(&[#(#wires),*])),
    };
    quote!(#name: #read)
}

/// Neighbours of one kind are written by one call.
fn writes(fields: &[Field], wires: &[&str]) -> TokenStream {
    let mut writes = TokenStream::new();
    for run in fields.chunk_by(|one, next| is_plain(one) && is_plain(next)) {
        match run {
            [one] => writes.extend(write(one, wires)),
            run => {
                let members = run.iter().map(|field| {
                    let FieldPart::Member { wire, .. } = &field.part else {
                        return TokenStream::new();
                    };
                    let (at, name) = moved(field);
                    quote_spanned!(at=> (#wire, &self.#name))
                });
                writes.extend(quote!(writer.fields(&[#(#members),*]);));
            }
        }
    }
    writes
}

fn is_plain(field: &Field) -> bool {
    matches!(
        field.part,
        FieldPart::Member {
            nullable: false,
            ..
        }
    )
}

fn write(field: &Field, wires: &[&str]) -> TokenStream {
    let (at, name) = moved(field);
    match &field.part {
        FieldPart::Member {
            wire,
            nullable: false,
            ..
        } => quote_spanned!(at=> writer.field(#wire, &self.#name);),
        FieldPart::Member { wire, .. } => quote_spanned!(at=> writer.nullable(#wire, &self.#name);),
        FieldPart::Rest => quote_spanned!(at=> writer.rest(&[#(#wires),*], &self.#name);),
    }
}

/// The place of a field's type, and its name there.
fn moved(field: &Field) -> (Span, Ident) {
    let at = field.ty.span();
    let mut name = field.name.clone();
    name.set_span(name.span().located_at(at));
    (place::of(at), name)
}

/// `fn new` with the fields that have to be there, and are not known already.
fn new(owner: &Owner, fields: &[Field]) -> TokenStream {
    let Owner {
        name, visibility, ..
    } = owner;
    let mut arguments = Vec::new();
    let values = fields.iter().map(|field| {
        let Field { name, ty, part } = field;
        match part {
            FieldPart::Member {
                presence: Presence::Plain,
                fixed: Some(Fixed { text, .. }),
                ..
            } => quote!(#name: ::std::string::String::from(#text)),
            FieldPart::Member {
                nullable, presence, ..
            } if *nullable || *presence != Presence::Optional => {
                arguments.push(quote!(#name: #ty));
                quote!(#name)
            }
            _ => quote!(#name: ::core::default::Default::default()),
        }
    });
    let values: Vec<_> = values.collect();
    let doc = format!(
        " A `{}` with what it has to have, and nothing else.",
        docs::plain(name)
    );
    quote! {
        #[allow(dead_code, deprecated, clippy::too_many_arguments)]
        impl #name {
            #[doc = #doc]
            #[must_use]
            #visibility fn new(#(#arguments),*) -> Self {
                Self { #(#values),* }
            }
        }
    }
}

pub(super) fn newtype(root: &Path, ty: &Type, presence: Presence) -> Bodies {
    let part = || std::iter::once((ty, presence));
    let (ends, moves) = (ends(root, part()), moves(root, part()));
    let value = place::at(ty.span(), quote!(reader.value()));
    let write = place::at(
        ty.span(),
        quote!(#root::model::Wire::write(&self.0, writer)),
    );
    Bodies {
        consts: quote!(#ends #moves),
        read: quote!(Self(#value)),
        write,
        beside: TokenStream::new(),
    }
}
