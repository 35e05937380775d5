//! What governs exchanges, as fields of the description. What is not said is left out.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Path;

use super::literal::{option, some};
use super::settings::{at_least_one, duration, settings};
use crate::model::{Breaker, Exchange, Host, Token};

pub(super) fn fields(root: &Path, exchange: &Exchange) -> Vec<TokenStream> {
    let Exchange {
        preset,
        classify,
        hosts,
        token,
        breaker,
        settings: set,
    } = exchange;
    let door = quote!(#root::__private);
    let mut fields = Vec::new();
    if let Some(name) = preset {
        let constant = format_ident!("{}", name.to_uppercase());
        fields.push(quote!(preset: &#door::preset::#constant));
    }
    if let Some(function) = classify {
        // A constant of its own: a function of another type is told without the `Option` around it.
        let typed =
            quote!({ const __TOLLGATE_CLASSIFY: #root::Classify = #function; __TOLLGATE_CLASSIFY });
        let function = some(&typed);
        fields.push(quote!(classify: #function));
    }
    if !hosts.is_empty() {
        let hosts = hosts.iter().map(|Host { url, bucket }| {
            let bucket = Literal::usize_unsuffixed(*bucket);
            quote!(#door::HostDescription { url: #url, bucket: #bucket })
        });
        fields.push(quote!(hosts: &[#(#hosts),*]));
    }
    if let Some(token) = token {
        let token = some(&self::token(&door, token));
        fields.push(quote!(token: #token));
    }
    if let Some(breaker) = breaker {
        let breaker = some(&self::breaker(&door, breaker));
        fields.push(quote!(breaker: #breaker));
    }
    if let Some(settings) = settings(root, set) {
        fields.push(quote!(settings: #settings));
    }
    fields
}

fn token(door: &TokenStream, token: &Token) -> TokenStream {
    let url = option(token.url.as_ref().map(|url| quote!(#url)));
    let bucket = Literal::usize_unsuffixed(token.bucket);
    quote!(#door::TokenDescription { url: #url, bucket: #bucket })
}

fn breaker(door: &TokenStream, breaker: &Breaker) -> TokenStream {
    let failures = at_least_one(
        &breaker.failures,
        "`failures` is at least 1; with 0 no request could ever be sent",
    );
    let open = duration(&breaker.open);
    let per_bucket = breaker.per_bucket;
    quote! {
        #door::BreakerDescription {
            failures: #failures,
            open: #open,
            per_bucket: #per_bucket,
        }
    }
}
