//! What attributes say about an item: whether it is for tests, and where its file is.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, Item as Syntax};

/// Whether something is compiled for tests alone.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let last = attribute.path().segments.last();
        let name = last.map(|part| part.ident.to_string()).unwrap_or_default();
        match &attribute.meta {
            syn::Meta::List(list) if name == "cfg" => means_test(list.tokens.clone()),
            syn::Meta::NameValue(_) => false,
            _ => name == "test",
        }
    })
}

/// Whether a condition has to do with tests, and is not about their absence.
fn means_test(condition: TokenStream) -> bool {
    let mut test = false;
    for tree in condition {
        match tree {
            TokenTree::Ident(word) if word == "test" => test = true,
            TokenTree::Ident(word) if word == "not" || word == "any" => return false,
            TokenTree::Group(group) if means_test(group.stream()) => test = true,
            _ => {}
        }
    }
    test
}

/// What `#[path = "…"]` says.
pub(super) fn path_of(attribute: &Attribute) -> Option<String> {
    let pair = attribute.meta.require_name_value().ok()?;
    let Expr::Lit(literal) = &pair.value else {
        return None;
    };
    match &literal.lit {
        syn::Lit::Str(path) if pair.path.is_ident("path") => Some(path.value()),
        _ => None,
    }
}

/// The attributes of an item that may be for tests alone.
pub(super) fn attributes(item: &Syntax) -> Option<&Vec<Attribute>> {
    Some(match item {
        Syntax::Const(item) => &item.attrs,
        Syntax::Enum(item) => &item.attrs,
        Syntax::ExternCrate(item) => &item.attrs,
        Syntax::Fn(item) => &item.attrs,
        Syntax::Impl(item) => &item.attrs,
        Syntax::Macro(item) => &item.attrs,
        Syntax::Mod(item) => &item.attrs,
        Syntax::Static(item) => &item.attrs,
        Syntax::Struct(item) => &item.attrs,
        Syntax::Trait(item) => &item.attrs,
        Syntax::Type(item) => &item.attrs,
        Syntax::Use(item) => &item.attrs,
        _ => return None,
    })
}

/// What an item is called that hides an import of the same name.
pub(super) fn named(item: &Syntax) -> Option<&syn::Ident> {
    match item {
        Syntax::Enum(item) => Some(&item.ident),
        Syntax::Fn(item) => Some(&item.sig.ident),
        Syntax::Struct(item) => Some(&item.ident),
        Syntax::Trait(item) => Some(&item.ident),
        Syntax::Union(item) => Some(&item.ident),
        _ => None,
    }
}
