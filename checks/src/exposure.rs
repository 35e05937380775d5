//! In a file that names the HTTP library, nothing that names it is public.
//!
//! Public means `pub` without a restriction: an item, a field, a method, or a trait
//! implementation, whose header and associated types are as public as the type it is for. The
//! check is coarse on purpose. It looks at words, not at what can be reached, so that an item
//! hidden from the documentation is found like any other.

use quote::ToTokens;
use syn::{Fields, ImplItem, Item, ItemImpl, Visibility};

use crate::Source;

/// The public items of `source` that name the crate `raw`, one line each.
///
/// # Panics
///
/// If the file does not parse; the panic names it.
#[must_use]
pub fn exposed(source: &Source, raw: &str) -> Vec<String> {
    let file =
        syn::parse_file(&source.text).unwrap_or_else(|error| panic!("{}: {error}", source.path));
    let mut found = Vec::new();
    items(&file.items, raw, &mut found);
    found
        .into_iter()
        .map(|item| format!("{}: public and names `{raw}`: {item}", source.path))
        .collect()
}

fn items(all: &[Item], raw: &str, found: &mut Vec<String>) {
    for item in all {
        match item {
            Item::Mod(module) => {
                if let Some((_, inner)) = &module.content {
                    items(inner, raw, found);
                }
            }
            Item::Impl(block) => implementation(block, raw, found),
            other => found.extend(public_part(other).filter(|part| names(part, raw))),
        }
    }
}

/// What outsiders can see of a public item; nothing of a private one.
fn public_part(item: &Item) -> Option<String> {
    let (visibility, part) = match item {
        Item::Fn(function) => (&function.vis, text(&function.sig)),
        Item::Struct(structure) => (&structure.vis, public_fields(&structure.fields)),
        Item::Enum(choice) => (&choice.vis, text(&choice.variants)),
        Item::Union(union) => (&union.vis, text(&union.fields)),
        Item::Type(alias) => (&alias.vis, text(alias)),
        Item::Use(import) => (&import.vis, text(import)),
        Item::Const(constant) => (&constant.vis, text(&constant.ty)),
        Item::Static(value) => (&value.vis, text(&value.ty)),
        Item::Trait(interface) => (&interface.vis, text(interface)),
        Item::ExternCrate(import) => (&import.vis, text(import)),
        // Nothing else can be public and name a type.
        _ => return None,
    };
    is_public(visibility).then_some(part)
}

fn public_fields(fields: &Fields) -> String {
    fields
        .iter()
        .filter(|field| is_public(&field.vis))
        .map(|field| format!("{}, ", text(field)))
        .collect()
}

fn implementation(block: &ItemImpl, raw: &str, found: &mut Vec<String>) {
    let ItemImpl {
        generics,
        trait_,
        self_ty,
        items,
        ..
    } = block;
    let of_trait = trait_.is_some();
    let header = trait_
        .as_ref()
        .map(|(path, _)| text(path))
        .unwrap_or_default();
    let header = format!("impl {} {header} for {}", text(generics), text(self_ty));
    if of_trait && names(&header, raw) {
        found.push(header);
    }
    for item in items {
        let (public, part) = match item {
            ImplItem::Fn(function) => (is_public(&function.vis), text(&function.sig)),
            ImplItem::Type(associated) => (is_public(&associated.vis), text(associated)),
            ImplItem::Const(constant) => (is_public(&constant.vis), text(&constant.ty)),
            _ => continue,
        };
        if (of_trait || public) && names(&part, raw) {
            found.push(part);
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn names(part: &str, raw: &str) -> bool {
    Source::new("a part", part).count(raw) > 0
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
