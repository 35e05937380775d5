//! Buckets, ceilings and budgets.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::Path;

/// A number that is at least one, or the constant that holds it.
#[derive(Clone)]
pub(crate) enum Number {
    /// Written as a literal.
    Literal(u32, Span),
    /// Written as the path of a constant; the compiler checks it.
    Constant(Path),
}

impl Number {
    /// The value, where the macro can know it.
    pub(crate) fn value(&self) -> Option<u32> {
        match self {
            Self::Literal(value, _) => Some(*value),
            Self::Constant(_) => None,
        }
    }

    /// Where it is written.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Literal(_, span) => *span,
            Self::Constant(path) => syn::Error::new_spanned(path, "").span(),
        }
    }

    /// The number in words: `60` or `LIMIT`.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Literal(value, _) => value.to_string(),
            Self::Constant(path) => path.to_token_stream().to_string().replace(' ', ""),
        }
    }
}

/// So many per so many nanoseconds.
#[derive(Clone)]
pub(crate) struct Pace {
    pub(crate) count: Number,
    pub(crate) nanos: u64,
}

/// A ceiling with its source.
pub(crate) struct Ceiling {
    pub(crate) kind: Kind,
    pub(crate) source: Option<String>,
}

/// What a ceiling bounds.
pub(crate) enum Kind {
    /// `50 per 10 s`.
    Window(Pace),
    /// `50 per 10 s, burst = 20`.
    TokenBucket(Pace, Number),
    /// `in_flight = 10`.
    InFlight(Number),
}

impl Kind {
    pub(crate) fn is_rate(&self) -> bool {
        !matches!(self, Self::InFlight(_))
    }

    pub(crate) fn numbers(&self) -> Vec<&Number> {
        match self {
            Self::Window(pace) => vec![&pace.count],
            Self::TokenBucket(pace, burst) => vec![&pace.count, burst],
            Self::InFlight(slots) => vec![slots],
        }
    }
}

/// What we allow ourselves.
pub(crate) struct Budget {
    pub(crate) pace: Pace,
    /// `None`: a share of the rate, computed from constants when the macro cannot.
    pub(crate) burst: Option<Number>,
}

/// A bucket.
pub(crate) struct Bucket {
    pub(crate) name: Ident,
    pub(crate) ceilings: Vec<Ceiling>,
    pub(crate) budget: Option<Budget>,
    pub(crate) skew_nanos: Option<u64>,
    pub(crate) unpublished: Option<String>,
}

impl Bucket {
    /// All numbers in the order of the source.
    pub(crate) fn numbers(&self) -> Vec<&Number> {
        let budget = self.budget.as_ref();
        let ours = budget.into_iter().flat_map(|budget| {
            [Some(&budget.pace.count), budget.burst.as_ref()]
                .into_iter()
                .flatten()
        });
        let theirs = self
            .ceilings
            .iter()
            .flat_map(|ceiling| ceiling.kind.numbers());
        theirs.chain(ours).collect()
    }

    /// Whether the macro knows every number.
    pub(crate) fn is_literal(&self) -> bool {
        self.numbers().iter().all(|number| number.value().is_some())
    }
}
