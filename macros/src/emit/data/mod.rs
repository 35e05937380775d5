//! What `#[derive(Model)]` writes: one line for each field, and three short implementations.
//!
//! A thousand such types are compiled with every build of an API, so nothing is written that
//! `tollgate::model` could do.

mod object;
mod union;
mod words;

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Path, Type};

use super::{docs, place};
use crate::model::{Data, DataShape, Owner, Presence};

/// The bodies of `Wire`.
struct Bodies {
    /// What the compiler has to look for circles in.
    consts: TokenStream,
    read: TokenStream,
    write: TokenStream,
    /// Items beside it.
    beside: TokenStream,
}

/// The whole expansion of a valid type.
pub(crate) fn data(data: &Data) -> TokenStream {
    let Data { owner, shape } = data;
    let Owner { name, root, .. } = owner;
    let bodies = match shape {
        DataShape::Object { fields, new } => object::object(owner, fields, *new),
        DataShape::Newtype(ty, presence) => object::newtype(root, ty, *presence),
        DataShape::Words(words) => words::words(owner, words),
        DataShape::Numbers(numbers) => words::numbers(owner, numbers),
        DataShape::Union(union) => union::union(root, union),
    };
    let Bodies {
        consts,
        read,
        write,
        beside,
    } = bodies;
    let serde = serde(root, name);
    let written = written(owner);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #root::model::Wire for #name {
            #consts
            fn read(reader: &mut #root::model::Reader<'_>) -> Self {
                #read
            }
            fn write(&self, writer: &mut #root::model::Writer<'_>) {
                #write
            }
        }
        #serde
        #written
        #beside
    }
}

/// What the compiler's derives would say, by way of what is written: one call in the place of code for
/// each field.
fn written(owner: &Owner) -> TokenStream {
    let Owner {
        name,
        root,
        debug,
        eq,
        ..
    } = owner;
    let text = docs::plain(name);
    let debug = debug.then(|| {
        quote! {
            #[automatically_derived]
            impl ::core::fmt::Debug for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #root::model::debug(self, #text, f)
                }
            }
        }
    });
    let eq = eq.then(|| {
        quote! {
            #[automatically_derived]
            impl ::core::cmp::PartialEq for #name {
                fn eq(&self, other: &Self) -> bool {
                    #root::model::eq(self, other)
                }
            }
        }
    });
    quote!(#debug #eq)
}

/// The bridge to serde, both ways.
fn serde(root: &Path, name: &syn::Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl<'de> #root::__private::serde::Deserialize<'de> for #name {
            fn deserialize<D: #root::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                #root::model::deserialize(deserializer)
            }
        }
        #[automatically_derived]
        #[allow(deprecated)]
        impl #root::__private::serde::Serialize for #name {
            fn serialize<S: #root::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                #root::model::serialize(self, serializer)
            }
        }
    }
}

/// What stays usable of a type with mistakes.
pub(crate) fn sketch(owner: &Owner, input: &DeriveInput) -> TokenStream {
    let Owner { name, root, .. } = owner;
    let serde = serde(root, name);
    let is_words = match &input.data {
        syn::Data::Enum(data) => data
            .variants
            .iter()
            .all(|variant| variant.fields.is_empty()),
        _ => false,
    };
    let words = is_words.then(|| words::sketch(owner));
    let written = written(owner);
    quote! {
        #[automatically_derived]
        impl #root::model::Wire for #name {
            fn read(_: &mut #root::model::Reader<'_>) -> Self {
                loop {}
            }
            fn write(&self, _: &mut #root::model::Writer<'_>) {}
        }
        #serde
        #written
        #words
    }
}

/// The constant that has a circle in it where a value would need another of its own type.
fn ends<'a>(root: &Path, parts: impl Iterator<Item = (&'a Type, Presence)>) -> TokenStream {
    let needed = parts.filter(|(_, presence)| *presence == Presence::Required);
    let name = quote!(CONTAINS_ITSELF_ONLY_IN_AN_OPTION_A_VEC_OR_A_MAP);
    all(root, &name, needed.map(|(ty, _)| ty))
}

/// The constant that has a circle in it where reading would go on at the same place forever.
fn moves<'a>(root: &Path, parts: impl Iterator<Item = (&'a Type, Presence)>) -> TokenStream {
    let same = parts.filter(|(_, presence)| *presence != Presence::Plain);
    let name = quote!(IS_NOT_ITS_OWN_ALTERNATIVE);
    all(root, &name, same.map(|(ty, _)| ty))
}

fn all<'a>(root: &Path, name: &TokenStream, types: impl Iterator<Item = &'a Type>) -> TokenStream {
    let parts = types.map(|ty| place::at(ty.span(), quote!(<#ty as #root::model::Wire>::#name)));
    let parts: Vec<_> = parts.collect();
    match parts.as_slice() {
        [] => TokenStream::new(),
        parts => quote!(const #name: bool = #(#parts)&&*;),
    }
}
