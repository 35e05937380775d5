//! A group: a struct around the core of its client, and the way to it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

use super::client::structure;
use super::endpoint::{Emitted, Host};
use super::{answer, check, kept, place};
use crate::model::{Client, Group};

/// The whole expansion of a valid group.
pub(crate) fn group(group: &Group) -> TokenStream {
    let client = &group.client;
    let host = Host {
        client,
        error: error(group.error.as_ref(), client, &group.of),
        buckets: &[],
        is_group: true,
    };
    let emitted = group
        .endpoints
        .iter()
        .map(|endpoint| host.endpoint(endpoint, &check::group_pays(group, endpoint)));
    let (methods, newtypes): (Vec<_>, Vec<_>) = emitted
        .map(|Emitted { method, newtype }| (method, newtype))
        .unzip();
    let structure = structure(client, &paragraph(&group.of));
    let accessor = accessor(client, &group.of, &group.accessor);
    let levels = kept::levels(&client.attributes);
    let name = &client.name;
    let default_bucket = check::default_bucket(group);
    let faces = group.endpoints.iter().map(|endpoint| &endpoint.face);
    let answers = check::answers(client, faces);
    quote! {
        #structure
        #accessor
        #levels
        #[allow(dead_code)]
        impl #name {
            #default_bucket
            #(#methods)*
        }
        #(#newtypes)*
        #answers
    }
}

pub(super) fn paragraph(of: &Path) -> String {
    let of = quote!(#of).to_string().replace(' ', "");
    format!("Endpoints of `{of}`, paid from its buckets.")
}

pub(super) fn error(written: Option<&syn::Type>, client: &Client, of: &Path) -> TokenStream {
    let root = &client.root;
    let span = syn::Error::new_spanned(of, "").span();
    let default = quote!(<#of as #root::__private::Api>::Error);
    answer::error(written, place::at(span, default))
}

/// The method of the client that gives the group.
pub(super) fn accessor(client: &Client, of: &Path, accessor: &syn::Ident) -> TokenStream {
    let Client {
        name,
        visibility,
        root,
        ..
    } = client;
    let levels = kept::levels(&client.attributes);
    let doc = format!(" The endpoints of `{name}`, with this client's credential and budget.");
    let span = syn::Error::new_spanned(of, "").span();
    let tokens = quote! {
        #levels
        #[allow(dead_code)]
        impl #of {
            #[doc = #doc]
            #[must_use]
            #visibility fn #accessor(&self) -> #name {
                #name {
                    core: ::core::clone::Clone::clone(<Self as #root::__private::Api>::core(self)),
                }
            }
        }
    };
    place::at(span, tokens)
}
