//! All mistakes of one expansion, told at once and in source order.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Mistakes that were found so far.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// Adds a mistake at `span`.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.0.push(syn::Error::new(span, message));
    }

    /// Adds a mistake at everything that `tokens` cover.
    pub(crate) fn on(&mut self, tokens: &impl ToTokens, message: impl Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    /// The value, or nothing and one more mistake.
    pub(crate) fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mistakes as `compile_error!` items, in the order of the source.
    pub(crate) fn into_tokens(mut self) -> TokenStream {
        self.0.sort_by_key(|error| {
            let start = error.span().start();
            (start.line, start.column)
        });
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }
}
