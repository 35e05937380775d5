//! The type of a call that has setters: the call, its setters, and the options of every call.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Path, Visibility};

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
    let options = options(root, visibility, walks);
    let end = match &face.answer {
        Answer::Pages(item) => {
            let error = super::answer::error(face.error.as_ref(), host.error.clone());
            streams(root, visibility, item, &error)
        }
        _ => TokenStream::new(),
    };
    let awaited = (!walks).then(|| into_future(&levels, name, call));
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
            #end
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

/// The options of every call, one line each.
fn options(root: &Path, visibility: &Visibility, walks: bool) -> TokenStream {
    let key = (!walks).then(|| key(visibility));
    quote! {
        #[doc = " The time from the first poll to the end of the answer, the wait for the permit included."]
        #visibility fn deadline(self, deadline: ::core::time::Duration) -> Self {
            Self(self.0.deadline(deadline))
        }
        #[doc = " The time of one attempt, from its permit to the end of the answer."]
        #visibility fn attempt_timeout(self, timeout: ::core::time::Duration) -> Self {
            Self(self.0.attempt_timeout(timeout))
        }
        #[doc = " The largest body that is read into memory."]
        #visibility fn max_body(self, bytes: u64) -> Self {
            Self(self.0.max_body(bytes))
        }
        #[doc = " How it is tried again; what this leaves out, the endpoint or the client says."]
        #visibility fn retry(self, retry: #root::Retry) -> Self {
            Self(self.0.retry(retry))
        }
        #[doc = " What becomes of a redirect."]
        #visibility fn redirects(self, redirects: #root::Redirects) -> Self {
            Self(self.0.redirects(redirects))
        }
        #key
        #[doc = " Adds a header. One that frames the request or carries a credential is refused."]
        #visibility fn header(self, name: &str, value: impl ::core::fmt::Display) -> Self {
            Self(self.0.header(name, value))
        }
    }
}

/// One key is for one request that the vendor does once; the pages of a walk are several.
fn key(visibility: &Visibility) -> TokenStream {
    quote! {
        #[doc = " The key by which the vendor knows a repetition, sent with every attempt."]
        #visibility fn idempotency_key(
            self,
            key: impl ::core::convert::Into<::std::string::String>,
        ) -> Self {
            Self(self.0.idempotency_key(key))
        }
    }
}

/// What a walk has beside them.
fn streams(
    root: &Path,
    visibility: &Visibility,
    item: &syn::Type,
    error: &TokenStream,
) -> TokenStream {
    quote! {
        #[doc = " The most requests that the walk may make."]
        #visibility fn max_requests(self, limit: u32) -> Self {
            Self(self.0.max_requests(limit))
        }
        #[doc = " Goes on where an earlier walk stopped."]
        #visibility fn resume(self, cursor: #root::Cursor) -> Self {
            Self(self.0.resume(cursor))
        }
        #[doc = " The most pages that are read ahead of the caller; each pays."]
        #visibility fn prefetch(self, pages: usize) -> Self {
            Self(self.0.prefetch(pages))
        }
        #[doc = " The pages, one by one; each pays."]
        #visibility fn pages(self) -> #root::PageStream<#item, #error> {
            self.0.pages()
        }
        #[doc = " The items of all pages, one by one."]
        #visibility fn items(self) -> #root::ItemStream<#item, #error> {
            self.0.items()
        }
    }
}

fn into_future(levels: &TokenStream, name: &Ident, call: &TokenStream) -> TokenStream {
    quote! {
        #levels
        impl ::core::future::IntoFuture for #name {
            type Output = <#call as ::core::future::IntoFuture>::Output;
            type IntoFuture = <#call as ::core::future::IntoFuture>::IntoFuture;
            fn into_future(self) -> Self::IntoFuture {
                ::core::future::IntoFuture::into_future(self.0)
            }
        }
    }
}
