//! Structs: objects, and what is written as the one value that it holds.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Path, Type};

use super::{Bodies, ends, moves};
use crate::emit::{docs, place};
use crate::model::{Field, FieldPart, Owner, Presence};

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
    let read = match part {
        FieldPart::Member { wire, .. } => quote!(reader.field(#wire)),
        FieldPart::Rest => quote!(reader.rest(&[#(#wires),*])),
    };
    let read = place::at(ty.span(), read);
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
                    let name = &field.name;
                    let FieldPart::Member { wire, .. } = &field.part else {
                        return TokenStream::new();
                    };
                    place::at(field.ty.span(), quote!((#wire, &self.#name)))
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
    let Field { name, ty, part } = field;
    let write = match part {
        FieldPart::Member {
            wire,
            nullable: false,
            ..
        } => quote!(writer.field(#wire, &self.#name);),
        FieldPart::Member { wire, .. } => quote!(writer.nullable(#wire, &self.#name);),
        FieldPart::Rest => quote!(writer.rest(&[#(#wires),*], &self.#name);),
    };
    place::at(ty.span(), write)
}

/// `fn new` with the fields that have to be there.
fn new(owner: &Owner, fields: &[Field]) -> TokenStream {
    let Owner {
        name, visibility, ..
    } = owner;
    let is_needed = |field: &&Field| match &field.part {
        FieldPart::Member {
            nullable, presence, ..
        } => *nullable || *presence != Presence::Optional,
        FieldPart::Rest => false,
    };
    let arguments = fields
        .iter()
        .filter(is_needed)
        .map(|Field { name, ty, .. }| quote!(#name: #ty));
    let values = fields.iter().map(|field| {
        let name = &field.name;
        match is_needed(&field) {
            true => quote!(#name),
            false => quote!(#name: ::core::default::Default::default()),
        }
    });
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
