//! The whole story of the macros: read, understand, write.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
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
    derived(item, |input| {
        lower::data(input)
            .map(|data| emit::data(&data))
            .map_err(|broken| (emit::data_sketch(&broken.0, input), broken.1))
    })
}

/// `#[derive(Answers)]`.
pub(crate) fn answers(item: TokenStream) -> TokenStream {
    derived(item, |input| {
        lower::answers(input)
            .map(|answers| emit::answers(&answers))
            .map_err(|broken| (emit::answers_sketch(&broken.0), broken.1))
    })
}

/// `#[derive(Parts)]`.
pub(crate) fn parts(item: TokenStream) -> TokenStream {
    derived(item, |input| {
        lower::parts(input)
            .map(|parts| emit::parts(&parts))
            .map_err(|broken| (emit::parts_sketch(&broken.0), broken.1))
    })
}

/// A derive stands on a type, as the compiler sees to.
fn derived(
    item: TokenStream,
    expand: impl FnOnce(&DeriveInput) -> Result<TokenStream, (TokenStream, Errors)>,
) -> TokenStream {
    let input = match syn::parse2(undocumented(item)) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    expand(&input).unwrap_or_else(|(sketch, errors)| {
        let mut tokens = errors.into_tokens();
        // With parameters, no implementation of it would be right.
        if input.generics.params.is_empty() {
            tokens.extend(sketch);
        }
        tokens
    })
}

/// The type without its documentation, which no derive asks for: of an import that is most of the text,
/// and would be parsed line by line.
fn undocumented(item: TokenStream) -> TokenStream {
    let mut tokens = item.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct)
                if punct.as_char() == '#' && is_documentation(tokens.peek()) =>
            {
                tokens.next();
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let mut inner = Group::new(Delimiter::Brace, undocumented(group.stream()));
                inner.set_span(group.span());
                kept.push(inner.into());
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// `[doc …]`, behind a `#`.
fn is_documentation(token: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = token else {
        return false;
    };
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "doc")
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
