//! The user's attributes on items that they did not write themselves.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

/// `cfg`s and lint levels, for the items around the one that carries all attributes.
pub(super) fn levels(attributes: &[Attribute]) -> TokenStream {
    let reaches = |attribute: &&Attribute| {
        ["cfg", "allow", "warn", "deny", "forbid"]
            .iter()
            .any(|word| attribute.path().is_ident(word))
    };
    let reaching = attributes.iter().filter(reaches);
    quote!(#(#reaching)*)
}
