//! The attribute macros of tollgate; use them through the crate `tollgate`.

mod emit;
mod errors;
mod expand;
mod lower;
mod model;
#[cfg(test)]
mod snapshots;
mod syntax;

use proc_macro::TokenStream;

/// Describes an API.
#[proc_macro_attribute]
pub fn api(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::api(attribute.into(), item.into()).into()
}

/// Describes a part of an API.
#[proc_macro_attribute]
pub fn group(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::group(attribute.into(), item.into()).into()
}
