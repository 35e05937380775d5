//! Limits as calls of the door's constant functions.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

use super::place;

use crate::model::{Budget, Ceiling, Kind, Number};

/// A literal as it was written, or the user's constant. Both keep their place in the source.
impl ToTokens for Number {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(value, span) => {
                let mut literal = Literal::u32_unsuffixed(*value);
                literal.set_span(*span);
                literal.to_tokens(tokens);
            }
            Self::Constant(path) => path.to_tokens(tokens),
        }
    }
}

pub(super) fn ceiling(root: &Path, ceiling: &Ceiling) -> TokenStream {
    match &ceiling.kind {
        Kind::Window(pace) => {
            let (count, nanos) = (&pace.count, nanos(pace.nanos));
            place::at(
                count.span(),
                quote! { #root::__private::window(#count, #nanos)},
            )
        }
        Kind::TokenBucket(pace, burst) => {
            let (count, nanos) = (&pace.count, nanos(pace.nanos));
            place::at(
                count.span(),
                quote! { #root::__private::token_bucket(#count, #nanos, #burst)},
            )
        }
        Kind::InFlight(slots) => {
            place::at(slots.span(), quote! { #root::__private::in_flight(#slots)})
        }
    }
}

/// The budget. A burst that was left out is a share of the rate; the compiler computes it, since
/// the numbers may be constants.
pub(super) fn budget(root: &Path, budget: &Budget, ceilings: &[TokenStream]) -> TokenStream {
    let Budget { pace, burst } = budget;
    let (count, nanos) = (&pace.count, nanos(pace.nanos));
    match burst {
        Some(burst) => place::at(
            count.span(),
            quote! { #root::__private::budget(#count, #nanos, #burst)},
        ),
        None => place::at(
            count.span(),
            quote! {
                #root::__private::Budget::paced(
                    #root::__private::budget(#count, #nanos, 1).rate(),
                    &[#(#ceilings),*],
                )
            },
        ),
    }
}

/// A number of nanoseconds, in groups of three digits.
pub(super) fn nanos(nanos: u64) -> Literal {
    let digits = nanos.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
        .parse()
        .unwrap_or_else(|_| Literal::u64_unsuffixed(nanos))
}

pub(super) fn cost(root: &Path, cost: Option<&Number>) -> TokenStream {
    match cost {
        Some(cost) => place::at(cost.span(), quote! { #root::__private::cost(#cost)}),
        None => quote!(#root::__private::cost(1)),
    }
}
