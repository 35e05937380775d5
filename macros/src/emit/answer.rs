//! The types in which a call says how its answer is read.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Path, Type};

use crate::model::Answer;

/// `Call<Json<Book>, Error>` or `Pages<File, Error>`.
pub(super) fn call(root: &Path, answer: &Answer, error: &TokenStream) -> TokenStream {
    match answer {
        Answer::Pages(item) => quote!(#root::Pages<#item, #error>),
        answer => {
            let marker = marker(root, answer);
            quote!(#root::Call<#marker, #error>)
        }
    }
}

fn marker(root: &Path, answer: &Answer) -> TokenStream {
    match answer {
        Answer::Empty => quote!(#root::Empty),
        Answer::Text => quote!(#root::Text),
        Answer::Bytes => quote!(#root::Raw),
        Answer::Stream => quote!(#root::Stream),
        Answer::Maybe(inner) => {
            let inner = marker(root, inner);
            quote!(#root::Maybe<#inner>)
        }
        Answer::Whole(inner) => {
            let inner = marker(root, inner);
            quote!(#root::Whole<#inner>)
        }
        Answer::ByStatus(ty) => quote!(#root::Answers<#ty>),
        Answer::Json(ty) | Answer::Pages(ty) => quote!(#root::Json<#ty>),
    }
}

/// The error type of an API or a group that names none is `default`.
pub(super) fn error(written: Option<&Type>, default: TokenStream) -> TokenStream {
    written.map_or(default, ToTokens::into_token_stream)
}
