//! A description with mistakes: its names and types without a deed behind them, so that one
//! mistake gives one error and not one more at every use.

use proc_macro2::TokenStream;
use quote::quote;

use super::client::{common, described, raw, structure};
use super::description::{self, marker, scheme};
use super::endpoint::{Emitted, Host};
use super::literal::some;
use super::{answer, docs, group};
use crate::model::{Auth, Client, Described, Sketch};

/// What is left of a description.
pub(crate) fn sketch(sketch: &Sketch) -> TokenStream {
    let Sketch {
        client,
        of,
        error,
        faces,
    } = sketch;
    let root = &client.root;
    let structure = structure(client, "");
    let error = match of {
        Described::Group { of: Some(of), .. } => group::error(error.as_ref(), client, of),
        _ => answer::error(error.as_ref(), quote!(#root::__private::Value)),
    };
    let (around, inside) = match of {
        Described::Api { auth, buckets } => api(client, auth, buckets, &error),
        Described::Group { of, accessor } => {
            let of = of.as_ref();
            let accessor = of.map(|of| group::accessor(client, of, accessor));
            (quote!(#accessor), TokenStream::new())
        }
    };
    let host = Host {
        client,
        error,
        buckets: &[],
        is_group: matches!(of, Described::Group { .. }),
    };
    let (methods, newtypes): (Vec<_>, Vec<_>) = faces
        .iter()
        .map(|face| host.face(face))
        .map(|Emitted { method, newtype }| (method, newtype))
        .unzip();
    let name = &client.name;
    quote! {
        #structure
        #around
        #[allow(dead_code)]
        impl #name {
            #inside
            #(#methods)*
        }
        #(#newtypes)*
    }
}

/// The names of an API: groups still find its buckets, though without limits.
fn api(
    client: &Client,
    auth: &Auth,
    buckets: &[syn::Ident],
    error: &TokenStream,
) -> (TokenStream, TokenStream) {
    let root = &client.root;
    let name = docs::plain(&client.name);
    let scheme = scheme(root, auth);
    let declared = buckets.iter().map(docs::plain).map(|name| {
        quote! {
            #root::__private::BucketDescription {
                name: #name,
                ceilings: &[],
                budget: ::core::option::Option::None,
                skew_nanos: #root::__private::DEFAULT_SKEW_NANOS,
                sources: &[],
            }
        }
    });
    let mut fields = vec![
        quote!(name: #name),
        quote!(auth: #scheme),
        quote!(buckets: &[#(#declared),*]),
    ];
    if !buckets.is_empty() {
        let first = some(&quote!(0));
        fields.push(quote!(default_bucket: #first));
    }
    let description = description::described(root, &fields);
    let described = described(client, &marker(root, auth), error, &description);
    let (common, raw) = (common(client, error), raw(client, error));
    (described, quote!(#common #raw))
}
