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
            let (count, nanos) = (&pace.count, grouped(pace.nanos));
            place::at(
                count.span(),
                quote! { #root::__private::window(#count, #nanos)},
            )
        }
        Kind::TokenBucket(pace, burst) => {
            let (count, nanos) = (&pace.count, grouped(pace.nanos));
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
    let (count, nanos) = (&pace.count, grouped(pace.nanos));
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

/// A number in groups of three digits.
pub(super) fn grouped(number: u64) -> Literal {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
        .parse()
        .unwrap_or_else(|_| Literal::u64_unsuffixed(number))
}

/// The cost of a request, where it is not one unit.
pub(super) fn cost(root: &Path, cost: Option<&Number>) -> Option<TokenStream> {
    let cost = cost?;
    Some(place::at(
        cost.span(),
        quote! { #root::__private::cost(#cost)},
    ))
}
