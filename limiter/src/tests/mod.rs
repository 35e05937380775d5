//! The decisions against a naive log of all grants.

mod arrivals;
mod drift;
mod naive;
mod queueing;
mod rules;
mod scopes;
pub(crate) mod states;
mod terms;
