//! The description of an API as a constant.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Path;

use super::literal::{literal, option, some};
use super::settings::duration;
use super::{docs, exchange, kept, limits};
use crate::model::{Api, Auth, Bucket, Endpoint, Sharing};

/// How many fields `Description` has.
const ALL: usize = 17;

pub(super) fn description(api: &Api) -> TokenStream {
    let root = &api.client.root;
    let name = api.client.name.to_string();
    let base_url = &api.base_url;
    let auth = scheme(root, &api.auth);
    let buckets = api.buckets.iter().map(|declared| bucket(root, declared));
    let mut fields = vec![quote!(name: #name)];
    if let Some(id) = &api.id {
        let id = some(&quote!(#id));
        fields.push(quote!(id: #id));
    }
    fields.extend([
        quote!(base_url: #base_url),
        quote!(auth: #auth),
        quote!(buckets: &[#(#buckets),*]),
    ]);
    if let Some(index) = api.default_bucket.map(Literal::usize_unsuffixed) {
        let index = some(&quote!(#index));
        fields.push(quote!(default_bucket: #index));
    }
    if let Some(header) = &api.bucket_header {
        let header = some(&quote!(#header));
        fields.push(quote!(bucket_header: #header));
    }
    if let Some(header) = &api.key_header {
        let header = some(&quote!(#header));
        fields.push(quote!(idempotency_header: #header));
    }
    if let Some(sharing) = api.sharing.map(|sharing| self::sharing(root, sharing)) {
        let sharing = some(&sharing);
        fields.push(quote!(sharing: #sharing));
    }
    if let Some(length) = &api.report_every {
        let length = some(&duration(length));
        fields.push(quote!(report_every: #length));
    }
    fields.extend(exchange::fields(root, &api.exchange));
    if !api.endpoints.is_empty() {
        let endpoints = api.endpoints.iter().map(endpoint);
        fields.push(quote!(endpoints: &[#(#endpoints),*]));
    }
    described(root, &fields)
}

fn sharing(root: &Path, sharing: Sharing) -> TokenStream {
    let variant = match sharing {
        Sharing::Process => quote!(Process),
        Sharing::Machine => quote!(Machine),
    };
    quote!(#root::__private::Sharing::#variant)
}

/// The name of an endpoint, if that is compiled.
fn endpoint(endpoint: &Endpoint) -> TokenStream {
    let name = docs::plain(&endpoint.face.name);
    let conditions = kept::conditions(&endpoint.face.attributes);
    quote!(#conditions #name)
}

/// A description with these fields, and nothing else said.
pub(super) fn described(root: &Path, fields: &[TokenStream]) -> TokenStream {
    let ty = quote!(#root::__private::Description);
    let literal = literal(&ty, &quote!(PLAIN), ALL, fields);
    quote!(&#literal)
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
    let name = docs::plain(&bucket.name);
    let ceilings: Vec<_> = bucket
        .ceilings
        .iter()
        .map(|ceiling| limits::ceiling(root, ceiling))
        .collect();
    let budget = bucket.budget.as_ref();
    let budget = option(budget.map(|budget| limits::budget(root, budget, &ceilings)));
    let skew = match bucket.skew_nanos.map(limits::grouped) {
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
