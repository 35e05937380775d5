//! What `#[derive(Parts)]` writes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;

use super::place;
use crate::model::{Owner, PartField, PartKind, Parts};

/// The whole expansion of a valid struct.
pub(crate) fn parts(parts: &Parts) -> TokenStream {
    let Parts { owner, fields } = parts;
    let root = &owner.root;
    let added = fields.iter().map(|field| {
        let PartField {
            name,
            ty,
            wire,
            kind,
        } = field;
        let added = match kind {
            PartKind::Part => quote!(.parts(#wire, parts.#name)),
            PartKind::Value => quote!(.value(#wire, &parts.#name)),
            PartKind::Json => quote!(.json(#wire, &parts.#name)),
        };
        place::at(ty.span(), added)
    });
    implementation(
        owner,
        &quote!(#root::__private::Form::new()#(#added)*.form()),
    )
}

fn implementation(owner: &Owner, body: &TokenStream) -> TokenStream {
    let Owner { name, root, .. } = owner;
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::convert::From<#name> for #root::Multipart {
            fn from(parts: #name) -> Self {
                #body
            }
        }
    }
}

/// What stays usable of a struct with mistakes.
pub(crate) fn sketch(owner: &Owner) -> TokenStream {
    implementation(owner, &quote!(loop {}))
}
