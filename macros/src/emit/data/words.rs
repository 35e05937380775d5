//! Enums of strings and of numbers.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use super::Bodies;
use crate::model::{Owner, Words};

pub(super) fn words(owner: &Owner, words: &Words<LitStr>) -> Bodies {
    let Owner {
        name, visibility, ..
    } = owner;
    let Words { known, other } = words;
    let texts: Vec<_> = known.iter().map(|(_, text)| text).collect();
    let arms = known
        .iter()
        .map(|(variant, text)| quote!(Self::#variant => #text,));
    let other_arm = other
        .as_ref()
        .map(|other| quote!(Self::#other(text) => text,));
    // What is known lives forever, so that it outlasts the value.
    let signature = match other {
        Some(_) => quote!(fn as_str(&self) -> &str),
        None => quote!(const fn as_str(&self) -> &'static str),
    };
    let beside = quote! {
        #[allow(dead_code, deprecated)]
        impl #name {
            /// The value as it is written.
            #[must_use]
            #visibility #signature {
                match self { #(#arms)* #other_arm }
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
    let open = other.is_some();
    Bodies {
        consts: TokenStream::new(),
        read: read(&quote!(word(&[#(#texts),*], #open)), words),
        write: quote!(writer.text(self.as_str());),
        beside,
    }
}

pub(super) fn numbers(owner: &Owner, numbers: &Words<i64>) -> Bodies {
    let Owner {
        name,
        visibility,
        root,
        ..
    } = owner;
    let Words { known, other } = numbers;
    let all: Vec<_> = known.iter().map(|(_, number)| number).collect();
    let arms = known
        .iter()
        .map(|(variant, number)| quote!(Self::#variant => #number,));
    let other_arm = other
        .as_ref()
        .map(|other| quote!(Self::#other(number) => *number,));
    let beside = quote! {
        #[allow(dead_code, deprecated)]
        impl #name {
            /// The value as it is written.
            #[must_use]
            #visibility const fn as_i64(&self) -> i64 {
                match self { #(#arms)* #other_arm }
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.as_i64(), f)
            }
        }
    };
    let open = other.is_some();
    Bodies {
        consts: TokenStream::new(),
        read: read(&quote!(number(&[#(#all),*], #open)), numbers),
        write: quote!(#root::model::Wire::write(&self.as_i64(), writer)),
        beside,
    }
}

/// The variant that was found: `other`, or the first where there was a fault, if it is none of these.
fn read<T>(which: &TokenStream, words: &Words<T>) -> TokenStream {
    let Words { known, other } = words;
    let blank = known.first().map(|(first, _)| first);
    let otherwise = match other {
        Some(other) => quote!(Self::#other(reader.value())),
        None => quote!(Self::#blank),
    };
    // Without `other`, the first stands for whatever has no variant.
    let named = known.iter().enumerate().skip(usize::from(other.is_none()));
    let arms = named.map(|(index, (variant, _))| quote!(#index => Self::#variant,));
    quote! {
        match reader.#which {
            #(#arms)*
            _ => #otherwise,
        }
    }
}

/// What the user of an enum with mistakes still finds.
pub(super) fn sketch(owner: &Owner) -> TokenStream {
    let Owner {
        name, visibility, ..
    } = owner;
    quote! {
        #[allow(dead_code)]
        impl #name {
            #visibility fn as_str(&self) -> &str { loop {} }
            #visibility fn as_i64(&self) -> i64 { loop {} }
        }
        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { loop {} }
        }
    }
}
