//! Expansions as readable Rust, kept beside their descriptions in `tests/expand`.
//!
//! `UPDATE=1 cargo test -p tollgate-macros` writes them anew; the difference is then reviewed
//! like code.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{File, Item, Meta};

use crate::expand;

/// A file with all its descriptions expanded.
fn expanded(source: &str) -> String {
    let mut file: File = syn::parse_str(source).expect("a description is Rust");
    let items = std::mem::take(&mut file.items);
    for item in items {
        let tokens = expanded_item(item);
        let expansion: File = syn::parse2(tokens).expect("an expansion is Rust");
        file.items.extend(expansion.items);
    }
    prettyplease::unparse(&file)
}

fn expanded_item(item: Item) -> TokenStream {
    let mut item = match item {
        Item::Trait(item) => item,
        item => return derived(item),
    };
    let is_ours = |attribute: &syn::Attribute| {
        let name = attribute.path().segments.last();
        name.is_some_and(|name| name.ident == "api" || name.ident == "group")
    };
    let index = item.attrs.iter().position(is_ours).expect("a description");
    let attribute = item.attrs.remove(index);
    let Meta::List(list) = attribute.meta else {
        panic!("an attribute with keys");
    };
    match list
        .path
        .segments
        .last()
        .is_some_and(|name| name.ident == "api")
    {
        true => expand::api(list.tokens, item.into_token_stream()),
        false => expand::group(list.tokens, item.into_token_stream()),
    }
}

/// A type, and behind it what its derives write.
fn derived(item: Item) -> TokenStream {
    type Derive = fn(TokenStream) -> TokenStream;
    const DERIVES: [(&str, Derive); 3] = [
        ("tollgate::Model", expand::model),
        ("tollgate::Answers", expand::answers),
        ("tollgate::Parts", expand::parts),
    ];
    let tokens = item.into_token_stream();
    let text = tokens.to_string().replace(' ', "");
    let derives = DERIVES.iter().filter(|(name, _)| text.contains(name));
    let written: TokenStream = derives.map(|(_, derive)| derive(tokens.clone())).collect();
    quote::quote!(#tokens #written)
}

fn check(description: &Path) {
    let source = fs::read_to_string(description).expect("readable");
    let expansion = expanded(&source);
    if source.contains("crate = my_tollgate") {
        assert!(
            !expansion.contains("::tollgate::"),
            "a renamed crate is named by its new name only"
        );
    }
    let kept = description.with_extension("expanded.rs");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&kept, &expansion).expect("writable");
    }
    let known = fs::read_to_string(&kept).unwrap_or_default();
    assert_eq!(
        expansion,
        known,
        "{} expands to something else; if that is meant, run with UPDATE=1",
        description.display()
    );
    assert_eq!(
        expansion,
        expanded(&source),
        "the same input gives the same bytes"
    );
}

#[test]
fn expansions_are_as_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let mut checked = 0;
    for entry in fs::read_dir(folder).expect("a folder of descriptions") {
        let path = entry.expect("readable").path();
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".rs") && !name.ends_with(".expanded.rs") {
            check(&path);
            checked += 1;
        }
    }
    assert!(checked > 0, "there are descriptions to expand");
}
