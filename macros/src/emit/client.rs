//! The client of an API: a struct around the shared core, with one method per endpoint.

use proc_macro2::TokenStream;
use quote::quote;

use super::description::{description, marker};
use super::endpoint::{Emitted, Host};
use super::{answer, check, docs, kept};
use crate::model::{Api, Client};

/// The whole expansion of a valid API.
pub(crate) fn api(api: &Api) -> TokenStream {
    let client = &api.client;
    let root = &client.root;
    let error = answer::error(api.error.as_ref(), quote!(#root::__private::Value));
    let host = Host {
        client,
        error: error.clone(),
        buckets: &api.buckets,
        is_group: false,
    };
    let emitted = api
        .endpoints
        .iter()
        .map(|endpoint| host.endpoint(endpoint, &check::pays(api, endpoint)));
    let (methods, newtypes): (Vec<_>, Vec<_>) = emitted
        .map(|Emitted { method, newtype }| (method, newtype))
        .unzip();
    let paragraph = docs::client(&api.base_url, &api.auth, &api.buckets);
    let structure = structure(client, &paragraph);
    let described = described(client, &marker(root, &api.auth), &error, &description(api));
    let raw = api.default_bucket.map(|_| raw(client, &error));
    let common = common(client, &error);
    let levels = kept::levels(&client.attributes);
    let name = &client.name;
    let budgets = check::budgets(api);
    let faces = api.endpoints.iter().map(|endpoint| &endpoint.face);
    let answers = check::answers(client, faces);
    quote! {
        #structure
        #described
        #levels
        #[allow(dead_code)]
        impl #name {
            #common
            #raw
            #(#methods)*
        }
        #(#newtypes)*
        #budgets
        #answers
    }
}

/// The struct under the trait's name.
pub(super) fn structure(client: &Client, paragraph: &str) -> TokenStream {
    let Client {
        name,
        visibility,
        attributes,
        root,
    } = client;
    let attributes = docs::with(attributes, paragraph);
    quote! {
        #attributes
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #visibility struct #name {
            core: #root::__private::Core,
        }
    }
}

/// The trait by which the builder knows what it builds.
pub(super) fn described(
    client: &Client,
    auth: &TokenStream,
    error: &TokenStream,
    description: &TokenStream,
) -> TokenStream {
    let Client { name, root, .. } = client;
    let levels = kept::levels(&client.attributes);
    quote! {
        #levels
        impl #root::__private::Api for #name {
            type Auth = #auth;
            type Error = #error;
            const DESCRIPTION: &'static #root::__private::Description = #description;
            fn from_core(core: #root::__private::Core) -> Self {
                Self { core }
            }
            fn core(&self) -> &#root::__private::Core {
                &self.core
            }
        }
    }
}

/// The methods of every client.
pub(super) fn common(client: &Client, error: &TokenStream) -> TokenStream {
    let Client {
        visibility, root, ..
    } = client;
    quote! {
        #[doc = " A builder of a client."]
        #visibility fn builder() -> #root::Builder<Self> {
            #root::Builder::new()
        }
        #[doc = " The counters of this client's account, of all buckets together."]
        #[must_use]
        #visibility fn meter(&self) -> #root::Meter {
            self.core.meter()
        }
        #[doc = " The counters of this client's account, bucket by bucket."]
        #[must_use]
        #visibility fn bucket_meters(
            &self,
        ) -> ::std::collections::BTreeMap<&'static str, #root::Meter> {
            self.core.bucket_meters()
        }
        #[doc = " The counters of this client's account, endpoint by endpoint."]
        #[must_use]
        #visibility fn endpoint_meters(
            &self,
        ) -> ::std::collections::BTreeMap<&'static str, #root::Meter> {
            self.core.endpoint_meters()
        }
        #[doc = " A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the named bucket."]
        #visibility fn raw_in<T>(
            &self,
            bucket: &str,
            method: #root::Method,
            path: &str,
        ) -> #root::Call<#root::Json<T>, #error> {
            self.core.raw_in(bucket, method, path)
        }
    }
}

/// A raw call needs a bucket to pay from, so it is there with a default bucket only.
pub(super) fn raw(client: &Client, error: &TokenStream) -> TokenStream {
    let Client {
        visibility, root, ..
    } = client;
    quote! {
        #[doc = " A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the default bucket."]
        #visibility fn raw<T>(
            &self,
            method: #root::Method,
            path: &str,
        ) -> #root::Call<#root::Json<T>, #error> {
            self.core.raw(method, path)
        }
    }
}
