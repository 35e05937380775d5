//! Values of structs that leave out what the description does not say.

use proc_macro2::TokenStream;
use quote::quote;

/// `Type { fields, ..Type::BASE }`. With `all` fields there is no base: it would change nothing,
/// and lints say so.
pub(super) fn literal(
    ty: &TokenStream,
    base: &TokenStream,
    all: usize,
    fields: &[TokenStream],
) -> TokenStream {
    let base = (fields.len() < all).then(|| quote!(..#ty::#base));
    quote!(#ty { #(#fields,)* #base })
}

pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

pub(super) fn some(value: &TokenStream) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}
