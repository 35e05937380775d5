//! Assertions for what only the compiler knows: numbers in constants, buckets of another trait.
//!
//! They stand beside the methods as constants of their own, since the constants inside of a
//! method are not evaluated by `cargo check`. Their span is the user's token, so that is where
//! the caret is.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{docs, kept, limits, place};
use crate::model::{Api, BucketChoice, Endpoint, Group, Number};

/// The budgets and costs of an API that has constants for numbers.
pub(super) fn api(api: &Api) -> TokenStream {
    let root = &api.client.root;
    let name = &api.client.name;
    let levels = kept::levels(&api.client.attributes);
    let constant = |number: &&Number| number.value().is_none();
    let budgets = api
        .buckets
        .iter()
        .enumerate()
        .filter_map(|(index, bucket)| {
            let numbers = bucket.numbers();
            // The last constant is the budget's, where the budget has one.
            let span = numbers.iter().rfind(|number| constant(number))?.span();
            let place = format!("bucket `{}`", docs::plain(&bucket.name));
            let index = Literal::usize_unsuffixed(index);
            Some(place::at(
                span,
                quote! {
                    #levels
                    const _: () = #root::__private::assert_budget(
                        #place,
                        &<#name as #root::__private::Api>::DESCRIPTION.buckets[#index],
                    );
                },
            ))
        });
    let costs = api.endpoints.iter().filter_map(|endpoint| {
        let cost = endpoint.wire.cost.as_ref()?;
        let BucketChoice::Index(index) = endpoint.wire.bucket else {
            return None;
        };
        if cost.value().is_some() && api.buckets[index].is_literal() {
            return None;
        }
        let place = format!(
            "endpoint `{}`, bucket `{}`",
            docs::plain(&endpoint.face.name),
            docs::plain(&api.buckets[index].name)
        );
        let units = limits::cost(root, Some(cost));
        let index = Literal::usize_unsuffixed(index);
        let own = kept::levels(&endpoint.face.attributes);
        Some(place::at(
            cost.span(),
            quote! {
                #levels #own
                const _: () = #root::__private::assert_cost(
                    #place,
                    &<#name as #root::__private::Api>::DESCRIPTION.buckets[#index],
                    #units,
                );
            },
        ))
    });
    quote!(#(#budgets)* #(#costs)*)
}

/// The buckets and costs of a group, which stand at the client.
pub(super) fn group(group: &Group) -> TokenStream {
    let levels = kept::levels(&group.client.attributes);
    let mut defaults = false;
    let checks = group.endpoints.iter().filter_map(|endpoint| {
        // A missing default is one mistake, whatever the number of endpoints.
        let is_default = matches!(endpoint.wire.bucket, BucketChoice::ClientDefault(_));
        let told = is_default && std::mem::replace(&mut defaults, true);
        if told && endpoint.wire.cost.is_none() {
            return None;
        }
        let check = self::endpoint(group, endpoint);
        let own = kept::levels(&endpoint.face.attributes);
        Some(quote!(#levels #own #check))
    });
    quote!(#(#checks)*)
}

fn endpoint(group: &Group, endpoint: &Endpoint) -> TokenStream {
    let root = &group.client.root;
    let of = &group.of;
    let index = index(group, endpoint, true);
    let span = match (&endpoint.wire.cost, &endpoint.wire.bucket) {
        (Some(cost), _) => cost.span(),
        (None, BucketChoice::Named(name)) => name.span(),
        (None, BucketChoice::ClientDefault(span)) => *span,
        (None, BucketChoice::Index(_)) => endpoint.face.name.span(),
    };
    let place = format!("endpoint `{}`", docs::plain(&endpoint.face.name));
    let cost = limits::cost(root, endpoint.wire.cost.as_ref());
    place::at(
        span,
        quote! {
            const _: () = #root::__private::assert_cost(
                #place,
                &<#of as #root::__private::Api>::DESCRIPTION.buckets[#index],
                #cost,
            );
        },
    )
}

/// The index of the bucket of a group's endpoint, looked up by the compiler. The assertion comes
/// first, so only there the complaint is in full.
pub(super) fn index(group: &Group, endpoint: &Endpoint, full: bool) -> TokenStream {
    let root = &group.client.root;
    let of = &group.of;
    let complaint = match full {
        true => complaint(group, endpoint),
        false => String::new(),
    };
    let description = quote!(<#of as #root::__private::Api>::DESCRIPTION);
    match &endpoint.wire.bucket {
        BucketChoice::Index(index) => {
            let index = Literal::usize_unsuffixed(*index);
            quote!(#index)
        }
        BucketChoice::Named(bucket) => {
            let name = docs::plain(bucket);
            place::at(
                bucket.span(),
                quote! {
                    #root::__private::bucket_index(#description, #name, #complaint)
                },
            )
        }
        BucketChoice::ClientDefault(span) => place::at(
            *span,
            quote! {
                #root::__private::default_bucket_index(#description, #complaint)
            },
        ),
    }
}

/// What to say when the client has no such bucket.
fn complaint(group: &Group, endpoint: &Endpoint) -> String {
    let of = &group.of;
    let client = quote!(#of).to_string().replace(' ', "");
    let name = docs::plain(&endpoint.face.name);
    match &endpoint.wire.bucket {
        BucketChoice::Named(bucket) => {
            let bucket = docs::plain(bucket);
            format!(
                "endpoint `{name}`: `{client}` has no bucket `{bucket}`; declare it in `#[api]`, \
                 or name one that is there"
            )
        }
        _ => format!(
            "endpoint `{name}` pays from no bucket, since `{client}` has no `default_bucket`; add \
             `bucket = ...` here, or `default_bucket = ...` to `#[group]` or `#[api]`"
        ),
    }
}
