//! Enums whose variants hold one value each.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{LitStr, Path, Type};

use super::{Bodies, ends, moves};
use crate::emit::{docs, place};
use crate::model::{Union, UnionVariant};

pub(super) fn union(root: &Path, union: &Union) -> Bodies {
    let Union {
        tag, known, other, ..
    } = union;
    let moves = moves(root, known.iter().map(|known| (&known.ty, known.presence)));
    let blank = union.known.get(union.blank).filter(|_| other.is_none());
    let ends = ends(root, blank.iter().map(|known| (&known.ty, known.presence)));
    let read = match tag {
        Some(tag) => by_tag(tag, union),
        None => by_fit(union),
    };
    let arms = known
        .iter()
        .map(|variant| write(root, tag.as_ref(), variant));
    let other = other
        .as_ref()
        .map(|other| quote!(Self::#other(value) => #root::model::Wire::write(value, writer),));
    Bodies {
        consts: quote!(#ends #moves),
        read,
        write: quote!(match self { #(#arms)* #other }),
        beside: TokenStream::new(),
    }
}

fn write(root: &Path, tag: Option<&LitStr>, variant: &UnionVariant) -> TokenStream {
    let UnionVariant { name, ty, wire, .. } = variant;
    let write = match tag {
        Some(tag) => quote!(writer.tagged(#tag, &[#(#wire),*], value)),
        None => quote!(#root::model::Wire::write(value, writer)),
    };
    let write = place::at(ty.span(), write);
    quote!(Self::#name(value) => #write,)
}

/// `Self::Push(reader.value())`.
fn drawn(variant: &Ident, ty: Option<&Type>) -> TokenStream {
    let value = quote!(reader.value());
    let value = ty.map_or(value.clone(), |ty| place::at(ty.span(), value));
    quote!(Self::#variant(#value))
}

/// What is read where no variant is meant.
fn otherwise(union: &Union) -> TokenStream {
    match (&union.other, union.known.get(union.blank)) {
        (Some(other), _) => drawn(other, None),
        (None, Some(blank)) => drawn(&blank.name, Some(&blank.ty)),
        (None, None) => TokenStream::new(),
    }
}

fn by_tag(tag: &LitStr, union: &Union) -> TokenStream {
    let open = union.other.is_some();
    let mut next = 0_usize;
    let mut arms = Vec::new();
    for (index, variant) in union.known.iter().enumerate() {
        let numbers = next..next + variant.wire.len();
        next = numbers.end;
        // It is what stands for all others, too.
        if open || index != union.blank {
            let value = drawn(&variant.name, Some(&variant.ty));
            arms.push(quote!(#(#numbers)|* => #value,));
        }
    }
    let names = union.known.iter().flat_map(|variant| &variant.wire);
    let otherwise = otherwise(union);
    quote! {
        match reader.tag(#tag, &[#(#names),*], #open) {
            #(#arms)*
            _ => #otherwise,
        }
    }
}

/// The variants read themselves, one at a time: a function for each would be one more to check.
fn by_fit(union: &Union) -> TokenStream {
    let open = union.other.is_some();
    let names = union.known.iter().map(|variant| docs::plain(&variant.name));
    // What stands for all others, too, is read as those.
    let known = union.known.iter().enumerate();
    let known = known.filter(|(index, _)| open || *index != union.blank);
    let arms = known.map(|(index, variant)| {
        let value = drawn(&variant.name, Some(&variant.ty));
        quote!(::core::result::Result::Err(#index) => #value,)
    });
    let otherwise = otherwise(union);
    quote! {
        match reader.best(&[#(#names),*], #open, Self::read) {
            ::core::result::Result::Ok(best) => best,
            #(#arms)*
            ::core::result::Result::Err(_) => #otherwise,
        }
    }
}
