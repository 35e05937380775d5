//! What `#[derive(Answers)]` writes.

use proc_macro2::TokenStream;
use quote::quote;

use super::docs;
use crate::model::{Answer, AnswerVariant, Answers, Owner};

/// The whole expansion of a valid enum.
pub(crate) fn answers(answers: &Answers) -> TokenStream {
    let Answers { owner, variants } = answers;
    let arms = variants.iter().enumerate().map(|(index, variant)| {
        let read = read(variant);
        // The numbers are those of `STATUSES`: the last variant is what remains.
        match index + 1 == variants.len() {
            true => quote!(_ => #read,),
            false => quote!(#index => #read,),
        }
    });
    let statuses = variants.iter().enumerate().flat_map(|(index, variant)| {
        let ranges = variant.statuses.iter();
        ranges.map(move |(least, most)| quote!((#index, #least, #most)))
    });
    let is = |wanted: fn(&Answer) -> bool| move |variant: &AnswerVariant| wanted(&variant.answer);
    let all_json = variants.iter().all(is(|answer| {
        matches!(answer, Answer::Json(_) | Answer::Empty)
    }));
    let any_json = variants
        .iter()
        .any(is(|answer| matches!(answer, Answer::Json(_))));
    let accept = match all_json && any_json {
        true => quote!(::core::option::Option::Some("application/json")),
        false => quote!(::core::option::Option::None),
    };
    implementation(
        owner,
        &quote!(&[#(#statuses),*]),
        &accept,
        &quote!(match variant { #(#arms)* }),
    )
}

fn read(variant: &AnswerVariant) -> TokenStream {
    let name = &variant.name;
    match &variant.answer {
        Answer::Text => quote!(answer.text().map(Self::#name)),
        Answer::Bytes => quote!(answer.bytes().map(Self::#name)),
        Answer::Json(_) => quote!(answer.json().map(Self::#name)),
        _ => quote!(::core::result::Result::Ok(Self::#name)),
    }
}

fn implementation(
    owner: &Owner,
    statuses: &TokenStream,
    accept: &TokenStream,
    read: &TokenStream,
) -> TokenStream {
    let Owner { name, root, .. } = owner;
    let text = docs::plain(name);
    quote! {
        #[automatically_derived]
        impl #root::__private::ByStatus for #name {
            const STATUSES: &'static [(usize, u16, u16)] = #statuses;
            const ACCEPT: ::core::option::Option<&'static str> = #accept;
            const NAME: &'static str = #text;

            fn read(
                variant: usize,
                answer: #root::__private::Chosen,
            ) -> ::core::result::Result<Self, #root::__private::Refused> {
                #read
            }
        }
    }
}

/// What stays usable of an enum with mistakes.
pub(crate) fn sketch(owner: &Owner) -> TokenStream {
    let none = quote!(::core::option::Option::None);
    implementation(owner, &quote!(&[]), &none, &quote!(loop {}))
}
