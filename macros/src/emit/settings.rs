//! Settings as constants: lengths of time, attempts, redirects, repetitions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

use super::literal::{literal, some};
use super::place;
use crate::model::{Length, Number, Redirects, Repeat, Retry, Settings};

/// How many fields `Settings` has.
const ALL: usize = 4;

/// What is set; nothing where everything is inherited.
pub(super) fn settings(root: &Path, settings: &Settings) -> Option<TokenStream> {
    let Settings {
        deadline,
        attempt_timeout,
        redirects,
        retry,
    } = settings;
    let time = |name: TokenStream, length: &Length| {
        let length = some(&duration(length));
        quote!(#name: #length)
    };
    let deadline = deadline.iter().map(|length| time(quote!(deadline), length));
    let timeout = attempt_timeout
        .iter()
        .map(|length| time(quote!(attempt_timeout), length));
    let redirects = redirects.iter().map(|redirects| {
        let redirects = some(&self::redirects(root, *redirects));
        quote!(redirects: #redirects)
    });
    let retry = retry.iter().map(|retry| {
        let retry = self::retry(root, retry);
        quote!(retry: #retry)
    });
    let fields: Vec<_> = deadline
        .chain(timeout)
        .chain(redirects)
        .chain(retry)
        .collect();
    let ty = quote!(#root::__private::Settings);
    (!fields.is_empty()).then(|| literal(&ty, &quote!(INHERITED), ALL, &fields))
}

fn redirects(root: &Path, redirects: Redirects) -> TokenStream {
    let variant = match redirects {
        Redirects::Follow => quote!(Follow),
        Redirects::FollowWrites => quote!(FollowWrites),
        Redirects::Never => quote!(Never),
    };
    quote!(#root::Redirects::#variant)
}

fn retry(root: &Path, retry: &Retry) -> TokenStream {
    let Retry {
        attempts,
        base,
        cap,
        within,
        jitter,
    } = retry;
    let others = base.is_some() || cap.is_some() || within.is_some() || jitter.is_some();
    if retry.is_off() && !others {
        return quote!(#root::Retry::off());
    }
    let attempts = attempts.as_ref().map(|attempts| match attempts {
        Number::Literal(..) => quote!(.attempts(#attempts)),
        Number::Constant(_) => {
            let attempts = at_least_one(
                attempts,
                "`attempts` is at least 1; write `retry = off` for the first and no other",
            );
            quote!(.attempts(#attempts.get()))
        }
    });
    let time = |name: TokenStream, length: &Option<Length>| {
        let length = length.as_ref().map(duration)?;
        Some(quote!(.#name(#length)))
    };
    let base = time(quote!(base), base);
    let cap = time(quote!(cap), cap);
    let within = time(quote!(within), within);
    let jitter = jitter.map(|jitter| quote!(.jitter(#jitter)));
    quote!(#root::Retry::new() #attempts #base #cap #within #jitter)
}

/// A number that cannot be zero; a constant that is stops the build at its place.
pub(super) fn at_least_one(number: &Number, complaint: &str) -> TokenStream {
    place::at(
        number.span(),
        quote! { ::core::num::NonZeroU32::new(#number).expect(#complaint) },
    )
}

/// A length of time in the largest unit that holds it whole.
pub(super) fn duration(length: &Length) -> TokenStream {
    let units = [
        (3_600_000_000_000, quote!(from_hours)),
        (60_000_000_000, quote!(from_mins)),
        (1_000_000_000, quote!(from_secs)),
        (1_000_000, quote!(from_millis)),
        (1_000, quote!(from_micros)),
    ];
    let nanos = length.nanos;
    let whole = units.iter().find(|(unit, _)| nanos.is_multiple_of(*unit));
    let (count, constructor) = match whole {
        Some((unit, constructor)) => (nanos / unit, constructor.clone()),
        None => (nanos, quote!(from_nanos)),
    };
    let count = super::limits::grouped(count);
    quote!(::core::time::Duration::#constructor(#count))
}

/// Whether a request may be repeated, where its verb does not say it.
pub(super) fn repeat(root: &Path, repeat: &Repeat) -> Option<TokenStream> {
    let repeat = match repeat {
        Repeat::ByMethod => return None,
        Repeat::Idempotent => quote!(Idempotent),
        Repeat::Key(header) => quote!(Key(#header)),
    };
    Some(quote!(#root::__private::Repeat::#repeat))
}
