//! The type of a call that has setters: the call, its setters, and the options of every call.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::docs;
use super::endpoint::Host;
use super::step::step;
use crate::model::{Answer, Argument, Face};

/// `name` around `call`.
pub(super) fn newtype(
    host: &Host<'_>,
    face: &Face,
    name: &Ident,
    call: &TokenStream,
) -> TokenStream {
    let root = host.root();
    let visibility = &host.client.visibility;
    let levels = host.levels(face);
    let method = format!(
        "{}::{}",
        docs::plain(&host.client.name),
        docs::plain(&face.name)
    );
    let walks = matches!(face.answer, Answer::Pages(_));
    let (doc, lost) = match walks {
        true => (
            format!(" A walk of `{method}` that has not begun."),
            "a walk asks for nothing until its pages or items are polled",
        ),
        false => (
            format!(" A call of `{method}` that has not been made."),
            "a call does nothing until it is awaited",
        ),
    };
    let setters = face
        .setters
        .iter()
        .map(|setter| self::setter(host, face, setter));
    // Written out by the compiler, which is faster at it than this crate without optimisation.
    let options = match &face.answer {
        Answer::Pages(item) => {
            let error = super::answer::error(face.error.as_ref(), host.error.clone());
            quote!(#root::__private::walk_options! { #visibility, #item, #error })
        }
        _ => quote!(#root::__private::call_options! { #visibility, }),
    };
    let awaited = (!walks).then(|| quote!(#levels #root::__private::awaited! { #name, #call }));
    quote! {
        #levels
        #[doc = #doc]
        #[must_use = #lost]
        #[derive(::core::fmt::Debug)]
        #[allow(dead_code)]
        #visibility struct #name(#call);

        #levels
        #[allow(dead_code)]
        impl #name {
            #(#setters)*
            #options
        }

        #awaited
    }
}

fn setter(host: &Host<'_>, face: &Face, setter: &Argument) -> TokenStream {
    let Argument {
        name,
        ty,
        attributes,
        ..
    } = setter;
    let docs = docs::with(&docs_of(attributes), &docs::setter(setter));
    let visibility = &host.client.visibility;
    let step = step(host.root(), setter);
    let text = ty.to_token_stream().to_string();
    let used = face.lifetimes.lifetimes().filter(|parameter| {
        let name = parameter.lifetime.to_string();
        text.split(|letter: char| letter != '\'' && letter != '_' && !letter.is_alphanumeric())
            .any(|word| word == name)
    });
    let lifetimes: Vec<_> = used.map(|parameter| &parameter.lifetime).collect();
    let generics = (!lifetimes.is_empty()).then(|| quote!(<#(#lifetimes),*>));
    quote! {
        #docs
        #visibility fn #name #generics (self, #name: #ty) -> Self {
            Self(self.0 #step)
        }
    }
}

fn docs_of(attributes: &[syn::Attribute]) -> Vec<syn::Attribute> {
    let is_doc = |attribute: &&syn::Attribute| attribute.path().is_ident("doc");
    attributes.iter().filter(is_doc).cloned().collect()
}
