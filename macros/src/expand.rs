//! The whole story of the macros: read, understand, write.

use proc_macro2::TokenStream;
use syn::{DeriveInput, ItemTrait};

use crate::emit;
use crate::errors::Errors;
use crate::lower::{self, Outcome};

/// `#[api(…)]`.
pub(crate) fn api(attribute: TokenStream, item: TokenStream) -> TokenStream {
    match described("api", item) {
        Ok(described) => written(lower::api(attribute, &described), emit::api),
        Err(refusal) => refusal,
    }
}

/// `#[group(…)]`.
pub(crate) fn group(attribute: TokenStream, item: TokenStream) -> TokenStream {
    match described("group", item) {
        Ok(described) => written(lower::group(attribute, &described), emit::group),
        Err(refusal) => refusal,
    }
}

/// `#[derive(Model)]`.
pub(crate) fn model(item: TokenStream) -> TokenStream {
    derived(item, |input| match lower::data(input) {
        Ok(data) => emit::data(&data),
        Err((owner, errors)) => {
            let mut tokens = errors.into_tokens();
            tokens.extend(emit::data_sketch(&owner, input));
            tokens
        }
    })
}

/// A derive stands on a type, as the compiler sees to.
fn derived(item: TokenStream, expand: impl FnOnce(&DeriveInput) -> TokenStream) -> TokenStream {
    match syn::parse2(item) {
        Ok(input) => expand(&input),
        Err(error) => error.to_compile_error(),
    }
}

/// The trait, or a mistake beside the item as it was.
fn described(attribute: &str, item: TokenStream) -> Result<ItemTrait, TokenStream> {
    syn::parse2(item.clone()).map_err(|error| {
        let mut errors = Errors::default();
        if syn::parse2::<syn::Item>(item.clone()).is_ok() {
            errors.at(
                error.span(),
                format!("`#[{attribute}]` stands on a trait that describes an API: `pub trait Sheets {{ … }}`"),
            );
        } else {
            errors.at(error.span(), error);
        }
        let mut tokens = errors.into_tokens();
        tokens.extend(item);
        tokens
    })
}

fn written<T>(outcome: Outcome<T>, emit: impl FnOnce(&T) -> TokenStream) -> TokenStream {
    match outcome {
        Outcome::Valid(model) => emit(&model),
        Outcome::Broken(sketch, errors) => {
            let mut tokens = errors.into_tokens();
            tokens.extend(emit::sketch(&sketch));
            tokens
        }
    }
}
