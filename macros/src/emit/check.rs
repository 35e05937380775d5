//! Assertions for what only the compiler knows: numbers in constants, buckets of another trait,
//! traits of the user's types.
//!
//! Their place is the user's token, so that is where the caret is.

use std::collections::HashSet;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Path, Type};

use super::endpoint::Pays;
use super::{docs, kept, place};
use crate::model::{Answer, Api, BucketChoice, Client, Endpoint, Face, Group, Number};

/// The budgets of an API that has constants for numbers.
pub(super) fn budgets(api: &Api) -> TokenStream {
    let root = &api.client.root;
    let name = &api.client.name;
    let levels = kept::levels(&api.client.attributes);
    let constant = |number: &&Number| number.value().is_none();
    let buckets = api.buckets.iter().enumerate();
    let checks = buckets.filter_map(|(index, bucket)| {
        let numbers = bucket.numbers();
        // The last constant is the budget's, where the budget has one.
        let span = numbers.iter().rfind(|number| constant(number))?.span();
        let place = format!("bucket `{}`", docs::plain(&bucket.name));
        let index = Literal::usize_unsuffixed(index);
        let check = quote! {
            #levels
            const _: () = #root::__private::assert_budget(
                #place,
                &<#name as #root::__private::Api>::DESCRIPTION.buckets[#index],
            );
        };
        Some(place::at(span, check))
    });
    quote!(#(#checks)*)
}

/// How an endpoint of an API pays. A literal cost of literal limits has been compared.
pub(super) fn pays(api: &Api, endpoint: &Endpoint) -> Pays {
    let index = match endpoint.wire.bucket {
        BucketChoice::Index(index) => index,
        BucketChoice::Named(_) | BucketChoice::ClientDefault(_) => 0,
    };
    let bucket = &api.buckets[index];
    let cost = endpoint.wire.cost.as_ref();
    let open = cost.filter(|cost| cost.value().is_none() || !bucket.is_literal());
    let (endpoint, bucket) = (docs::plain(&endpoint.face.name), docs::plain(&bucket.name));
    let place = format!("endpoint `{endpoint}`, bucket `{bucket}`");
    let index = Literal::usize_unsuffixed(index);
    let client = api.client.name.to_token_stream();
    Pays {
        bucket: quote!(#index),
        check: payable(&api.client.root, &place, &client, open),
    }
}

/// How an endpoint of a group pays: the bucket is looked up by the compiler.
pub(super) fn group_pays(group: &Group, endpoint: &Endpoint) -> Pays {
    let root = &group.client.root;
    let of = &group.of;
    let name = docs::plain(&endpoint.face.name);
    let cost = endpoint.wire.cost.as_ref();
    let place = format!("endpoint `{name}`");
    let check = payable(root, &place, &of.to_token_stream(), cost);
    let bucket = match &endpoint.wire.bucket {
        BucketChoice::Index(index) => Literal::usize_unsuffixed(*index).into_token_stream(),
        BucketChoice::Named(bucket) => {
            let (client, word) = (words(of), docs::plain(bucket));
            let complaint = format!(
                "endpoint `{name}`: `{client}` has no bucket `{word}`; declare it in `#[api]`, or \
                 name one that is there"
            );
            let (span, description) = (bucket.span(), description(root, of));
            let look_up = place::at(span, quote!(#root::__private::bucket_index));
            quote_spanned!(span=> #look_up(#description, #word, #complaint))
        }
        BucketChoice::ClientDefault(_) => {
            let group = &group.client.name;
            quote!(#group::DEFAULT_BUCKET)
        }
    };
    Pays { bucket, check }
}

fn payable(root: &Path, place: &str, client: &TokenStream, cost: Option<&Number>) -> TokenStream {
    let check = cost.map(|cost| {
        let check = quote! {
            const _: () = #root::__private::assert_cost(
                #place,
                &<#client as #root::__private::Api>::DESCRIPTION.buckets[__TOLLGATE_ENDPOINT.bucket],
                __TOLLGATE_ENDPOINT.cost,
            );
        };
        place::at(cost.span(), check)
    });
    quote!(#check)
}

/// The default bucket of a group whose endpoints use its client's: looked up once, since a
/// missing one is one mistake.
pub(super) fn default_bucket(group: &Group) -> Option<TokenStream> {
    let mut by_default = group.endpoints.iter().filter_map(|endpoint| {
        let BucketChoice::ClientDefault(span) = endpoint.wire.bucket else {
            return None;
        };
        Some((endpoint, span))
    });
    let (endpoint, span) = by_default.next()?;
    let root = &group.client.root;
    let of = &group.of;
    let (name, client) = (docs::plain(&endpoint.face.name), words(of));
    let complaint = format!(
        "endpoint `{name}` pays from no bucket, since `{client}` has no `default_bucket`; add \
         `bucket = ...` here, or `default_bucket = ...` to `#[group]` or `#[api]`"
    );
    let description = description(root, of);
    let look_up = place::at(span, quote!(#root::__private::default_bucket_index));
    let index = quote_spanned!(span=> #look_up(#description, #complaint));
    Some(quote!(const DEFAULT_BUCKET: usize = #index;))
}

/// The description of a group's client, at the place where the client is named.
fn description(root: &Path, of: &Path) -> TokenStream {
    let span = syn::Error::new_spanned(of, "").span();
    place::at(span, quote!(<#of as #root::__private::Api>::DESCRIPTION))
}

fn words(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// That answers can be read: otherwise the mistake shows where a call is awaited, and says that
/// it is no future.
pub(super) fn answers<'a>(
    client: &Client,
    faces: impl Iterator<Item = &'a Face>,
) -> Option<TokenStream> {
    let root = &client.root;
    let mut known = HashSet::new();
    let mut reads = Vec::new();
    for face in faces {
        let of_json = json(&face.answer).into_iter().chain(&face.error);
        let of_json = of_json.map(|ty| (ty, quote!(read)));
        let chosen = by_status(&face.answer).map(|ty| (ty, quote!(choose)));
        for (ty, how) in of_json.chain(chosen) {
            if !known.insert(quote!(#how #ty).to_string()) {
                continue;
            }
            let levels = kept::levels(&face.attributes);
            let span = syn::Error::new_spanned(ty, "").span();
            let read = place::at(span, quote!(#how::<#ty>()));
            reads.push((how.to_string(), quote!(#levels #read;)));
        }
    }
    let levels = kept::levels(&client.attributes);
    let reader = |name: &str, function: TokenStream| {
        reads.iter().any(|(how, _)| how == name).then_some(function)
    };
    let read = reader(
        "read",
        quote!(fn read<T: #root::__private::DeserializeOwned>() {}),
    );
    let choose = reader(
        "choose",
        quote!(fn choose<T: #root::__private::ByStatus>() {}),
    );
    let reads = reads.iter().map(|(_, read)| read);
    (read.is_some() || choose.is_some()).then(|| {
        quote! {
            #levels
            const _: fn() = || {
                #read
                #choose
                #(#reads)*
            };
        }
    })
}

/// The enum of answers, where there is one.
fn by_status(answer: &Answer) -> Option<&Type> {
    match answer {
        Answer::ByStatus(ty) => Some(ty),
        Answer::Maybe(inner) | Answer::Whole(inner) => by_status(inner),
        _ => None,
    }
}

/// The type that is read from JSON, where there is one.
fn json(answer: &Answer) -> Option<&Type> {
    match answer {
        Answer::Json(ty) | Answer::Pages(ty) => Some(ty),
        Answer::Maybe(inner) | Answer::Whole(inner) => json(inner),
        Answer::Empty | Answer::Text | Answer::Bytes | Answer::Stream | Answer::ByStatus(_) => None,
    }
}
