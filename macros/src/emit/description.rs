//! The description of an API as a constant.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Path;

use super::limits;
use crate::model::{Api, Auth, Bucket};

pub(super) fn description(api: &Api) -> TokenStream {
    let root = &api.client.root;
    let name = api.client.name.to_string();
    let base_url = &api.base_url;
    let id = option(api.id.as_ref().map(|id| quote!(#id)));
    let auth = scheme(root, &api.auth);
    let buckets = api.buckets.iter().map(|declared| bucket(root, declared));
    let index = api.default_bucket.map(Literal::usize_unsuffixed);
    let default_bucket = option(index.map(|index| quote!(#index)));
    let bucket_header = option(api.bucket_header.as_ref().map(|name| quote!(#name)));
    quote! {
        &#root::__private::Description {
            name: #name,
            id: #id,
            base_url: #base_url,
            auth: #auth,
            buckets: &[#(#buckets),*],
            default_bucket: #default_bucket,
            bucket_header: #bucket_header,
            ..#root::__private::Description::PLAIN
        }
    }
}

pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

pub(super) fn scheme(root: &Path, auth: &Auth) -> TokenStream {
    let scheme = match auth {
        Auth::None => quote!(None),
        Auth::Bearer => quote!(Bearer),
        Auth::Basic => quote!(Basic),
        Auth::Header(name) => quote!(Header(#name)),
        Auth::Query(name) => quote!(Query(#name)),
        Auth::Path(name) => quote!(Path(#name)),
    };
    quote!(#root::__private::AuthScheme::#scheme)
}

/// The marker type of the way to authenticate.
pub(super) fn marker(root: &Path, auth: &Auth) -> TokenStream {
    let marker = match auth {
        Auth::None => quote!(NoAuth),
        Auth::Bearer => quote!(Bearer),
        Auth::Basic => quote!(Basic),
        Auth::Header(_) => quote!(HeaderKey),
        Auth::Query(_) => quote!(QueryKey),
        Auth::Path(_) => quote!(PathKey),
    };
    quote!(#root::__private::#marker)
}

fn bucket(root: &Path, bucket: &Bucket) -> TokenStream {
    let name = super::docs::plain(&bucket.name);
    let ceilings: Vec<_> = bucket
        .ceilings
        .iter()
        .map(|ceiling| limits::ceiling(root, ceiling))
        .collect();
    let budget = bucket.budget.as_ref();
    let budget = option(budget.map(|budget| limits::budget(root, budget, &ceilings)));
    let skew = match bucket.skew_nanos.map(limits::nanos) {
        Some(nanos) => quote!(#nanos),
        None => quote!(#root::__private::DEFAULT_SKEW_NANOS),
    };
    let sources = sources(bucket);
    quote! {
        #root::__private::BucketDescription {
            name: #name,
            ceilings: &[#(#ceilings),*],
            budget: #budget,
            skew_nanos: #skew,
            sources: &[#(#sources),*],
        }
    }
}

/// One source per ceiling, and why there is no published one.
fn sources(bucket: &Bucket) -> Vec<String> {
    let published = bucket
        .ceilings
        .iter()
        .map(|ceiling| ceiling.source.clone().unwrap_or_default());
    let unpublished = bucket.unpublished.iter();
    published
        .chain(unpublished.map(|why| format!("unpublished: {why}")))
        .collect()
}
