//! The trait around the endpoints: what it may be, and what its name becomes.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ItemTrait, TraitItem, parse_quote};

use super::attributes::{self, Owner};
use super::sheet::Sheet;
use crate::errors::Errors;
use crate::model::Client;

/// The client's face, and a mistake for everything a description cannot have.
pub(super) fn client(item: &ItemTrait, sheet: &mut Sheet, errors: &mut Errors) -> Client {
    let name = &item.ident;
    refuse(item, errors);
    let root = sheet
        .take("crate")
        .and_then(|filled| filled.path(errors))
        .unwrap_or_else(|| parse_quote!(::tollgate));
    Client {
        name: name.clone(),
        visibility: item.vis.clone(),
        attributes: attributes::kept(&item.attrs, &Owner::Trait(name), errors),
        root,
    }
}

fn refuse(item: &ItemTrait, errors: &mut Errors) {
    let name = &item.ident;
    let mut part = |tokens: TokenStream, what: &str| {
        if !tokens.is_empty() {
            errors.on(&tokens, format!("`{name}` describes an API and {what}"));
        }
    };
    part(
        item.modifiers.auto_token.to_token_stream(),
        "is no auto trait; remove `auto`",
    );
    part(
        item.unsafety.to_token_stream(),
        "promises nothing about memory; remove `unsafe`",
    );
    part(
        item.generics.params.to_token_stream(),
        "becomes one plain client; remove the generics",
    );
    part(
        item.generics.where_clause.to_token_stream(),
        "becomes one plain client; remove the `where`",
    );
    part(
        item.supertraits.to_token_stream(),
        "becomes a struct; remove the supertraits",
    );
    for item in &item.items {
        foreign(item, errors);
    }
}

/// Items of a trait that describe no endpoint.
fn foreign(item: &TraitItem, errors: &mut Errors) {
    let (what, tokens) = match item {
        TraitItem::Fn(_) => return,
        TraitItem::Const(item) => ("a constant", item.ident.to_token_stream()),
        TraitItem::Type(item) => ("a type", item.ident.to_token_stream()),
        TraitItem::Macro(item) => ("a macro call", item.mac.path.to_token_stream()),
        item => ("this", quote!(#item)),
    };
    errors.on(
        &tokens,
        format!("{what} describes no endpoint; move it out of the trait"),
    );
}
