//! The function under a verb: what it may be.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{FnArg, GenericParam, Generics, PatType, ReceiverKind, Safety, TraitItemFn};

use super::names::plain;
use crate::errors::Errors;

/// The typed arguments behind `&self`. Everything a call cannot have is a mistake.
pub(super) fn inputs<'a>(item: &'a TraitItemFn, errors: &mut Errors) -> Vec<&'a PatType> {
    let signature = &item.sig;
    let endpoint = plain(&signature.ident);
    let mut part = |tokens: TokenStream, cure: &str| {
        if !tokens.is_empty() {
            errors.on(&tokens, format!("endpoint `{endpoint}`: {cure}"));
        }
    };
    part(
        item.modifiers.defaultness.to_token_stream(),
        "remove `default`",
    );
    part(signature.constness.to_token_stream(), "remove `const`");
    part(
        match &signature.safety {
            Safety::Default => TokenStream::new(),
            Safety::Safe(token) => token.to_token_stream(),
            Safety::Unsafe(token) => token.to_token_stream(),
        },
        "a call is safe; remove `unsafe`",
    );
    part(signature.abi.to_token_stream(), "remove `extern`");
    part(
        signature.variadic.to_token_stream(),
        "arguments have names and types; remove `...`",
    );
    part(
        signature.generics.where_clause.to_token_stream(),
        "a call has no generic types; remove the `where`",
    );
    part(
        item.default.to_token_stream(),
        "the body is generated; end the line with `;`",
    );
    receiver(&signature.ident, &endpoint, &signature.inputs, errors);
    let typed = |input: &'a FnArg| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    };
    signature.inputs.iter().filter_map(typed).collect()
}

fn receiver<'a>(
    name: &Ident,
    endpoint: &str,
    inputs: impl IntoIterator<Item = &'a FnArg>,
    errors: &mut Errors,
) {
    let cure = format!("endpoint `{endpoint}`: a call borrows its client; write `&self`");
    match inputs.into_iter().next() {
        Some(FnArg::Receiver(receiver)) => match &receiver.kind {
            ReceiverKind::Reference(_, _, None) => {}
            _ => errors.on(receiver, cure),
        },
        Some(FnArg::Typed(first)) => errors.on(first, format!("{cure} in front of it")),
        None => errors.on(name, format!("{cure} as the first argument")),
    }
}

/// The lifetimes of a function; other generics are mistakes.
pub(super) fn lifetimes(item: &TraitItemFn, errors: &mut Errors) -> Generics {
    let endpoint = plain(&item.sig.ident);
    let mut generics = Generics::default();
    for parameter in &item.sig.generics.params {
        match parameter {
            GenericParam::Lifetime(_) => generics.params.push(parameter.clone()),
            other => errors.on(
                other,
                format!("endpoint `{endpoint}`: a call has no generic types; name the type, such as `&serde_json::Value` for any JSON"),
            ),
        }
    }
    generics
}
