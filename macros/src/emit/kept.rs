//! The user's attributes on items that they did not write themselves.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

/// `cfg`s and lint levels, for the items around the one that carries all attributes.
pub(super) fn levels(attributes: &[Attribute]) -> TokenStream {
    those(&["cfg", "allow", "warn", "deny", "forbid"], attributes)
}

/// `cfg`s, for what stands for the item in a list.
pub(super) fn conditions(attributes: &[Attribute]) -> TokenStream {
    those(&["cfg"], attributes)
}

fn those(words: &[&str], attributes: &[Attribute]) -> TokenStream {
    let is_one = |attribute: &&Attribute| words.iter().any(|word| attribute.path().is_ident(word));
    let those = attributes.iter().filter(is_one);
    quote!(#(#those)*)
}
